"""Work without end: cut at its deadline where script runs, and the page, the session and its neighbours go
on."""

import threading
import time
from collections.abc import Iterator

import pytest

from engine.host import ops
from engine.host.driver import Driver, OperationTimedOut, ScriptError, ScriptStopped
from engine.host.instance import Instance
from engine.host.module import Image
from tests.support.cases import BASE_URL

SHORT_S = 0.4
# What a cut may take on a loaded machine; an endless script would never come back.
LATEST_S = 60.0

LOOPS = {
    "for": "for (;;);",
    "while with work": "while (true) { [1, 2].map(x => x) }",
    "do with object churn": "let o; do { o = { o: {} } } while (true)",
    "loop in a function": "(function f() { for (;;) {} })()",
    "loop in an arrow in a try": "(() => { for (;;) { try { throw 1 } catch {} finally {} } })()",
    "catch everything": "for (;;) { try { for (;;); } catch {} finally { for (;;); } }",
    "generator": "(function* () { for (;;) yield 1 })().forEach(() => 0)",
    "getter": "({ get x() { for (;;); } }).x",
    "toString": "`${{ toString() { for (;;); } }}`",
    "valueOf in sort": "[3, 2, 1].sort(() => { for (;;); })",
    "proxy trap": "new Proxy({}, { get() { for (;;); } }).x",
    "replacer": "'aaa'.replace(/a/g, () => { for (;;); })",
    "tail recursion through calls": "function a() { return b() } function b() { let i = 0; "
                                    "while (true) i = Math.abs(i) } a()",
    "regular expression": "/^(a+)+$/.test('a'.repeat(60) + 'b')",
    "regular expression with alternatives": r"/(x+x+)+y/.exec('x'.repeat(80))",
    "iterator that never ends": "[...{ [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) }]",
    "eval in eval": "eval('eval(`for (;;);`)')",
    "JSON reviver": "JSON.parse('[1]', () => { for (;;); })",
    "dom in a loop": "for (;;) document.body.append(document.createElement('i')), "
                     "document.body.lastChild.remove()",
    "layout in a loop": "for (;;) { document.body.style.width = Math.random() * 100 + 'px'; "
                        "document.body.offsetHeight }",
    "mutual promise jobs": "(async () => { for (;;) await null })()",
    "microtask that queues itself": "(function f() { queueMicrotask(f) })(); new Promise(() => 0)",
    "promise chain": "(function f(p) { return p.then(() => f(p)) })(Promise.resolve())",
}  # fmt: skip


@pytest.fixture
def blank(page: Driver) -> Driver:
    page.open_html("<!doctype html><title>here</title><p id=p>text</p>", base_url=BASE_URL)
    return page


@pytest.fixture(autouse=True)
def _nothing_hangs() -> Iterator[None]:
    start = time.monotonic()
    yield
    assert time.monotonic() - start < LATEST_S


def assert_usable(page: Driver) -> None:
    """A new document loads; script, timers, layout, input and painting work in it."""
    page.open_html(
        "<!doctype html><title>next</title><body style=margin:0>"
        "<button onclick='document.title = `clicked`'>b</button>",
        base_url=BASE_URL,
    )
    assert page.evaluate("6 * 7", timeout_s=5) == 42
    assert page.evaluate("new Promise(r => setTimeout(r, 10, 'timer'))", timeout_s=5) == "timer"
    page.click_on("button")
    assert page.page().title == "clicked"
    assert page.screenshot().image[:4] == b"\x89PNG"


@pytest.mark.parametrize("name", LOOPS)
def test_an_endless_evaluation_is_stopped(blank: Driver, name: str) -> None:
    """The evaluation fails as stopped or out of time, and the same document answers the next one."""
    with pytest.raises((ScriptStopped, OperationTimedOut)):
        blank.evaluate(LOOPS[name], timeout_s=SHORT_S)
    assert blank.evaluate("document.title", timeout_s=5) == "here"
    assert_usable(blank)


