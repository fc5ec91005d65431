"""Keys and text as a person gives them: trusted events, editing, input methods, focus."""

import pytest

from engine.host import ops
from engine.host.driver import Driver
from tests.engine.servo_differences import expect
from tests.support.cases import BASE_URL
from tests.support.input_pages import FIELD, KEYS, STYLE


def test_a_key_is_down_press_input_up(page: Driver) -> None:
    page.open_html(FIELD + KEYS, base_url=BASE_URL)
    page.click_on("#i")
    page.key("a")
    seen = page.evaluate("log.map(e => [e.type, e.key ?? e.data, e.isTrusted])")
    order = [kind for kind, *_ in seen if kind != "beforeinput"]
    assert sorted(order) == ["input", "keydown", "keypress", "keyup"]
    assert order.index("keydown") < order.index("keypress") < order.index("keyup")
    expect("input comes before keyup", order.index("input") < order.index("keyup"), True)
    assert all(s[2] for s in seen)
    assert page.evaluate("i.value") == "a"


def test_before_input_is_fired_and_can_cancel(page: Driver) -> None:
    page.open_html(
        FIELD + "<script>i.addEventListener('beforeinput', e => e.preventDefault())</script>",
        base_url=BASE_URL,
    )
    page.click_on("#i")
    page.type_text("a")
    expect("beforeinput", page.evaluate("i.value"), "")


@pytest.mark.parametrize(
    "text", ["plain text", "Grüße é ñ", "日本語 العربية", "👍💩👨‍👩‍👧", "a\u0301", "<&\"'>", "  two  spaces "]
)
def test_any_text_can_be_typed(page: Driver, text: str) -> None:
    """Each character, also beyond the keyboard and the basic plane."""
    page.open_html(FIELD, base_url=BASE_URL)
    page.click_on("#i")
    page.type_text(text)
    assert page.evaluate("i.value") == text


def test_line_ends_and_tabs_are_keys(page: Driver) -> None:
    page.open_html(FIELD, base_url=BASE_URL)
    page.click_on("#t")
    page.type_text("a\nb\r\nc")
    assert page.evaluate("t.value") == "a\nb\nc"
    page.click_on("#i")
    page.type_text("x\ty")
    assert page.evaluate(
        "[i.value, t.value.endsWith('y') || t.value.startsWith('y'), document.activeElement.id]"
    ) == ["x", True, "t"]


def test_editing_keys(page: Driver) -> None:
    page.open_html(FIELD, base_url=BASE_URL)
    page.click_on("#i")
    page.type_text("hello")
    for key in ("Backspace", "Home", "Delete", "ArrowRight"):
        page.key(key)
    page.type_text("_")
    assert page.evaluate("i.value") == "e_ll"
    page.key("End")
    page.type_text("!")
    assert page.evaluate("[i.value, i.selectionStart]") == ["e_ll!", 5]
    page.key("a", ops.Modifiers(control=True))
    page.type_text("new")
    assert page.evaluate("i.value") == "new"
    page.key("Home", ops.Modifiers(shift=True))
    assert page.evaluate("[i.selectionStart, i.selectionEnd]") == [0, 3]


def test_keys_carry_names_codes_and_modifiers(page: Driver) -> None:
    page.open_html(FIELD + KEYS, base_url=BASE_URL)
    page.click_on("#i")
    for key in ("Escape", "ArrowDown", "F5", "PageUp", " ", "Enter"):
        page.key(key)
    page.key("K", ops.Modifiers(shift=True, control=True))
    assert page.evaluate("log.filter(e => e.type === 'keydown').map(e => e.key)")[:6] == [
        "Escape", "ArrowDown", "F5", "PageUp", " ", "Enter",
    ]  # fmt: skip
    last = page.evaluate(
        "(e => [e.key, e.shiftKey, e.ctrlKey, e.altKey])(log.filter(e => e.type === 'keydown').at(-1))"
    )
    assert last == ["K", True, True, False]


def test_a_cancelled_key_types_nothing(page: Driver) -> None:
    page.open_html(
        FIELD + "<script>i.onkeydown = e => { if (e.key === 'b') e.preventDefault() }</script>",
        base_url=BASE_URL,
    )
    page.click_on("#i")
    page.type_text("abc")
    assert page.evaluate("i.value") == "ac"


def test_keys_go_to_the_document_when_nothing_has_focus(page: Driver) -> None:
    page.open_html("<p>x<script>log = []; onkeydown = e => log.push(e.key)</script>", base_url=BASE_URL)
    page.key("q")
    assert page.evaluate("log") == ["q"]


def test_held_keys_go_down_and_up_apart(page: Driver) -> None:
    page.open_html(FIELD + KEYS, base_url=BASE_URL)
    page.click_on("#i")
    page.input(ops.KeyDown("Shift"))
    page.input(ops.KeyDown("x"))
    page.input(ops.KeyUp("x"))
    page.input(ops.KeyUp("Shift"))
    seen = page.evaluate(
        "log.filter(e => e.type === 'keydown' || e.type === 'keyup').map(e => e.type + e.key)"
    )
    assert seen == ["keydownShift", "keydownx", "keyupx", "keyupShift"]


def test_an_input_method_commits_one_composition(page: Driver) -> None:
    page.open_html(FIELD + KEYS, base_url=BASE_URL)
    page.click_on("#i")
    page.input(ops.ImeCommit("漢字💩"))
    assert page.evaluate("i.value") == "漢字💩"
    seen = page.evaluate("log.map(e => e.type)")
    assert "input" in seen
    assert "keypress" not in seen
    expect("composition events", [t for t in seen if t.startswith("composition")][-1:], ["compositionend"])


def test_tab_moves_focus_in_order_and_back(page: Driver) -> None:
    page.open_html(
        STYLE
        + "<input id=a><input id=b tabindex=2><input id=c tabindex=1><a id=d href=#>x</a><p tabindex=-1>n"
        "</p><input id=e disabled><button id=f>f</button>",
        base_url=BASE_URL,
    )
    order = []
    for _ in range(5):
        page.key("Tab")
        order.append(page.evaluate("document.activeElement.id"))
    assert order == ["c", "b", "a", "d", "f"]
    page.key("Tab", ops.Modifiers(shift=True))
    assert page.evaluate("document.activeElement.id") == "d"
    visible = page.evaluate("document.activeElement.matches(':focus-visible')")
    expect("focus by Tab is visible focus", visible, True)


def test_autofocus_takes_the_keys(page: Driver) -> None:
    page.open_html("<!doctype html><input><input autofocus id=i>", base_url=BASE_URL)
    page.type_text("x")
    expect("autofocus", page.evaluate("i.value"), "x")
