"""SVG: in the document, as an image, its geometry and its text."""

from engine.host.driver import Driver
from tests.support.cases import BASE_URL, Case, check, each, run

SHOT = """const shot = async svg => {
    const i = new Image(); i.src = 'data:image/svg+xml,' + encodeURIComponent(svg); await i.decode();
    const g = document.createElement('canvas').getContext('2d'); g.drawImage(i, 0, 0); i.remove();
    return {
        i, at: (x, y) => [...g.getImageData(x, y, 1, 1).data].join(),
        ink: (x, y, w, h) => {
            const d = g.getImageData(x, y, w, h).data; let n = 0;
            for (let k = 3; k < d.length; k += 4) n += d[k] > 0; return n;
        }
    };
};
const wrap = (s, a = '') =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60" ${a}>${s}</svg>`;"""


@each(
    Case(
        "an SVG image has its size and colours",
        SHOT
        + """const s = await shot(
            wrap('<rect width="30" height="60" fill="red"/>' + '<circle cx="45" cy="30" r="10" fill="#00f"/>')
        );
        return [s.i.naturalWidth, s.i.naturalHeight, s.at(5, 5), s.at(45, 30), s.at(58, 2)]""",
        [60, 60, "255,0,0,255", "0,0,255,255", "0,0,0,0"],
    ),
    Case(
        "an SVG image draws text",
        SHOT
        + 'const s = await shot(wrap(\'<text x="2" y="30" font-size="20">Hey</text>\')); return s.ink(0, 0, '
        "60, 60) > 20",
        True,
    ),
    Case(
        "view boxes scale and letterbox",
        SHOT
        + """const s = await shot(wrap('<rect width="10" height="5" fill="lime"/>', 'viewBox="0 0 10 5"'));
        return [s.at(30, 30), s.at(30, 5), s.at(1, 30)]""",
        ["0,255,0,255", "0,0,0,0", "0,255,0,255"],
    ),
    Case(
        "gradients, transforms, use, clip and mask",
        SHOT
        + """const s = await shot(
          wrap(`<defs><linearGradient id="g"><stop stop-color="red"/>
            <stop offset="1" stop-color="red"/></linearGradient>
            <clipPath id="c"><rect width="10" height="10"/></clipPath>
            <mask id="m"><rect width="60" height="30" fill="white"/></mask>
            <rect id="r" width="10" height="10" fill="blue"/></defs>
            <rect width="20" height="20" fill="url(#g)" clip-path="url(#c)"/>
            <use href="#r" transform="translate(20 0) scale(2)"/>
            <rect x="50" y="20" width="9" height="30" mask="url(#m)"/>`)
        );
        return [s.at(5, 5), s.at(15, 15), s.at(35, 15), s.at(55, 25), s.at(55, 40)]""",
        ["255,0,0,255", "0,0,0,0", "0,0,255,255", "0,0,0,255", "0,0,0,0"],
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


def test_inline_svg_text_paints(page: Driver) -> None:
    """The smallest page that once brought the engine down: text in an inline SVG."""
    page.open_html(
        "<!doctype html><body style=margin:0><svg width=200 height=80><text x=10 y=20>Hello</text></svg>",
        base_url=BASE_URL,
    )
    assert page.screenshot().width > 0
    assert run(page, "return document.querySelector('text').textContent") == "Hello"
