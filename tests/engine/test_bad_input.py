"""Whatever is put in: a typed error or an answer, the instance usable or cleanly dead, the host always."""

import base64
import contextlib
import math
import struct
import zlib

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.host import events, frames, ops, replies
from engine.host.driver import Driver, OperationFailed
from engine.host.errors import EngineTrapped, FrameTooLarge
from engine.host.instance import Instance
from engine.host.module import Image
from engine.host.replies import FailureCode
from tests.engine.conftest import shipped_fonts
from tests.unit.engine.examples import EVENTS, OPS

BASE_URL = "http://page.test/"
FUZZ = settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
ENCODED = [msgspec.msgpack.encode(op) for op in OPS if not isinstance(op, ops.Start)]


def failure_of(instance: Instance, frame: bytes) -> FailureCode | None:
    """The failure's code in the reply to a frame, None for another reply. Malformed replies raise."""
    reply = frames.decode_reply(instance.call_frame(frame))
    return reply.failure.code if isinstance(reply, replies.Error) else None


def assert_usable(page: Driver) -> None:
    assert page.instance.alive
    page.open_html("<title>usable</title>", base_url=BASE_URL)
    assert page.evaluate("document.title") == "usable"


# Frames ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"\xc1",
        b"\x00" * 100,
        b"\xff" * 100,
        b"\x80",
        b"\x81\xa2op",
        b"\x81\xa2op\xa5",
        b"\x81\xa2op\xdb\xff\xff\xff\xffx",
        b"\xdf\xff\xff\xff\xff",
        b"\xdd\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\x82\xa2op\xa4stop\xa1x" + b"\x91" * 1_000_000 + b"\xc0",
        b"\x91" * 1_000_000,
        b"\x81" * 1_000_000,
        msgspec.msgpack.encode({"op": "levitate"}),
        msgspec.msgpack.encode({"op": 7}),
        msgspec.msgpack.encode({"op": "evaluate"}),
        msgspec.msgpack.encode({"op": "evaluate", "script": 1, "await_promise": True, "deadline_ms": 1}),
        msgspec.msgpack.encode({"op": "evaluate", "script": "1", "await_promise": True, "deadline_ms": -1}),
        msgspec.msgpack.encode({"op": "page", "context": -1, "text_chars": 1}),
        msgspec.msgpack.encode({"op": "page", "context": None, "text_chars": 1 << 32}),
        msgspec.msgpack.encode({"op": "input", "input": {"kind": "teleport"}}),
        msgspec.msgpack.encode({"op": "history", "delta": 1 << 40}),
        msgspec.msgpack.encode(["op", "stop"]),
        b"\x82\xa2op\xa8evaluate\xa6script\xa2\xff\xfe",
    ],
    ids=lambda frame: f"{len(frame)}-{frame[:12].hex()}",
)
def test_a_malformed_frame_is_refused(page: Driver, frame: bytes) -> None:
    assert failure_of(page.instance, frame) is FailureCode.BAD_FRAME
    assert_usable(page)


@FUZZ
@given(st.data())
def test_damaged_operations_are_answered(page: Driver, data: st.DataObject) -> None:
    """Whatever a damaged frame turns out to mean, there is a well-formed reply."""
    frame = bytearray(data.draw(st.sampled_from(ENCODED)))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, max(0, len(frame) - 1)))
        if data.draw(st.booleans()):
            frame[at : at + 1] = data.draw(st.binary(max_size=3))
        else:
            del frame[at:]
    failure_of(page.instance, bytes(frame))
    page.instance.pump(20_000_000)
    page.instance.effects()
    assert page.instance.alive


@FUZZ
@given(st.binary(max_size=200))
def test_random_bytes_are_refused(page: Driver, frame: bytes) -> None:
    assert failure_of(page.instance, frame) is FailureCode.BAD_FRAME
    with contextlib.suppress(OperationFailed):
        page.instance.deliver_frame(frame)
    assert page.instance.alive


def test_a_frame_beyond_the_limit_never_reaches_the_engine(page: Driver) -> None:
    size = page.instance.memory.size
    with pytest.raises(FrameTooLarge, match="limit 268435456"):
        page.open_html("x" * (257 << 20))
    assert page.instance.memory.size == size
    assert_usable(page)


