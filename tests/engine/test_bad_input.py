"""Whatever is put in: a typed error or an answer, the instance usable or cleanly dead, the host always."""

import contextlib
import math

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
from tests.support.usable import BASE_URL, assert_usable
from tests.unit.engine.examples import EVENTS, OPS

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


DEAF = pytest.mark.xfail(strict=True, reason="after a redirect loop the context ignores navigations")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[DEAF] if name == "redirect to itself" else []) for name in ORDERS]
)
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
