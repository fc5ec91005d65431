"""Screenshots: areas, formats, sizes. What is painted is test_paint.py's matter."""

import io
from typing import Any

import numpy
import pytest
from PIL import Image

from engine.host import ops
from engine.host.driver import Driver, OperationFailed

_PAGE = """<!doctype html><body style="margin:0;height:900px;background:#fff">
<style>div{position:absolute}</style>
<div id=box style="left:20px;top:30px;width:50px;height:40px;background:rgb(10 120 200)"></div>
<div id=low style="left:100px;top:700px;width:80px;height:60px;background:rgb(200 30 30)"></div>
<div id=none style="display:none"></div>
<div style="top:200px;width:200px;height:100px;background:linear-gradient(red,blue)"></div>"""

_WHITE, _BLUE, _RED = (255, 255, 255), (10, 120, 200), (200, 30, 30)


@pytest.fixture
def shown(page: Driver) -> Driver:
    """The page above in a viewport of 200 x 300."""
    page.set_viewport(200, 300)
    page.open_html(_PAGE)
    return page


def picture(image: bytes) -> Image.Image:
    opened = Image.open(io.BytesIO(image))
    opened.load()
    return opened.convert("RGB")


def pixels(image: bytes) -> "numpy.ndarray[Any, Any]":
    return numpy.asarray(picture(image)).astype(int)


def test_viewport_has_the_size_of_the_viewport(shown: Driver) -> None:
    """The size is told and is the image's own."""
    shot = shown.screenshot()
    image = picture(shot.image)
    assert (shot.width, shot.height, shot.mime) == (200, 300, "image/png")
    assert image.size == (200, 300)
    assert image.getpixel((21, 31)) == _BLUE
    assert image.getpixel((19, 31)) == _WHITE


def test_viewport_shows_what_is_scrolled_to(shown: Driver) -> None:
    """Unlike the full page, which always starts at the top."""
    shown.evaluate("scrollTo(0, 600)")
    assert picture(shown.screenshot().image).getpixel((110, 110)) == _RED


def test_full_page_has_the_height_of_the_document_and_leaves_the_scroll_alone(shown: Driver) -> None:
    """A caller must not notice that the viewport was larger for a moment."""
    shown.evaluate("scrollTo(0, 250)")
    shot = shown.screenshot(ops.FullPage())
    image = picture(shot.image)
    assert image.size == (shot.width, shot.height) == (200, 900)
    assert image.getpixel((21, 31)) == _BLUE
    assert image.getpixel((101, 701)) == _RED
    assert shown.evaluate("[scrollY, innerWidth, innerHeight]") == [250, 200, 300]


def test_full_page_keeps_the_layout_of_the_viewport(page: Driver) -> None:
    """A section of `100vh` is as high as the viewport, not as the picture."""
    page.set_viewport(100, 150)
    page.open_html(
        "<!doctype html><body style='margin:0'><div style='height:100vh;background:rgb(10 120 200)'></div>"
        "<div style='height:200px'></div>"
    )
    image = picture(page.screenshot(ops.FullPage()).image)
    assert image.size == (100, 350)
    assert image.getpixel((50, 149)) == _BLUE
    assert image.getpixel((50, 151)) == _WHITE


