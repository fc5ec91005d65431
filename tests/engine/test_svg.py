"""SVG: in the document, as an image, its geometry and its text."""

import io
from urllib.parse import quote

import pytest
from PIL import Image

from engine.host.driver import Driver
from tests.support.cases import BASE_URL, Case, check, each

Dots = dict[tuple[int, int], tuple[int, int, int]]
RED, LIME, BLUE, BLACK, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 0, 0), (255, 255, 255)
DRAWINGS: dict[str, tuple[str, str, Dots]] = {
    "shapes and colours": (
        "",
        '<rect width="30" height="60" fill="red"/><circle cx="45" cy="30" r="10" fill="#00f"/>',
        {(5, 5): RED, (45, 30): BLUE, (58, 2): WHITE},
    ),
    "a view box scales and letterboxes": (
        'viewBox="0 0 10 5"',
        '<rect width="10" height="5" fill="lime"/>',
        {(30, 30): LIME, (30, 5): WHITE, (2, 30): LIME},
    ),
    "gradients, use, transform, clip and mask": (
        "",
        """<defs><linearGradient id="g"><stop stop-color="red"/></linearGradient>
        <clipPath id="c"><rect width="10" height="10"/></clipPath>
        <mask id="m"><rect width="60" height="30" fill="white"/></mask>
        <rect id="r" width="10" height="10" fill="blue"/></defs>
        <rect width="20" height="20" fill="url(#g)" clip-path="url(#c)"/>
        <use href="#r" transform="translate(20 0) scale(2)"/>
        <rect x="50" y="20" width="9" height="30" mask="url(#m)"/>""",
        {(5, 5): RED, (15, 15): WHITE, (35, 15): BLUE, (55, 25): BLACK, (55, 40): WHITE},
    ),
    "paths, strokes and opacity": (
        "",
        """<path d="M5 5h50v20z" fill="lime"/><path d="M0 45H60" stroke="blue" stroke-width="10"/>
        <rect x="40" y="52" width="10" height="8" opacity="0"/>""",
        {(50, 10): LIME, (10, 20): WHITE, (30, 45): BLUE, (45, 55): WHITE},
    ),
}


def svg(attributes: str, content: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60" {attributes}>{content}</svg>'


def shown(page: Driver, element: str) -> Image.Image:
    """What a page with one element at its corner looks like."""
    style = "<style>body{margin:0}svg,img{display:block}</style>"
    page.open_html(f"<!doctype html>{style}{element}", base_url=BASE_URL)
    return Image.open(io.BytesIO(page.screenshot().image)).convert("RGB")


@pytest.mark.parametrize("way", ["inline", "image"])
@pytest.mark.parametrize("name", DRAWINGS)
def test_svg_is_drawn(page: Driver, name: str, way: str) -> None:
    """The same drawing in the document and as an image."""
    attributes, content, dots = DRAWINGS[name]
    markup = svg(attributes, content)
    element = markup if way == "inline" else f'<img src="data:image/svg+xml,{quote(markup)}">'
    picture = shown(page, element)
    assert {dot: picture.getpixel(dot) for dot in dots} == dots


@pytest.mark.parametrize("way", ["inline", "image"])
def test_svg_text_leaves_ink(page: Driver, way: str) -> None:
    markup = svg("", '<text x="2" y="30" font-size="20">Hey</text>')
    element = markup if way == "inline" else f'<img src="data:image/svg+xml,{quote(markup)}">'
    inked = shown(page, element).crop((0, 0, 60, 60)).convert("L").point(lambda value: 255 * (value < 128))
    assert inked.histogram()[255] > 20


@each(
    Case(
        "an SVG image has its natural size",
        """const i = new Image(); i.src = 'data:image/svg+xml,' + encodeURIComponent(
            '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="50"/>');
        await i.decode(); return [i.naturalWidth, i.naturalHeight]""",
        [60, 50],
    ),
    Case(
        "inline SVG takes part in layout",
        """const r = document.querySelector('svg').getBoundingClientRect();
        return [r.width, r.height, document.querySelector('b').getBoundingClientRect().x >= r.right]""",
        [70, 30, True],
        "<!doctype html><svg width=70 height=30><rect width=10 height=10 /></svg><b>x</b>",
    ),
    Case(
        "inline SVG is of the SVG namespace, with its own tag names and attributes",
        """const s = document.querySelector('svg'), f = s.firstElementChild;
        return [
            s.namespaceURI, f.tagName, s.getAttribute('viewBox'), s instanceof SVGElement,
            s.querySelector('linearGradient') !== null, f.firstElementChild.namespaceURI.slice(-5)
        ]""",
        ["http://www.w3.org/2000/svg", "foreignObject", "0 0 1 1", True, True, "xhtml"],
        "<!doctype html><svg viewbox='0 0 1 1'><foreignobject><p>x</p></foreignobject><lineargradient/>"
        "</svg>",
    ),
    Case(
        "SVG geometry can be asked for",
        """const s = document.querySelector('svg'),
            r = s.querySelector('rect'), p = s.querySelector('path'), b = r.getBBox();
        return [
            [b.x, b.y, b.width, b.height], p.getTotalLength(), p.getPointAtLength(10).x,
            s.createSVGPoint().x, r.getCTM().a, typeof s.createSVGRect
        ]""",
        [[5, 6, 20, 10], 40, 10, 0, 1, "function"],
        "<!doctype html><svg width=60 height=60><rect x=5 y=6 width=20 height=10 /><path d='M0 0H40' />"
        "</svg>",
    ),
    Case(
        "shapes in inline SVG are hit by events",
        "const e = document.elementFromPoint(15, 15); return e.localName",
        "rect",
        "<!doctype html><style>body{margin:0}</style><svg width=60 height=60>"
        "<rect x=5 y=5 width=20 height=20 /></svg>",
    ),
)
def test_svg(page: Driver, case: Case) -> None:
    check(page, case)