def test_a_large_frame_is_taken_or_ends_the_instance_alone(image: Image, page: Driver) -> None:
    """200 MB of script in an instance with too little memory for it."""
    with Instance(image, memory_bytes=256 << 20) as small:
        small.boot()
        with contextlib.suppress(EngineTrapped, OperationFailed):
            small.call(ops.Evaluate(script="1;" * (100 << 20)))
    assert_usable(page)


# Events ----------------------------------------------------------------------------------------------------


def test_events_for_nobody_are_dropped(page: Driver) -> None:
    page.instance.deliver(EVENTS * 20)
    assert_usable(page)


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"\xc0",
        msgspec.msgpack.encode({"kind": "http_end", "id": 1}),
        msgspec.msgpack.encode([{"kind": "http_end"}]),
        msgspec.msgpack.encode([{"kind": "http_end", "id": -1}]),
        msgspec.msgpack.encode([{"kind": "http_head", "id": 1, "status": 70_000, "headers": []}]),
        msgspec.msgpack.encode([{"kind": "http_gone", "id": 1}]),
        b"\xdd\xff\xff\xff\xff",
        b"\x91" * 1_000_000,
    ],
    ids=lambda frame: f"{len(frame)}-{frame[:12].hex()}",
)
def test_malformed_events_are_refused(page: Driver, frame: bytes) -> None:
    with pytest.raises(OperationFailed) as raised:
        page.instance.deliver_frame(frame)
    assert raised.value.code is FailureCode.BAD_FRAME
    assert_usable(page)


HEAD = events.HttpHead(id=0, status=200, headers=[("content-type", b"text/plain")])
CHUNK = events.HttpChunk(id=0, data=b"abc")
END = events.HttpEnd(id=0)
ERROR = events.HttpError(id=0, error=events.HttpErrorKind.RESET, message="x")
ORDERS: dict[str, list[events.Event]] = {
    "chunk first": [CHUNK, HEAD, CHUNK, END],
    "end first": [END, HEAD, CHUNK],
    "two heads": [HEAD, HEAD, CHUNK, END],
    "after the end": [HEAD, CHUNK, END, CHUNK, END, HEAD],
    "error after end": [HEAD, END, ERROR],
    "end after error": [HEAD, ERROR, CHUNK, END],
    "two errors": [ERROR, ERROR],
    "empty chunks": [HEAD, events.HttpChunk(id=0, data=b""), events.HttpChunk(id=0, data=b""), END],
    "status 0": [events.HttpHead(id=0, status=0, headers=[]), END],
    "status 99": [events.HttpHead(id=0, status=99, headers=[]), END],
    "status 1000": [events.HttpHead(id=0, status=1_000, headers=[]), END],
    "status 101": [events.HttpHead(id=0, status=101, headers=[]), CHUNK, END],
    "status 204 with a body": [events.HttpHead(id=0, status=204, headers=[]), CHUNK, END],
    "redirect to nowhere": [events.HttpHead(id=0, status=302, headers=[("location", b"http://[bad")]), END],
    "redirect to itself": [events.HttpHead(id=0, status=302, headers=[("location", b"")]), END],
    "header with line ends": [
        events.HttpHead(id=0, status=200, headers=[("x-y", b"a\r\nset-cookie: b=c")]),
        END,
    ],
    "header without a name": [events.HttpHead(id=0, status=200, headers=[("", b"x")]), END],
    "header with a bad name": [events.HttpHead(id=0, status=200, headers=[("a b\n", b"\x00")]), END],
    "many headers": [events.HttpHead(id=0, status=200, headers=[("x", b"y" * 100)] * 40_000), END],
    "length too long": [events.HttpHead(id=0, status=200, headers=[("content-length", b"999")]), CHUNK, END],
    "length is no number": [
        events.HttpHead(id=0, status=200, headers=[("content-length", b"-1")]),
        CHUNK,
        END,
    ],
    "not gzip": [events.HttpHead(id=0, status=200, headers=[("content-encoding", b"gzip")]), CHUNK, END],
}


