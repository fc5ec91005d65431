"""Input by mouse and touch: trusted events, hover, drag, wheel, targets."""

import pytest

from engine.host import ops
from engine.host.driver import Driver, OperationFailed
from engine.host.replies import FailureCode
from tests.engine.servo_differences import expect
from tests.support.cases import BASE_URL
from tests.support.input_pages import PAD, STYLE


def test_a_click_is_trusted_and_complete(page: Driver) -> None:
    """Down, up and click come in order, at the point, from a person's device."""
    page.open_html(PAD, base_url=BASE_URL)
    page.click(50, 60)
    assert page.evaluate(
        "of('mousedown', 'mouseup', 'click').map(e => [e.type, e.isTrusted, e.button, e.detail, e.target.id])"
    ) == [[kind, True, 0, 1, "pad"] for kind in ("mousedown", "mouseup", "click")]
    assert page.evaluate("[of('click')[0].clientX, of('click')[0].clientY, of('mousedown')[0].buttons]") == [
        50,
        60,
        1,
    ]


def test_a_double_click_counts(page: Driver) -> None:
    page.open_html(PAD, base_url=BASE_URL)
    page.click(50, 60, count=2)
    assert page.evaluate("of('click', 'dblclick').map(e => e.type + e.detail)") == [
        "click1",
        "click2",
        "dblclick2",
    ]


@pytest.mark.parametrize(("button", "event", "buttons"), [(1, "auxclick", 4), (2, "auxclick", 2)])
def test_other_buttons_do_not_click(page: Driver, button: int, event: str, buttons: int) -> None:
    page.open_html(PAD, base_url=BASE_URL)
    page.click(50, 60, button=button)
    seen = page.evaluate(
        "[of('click').length, of('mousedown').map(e => [e.button, e.buttons]), of('auxclick').map(e =>"
        " e.type)]"
    )
    expect(f"button {button}", seen, [0, [[button, buttons]], [event]])


def test_the_right_button_asks_for_a_context_menu(page: Driver) -> None:
    page.open_html(PAD, base_url=BASE_URL)
    page.click(50, 60, button=2)
    expect("contextmenu on the right button", page.evaluate("of('contextmenu').length"), 1)


def test_modifiers_reach_the_event(page: Driver) -> None:
    page.open_html(PAD, base_url=BASE_URL)
    page.click(50, 60, modifiers=ops.Modifiers(shift=True, control=True, alt=True, meta=True))
    assert page.evaluate("(e => [e.shiftKey, e.ctrlKey, e.altKey, e.metaKey])(of('click')[0])") == [True] * 4
    page.click(50, 60)
    assert page.evaluate("(e => [e.shiftKey, e.ctrlKey, e.altKey, e.metaKey])(of('click')[1])") == [False] * 4


def test_pointer_events_come_before_mouse_events(page: Driver) -> None:
    page.open_html(PAD, base_url=BASE_URL)
    page.click(50, 60)
    seen = page.evaluate("of('pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click').map(e => e.type)")
    expect("pointer events", seen, ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])


def test_moves_hover_and_leave(page: Driver) -> None:
    page.open_html(
        PAD.replace("<script>", "<style>#pad:hover{color:rgb(1,2,3)}</style><script>"), base_url=BASE_URL
    )
    page.input(ops.MouseMove(50, 50))
    assert page.evaluate("[of('mousemove').length > 0, of('mouseover').at(-1).target.id, "
                         "getComputedStyle(pad).color]") == [
        True, "pad", "rgb(1, 2, 3)",
    ]  # fmt: skip
    page.input(ops.MouseMove(400, 400))
    assert page.evaluate("[of('mouseout').at(-1).target.id, getComputedStyle(pad).color]") == [
        "pad",
        "rgb(0, 0, 0)",
    ]


def test_a_drag_is_down_moves_up(page: Driver) -> None:
    """A press that is released elsewhere is no click on either element."""
    page.open_html(PAD, base_url=BASE_URL)
    page.input(ops.MouseDown(50, 50))
    for x in (100, 150, 300):
        page.input(ops.MouseMove(x, 50))
    page.input(ops.MouseUp(300, 50))
    assert page.evaluate("of('mousedown', 'mouseup').map(e => e.type + e.clientX)") == [
        "mousedown50",
        "mouseup300",
    ]
    assert page.evaluate("of('mousemove').filter(e => e.buttons === 1).length") >= 3
    assert page.evaluate("of('click').filter(e => e.target.id === 'pad').length") == 0


def test_a_cancelled_press_does_not_focus(page: Driver) -> None:
    page.open_html(
        STYLE + "<input style='left:0;top:0;width:100px;height:30px' onmousedown='event.preventDefault()'>",
        base_url=BASE_URL,
    )
    page.click_on("input")
    assert page.evaluate("document.activeElement.localName") == "body"


