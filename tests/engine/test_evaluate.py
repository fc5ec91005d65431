"""Values, exceptions and deadlines of `evaluate`: the table "Values of evaluate" of engine/ABI.md."""

import base64
from typing import Any

import pytest

from engine.host.driver import Driver, OperationFailed, OperationTimedOut, ScriptError, ScriptStopped
from engine.host.replies import FailureCode
from tests.support.cases import BASE_URL

UNDEFINED = {"$type": "undefined"}


def tagged(kind: str, **fields: Any) -> dict[str, Any]:
    return {"$type": kind, **fields}


@pytest.mark.parametrize(
    ("script", "value"),
    [
        ("1 + 1", 2),
        ("-2.5e300", -2.5e300),
        ("2 ** 53", 2**53),
        ("5e-324", 5e-324),
        ("true", True),
        ("null", None),
        ("''", ""),
        ("'a\\u0000\\n\"\\\\é💩'", 'a\0\n"\\é💩'),
        ("[1, [2, []], {}]", [1, [2, []], {}]),
        ("({ b: 1, a: { 'x y': null } })", {"b": 1, "a": {"x y": None}}),
        ("", UNDEFINED),
        ("undefined", UNDEFINED),
        ("var x = 1", UNDEFINED),
        ("NaN", tagged("number", value="NaN")),
        ("Infinity", tagged("number", value="Infinity")),
        ("-Infinity", tagged("number", value="-Infinity")),
        ("-0", tagged("number", value="-0")),
        ("-(2n ** 70n)", tagged("bigint", value=str(-(2**70)))),
        ("Symbol('x')", tagged("symbol", description="x")),
        ("Symbol()", tagged("symbol", description=None)),
        ("(function f() {})", tagged("function", name="f")),
        ("(class K {})", tagged("function", name="K")),
        ("(() => 1)", tagged("function", name="")),
        ("new Date(1577836800000)", tagged("date", value="2020-01-01T00:00:00.000Z")),
        ("new Date(NaN)", tagged("date", value=None)),
        ("new Date(-1)", tagged("date", value="1969-12-31T23:59:59.999Z")),
        ("/a\\/b/gimsuy", tagged("regexp", source="a\\/b", flags="gimsuy")),
        ("new Map([[1, { a: 2 }], [{}, 'v']])", tagged("map", entries=[[1, {"a": 2}], [{}, "v"]])),
        ("new Set([1, 'a', NaN])", tagged("set", values=[1, "a", tagged("number", value="NaN")])),
        ("new ArrayBuffer(2)", tagged("bytes", **{"class": "ArrayBuffer", "base64": "AAA="})),
        ("new Uint8Array([1, 255])", tagged("bytes", **{"class": "Uint8Array", "base64": "Af8="})),
        ("new Float64Array([1])", tagged("bytes", **{"class": "Float64Array", "base64": "AAAAAAAA8D8="})),
        ("new BigInt64Array(1)", tagged("bytes", **{"class": "BigInt64Array", "base64": "AAAAAAAAAAA="})),
        ("new DataView(new ArrayBuffer(3), 1)", tagged("bytes", **{"class": "DataView", "base64": "AAA="})),
        ("new WeakMap", tagged("object", **{"class": "WeakMap"})),
        ("new WeakSet", tagged("object", **{"class": "WeakSet"})),
        ("new Proxy({ a: 1 }, {})", tagged("object", **{"class": "Proxy"})),
        ("[1, , 3]", [1, tagged("hole"), 3]),
        ("[undefined]", [UNDEFINED]),
        ("({ a: undefined, b: NaN })", {"a": UNDEFINED, "b": tagged("number", value="NaN")}),
        ("({ $type: 'mine', a: 1 })", tagged("object", entries=[["$type", "mine"], ["a", 1]])),
        ("[new Number(3), new String('s'), new Boolean(false)]", [3, "s", False]),
        ("Object(1n)", tagged("bigint", value="1")),
        ("Object.create(null, { a: { value: 1, enumerable: true }, b: { value: 2 } })", {"a": 1}),
        ("({ [Symbol('s')]: 1, 0: 'zero' })", {"0": "zero"}),
        ("(function () { return arguments })(1, 2)", {"0": 1, "1": 2}),
        ("a = [1]; a.own = 2; a", [1]),
        ("new (class Point { x = 1; #hidden = 2; get y() { return 3 } })", {"x": 1}),
        ("JSON.parse('{\"__proto__\": 1}')", {"__proto__": 1}),
    ],
)  # fmt: skip
def test_a_value_keeps_its_kind(page: Driver, script: str, value: Any) -> None:
    page.open_html("<p>x", base_url=BASE_URL)
    assert page.evaluate(script) == value


