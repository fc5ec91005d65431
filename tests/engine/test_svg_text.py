"""Text in SVG images: each starts from an empty font database, and all of them must find their fonts."""

import io
import re

from PIL import Image as Pillow

from engine.host import ops
from engine.host.driver import Driver
from tests.support.cases import BASE_URL

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50">'
    '<text x="10" y="35" font-size="30" {}>{}</text></svg>'
)


def ink(page: Driver, html: str, height: int = 50) -> list[int]:
    """Dark pixels of each band of `height` pixels, from the top of the page."""
    page.open_html(
        f"<!doctype html><style>body {{ margin: 0 }} svg, img {{ display: block }}</style>{html}",
        base_url=BASE_URL,
    )
    bands = len(re.findall(r"<svg|<img", re.sub('src="[^"]*"', "", html)))
    shot = page.screenshot(area=ops.Clip(x=0, y=0, width=200, height=height * bands))
    pixels = Pillow.open(io.BytesIO(shot.image)).convert("L")
    return [
        sum(pixels.crop((0, top, 200, top + height)).histogram()[:128])
        for top in range(0, height * bands, height)
    ]


def as_image(svg: str) -> str:
    return '<img src="data:image/svg+xml,' + svg.replace("#", "%23").replace('"', "%22") + '">'


def test_text_is_drawn_inline_and_as_an_image(page: Driver) -> None:
    """The smallest input that once stopped the engine: an image job asked the font service,
    which it must not wait for."""
    svg = SVG.format("", "Hello")
    inline, image = ink(page, svg + as_image(svg))
    assert inline > 100
    assert image == inline


def test_every_image_of_a_page_has_its_text(page: Driver) -> None:
    """Fonts found for one image once had numbers that meant nothing in the next."""
    words = ["Alpha", "Gamma", "Delta", "Omega"]
    families = ["Arial", "Arial", "monospace", "Arial"]
    inked = ink(
        page,
        "".join(
            SVG.format(f'font-family="{family}"', word) for family, word in zip(families, words, strict=True)
        ),
    )
    assert min(inked) > 100, inked


def test_text_of_an_unknown_family_is_drawn(page: Driver) -> None:
    (inked,) = ink(page, SVG.format('font-family="No Such Family"', "Hello"))
    assert inked > 100


def test_text_of_several_scripts_falls_back(page: Driver) -> None:
    """Each line needs another font than the first."""
    lines = ["Ωμέγα", "Жар", "שלום", "日本"]
    inked = ink(page, "".join(SVG.format('font-family="Arial"', line) for line in lines))
    boxes = ink(page, "".join(SVG.format('font-family="Arial"', "\ue123" * len(line)) for line in lines))
    assert all(count > 50 for count in inked)
    assert inked != boxes


def test_changed_text_is_drawn_again(page: Driver) -> None:
    (before,) = ink(page, SVG.format("", "l"))
    page.evaluate("document.querySelector('text').textContent = 'MMMMMM'")
    page.settle()
    shot = page.screenshot(area=ops.Clip(x=0, y=0, width=200, height=50))
    after = sum(Pillow.open(io.BytesIO(shot.image)).convert("L").histogram()[:128])
    assert after > 3 * before