def test_the_wheel_scrolls_and_can_be_cancelled(page: Driver) -> None:
    page.open_html(
        STYLE
        + """<div id=box style="left:0;top:0;width:200px;height:200px;overflow:auto">
        <p style="height:2000px">tall</p></div><p style="height:5000px"></p><script>log = [];
        addEventListener('wheel', e => { log.push(e.deltaY, e.isTrusted);
        if (window.stop1) e.preventDefault() }, { passive: false })</script>""",
        base_url=BASE_URL,
    )
    page.wheel(50, 50, 0, 120)
    page.evaluate("new Promise(r => setTimeout(r, 300))")
    assert page.evaluate("[box.scrollTop, scrollY, log.slice(0, 2)]") == [120, 0, [120, True]]
    page.wheel(500, 500, 0, 300)
    page.evaluate("new Promise(r => setTimeout(r, 300))")
    assert page.evaluate("[box.scrollTop, scrollY]") == [120, 300]
    page.evaluate("stop1 = true")
    page.wheel(500, 100, 0, 300)
    assert page.evaluate("scrollY") == 300


def test_scrolling_fires_scroll(page: Driver) -> None:
    page.open_html(
        "<!doctype html><p style='height:5000px'><script>n = 0; onscroll = () => n++</script>",
        base_url=BASE_URL,
    )
    page.wheel(50, 50, 0, 200)
    page.evaluate("new Promise(r => setTimeout(r, 100))")
    assert page.evaluate("n") >= 1


def test_touch_is_start_move_end(page: Driver) -> None:
    page.open_html(PAD, base_url=BASE_URL)
    for phase, x in ((ops.TouchPhase.START, 50), (ops.TouchPhase.MOVE, 90), (ops.TouchPhase.END, 90)):
        page.input(ops.Touch(phase, 1, x, 60))
    assert page.evaluate("of('touchstart', 'touchmove', 'touchend').map(e => [e.type, e.isTrusted, "
                         "e.changedTouches[0].clientX])") == [
        ["touchstart", True, 50], ["touchmove", True, 90], ["touchend", True, 90],
    ]  # fmt: skip


def test_a_tap_clicks(page: Driver) -> None:
    page.open_html(PAD, base_url=BASE_URL)
    page.input(ops.Touch(ops.TouchPhase.START, 1, 50, 60))
    page.input(ops.Touch(ops.TouchPhase.END, 1, 50, 60))
    assert page.evaluate("of('click').map(e => [e.clientX, e.isTrusted])") == [[50, True]]


def test_clicks_reach_frames_shadow_trees_and_scrolled_content(page: Driver) -> None:
    page.open_html(
        STYLE
        + """<iframe id=f style="position:absolute;left:100px;top:0;width:200px;height:100px"
        srcdoc="<body style='margin:0'><button
        style='position:absolute;left:20px;top:20px;width:80px;height:30px'
        onclick='parent.log.push(`frame`)'>b</button>">
        </iframe><div id=h style="left:0;top:150px"></div><p style="height:4000px"></p>
        <button id=far onclick="log.push('far')" style="left:0;top:3000px">far</button>
        <script>log = []; h.attachShadow({ mode: 'open' }).innerHTML =
        '<button onclick="log.push(`shadow`)">s</button>'</script>""",
        base_url=BASE_URL,
    )
    page.click(140, 35)
    page.click_on("#h")
    page.evaluate("scrollTo(0, 2900)")
    page.click_on("#far")
    assert page.evaluate("log") == ["frame", "shadow", "far"]


def test_covered_and_missing_targets_are_told(page: Driver) -> None:
    """A target by selector is found or refused by name; what lies above it gets the click, as for a
    person."""
    page.open_html(
        STYLE + "<button id=b style='left:0;top:0' onclick='n++'>b</button>"
        "<div id=over style='left:0;top:0;width:99px;height:99px' onclick='over1 = 1'></div>"
        "<i id=none hidden>x</i><script>n = 0</script>",
        base_url=BASE_URL,
    )
    page.click_on("#b")
    assert page.evaluate("[n, over1]") == [0, 1]
    for target, code in (
        ("#missing", FailureCode.NO_ELEMENT),
        ("#none", FailureCode.NOT_VISIBLE),
        ("p::(", FailureCode.BAD_ARGUMENT),
    ):
        with pytest.raises(OperationFailed) as caught:
            page.click_on(target)
        assert caught.value.code in (code, FailureCode.NO_ELEMENT)


@pytest.mark.parametrize(
    "wrong",
    [
        ops.Click(float("nan"), 0), ops.Click(float("inf"), 0), ops.MouseMove(0, float("-inf")),
        ops.Click(1, 1, button=9), ops.Click(1, 1, count=0),
        ops.Wheel(0, 0, float("nan"), 0), ops.Key(""), ops.Key("x" * 1000),
    ],
)  # fmt: skip
def test_impossible_input_is_refused_by_name(page: Driver, wrong: ops.Input) -> None:
    page.open_html(PAD, base_url=BASE_URL)
    with pytest.raises(OperationFailed) as caught:
        page.input(wrong)
    assert caught.value.code is FailureCode.BAD_ARGUMENT
    assert page.evaluate("log.length") == 0
