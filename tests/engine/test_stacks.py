"""Depth without end: an error inside the engine, or an answer, but never a fault of the process."""

import contextlib

import pytest

from engine.builder import toolchain
from engine.host import stack
from engine.host.driver import Driver, OperationFailed, OperationTimedOut, ScriptError, ScriptStopped
from engine.host.errors import EngineTrapped
from engine.host.instance import Instance
from engine.host.module import Image

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


MARKUP = {
    "div": "<div>" * DEEP,
    "inline": "<span>" * DEEP,
    "formatting": "<b>" * 2_000 + "<p>" * 2_000,
    "list": "<ul><li>" * (DEEP // 2),
    "table": "<table><tr><td>" * (DEEP // 10),
    "flex": "<div style=display:flex>" * (DEEP // 4),
    "grid": "<div style=display:grid>" * (DEEP // 10),
    "inline-block": "<span style=display:inline-block>" * (DEEP // 10),
    "absolute": "<div style=position:absolute>" * (DEEP // 10),
    "transform": "<div style='transform:rotate(1deg)'>" * (DEEP // 10),
    "opacity": "<div style=opacity:.99>" * (DEEP // 10),
    "svg": "<svg>" + "<g>" * DEEP + "<rect width=9 height=9>",
    "template": "<template>" * (DEEP // 10),
    "select": "<select><optgroup>" * (DEEP // 10),
    "custom elements": "<x-a>" * DEEP,
    "unclosed comments": "<!--" * DEEP,
    "css functions": f"<style>p{{width:{'calc(' * DEEP}1px{')' * DEEP}}}</style><p>x",
    "css blocks": f"<style>{'@media all{' * DEEP}p{{color:red}}</style><p>x",
    "css nesting": f"<style>{'a{' * (DEEP // 10)}color:red</style><p>x",
    "css selectors": f"<style>{':not(' * DEEP}a{')' * DEEP}{{color:red}}</style><p>x",
    "css variables": "<style>p{"
    + "".join(f"--v{i + 1}:var(--v{i});" for i in range(DEEP // 10))
    + f"--v0:1px;width:var(--v{DEEP // 10})}}</style><p>x",
    "css gradients": f"<p style='background:{'image-set(' * (DEEP // 10)}'>x",
}


@pytest.mark.parametrize("name", MARKUP)
def test_deep_markup_is_shown_or_fails_alone(image: Image, name: str) -> None:
    """100,000 nested elements: parsed, laid out and drawn, or a typed error; other engines go on."""
    with Instance(image) as instance:
        instance.boot()
        driver = Driver(instance)
        try:
            driver.open_html(
                f"<!doctype html><title>deep</title>{MARKUP[name]}", base_url=BASE_URL, timeout_s=40
            )
            driver.evaluate("document.body && document.body.offsetHeight", timeout_s=20)
            driver.screenshot(timeout_s=20)
            driver.accessibility()
            driver.page()
        except (EngineTrapped, OperationFailed, OperationTimedOut, ScriptError):
            pass
        if instance.alive:
            driver.open_html("<title>after</title>", base_url=BASE_URL, timeout_s=40)
            assert driver.evaluate("document.title", timeout_s=20) == "after"
    with Instance(image) as other:
        other.boot()
        assert Driver(other).evaluate("1 + 1") == 2


BUILT = {
    "append": "for (let i = 0; i < 1e5; i++) { const e = document.createElement('p'); at.append(e); at = e }",
    "wrap": "for (let i = 0; i < 1e4; i++) { const e = document.createElement('p'); e.append(document.body."
    "firstChild || 'x'); document.body.append(e) }",
    "innerHTML": "at.innerHTML = '<div>'.repeat(1e5)",
    "shadow": "for (let i = 0; i < 2e4; i++) { const e = document.createElement('div'); (at.shadowRoot || at)"
    ".append(e); e.attachShadow({ mode: 'open' }); at = e }",
}


@pytest.mark.parametrize("name", BUILT)
def test_a_deep_tree_built_by_script_is_laid_out_or_fails_alone(image: Image, name: str) -> None:
    script = (
        f"let at = document.body; {BUILT[name]}; document.body.offsetHeight; document.body.cloneNode(true); 1"
    )
    with Instance(image) as instance:
        instance.boot()
        driver = Driver(instance)
        driver.open_html(BLANK, base_url=BASE_URL)
        try:
            driver.evaluate(script, timeout_s=30)
            driver.evaluate(
                "[document.body.textContent.length, document.body.innerHTML.length]", timeout_s=20
            )
            driver.evaluate("document.body.replaceChildren(); 1", timeout_s=20)
        except (EngineTrapped, ScriptError, ScriptStopped, OperationTimedOut):
            pass
        if instance.alive:
            assert driver.evaluate("document.title", timeout_s=20) == "t"
