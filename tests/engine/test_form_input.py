"""Forms, dialogs and editable elements used by mouse and keyboard."""

import pytest

from engine.host.driver import Driver
from tests.engine.servo_differences import expect
from tests.support.cases import BASE_URL
from tests.support.input_pages import FIELD, FORM, KEYS
from tests.support.site import Site


def test_enter_submits_a_form_by_its_button(page: Driver, site: Site) -> None:
    site.serve("/", FORM)
    site.serve("/sent", "<title>sent</title>")
    page.open_url(site.url("/"))
    page.click_on("#q")
    page.type_text("é&=\n")
    assert page.page().url.startswith(site.url("/sent?q=%C3%A9%26%3D&n=1"))
    submitter = page.page().url.endswith("&b=go")
    expect("Enter submits with the default button's value", submitter, True)
    assert page.page().title == "sent"


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [
        ("application/x-www-form-urlencoded", b"q=a+b&n=1&b=go"),
        ("text/plain", b"q=a b\r\nn=1\r\nb=go\r\n"),
        ("multipart/form-data", b'name="q"\r\n\r\na b\r\n'),
    ],
)
def test_a_form_posts_in_its_encoding(page: Driver, site: Site, encoding: str, expected: bytes) -> None:
    site.serve("/", FORM.replace("<form", f"<form method=post enctype={encoding}"))
    site.serve("/sent", "<title>sent</title>")
    page.open_url(site.url("/"))
    page.evaluate("q.value = 'a b'")
    page.click_on("#go")
    assert page.page().title == "sent"
    (posted,) = [r for r in site.requests if r.method == "POST"]
    assert expected in posted.body
    assert posted.headers["content-type"].startswith(encoding)


def test_an_invalid_form_is_not_sent_by_a_click(page: Driver, site: Site) -> None:
    site.serve("/", FORM.replace("name=q", "name=q required"))
    page.open_url(site.url("/"))
    page.click_on("#go")
    assert page.page().url == site.url("/")


def test_change_comes_when_a_text_field_is_left(page: Driver) -> None:
    page.open_html(FIELD + KEYS, base_url=BASE_URL)
    page.click_on("#i")
    page.type_text("ab")
    assert page.evaluate("log.filter(e => e.type === 'change').length") == 0
    page.click_on("#t")
    changed = page.evaluate("log.filter(e => e.type === 'change').map(e => e.target.id)")
    expect("change of a text field", changed, ["i"])


def test_checkboxes_radios_and_labels_take_clicks_and_space(page: Driver) -> None:
    page.open_html(
        """<!doctype html><p><input type=checkbox id=c>
        <p><input type=radio name=r id=r1><input type=radio name=r id=r2>
        <p><label for=c id=l>label</label><script>log = []; onchange = e => log.push(e.target.id)</script>""",
        base_url=BASE_URL,
    )
    page.click_on("#c")
    assert page.evaluate("c.checked") is True
    page.click_on("#l")
    assert page.evaluate("c.checked") is False
    page.evaluate("c.focus()")
    page.key(" ")
    assert page.evaluate("c.checked") is True
    page.click_on("#r2")
    assert page.evaluate("[r1.checked, r2.checked, log]") == [False, True, ["c", "c", "c", "r2"]]


def test_a_select_is_changed_by_keys(page: Driver) -> None:
    page.open_html(
        "<!doctype html><select id=s><option>one<option>two<option>three</select><script>log = []; "
        "s.onchange = () => log.push(s.value)</script>",
        base_url=BASE_URL,
    )
    page.evaluate("s.focus()")
    page.key("ArrowDown")
    expect("select by arrow key", page.evaluate("[s.value, log]"), ["two", ["two"]])


def test_details_and_buttons_by_keyboard(page: Driver) -> None:
    page.open_html(
        "<!doctype html><button id=b onclick='n++'>b</button><a id=a href='#x'>a</a><script>n = 0</script>",
        base_url=BASE_URL,
    )
    page.evaluate("b.focus()")
    page.key("Enter")
    page.key(" ")
    assert page.evaluate("n") == 2
    page.evaluate("a.focus()")
    page.key("Enter")
    assert page.evaluate("location.hash") == "#x"


def test_escape_closes_a_modal_dialog(page: Driver) -> None:
    page.open_html(
        "<!doctype html><dialog id=d>x</dialog><script>log = []; d.oncancel = () => log.push('cancel')"
        "</script>",
        base_url=BASE_URL,
    )
    page.evaluate("d.showModal()")
    page.key("Escape")
    expect("escape closes a dialog", page.evaluate("[d.open, log]"), [False, ["cancel"]])


def test_typing_into_an_editable_element(page: Driver) -> None:
    page.open_html(
        "<!doctype html><div id=d contenteditable style='width:200px;height:50px'>start</div>"
        "<script>log = []; d.oninput = e => log.push(e.inputType)</script>",
        base_url=BASE_URL,
    )
    page.click_on("#d")
    page.evaluate("getSelection().setPosition(d.firstChild, 5)")
    page.type_text("ab")
    expect(
        "typing into contenteditable", page.evaluate("[d.textContent, log]"), ["startab", ["insertText"] * 2]
    )