@pytest.mark.parametrize(
    ("script", "value"),
    [
        ("a = {}; a.me = a; a", {"me": tagged("cycle", depth=1)}),
        ("a = []; a.push(a, [a]); a", [tagged("cycle", depth=1), [tagged("cycle", depth=2)]]),
        ("a = { b: { c: {} } }; a.b.c.top = a; a.b.c.up = a.b; a",
         {"b": {"c": {"top": tagged("cycle", depth=3), "up": tagged("cycle", depth=2)}}}),
        ("m = new Map; m.set('m', m); m", tagged("map", entries=[["m", tagged("cycle", depth=1)]])),
        ("s = { k: 1 }; [s, s]", [{"k": 1}, {"k": 1}]),
    ],
)  # fmt: skip
def test_a_cycle_says_how_many_steps_up(page: Driver, script: str, value: Any) -> None:
    """Only what is seen again on the path to itself is a cycle; the same object twice is not."""
    page.open_html("<p>x", base_url=BASE_URL)
    assert page.evaluate(script) == value


def test_nodes_windows_and_collections(page: Driver) -> None:
    """A node answers with a reference that later operations take; collections are lists of them."""
    page.open_html("<!doctype html><ul><li>one <b>two</b><li>three</ul>", base_url=BASE_URL)
    first = page.evaluate("document.querySelector('li')")
    assert (first["$type"], first["name"], first["text"]) == ("node", "LI", "one two")
    assert page.evaluate("({ deep: [document.querySelector('li')] })") == {"deep": [first]}
    assert page.locate(f"ref={first['ref']}").tag == "li"
    assert page.evaluate("document.body.firstElementChild.firstChild")["ref"] == first["ref"]
    assert [item["name"] for item in page.evaluate("document.querySelectorAll('li')")] == ["LI", "LI"]
    assert page.evaluate("document")["name"] == "#document"
    assert page.evaluate("document.createTextNode('loose')")["name"] == "#text"
    assert page.evaluate("window") == tagged("window", url=BASE_URL)
    assert page.evaluate("[...'ab'].concat(window)") == ["a", "b", tagged("window", url=BASE_URL)]


def test_errors_as_values_are_not_exceptions(page: Driver) -> None:
    page.open_html("<p>x", base_url=BASE_URL)
    error = page.evaluate("[new TypeError('t'), new DOMException('d', 'AbortError')]")
    assert [(e["$type"], e["name"], e["message"]) for e in error] == [
        ("error", "TypeError", "t"),
        ("error", "AbortError", "d"),
    ]


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("throw new RangeError('far')", "RangeError: far"),
        ("null.x", "TypeError: "),
        ("nowhere", "ReferenceError: nowhere is not defined"),
        ("throw 'a string'", "a string"),
        ("throw 42", "42"),
        ("throw null", "null"),
        ("throw undefined", "undefined"),
        ("document.querySelector('::(')", "SyntaxError"),
        ("throw Object.assign(new Error('m'), { name: 'Mine' })", "Mine: m"),
        ("Promise.reject(new Error('later'))", "Error: later"),
        ("Promise.reject('plain')", "plain"),
        ("(async () => { await null; nowhere })()", "ReferenceError: nowhere is not defined"),
        ("({ then() { throw new Error('thenable') } })", "Error: thenable"),
        ("throw { toString() { throw 1 } }", ""),
        ("throw { get message() { throw 1 }, get name() { throw 2 } }", ""),
        ("throw new Proxy({}, { get() { throw new Error('trap') } })", ""),
        ("throw Symbol('s')", ""),
        ("throw document.body", ""),
        ("throw Object.create(null)", ""),
    ],
)
def test_whatever_is_thrown_comes_as_a_script_error(page: Driver, script: str, message: str) -> None:
    """Hostile things are thrown too; the page is usable afterwards."""
    page.open_html("<p>x", base_url=BASE_URL)
    with pytest.raises(ScriptError) as caught:
        page.evaluate(script)
    assert message in caught.value.exception.message
    assert page.evaluate("6 * 7") == 42