class Scripted:
    """A network that answers each request with the same events."""

    def __init__(self, answer: list[events.Event]) -> None:
        self._answer = answer
        self._ready: list[events.Event] = []

    def start(self, request: events.HttpStart) -> None:
        self._ready += [msgspec.structs.replace(event, id=request.id) for event in self._answer]

    def cancel(self, _identifier: int) -> None:
        pass

    def take(self, _timeout_s: float = 0.0) -> list[events.Event]:
        # The driver drops events after an end; an engine must bear them all the same.
        ready, self._ready = self._ready, []
        return ready


@pytest.mark.parametrize("name", ORDERS)
def test_responses_in_disorder_do_no_harm(image: Image, name: str) -> None:
    with Instance(image) as instance:
        instance.boot()
        driver = Driver(instance, Scripted(ORDERS[name]))  # type: ignore[arg-type]
        driver.open_html("<title>t</title>", base_url=BASE_URL)
        outcome = driver.evaluate("fetch('/x').then(r => r.text()).catch(e => e.name)", timeout_s=5)
        assert isinstance(outcome, str)
        driver.open_url("http://other.test/", timeout_s=5)
        instance.deliver(
            [msgspec.structs.replace(event, id=number) for event in ORDERS[name] for number in range(9)]
        )
        assert_usable(driver)


# Values out of their range ---------------------------------------------------------------------------------

NUMBERS = [math.nan, math.inf, -math.inf, 1e308, -1e308, 5e-324, -0.0, 2.0**31, -(2.0**63)]


@pytest.mark.parametrize("number", NUMBERS)
def test_coordinates_out_of_range_are_refused_or_miss(page: Driver, number: float) -> None:
    page.open_html("<p>text<button>b</button>", base_url=BASE_URL)
    inputs: list[ops.Input] = [
        ops.MouseMove(number, 1.0),
        ops.Click(1.0, number, 0, 1),
        ops.MouseDown(number, number),
        ops.MouseUp(number, number),
        ops.Wheel(1.0, 1.0, number, number),
        ops.Wheel(number, number, 1.0, 1.0),
        ops.Touch(ops.TouchPhase.START, 1, number, number),
    ]
    for one in inputs:
        with contextlib.suppress(OperationFailed):
            page.input(one)
    with contextlib.suppress(OperationFailed):
        page.locate(ops.Point(number, number))
    for clip in (ops.Clip(number, 0, 10, 10), ops.Clip(0, 0, number, 10), ops.Clip(0, 0, 10, number)):
        with contextlib.suppress(OperationFailed):
            page.screenshot(clip)
    assert_usable(page)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_numbers_that_are_none_are_refused(page: Driver, number: float) -> None:
    with pytest.raises(OperationFailed) as raised:
        page.click(number, 1)
    assert raised.value.code is FailureCode.BAD_ARGUMENT
    with pytest.raises(OperationFailed) as raised:
        page.screenshot(ops.Clip(0, 0, number, 10))
    assert raised.value.code is FailureCode.BAD_ARGUMENT


@pytest.mark.parametrize(
    ("width", "height", "scale"),
    [
        (0, 100, 1),
        (100, 0, 1),
        (10**9, 10**9, 1),
        (16_385, 1, 1),
        (1, 16_385, 1),
        (100, 100, 0),
        (100, 100, 11),
    ],
)
def test_a_viewport_out_of_range_is_refused_by_name(
    page: Driver, width: int, height: int, scale: float
) -> None:
    before = page.page().viewport
    with pytest.raises(OperationFailed, match=r"width|height|scale") as raised:
        page.set_viewport(width, height, scale)
    assert raised.value.code is FailureCode.BAD_ARGUMENT
    assert page.page().viewport == before
    assert_usable(page)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (16_384, 1), (1, 16_384)])
def test_the_extreme_viewports_work(page: Driver, width: int, height: int) -> None:
    page.open_html("<p>x", base_url=BASE_URL)
    page.set_viewport(width, height)
    assert page.evaluate("[innerWidth, innerHeight]") == [width, height]
    page.screenshot()
    page.set_viewport(800, 600)
    assert_usable(page)


