"""Style sheets, the cascade, computed style, media queries, animations."""

from engine.host.driver import Driver
from tests.support.cases import BASE_URL, Case, check, each, run

CS = (
    "const cs = (e, p, ps) => getComputedStyle(typeof e === 'string' ? document.querySelector(e) : e, ps)[p];"
)
BOX = "<!doctype html><style id=s>#d{color:rgb(1,2,3)}</style><div id=d class=k><p>x</p></div>"


@each(
    Case(
        "inserted and deleted rules change computed style",
        CS
        + """
        const sheet = document.styleSheets[0]; sheet.insertRule('#d { color: rgb(9, 8, 7) !important }', 1);
        const a = cs('#d', 'color'); d.style.color = 'rgb(4, 5, 6)'; const b = cs('#d', 'color');
        sheet.deleteRule(1); const c = cs('#d', 'color'); d.style.color = ''; sheet.deleteRule(0);
        return [a, b, c, cs('#d', 'color'), sheet.cssRules.length]""",
        ["rgb(9, 8, 7)", "rgb(9, 8, 7)", "rgb(4, 5, 6)", "rgb(0, 0, 0)", 0],
        BOX,
    ),
    Case(
        "bad rules and indexes are refused by name",
        """const names = [];
        for (const f of [s => s.insertRule('}'), s => s.insertRule('a{}', 9), s => s.deleteRule(5)])
            try { f(document.styleSheets[0]); } catch (e) { names.push(e.name); }
        return names""",
        ["SyntaxError", "IndexSizeError", "IndexSizeError"],
        BOX,
    ),
    Case(
        "declarations parse, serialise and keep priority",
        """const s = d.style;
        s.cssText = 'margin: 1px 2px; color: RED !important; bogus: 1; width: calc(1px + 2px)';
        s.setProperty('padding', '3px', 'important'); const removed = s.removeProperty('width');
        return [
            s.marginLeft, s.getPropertyPriority('color'), s.color, s.getPropertyPriority('padding-top'),
            removed, s.getPropertyValue('margin'), s.bogus ?? null, s.length
        ]""",
        ["2px", "important", "red", "important", "calc(3px)", "1px 2px", None, 9],
        BOX,
    ),
    Case(
        "specificity, importance, inheritance and initial values",
        CS + "return ['color', 'fontWeight', 'display', 'textAlign', 'zIndex'].map(p => cs('p', p))",
        ["rgb(0, 128, 0)", "700", "block", "right", "auto"],
        "<!doctype html><style>#d p{color:red}p{color:green!important;font-weight:bold;display:inline}#d{te"
        "xt-align:right}#d p{display:revert-layer;z-index:unset}</style><div id=d><p>x</div>",
    ),
    Case(
        "cascade layers lose to unlayered style and keep their order",
        CS
        + "return [cs('p', 'color'), cs('i', 'color'), document.styleSheets[0].cssRules[0].constructor.name]",
        ["rgb(0, 0, 2)", "rgb(0, 0, 3)", "CSSLayerStatementRule"],
        "<!doctype html><style>@layer a, b; @layer b {p{color:rgb(0,0,2)}} @layer a "
        "{p{color:rgb(0,0,1)}i{color:rgb(0,0,1)}} i{color:rgb(0,0,3)}</style><p>x<i>y",
    ),
    Case(
        "nesting, is, where and not select",
        CS + "return [cs('b', 'color'), cs('i', 'color'), cs('u', 'color'), cs('s', 'color')]",
        ["rgb(0, 0, 1)", "rgb(0, 0, 2)", "rgb(0, 0, 3)", "rgb(0, 0, 4)"],
        "<!doctype html><style>.c{& b{color:rgb(0,0,1)} >"
        " i{color:rgb(0,0,2)}} :where(#u){color:rgb(9,9,9)}:is(u,s):not(.n){color:rgb(0,0,3)} "
        "s:where(.c *){color:rgb(0,0,4)}</style>"
        "<section class=c><b>b</b><i>i</i><u id=u>u</u><s class=n>s</s></section>",
    ),
    Case(
        "style follows the selector has",
        CS + "const a = cs('p', 'color'); document.querySelector('b').remove(); return [a, cs('p', 'color')]",
        ["rgb(0, 0, 4)", "rgb(0, 0, 0)"],
        "<!doctype html><style>p:has(b){color:rgb(0,0,4)}</style><p><b>b</b>",
    ),
    Case(
        "custom properties inherit, fall back, cycle and are set from script",
        CS
        + """const one = cs('p', 'color'); d.style.setProperty('--c', 'rgb(7, 7, 7)');
        return [
            one, cs('p', 'color'), cs('p', 'width'), cs('p', 'height'),
            getComputedStyle(d).getPropertyValue('--c'), getComputedStyle(d).getPropertyValue('--none')
        ]""",
        ["rgb(1, 1, 1)", "rgb(7, 7, 7)", "12px", "0px", "rgb(7, 7, 7)", ""],
        "<!doctype html><style>#d{--c:rgb(1,1,1);--a:var(--b);--b:var(--a)}p{color:var(--c);width:var(--w, "
        "12px);height:0;font-size:var(--a)}</style><div id=d><p>x",
    ),
    Case(
        "lengths, calc, min, max, clamp and viewport units resolve",
        CS + "return ['width', 'height', 'marginLeft', 'paddingTop', 'fontSize', 'minWidth'].map(p =>"
        " cs('p', p))",
        ["110px", "50px", "30px", "8px", "20px", "64px"],
        "<!doctype html><style>body{font-size:10px;margin:0}div{width:200px}p{font-size:2em;width:calc(50% "
        "+ 10px);height:min(50px,9rem);margin:0 0 0 clamp(1px,3em,30px);padding:max(0.4em,1px) "
        "0 0;min-width:5vw}</style><div><p>x",
    ),
    Case(
        "colours serialise in their computed forms",
        CS
        + """return [
            '#abc', 'hsl(120 100% 25% / 0.5)', 'currentcolor', 'rgb(10% 20% 30%)', 'transparent',
            'oklch(0 0 0)', 'color-mix(in srgb, red, blue)'
        ].map(c => {
            d.style.color = 'rgb(1, 2, 3)'; d.style.backgroundColor = c; return cs(d, 'backgroundColor');
        })""",
        [
            "rgb(170, 187, 204)",
            "rgba(0, 128, 0, 0.5)",
            "rgb(1, 2, 3)",
            "rgb(26, 51, 77)",
            "rgba(0, 0, 0, 0)",
            "oklch(0 0 0)",
            "color(srgb 0.5 0 0.5)",
        ],
        BOX,
    ),
    Case(
        "computed style of pseudo-elements",
        CS + "return [cs('p', 'content', '::before'), cs('p', 'color', '::after'), cs('p', 'width', "
        "'::before')]",
        ['"ab"', "rgb(0, 0, 5)", "33px"],
        "<!doctype html><style>p::before{content:'ab';"
        "display:block;width:33px}p::after{content:'';color:rgb(0,0,5)}</style><p>x",
    ),
    Case(
        "computed style is live and empty for detached elements",
        """const s = getComputedStyle(d), a = s.color; d.style.color = 'rgb(5, 5, 5)'; const b = s.color;
        d.remove(); return [a, b, s.color]""",
        ["rgb(1, 2, 3)", "rgb(5, 5, 5)", ""],
        BOX,
    ),
    Case(
        "a disabled, removed or re-typed sheet has no effect",
        CS
        + """const e = document.querySelector('#s'), seen = []; e.sheet.disabled = true;
        seen.push(cs(d, 'color')); e.sheet.disabled = false; e.media = 'print'; seen.push(cs(d, 'color'));
        e.media = ''; seen.push(cs(d, 'color')); e.textContent = '#d{color:rgb(3,3,3)}';
        seen.push(cs(d, 'color')); e.remove(); return [...seen, cs(d, 'color')]""",
        ["rgb(0, 0, 0)", "rgb(0, 0, 0)", "rgb(1, 2, 3)", "rgb(3, 3, 3)", "rgb(0, 0, 0)"],
        BOX,
    ),
    Case(
        "constructed sheets are adopted by documents and shadow roots",
        CS
        + """const sheet = new CSSStyleSheet(); sheet.replaceSync('p { color: rgb(6, 6, 6) }');
        document.adoptedStyleSheets = [sheet]; const host = document.createElement('div');
        document.body.append(host); const root = host.attachShadow({ mode: 'open' });
        root.innerHTML = '<p>y'; const p = root.firstChild; const before = cs(p, 'color');
        root.adoptedStyleSheets = [sheet]; const after = cs(p, 'color');
        sheet.insertRule('p { color: rgb(7, 7, 7) }', 1);
        return [cs('p', 'color'), before, after, cs(p, 'color')]""",
        ["rgb(7, 7, 7)", "rgb(0, 0, 0)", "rgb(6, 6, 6)", "rgb(7, 7, 7)"],
        BOX.replace("#d{", "#e{"),
    ),
    Case(
        "rules expose their kinds and texts",
        """const r = [...document.styleSheets[0].cssRules];
        return [
            r.map(r => r.constructor.name), r[0].selectorText, r[0].style.color, r[1].conditionText,
            r[1].cssRules.length, r[2].name, r[2].cssRules.length
        ]""",
        [
            ["CSSStyleRule", "CSSMediaRule", "CSSKeyframesRule", "CSSSupportsRule", "CSSFontFaceRule"],
            "a > b",
            "red",
            "(min-width: 10px)",
            1,
            "k",
            2,
        ],
        "<!doctype html><style>a>b{color:red}@media (min-width:10px){i{top:0}}@keyframes "
        "k{from{top:0}to{top:1px}}@supports (top:0){u{top:0}}@font-face{font-family:f;src:url(x)}</style>",
    ),
    Case(
        "support queries answer for properties, values and selectors",
        """return [
            CSS.supports('display', 'grid'), CSS.supports('display: nonsense'),
            CSS.supports('(top: 0) and (left: 0)'), CSS.supports('selector(a > :is(b))'),
            CSS.supports('color', 'oklch(0.5 0.1 20)'), CSS.escape('1 a#')
        ]""",
        [True, False, True, True, True, "\\31 \\ a\\#"],
    ),
    Case(
        "a transition runs and ends with an event",
        CS
        + """cs(d, 'opacity'); d.style.opacity = 0; const e = await new Promise(r => (d.ontransitionend = r));
        return [e.propertyName, e.elapsedTime.toFixed(2), cs(d, 'opacity')]""",
        ["opacity", "0.05", "0"],
        "<!doctype html><style>#d{opacity:1;transition:opacity 50ms linear}</style><div id=d>x</div>",
    ),
    Case(
        "an animation runs, repeats, ends and holds its last frame",
        CS
        + """const seen = []; d.onanimationstart = d.onanimationiteration = e => seen.push(e.type);
        await new Promise(r => { d.onanimationend = r; d.className = 'go'; });
        return [seen, cs(d, 'marginLeft')]""",
        [["animationstart", "animationiteration"], "40px"],
        "<!doctype html><style>@keyframes k{to{margin-left:40px}}.go{animation:k 40ms 2 forwards}</style>"
        "<div id=d>x</div>",
    ),
    Case(
        "the style of an inherited font shorthand",
        CS
        + "return ['fontFamily', 'fontSize', 'fontStyle', 'fontWeight', 'lineHeight'].map(p => cs('p', p))",
        ['"My Font", serif', "20px", "italic", "700", "30px"],
        "<!doctype html><div style='font: italic bold 20px/1.5 \"My Font\", serif'><p>x",
    ),
    Case(
        "transform and matrix in computed style",
        CS
        + """
        d.style.transform = 'translate(10px, 20px) scale(2)'; const m = new DOMMatrix(cs(d, 'transform'));
        const r = d.getBoundingClientRect();
        return [cs(d, 'transform'), m.a, m.e, Math.round(r.width / d.offsetWidth)]""",
        ["matrix(2, 0, 0, 2, 10, 20)", 2, 10, 2],
        BOX,
    ),
    Case(
        "container queries follow the container",
        CS + "const a = cs('p', 'color'); d.style.width = '100px'; return [a, cs('p', 'color')]",
        ["rgb(0, 0, 8)", "rgb(0, 0, 0)"],
        "<!doctype html><style>#d{container-type:inline-size;width:300px}@container "
        "(min-width:200px){p{color:rgb(0,0,8)}}</style><div id=d><p>x",
    ),
    Case(
        "counters, attr and quotes make generated text",
        "return document.querySelector('ol').getBoundingClientRect().height > 40",
        True,
        "<!doctype html><style>li{counter-increment:c;list-style:none}li::before{content:counter(c) "
        "'. ' attr(title)}</style><ol><li title=a>x<li title=b>y<li>z</ol>",
    ),
)
def test_style(page: Driver, case: Case) -> None:
    check(page, case)


def test_media_queries_follow_the_viewport(page: Driver) -> None:
    """A change of the viewport restyles, fires `resize` and the `change` of media query lists."""
    page.open_html(
        """<!doctype html><style>p{color:rgb(1,1,1)}@media (max-width:500px){p{color:rgb(2,2,2)}}</style><p>x
        <script>log = []; q = matchMedia('(max-width: 500px)'); q.onchange = e => log.push(e.matches);
        addEventListener('resize', () => log.push(innerWidth + 'x' + innerHeight))</script>""",
        base_url=BASE_URL,
    )
    assert page.evaluate("q.matches") is False
    page.set_viewport(400, 300)
    assert run(page, "return [q.matches, getComputedStyle(document.querySelector('p')).color, log]") == [
        True, "rgb(2, 2, 2)", ["400x300", True],
    ]  # fmt: skip


def test_device_pixel_ratio_reaches_the_page(page: Driver) -> None:
    page.open_html("<p>x", base_url=BASE_URL)
    page.set_viewport(400, 300, scale=2.0)
    script = "[devicePixelRatio, innerWidth, matchMedia('(min-resolution: 2dppx)').matches]"
    assert page.evaluate(script) == [2, 400, True]