@pytest.mark.parametrize(
    ("script", "line", "name"),
    [
        ("let a = 1;\nlet b = ;", 2, "SyntaxError"),
        ("\n\n  nowhere()", 3, "ReferenceError"),
        ("if (", 1, "SyntaxError"),
        ("function f() {\n  throw new Error('in f')\n}\nf()", 2, "Error"),
    ],
)
def test_an_exception_says_where(page: Driver, script: str, line: int, name: str) -> None:
    page.open_html("<p>x", base_url=BASE_URL)
    with pytest.raises(ScriptError) as caught:
        page.evaluate(script)
    thrown = caught.value.exception
    assert thrown.message.startswith(name)
    assert thrown.line == line
    assert thrown.column >= 1


def test_a_stack_names_the_functions(page: Driver) -> None:
    page.open_html("<script>function outer(f) { return f() }</script>", base_url=BASE_URL)
    with pytest.raises(ScriptError) as caught:
        page.evaluate("outer(function inner() { throw new Error('x') })")
    stack = caught.value.exception.stack
    assert stack is not None
    assert stack.index("inner") < stack.index("outer")
    assert BASE_URL in stack


def test_promises_are_awaited_unless_told_otherwise(page: Driver) -> None:
    page.open_html("<p>x", base_url=BASE_URL)
    assert page.evaluate("Promise.resolve([1])") == [1]
    assert page.evaluate("new Promise(r => setTimeout(r, 20, 'late'))") == "late"
    assert page.evaluate("({ then: f => f('thenable') })") == "thenable"
    assert page.evaluate("[Promise.resolve(1)]") == [tagged("object", **{"class": "Promise"})]
    assert page.evaluate("Promise.resolve(1)", await_promise=False) == tagged(
        "object", **{"class": "Promise"}
    )


def test_a_promise_that_never_settles_ends_with_the_deadline(page: Driver) -> None:
    """Also while timers keep the page busy; the page is usable afterwards."""
    page.open_html("<script>setInterval(() => window.n = (window.n || 0) + 1, 5)</script>", base_url=BASE_URL)
    with pytest.raises((OperationTimedOut, ScriptStopped)):
        page.evaluate("new Promise(() => {})", timeout_s=0.3)
    assert page.evaluate("n") > 5


def test_an_evaluation_ends_when_its_document_does(page: Driver) -> None:
    """A script that navigates away and waits for ever is told so."""
    page.open_html("<p>x", base_url=BASE_URL)
    with pytest.raises(OperationFailed) as caught:
        page.evaluate("location.href = 'data:text/html,next'; new Promise(() => {})", timeout_s=5)
    assert caught.value.code is FailureCode.NAVIGATED


def test_hostile_getters_become_entries_of_the_value(page: Driver) -> None:
    """A getter that throws costs its entry, not the value; `toJSON` and `toString` are not called."""
    page.open_html("<p>x", base_url=BASE_URL)
    value = page.evaluate(
        """({
            good: 1, get bad() { throw new RangeError('no'); }, get plain() { throw 7; }, toJSON: undefined,
            deep: { get own() { return new Proxy({}, { ownKeys() { throw 1; } }); } },
            text: { toString() { throw 1; }, valueOf() { throw 2; } }
        })"""
    )
    assert value["good"] == 1
    assert (value["bad"]["$type"], value["bad"]["name"], value["bad"]["message"]) == (
        "error",
        "RangeError",
        "no",
    )
    assert value["plain"]["$type"] == "error"
    assert value["deep"]["own"] == tagged("object", **{"class": "Proxy"})
    assert value["text"]["toString"] == tagged("function", name="toString")


