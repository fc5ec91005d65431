"""Hostile pictures and fonts: a typed failure or a fallback, and the engine stays usable."""

import base64
import contextlib
import struct
import zlib

import pytest

from engine.host import ops
from engine.host.driver import Driver, OperationFailed
from engine.host.errors import EngineTrapped
from tests.engine.conftest import shipped_fonts
from tests.support.usable import BASE_URL, assert_usable


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


DEADLY = pytest.mark.xfail(strict=True, reason="the image crate panics at a GIF of 65,535 x 65,535 pixels")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[DEADLY] if name == "huge gif" else []) for name in PICTURES]
)
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