def test_a_stopped_script_cannot_catch_its_end(blank: Driver) -> None:
    """Neither `catch` nor `finally` of the page run: nothing goes on behind the caller's back."""
    with pytest.raises(ScriptStopped):
        blank.evaluate(
            "caught = 0; try { for (;;); } catch { caught = 1 } finally { caught += 2 }", timeout_s=SHORT_S
        )
    assert blank.evaluate("caught") == 0


def test_a_stop_does_not_hit_the_next_script(blank: Driver) -> None:
    for _ in range(3):
        with pytest.raises(ScriptStopped):
            blank.evaluate("for (;;);", timeout_s=0.1)
        assert blank.evaluate("s = 0; for (let i = 0; i < 1e4; i++) s += i; s", timeout_s=5) == 49995000


def test_a_long_script_within_its_deadline_finishes(blank: Driver) -> None:
    """The watch itself stops nothing that keeps its time."""
    assert (
        blank.evaluate(
            "let n = 0; const end = Date.now() + 300; while (Date.now() < end) n++; n > 0", timeout_s=30
        )
        is True
    )


PAGES = {
    "script": "<title>t</title><script>for (;;);</script><p id=after>",
    "module": "<title>t</title><script type=module>for (;;);</script>",
    "timer": "<title>t</title><script>setTimeout(() => { for (;;); })</script>",
    "interval": "<title>t</title><script>setInterval(() => { for (;;); }, 1)</script>",
    "load handler": "<title>t</title><body onload='for (;;);'>",
    "microtasks": "<title>t</title><script>(function f() { queueMicrotask(f) })()</script>",
    "animation frame": "<title>t</title><script>requestAnimationFrame(() => { for (;;); })</script>",
    "custom element": "<title>t</title><script>customElements.define('x-x', "
    "class extends HTMLElement { connectedCallback() { for (;;); } })</script><x-x></x-x>",
    "mutation observer": "<title>t</title><script>new MutationObserver(() => { for (;;); "
    "}).observe(document, { childList: true, subtree: true })</script><p>x",
    "resize observer": "<title>t</title><p>x<script>new ResizeObserver(() => { for (;;); "
    "}).observe(document.body)</script>",
    "frame": "<title>t</title><iframe srcdoc='<script>for (;;);</script>'></iframe>",
    "document.write": "<title>t</title><script>document.write('<script>for (;;);</' + 'script>')</script>",
    "error handler": "<title>t</title><script>onerror = () => { for (;;); }; throw 1</script>",
    "message ping pong": "<title>t</title><script>onmessage = () => postMessage(0, '*'); "
    "postMessage(0, '*')</script>",
    "zero timers": "<title>t</title><script>(function f() { setTimeout(f, 0) })()</script>",
    "navigation loop": "<title>t</title><script>location.hash = Math.random(); "
    "onhashchange = () => location.hash = Math.random()</script>",
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_with_endless_work_opens_and_is_left(page: Driver, name: str) -> None:
    """Opening returns at its deadline at the latest; the next page is not disturbed."""
    page.open_html("<!doctype html>" + PAGES[name], base_url=BASE_URL, timeout_s=SHORT_S)
    assert_usable(page)


@pytest.mark.parametrize(
    ("handler", "what"),
    [
        ("onclick", ops.Click(50, 50)),
        ("onmousemove", ops.MouseMove(50, 50)),
        ("onkeydown", ops.Key("a")),
        ("onwheel", ops.Wheel(50, 50, 0, 10)),
        ("onpointerdown", ops.Click(50, 50)),
        ("onscroll", ops.Wheel(50, 50, 0, 100)),
    ],
)
def test_an_endless_event_handler_is_stopped(page: Driver, handler: str, what: ops.Input) -> None:
    page.open_html(
        f"<!doctype html><p style='height:5000px'>x<script>{handler} = () => {{ for (;;); }}</script>",
        base_url=BASE_URL,
    )
    page.input(what, timeout_s=SHORT_S)
    assert_usable(page)


@pytest.mark.parametrize(
    "script",
    [
        "(function f() { f() })()",
        "(function f() { return [1].map(f) })()",
        "class A { get x() { return this.x } } new A().x",
        "const p = new Proxy({}, { get: (t, k, r) => r[k] }); p.x",
        "const o = { toString() { return `${this}` } }; `${o}`",
        "const a = []; a[0] = a; a.flat(Infinity)",
        "JSON.stringify((function f(n) { return n ? { n: f(n - 1) } : 1 })(1e5))",
        "let s = '('.repeat(1e5); new RegExp(s + ')'.repeat(1e5))",
        "eval('('.repeat(1e5) + '1' + ')'.repeat(1e5))",
        "eval('['.repeat(1e5))",
        "let e = document.body; e.addEventListener('x', () => e.dispatchEvent(new Event('x'))); "
        "e.dispatchEvent(new Event('x')); throw 1",
        "customElements.define('x-r', class extends HTMLElement { constructor() { super(); "
        "document.createElement('x-r') } });document.createElement('x-r'); throw 1",
    ],
)
def test_recursion_without_end_is_an_error_of_the_script(blank: Driver, script: str) -> None:
    """The script's stack ends before the engine's: an exception, not a trap."""
    with pytest.raises((ScriptError, ScriptStopped)):
        blank.evaluate(script, timeout_s=10)
    assert_usable(blank)


@pytest.mark.parametrize(
    "script",
    [
        "const a = []; for (;;) a.push(new Array(1e5).fill(1))",
        "let s = 'x'; for (;;) s += s",
        "const m = new Map; for (let i = 0; ; i++) m.set(i, { i })",
        "new Array(2 ** 31 - 1).fill(0)",
        "const b = []; for (;;) b.push(new ArrayBuffer(1 << 24))",
    ],
)
def test_a_script_that_eats_memory_ends_as_an_error(blank: Driver, script: str) -> None:
    """The JavaScript heap has a limit of its own, below that of the instance."""
    with pytest.raises((ScriptError, ScriptStopped, OperationTimedOut)):
        blank.evaluate(script, timeout_s=1.5)
    blank.open_html("<title>after</title>", base_url=BASE_URL)
    assert blank.evaluate("1 + 1", timeout_s=5) == 2


def test_large_tables_and_deep_markup_lay_out(page: Driver) -> None:
    """Layout and parsing have no script to stop: large but finite work must simply end."""
    rows = "".join(f"<tr><td colspan={1 + i % 7}>{i}<td rowspan={1 + i % 5}>x<td>y" for i in range(1500))
    page.open_html(
        f"<!doctype html><title>table</title><table>{rows}</table>", base_url=BASE_URL, timeout_s=15
    )
    assert page.evaluate("document.querySelector('table').rows.length", timeout_s=10) == 1500
    assert page.evaluate("document.body.scrollHeight > 10000", timeout_s=10) is True
    assert_usable(page)


@pytest.mark.parametrize("tag", ["div", "b", "table", "span style=display:inline-block"])
def test_deep_nesting_parses_and_lays_out(page: Driver, tag: str) -> None:
    page.open_html(f"<!doctype html><title>deep</title>{f'<{tag}>' * 2000}x", base_url=BASE_URL, timeout_s=15)
    assert page.evaluate("document.title", timeout_s=10) == "deep"
    assert page.evaluate("document.body.offsetHeight >= 0", timeout_s=10) is True
    assert_usable(page)


def test_a_neighbour_is_not_slowed(image: Image, page: Driver) -> None:
    """While one instance spins on its thread, another answers on its own: the spinning ends first or last,
    both work."""
    page.open_html("<title>calm</title>", base_url=BASE_URL)
    spinning, answered = threading.Event(), []

    def spin() -> None:
        with Instance(image) as instance:
            instance.boot()
            other = Driver(instance)
            other.open_html("<title>busy</title>", base_url=BASE_URL)
            spinning.set()
            with pytest.raises(ScriptStopped):
                other.evaluate("for (;;);", timeout_s=1.5)
            assert other.evaluate("1 + 1") == 2
            answered.append("busy")

    thread = threading.Thread(target=spin)
    thread.start()
    assert spinning.wait(10)
    while thread.is_alive() and len(answered) < 20:
        assert page.evaluate("new Promise(r => setTimeout(r, 1, document.title))", timeout_s=2) == "calm"
        answered.append("calm")
    thread.join()
    assert answered.count("calm") >= 5
    assert "busy" in answered