def test_a_page_cannot_change_how_values_are_read(page: Driver) -> None:
    """Replaced prototypes, iterators and `toJSON` do not reach the encoder."""
    page.open_html(
        """<script>for (const c of [Array, Map, Set, Object, Date, Promise, String])
            for (const n of ['toJSON', 'toString', 'valueOf', 'forEach', 'entries', 'keys'])
                c.prototype[n] = () => { throw new Error('caught you') };
        Array.prototype[Symbol.iterator] = Map.prototype[Symbol.iterator] = null;
        JSON.stringify = () => '"mine"'</script>""",
        base_url=BASE_URL,
    )
    value = page.evaluate("m = new Map; m.set(1, 2); [[1], m, new Date(0), { a: 'b' }]")
    assert value == [
        [1],
        tagged("map", entries=[[1, 2]]),
        tagged("date", value="1970-01-01T00:00:00.000Z"),
        {"a": "b"},
    ]


def test_deep_and_large_values_are_cut_not_lost(page: Driver) -> None:
    """Beyond the limits stands `truncated`; the frame limit is never met."""
    page.open_html("<p>x", base_url=BASE_URL)
    value, depth = page.evaluate("a = {}; b = a; for (let i = 0; i < 1000; i++) b = b.n = {}; a"), 0
    while "n" in value:
        value, depth = value["n"], depth + 1
    assert value == tagged("truncated")
    assert depth >= 16
    wide = page.evaluate("Array.from({ length: 600000 }, (_, i) => 'item ' + i)")
    assert wide[:2] == ["item 0", "item 1"]
    assert wide[-1] == tagged("truncated")
    assert page.evaluate("'x'.repeat(2 ** 26)") == tagged("truncated")
    assert page.evaluate("new Uint8Array(2 ** 26)") == tagged("truncated")
    assert page.evaluate("({ a: 1 })") == {"a": 1}


def test_bytes_survive_both_ways(page: Driver) -> None:
    """All byte values, through a string in the script and base64 in the answer."""
    page.open_html("<p>x", base_url=BASE_URL)
    value = page.evaluate("Uint8Array.from({ length: 256 }, (_, i) => i)")
    assert base64.b64decode(value["base64"]) == bytes(range(256))


@pytest.mark.parametrize(
    "text", ["é", "日本語", "💩 \\ud83d\\udca9", "\u2028\u2029", "\\ud800 alone", "a\\0b", "\ufeffbom"]
)
def test_any_text_comes_back(page: Driver, text: str) -> None:
    """Lone surrogates are replaced or kept, but the value stays a string."""
    page.open_html("<p>x", base_url=BASE_URL)
    value = page.evaluate(f"'{text}'")
    assert isinstance(value, str)
    if "ud800" not in text:
        assert value == text.encode("ascii", "backslashreplace").decode("unicode_escape").encode(
            "utf-16", "surrogatepass"
        ).decode("utf-16")


def test_scripts_share_the_pages_globals(page: Driver) -> None:
    """Declarations last from one evaluation to the next, as in a console."""
    page.open_html("<script>var fromPage = 1; let lexical = 2</script>", base_url=BASE_URL)
    assert page.evaluate("var mine = fromPage + lexical; mine") == 3
    assert page.evaluate("mine + window.fromPage") == 4
    assert page.evaluate("'use strict'; this === window") is True
    assert page.evaluate("document.title = 'set'; document.title") == "set"


def test_evaluation_is_independent_of_the_pages_security_policy(page: Driver) -> None:
    """A page that forbids `eval` for itself can still be looked at."""
    page.open_html(
        """<meta http-equiv=content-security-policy content="script-src 'none'">
        <script>window.ran = 1</script>""",
        base_url=BASE_URL,
    )
    assert page.evaluate("[typeof ran, 1 + 1]") == ["undefined", 2]


def test_errors_of_evaluations_stay_out_of_the_page(page: Driver) -> None:
    """Neither `window.onerror` nor the console hears of them."""
    page.open_html(
        "<script>heard = []; onerror = onunhandledrejection = e => heard.push(String(e))</script>",
        base_url=BASE_URL,
    )
    for script in ("nowhere", "Promise.reject(1)", "1 +"):
        with pytest.raises(ScriptError):
            page.evaluate(script)
    assert page.evaluate("heard") == []
    assert page.console() == []
