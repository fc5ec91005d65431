"""Depth without end: an error inside the engine, or an answer, but never a fault of the process."""

import contextlib

import pytest

from engine.builder import toolchain
from engine.host import stack
from engine.host.driver import Driver, OperationFailed, OperationTimedOut, ScriptError, ScriptStopped
from engine.host.errors import EngineTrapped
from engine.host.instance import Instance
from engine.host.module import Image
from tests.support import isolated
from tests.support.isolated import Outcome

BASE_URL = "http://page.test/"
DEEP = 100_000
BLANK = "<!doctype html><title>t</title><body></body>"


def test_the_module_has_the_shadow_stack_that_the_host_expects(image: Image) -> None:
    """The stack lies below all data and grows down: its pointer at rest is its size."""
    with Instance(image) as instance:
        assert instance.stack_pointer == stack.SHADOW_STACK_BYTES
    assert toolchain._SHADOW_STACK_BYTES == stack.SHADOW_STACK_BYTES


RECURSIONS = {
    "function": "(function f() { f() })()",
    "function with work after": "(function f() { return 1 + f() })()",
    "arrow": "(f => f(f))(f => f(f))",
    "method": "({ m() { return this.m() } }).m()",
    "two functions": "function a() { b() } function b() { a() } a()",
    "many locals": "(function f(a, b, c, d) { let e = [a, b, c, d], g = { e }; f(e, g, a, b); return g })()",
    "getter": "({ get x() { return this.x } }).x",
    "setter": "({ set x(v) { this.x = v } }).x = 1",
    "toString": "const o = { toString() { return '' + o } }; '' + o",
    "valueOf": "const o = { valueOf() { return +o } }; +o",
    "proxy": "const p = new Proxy({}, { get(t, k, r) { return r[k] } }); p.x",
    "constructor": "class A { constructor() { new A } } new A",
    "generator": "function* g() { yield* g() } [...g()]",
    "sort comparator": "(function f() { [1, 2].sort(f) })()",
    "replacer": "(function f() { 'a'.replace(/a/, f) })()",
    "JSON.stringify": "let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; JSON.stringify(o)",
    "JSON.parse": "JSON.parse('['.repeat(1e5) + ']'.repeat(1e5))",
    "toJSON": "const o = { toJSON() { return JSON.stringify(o) } }; JSON.stringify(o)",
    "eval": "(function f() { eval('f()') })()",
    "Function": "(function f() { Function('f', 'f()')(f) })()",
    "array literal": "eval('['.repeat(1e5) + ']'.repeat(1e5))",
    "parentheses": "eval('('.repeat(1e5) + '1' + ')'.repeat(1e5))",
    "blocks": "eval('{'.repeat(1e5) + '}'.repeat(1e5))",
    "operators": "eval('!'.repeat(1e5) + '1')",
    "sums": "eval('1' + '+1'.repeat(1e5))",
    "conditionals": "eval('1?'.repeat(1e5) + '1' + ':1'.repeat(1e5))",
    "template literals": "eval('`${'.repeat(1e4) + '1' + '}`'.repeat(1e4))",
    "destructuring": "eval('var ' + '['.repeat(1e4) + 'a' + ']'.repeat(1e4) + '=[]')",
    "arrow chain": "eval('a=>'.repeat(1e4) + '1')",
    "regular expression groups": "new RegExp('('.repeat(1e5) + ')'.repeat(1e5))",
    "regular expression backtracking": "/(?:a|ab)*c/.test('ab'.repeat(2e5))",
    "bound functions": "let f = () => 1; for (let i = 0; i < 1e5; i++) f = f.bind(null); f()",
    "prototype chain": "let o = {}; for (let i = 0; i < 1e5; i++) o = Object.create(o); o.missing",
    "structuredClone": "let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; structuredClone(o)",
    "flat": "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; a.flat(Infinity)",
    "event dispatch": "onx = () => dispatchEvent(new Event('x')); addEventListener('x', onx); onx()",
    "connectedCallback": "const make = () => document.createElement('x-r'); customElements.define('x-r', "
    "class extends HTMLElement { connectedCallback() { this.append(make()) } }); "
    "document.body.append(make())",
    "click in click": "document.body.onclick = () => document.body.click(); document.body.click()",
    "value of evaluate": "let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; o",
    "error in error": "const e = { get message() { throw e }, toString() { throw e } }; throw e",
}


@pytest.mark.parametrize("name", RECURSIONS)
def test_deep_recursion_in_a_script_is_an_error_of_the_script(page: Driver, name: str) -> None:
    """`too much recursion` or an answer, and the same page answers the next script."""
    page.open_html(BLANK, base_url=BASE_URL)
    with contextlib.suppress(ScriptError, ScriptStopped, OperationTimedOut):
        page.evaluate(RECURSIONS[name], timeout_s=10)
    assert page.evaluate("document.title", timeout_s=20) == "t"


def test_endless_recursion_is_caught_by_the_script_itself(page: Driver) -> None:
    page.open_html(BLANK, base_url=BASE_URL)
    depth = page.evaluate(
        "let n = 0; try { (function f() { n++; f() })() } catch (error) { [error.name, n > 1000] }"
    )
    assert depth == ["InternalError", True]