def test_pictures_too_large_are_refused(page: Driver) -> None:
    page.open_html("<div style='height:10000000px'>", base_url=BASE_URL)
    for area in (ops.FullPage(), ops.Clip(0, 0, 1e6, 1e6), ops.ElementArea(ops.Selector("div"))):
        with pytest.raises(OperationFailed) as raised:
            page.screenshot(area)
        assert raised.value.code in (FailureCode.TOO_LARGE, FailureCode.BAD_ARGUMENT)
    assert_usable(page)


@pytest.mark.parametrize(
    ("op", "code"),
    [
        (ops.Screenshot(format=ops.Jpeg(0)), FailureCode.BAD_ARGUMENT),
        (ops.Screenshot(format=ops.Jpeg(101)), FailureCode.BAD_ARGUMENT),
        (ops.Screenshot(context=999), FailureCode.NO_CONTEXT),
        (ops.Evaluate(context=999, script="1"), FailureCode.NO_CONTEXT),
        (ops.Activate(context=999), FailureCode.NO_CONTEXT),
        (ops.CloseContext(context=999), FailureCode.NO_CONTEXT),
        (ops.SendInput(input=ops.Click(1.0, 1.0, 5, 1)), FailureCode.BAD_ARGUMENT),
        (ops.SendInput(input=ops.MouseDown(1.0, 1.0, 200)), FailureCode.BAD_ARGUMENT),
        (ops.SendInput(input=ops.Key("NoSuchKey")), FailureCode.BAD_ARGUMENT),
        (ops.SendInput(input=ops.Key("")), FailureCode.BAD_ARGUMENT),
        (ops.Locate(target=ops.Selector(":::")), FailureCode.BAD_ARGUMENT),
        (ops.Locate(target=ops.Selector("nothing")), FailureCode.NO_ELEMENT),
        (ops.Locate(target=ops.Ref("e999999")), FailureCode.NO_ELEMENT),
        (ops.Locate(target=ops.Ref("e" * 10_000)), FailureCode.NO_ELEMENT),
        (ops.Open(source=ops.Url("http://")), FailureCode.BAD_ARGUMENT),
        (ops.Open(source=ops.Url("file:///etc/passwd")), FailureCode.BAD_ARGUMENT),
        (ops.Open(source=ops.Url("javascript:1")), FailureCode.BAD_ARGUMENT),
        (ops.Open(source=ops.Html("x", "not a url")), FailureCode.BAD_ARGUMENT),
        (ops.Open(source=ops.Url("http://x.test/", [("bad name", "v")])), FailureCode.BAD_ARGUMENT),
        (ops.Open(source=ops.Url("http://x.test/", [("x", "a\r\nb: c")])), FailureCode.BAD_ARGUMENT),
        (ops.Reseed(entropy=b""), FailureCode.BAD_ARGUMENT),
        (ops.Font(faces=[]), FailureCode.BAD_ARGUMENT),
        (ops.Start(viewport=ops.ViewportSize(1, 1)), FailureCode.ALREADY_STARTED),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, msgspec.Struct) else str(value),
)
def test_arguments_out_of_range_are_refused_with_their_code(
    page: Driver, op: ops.Op, code: FailureCode
) -> None:
    with pytest.raises(OperationFailed) as raised:
        page.perform(op)
    assert raised.value.code is code
    assert raised.value.failure.message
    assert_usable(page)


# Documents -------------------------------------------------------------------------------------------------