def test_full_page_of_20000_pixels_is_whole(page: Driver) -> None:
    """Higher than any texture of a graphics processor (16,384)."""
    page.set_viewport(64, 64)
    stripes = "".join(
        f"<div style='top:{top}px;background:rgb({top // 100} 50 90)'></div>"
        for top in range(0, 20_000, 1_000)
    )
    style = "<style>div{position:absolute;width:64px;height:10px}</style>"
    page.open_html(f"<!doctype html>{style}<body style='margin:0;height:20000px'>{stripes}")
    shot = page.screenshot(ops.FullPage())
    image = picture(shot.image)
    assert image.size == (64, 20_000)
    for top in range(0, 20_000, 1_000):
        assert image.getpixel((5, top + 5)) == (top // 100, 50, 90)
        assert image.getpixel((5, top + 15)) == _WHITE


def test_clip_is_that_part_of_the_page(shown: Driver) -> None:
    """In coordinates of the page, also below the viewport and whatever is scrolled."""
    whole = pixels(shown.screenshot(ops.FullPage()).image)
    for scroll in (0, 100):
        shown.evaluate(f"scrollTo(0, {scroll})")
        for x, y, width, height in ((10, 20, 70, 60), (90, 690, 100, 80), (0, 200, 200, 1)):
            shot = shown.screenshot(ops.Clip(x, y, width, height))
            assert (shot.width, shot.height) == (width, height)
            assert (pixels(shot.image) == whole[y : y + height, x : x + width]).all()


def test_element_is_the_element(shown: Driver) -> None:
    """Also one that is not in view."""
    for selector, size, colour in (("#box", (50, 40), _BLUE), ("#low", (80, 60), _RED)):
        shot = shown.screenshot(ops.ElementArea(ops.Selector(selector)))
        image = picture(shot.image)
        assert image.size == (shot.width, shot.height) == size
        assert image.getcolors() == [(size[0] * size[1], colour)]


@pytest.mark.parametrize("scale", [0.5, 1.5, 2.0, 3.0])
def test_scale_multiplies_the_pixels(shown: Driver, scale: float) -> None:
    """Device pixels: a page that asks for a high density is painted sharply, not enlarged."""
    shown.set_viewport(200, 300, scale)
    shot = shown.screenshot()
    assert (shot.width, shot.height) == (200 * scale, 300 * scale)
    image = picture(shot.image)
    assert image.getpixel((round(45 * scale), round(50 * scale))) == _BLUE
    assert shown.evaluate("[innerWidth, devicePixelRatio]") == [200, scale]
    part = shown.screenshot(ops.ElementArea(ops.Selector("#box")))
    assert (part.width, part.height) == (50 * scale, 40 * scale)


def test_webp_is_without_loss(shown: Driver) -> None:
    """Same pixels as PNG."""
    png, webp = shown.screenshot(), shown.screenshot(format=ops.Webp())
    assert webp.mime == "image/webp"
    assert Image.open(io.BytesIO(webp.image)).format == "WEBP"
    assert (pixels(webp.image) == pixels(png.image)).all()


def test_jpeg_quality_trades_size_for_likeness(shown: Driver) -> None:
    """A higher quality is larger and nearer to the PNG."""
    png = pixels(shown.screenshot().image)
    sizes, errors = [], []
    for quality in (1, 50, 95):
        shot = shown.screenshot(format=ops.Jpeg(quality))
        assert shot.mime == "image/jpeg"
        assert Image.open(io.BytesIO(shot.image)).format == "JPEG"
        sizes.append(len(shot.image))
        errors.append(float(numpy.abs(pixels(shot.image) - png).mean()))
    assert sizes == sorted(sizes)
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 3


def test_twice_the_same_page_gives_the_same_bytes(shown: Driver) -> None:
    """Pictures can be compared by digest."""
    assert shown.screenshot().image == shown.screenshot().image


def test_change_by_script_is_painted(shown: Driver) -> None:
    """A screenshot right after a script shows what the script did."""
    shown.evaluate("box.style.background = 'rgb(1 2 3)'")
    assert picture(shown.screenshot().image).getpixel((45, 50)) == (1, 2, 3)


def test_page_without_background_is_white(page: Driver) -> None:
    """Not transparent and not black."""
    page.set_viewport(20, 10)
    page.open_html("<!doctype html><title>t</title>")
    assert picture(page.screenshot().image).getcolors() == [(200, _WHITE)]


@pytest.mark.parametrize(
    ("area", "code"),
    [
        (ops.ElementArea(ops.Selector("#missing")), "no_element"),
        (ops.ElementArea(ops.Selector("#none")), "not_visible"),
        (ops.Clip(0, 0, 0, 10), "bad_argument"),
        (ops.Clip(0, 0, 10, -1), "bad_argument"),
        (ops.Clip(float("nan"), 0, 10, 10), "bad_argument"),
        (ops.Clip(0, 0, 1e9, 1e9), "too_large"),
    ],
    ids=str,
)
def test_impossible_area_is_refused_by_name(shown: Driver, area: ops.Area, code: str) -> None:
    """And the page stays usable."""
    with pytest.raises(OperationFailed) as refused:
        shown.screenshot(area)
    assert refused.value.code == code
    assert shown.screenshot().width == 200


@pytest.mark.parametrize("quality", [0, 101])
def test_impossible_quality_is_refused(shown: Driver, quality: int) -> None:
    """1 to 100."""
    with pytest.raises(OperationFailed) as refused:
        shown.screenshot(format=ops.Jpeg(quality))
    assert refused.value.code == "bad_argument"