# Deep as no page is by accident: must be shown.
NESTED = 1_000
# Servo's layout of nested flex and grid containers takes twice as long for each level (upstream, 0.7.0).
DOUBLING = {"flex": 8, "grid": 8}
# Deep as only an attacker makes it: parsing and layout are not stopped by a script's interrupt, so that the
# last resort may be needed, which is to end the process of that session.
ABYSS_LIMIT_S = 12

MARKUP = {
    "div": "<div>",
    "inline": "<span>",
    "formatting": "<b>",
    "list": "<ul><li>",
    "flex": "<div style=display:flex>",
    "grid": "<div style=display:grid>",
    "inline-block": "<span style=display:inline-block>",
    "absolute": "<div style=position:absolute>",
    "transform": "<div style='transform:rotate(1deg)'>",
    "opacity": "<div style=opacity:.99>",
    "svg": "<svg><g>",
    "template": "<template>",
    "custom elements": "<x-a>",
}
STYLES = {
    "functions": f"p{{width:{'calc(' * DEEP}1px{')' * DEEP}}}",
    "blocks": f"{'@media all{' * (DEEP // 10)}p{{color:red}}",
    "nesting": f"{'a{' * (DEEP // 10)}color:red",
    "selectors": f"{':not(' * DEEP}a{')' * DEEP}{{color:red}}",
    "variables": "".join(f"p{{--v{i + 1}:var(--v{i})}}" for i in range(2_000))
    + "p{--v0:1px;width:var(--v2000)}",
    "images": f"p{{background:{'image-set(' * (DEEP // 10)}}}",
}


def show(image: Image, html: str) -> None:
    """Open, lay out, draw and read a page. A typed error is an answer; the instance need not survive it."""
    with Instance(image) as instance:
        instance.boot()
        driver = Driver(instance)
        with contextlib.suppress(EngineTrapped, OperationFailed, OperationTimedOut, ScriptError):
            driver.open_html(html, base_url=BASE_URL, timeout_s=30)
            driver.evaluate("document.body && document.body.offsetHeight", timeout_s=20)
            driver.screenshot(timeout_s=20)
            driver.accessibility()
            driver.page()
        if instance.alive:
            driver.open_html("<title>after</title>", base_url=BASE_URL, timeout_s=30)
            assert driver.evaluate("document.title", timeout_s=20) == "after"


@pytest.mark.parametrize("name", MARKUP)
def test_nested_markup_is_shown(page: Driver, name: str) -> None:
    html = MARKUP[name] * DOUBLING.get(name, NESTED)
    page.open_html(f"<!doctype html><title>deep</title><body>{html}", base_url=BASE_URL, timeout_s=30)
    assert page.evaluate("document.body.offsetHeight >= 0", timeout_s=20) is True
    page.screenshot()
    page.accessibility()
    assert page.page().title == "deep"


@pytest.mark.parametrize("name", ["div", "formatting", "grid", "svg"])
def test_100000_nested_elements_never_fault_the_host(image: Image, name: str) -> None:
    """Shown, or a typed error, or cut off from outside; never a fault, and other engines go on."""
    html = f"<!doctype html><title>deep</title>{MARKUP[name] * DEEP}"
    assert isolated.run(lambda: show(image, html), ABYSS_LIMIT_S) in (Outcome.FINISHED, Outcome.STOPPED)
    with Instance(image) as other:
        other.boot()
        assert Driver(other).evaluate("1 + 1") == 2


def test_layout_that_exhausts_the_stack_is_a_trap(image: Image) -> None:
    """The shadow stack ends at address 0: wasm's own bounds check meets it before any native stack does."""
    html = f"<!doctype html>{'<span style=display:inline-block>' * 10_000}"
    assert isolated.run(lambda: show(image, html), 100) is Outcome.FINISHED


@pytest.mark.parametrize("name", STYLES)
def test_deep_style_sheets_are_parsed(image: Image, name: str) -> None:
    html = f"<!doctype html><title>deep</title><style>{STYLES[name]}</style><p>x"
    assert isolated.run(lambda: show(image, html), 60) is Outcome.FINISHED


BUILT = {
    "append": "for (let i = 0; i < 5e3; i++) { const e = document.createElement('p'); at.append(e); at = e }",
    "wrap": "for (let i = 0; i < 3e3; i++) { const e = document.createElement('p'); e.append(document.body."
    "firstChild || 'x'); document.body.append(e) }",
    "innerHTML": "at.innerHTML = '<div>'.repeat(5e3)",
    "shadow": "for (let i = 0; i < 2e3; i++) { const e = document.createElement('div'); (at.shadowRoot || at)"
    ".append(e); e.attachShadow({ mode: 'open' }); at = e }",
}


@pytest.mark.parametrize("name", BUILT)
def test_a_deep_tree_built_by_script_is_laid_out_or_fails_alone(image: Image, name: str) -> None:
    script = (
        f"let at = document.body; {BUILT[name]}; document.body.offsetHeight; document.body.cloneNode(true);"
        "[document.body.textContent.length, document.body.innerHTML.length]; document.body.replaceChildren()"
    )

    def build() -> None:
        with Instance(image) as instance:
            instance.boot()
            driver = Driver(instance)
            driver.open_html(BLANK, base_url=BASE_URL)
            with contextlib.suppress(EngineTrapped, ScriptError, ScriptStopped, OperationTimedOut):
                driver.evaluate(script, timeout_s=20)
            if instance.alive:
                assert driver.evaluate("document.title", timeout_s=20) == "t"

    assert isolated.run(build, 60) is Outcome.FINISHED