def test_a_document_of_50_megabytes_is_shown_or_refused(image: Image) -> None:
    row = (
        "<p class=row>The quick brown fox jumps over the lazy dog, again and again, until the file is full.\n"
    )
    html = "<!doctype html><title>large</title>" + row * ((50 << 20) // len(row))
    with Instance(image) as instance:
        instance.boot()
        driver = Driver(instance)
        with contextlib.suppress(EngineTrapped, OperationFailed):
            driver.open_html(html, base_url=BASE_URL, timeout_s=60)
            assert driver.page(text_chars=100).details.text_truncated
    with Instance(image) as other:
        other.boot()
        assert_usable(Driver(other))


@pytest.mark.parametrize(
    "html",
    [
        "\x00" * 10_000,
        "<" * 100_000,
        "&" * 100_000,
        "<p " + " ".join(f"a{i}=b" for i in range(20_000)) + ">",
        "<" + "x" * 1_000_000 + ">",
        "<p id='" + "y" * 1_000_000,
        "<script>" + "(" * 100_000,
        "<style>" + "{" * 100_000,
        "<style>@import url(data:text/css,@import%20url(#));</style>",
        "<svg><script>&#0;&#xD800;&#x110000;</script>",
        "<math><mi//xlink:href='data:x,'>",
        "<iframe srcdoc='<iframe srcdoc=\"<iframe>\">'></iframe>" * 30,
        "<meta http-equiv=refresh content='0;url=http://page.test/'>",
        "<meta charset=utf-7><base href='javascript:'><a href>x</a>",
        "\ufffe\uffff\U0010ffff\u202e",
        "<plaintext>" + "x" * 100_000,
    ],
    ids=lambda html: f"{len(html)}-{html[:16]!r}",
)
def test_strange_documents_are_shown(page: Driver, html: str) -> None:
    page.open_html(html, base_url=BASE_URL, timeout_s=20)
    page.screenshot()
    assert_usable(page)


# Pictures and fonts ----------------------------------------------------------------------------------------


def png(width: int, height: int, rows: bytes, depth: int = 1, colour: int = 0) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def bomb(width: int, height: int) -> bytes:
    """A black picture of one bit a pixel: a thousandth of what it unpacks to."""
    packer = zlib.compressobj(9)
    row = bytes(1 + (width + 7) // 8)
    rows = b"".join(packer.compress(row * 100) for _ in range(height // 100)) + packer.flush()
    return png(width, height, rows)


def data_url(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


GOOD = png(8, 8, zlib.compress(b"\x00\xff" * 8))
GIF = (
    b"GIF89a\xff\xff\xff\xff\x80\x00\x00"
    + b"\x00" * 6
    + b",\x00\x00\x00\x00\xff\xff\xff\xff\x00\x02\x01\x00\x00;"
)
PICTURES = {
    "bomb": bomb(60_000, 60_000),
    "claims to be huge": png(0x7FFF_FFFF, 0x7FFF_FFFF, b""),
    "no size": png(0, 0, b""),
    "cut": GOOD[:-20],
    "wrong checksum": GOOD.replace(GOOD[-30:-26], b"\x00\x01\x02\x03"),
    "huge gif": GIF,
    "svg without end": b"<svg xmlns='http://www.w3.org/2000/svg' width='1e9' height='1e9'>" + b"<g>" * 50_000,
    "svg of itself": b"<svg xmlns='http://www.w3.org/2000/svg'><defs><g id='a'><use href='#a'/>"
    b"<use href='#a'/></g></defs><use href='#a'/></svg>",
    "jpeg head": b"\xff\xd8\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01"
    + b"\x00" * 99,
    "webp head": b"RIFF\xff\xff\xff\x7fWEBPVP8L\xff\xff\xff\x7f\x2f\xff\xff\xff\xff" + b"\x00" * 99,
}


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("way", ["img", "background", "canvas"])
def test_hostile_pictures_fail_alone(page: Driver, name: str, way: str) -> None:
    """A few kilobytes that claim or unpack to gigabytes: an error event, and the page goes on."""
    page.open_html("<!doctype html><title>t</title><body></body>", base_url=BASE_URL)
    kind = "image/svg+xml" if name.startswith("svg") else "image/x"
    url = data_url(kind, PICTURES[name])
    script = {
        "img": "const i = new Image; i.src = url; document.body.append(i); i.decode().catch(e => 'refused')",
        "background": "document.body.style.background = `url(${url})`; 0",
        "canvas": "const i = new Image; i.src = url; i.decode().then(() => document.createElement('canvas')"
        ".getContext('2d').drawImage(i, 0, 0), () => 0)",
    }[way]
    with contextlib.suppress(EngineTrapped):
        page.evaluate(f"void (url = {url!r})", timeout_s=20)
        page.perform(ops.Evaluate(script=f"{{ {script} }}", deadline_ms=20_000), timeout_s=20)
        page.screenshot()
    assert_usable(page)


def test_a_bomb_is_not_unpacked_whole(page: Driver) -> None:
    before = page.instance.memory.size
    page.open_html(f"<img src='{data_url('image/png', PICTURES['bomb'])}'>", base_url=BASE_URL, timeout_s=20)
    page.screenshot()
    assert page.instance.memory.size < before + (512 << 20)
    assert_usable(page)


def regular_font() -> bytes:
    return bytes(shipped_fonts()[0])


def damaged_fonts() -> dict[str, bytes]:
    good = regular_font()
    tables = struct.unpack(">H", good[4:6])[0]
    fonts = {
        "empty": b"",
        "text": b"not a font at all" * 100,
        "head only": good[:12],
        "directory only": good[: 12 + 16 * tables],
        "half": good[: len(good) // 2],
        "all ones": good[: 12 + 16 * tables] + b"\xff" * (len(good) - 12 - 16 * tables),
        "65535 tables": good[:4] + b"\xff\xff" + good[6:],
        "collection of many": b"ttcf\x00\x02\x00\x00\xff\xff\xff\xff" + bytes(400),
        "wOFF": b"wOFF\x00\x01\x00\x00\xff\xff\xff\xff\xff\xff" + bytes(400),
        "wOF2": b"wOF2\x00\x01\x00\x00\xff\xff\xff\xff\xff\xff" + bytes(400),
    }
    # Each table in turn filled with ones: offsets and counts in it point anywhere.
    for index in range(tables):
        tag, _, offset, length = struct.unpack(">4sIII", good[12 + 16 * index : 28 + 16 * index])
        harmed = bytearray(good)
        harmed[offset : offset + length] = b"\xff" * length
        fonts[f"table {tag.decode('latin-1').strip()}"] = bytes(harmed)
        harmed = bytearray(good)
        harmed[20 + 16 * index : 28 + 16 * index] = b"\xff" * 8
        fonts[f"place of {tag.decode('latin-1').strip()}"] = bytes(harmed)
    return fonts


def test_hostile_web_fonts_fall_back(page: Driver) -> None:
    for name, data in damaged_fonts().items():
        page.open_html(
            f"""<!doctype html><title>{name}</title><style>@font-face {{ font-family: f; src: url({
                data_url("font/ttf", data)
            }) }} p {{ font: 20px f, monospace }}</style><p>Text fi \u00fc \u4e00</p>""",
            base_url=BASE_URL,
        )
        assert page.evaluate(
            "document.fonts.ready.then(() => document.querySelector('p').offsetHeight > 0)"
        ), name
        page.screenshot()
        assert page.instance.alive, name
    assert_usable(page)


def test_hostile_registered_fonts_are_refused_or_fall_back(page: Driver) -> None:
    page.open_html("<p style='font:20px Hostile'>Text", base_url=BASE_URL)
    for name, data in damaged_fonts().items():
        face = ops.FontFace(family="Hostile", coverage=[(32, 126)])
        with contextlib.suppress(OperationFailed):
            page.perform(ops.Font(faces=[face], data=data))
        page.evaluate("document.querySelector('p').append('x'); document.body.offsetHeight")
        page.screenshot()
        assert page.instance.alive, name
    assert_usable(page)


def test_a_font_that_the_host_does_not_have_falls_back(page: Driver) -> None:
    face = ops.FontFace(family="Missing", coverage=[(32, 126)])
    with contextlib.suppress(OperationFailed):
        page.perform(ops.Font(faces=[face], host_font=4_000_000_000))
    page.open_html("<p style='font:20px Missing'>Text", base_url=BASE_URL)
    assert page.evaluate("document.querySelector('p').offsetHeight > 0")
    assert_usable(page)


def test_the_test_fonts_are_what_they_claim() -> None:
    """A damaged table of a file that is no font would test nothing."""
    assert regular_font()[:4] in (b"\x00\x01\x00\x00", b"OTTO", b"true")
    assert len(damaged_fonts()) > 20
