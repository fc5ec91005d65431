"""Pages on real frameworks from npm: mount, click, type, update, as a person does it."""

from typing import Any

import pytest

from engine.host.driver import Driver
from engine.host.replies import AccessibilityNode
from tests.support import bundles
from tests.support.cases import until
from tests.support.site import Site

FRAMEWORKS = ("react", "vue", "svelte", "lit", "alpine", "jquery")
pytestmark = pytest.mark.timeout(600, func_only=False)  # the first run installs the packages

# The tree that the page is rendered to: of the document, or of lit's element.
ROOT = "(document.querySelector('todo-app')?.shadowRoot ?? document)"


@pytest.fixture
def app(request: pytest.FixtureRequest, page: Driver, site: Site) -> Driver:
    """The page of the framework that the test is parametrised with, mounted."""
    name: str = request.param
    site.serve("/app.js", bundles.script(name), content_type="text/javascript")
    site.serve(
        "/",
        "<!doctype html><meta charset=utf-8><title>none</title><div id=app></div><script src=/app.js>"
        "</script>",
    )
    page.open_url(site.url("/"))
    return page


def find(page: Driver, role: str, name: str = "") -> AccessibilityNode:
    nodes = page.accessibility().nodes
    found = [node for node in nodes if node.role == role and (not name or node.name == name)]
    assert len(found) == 1, f"{role} {name!r}: {[(node.role, node.name) for node in nodes]}"
    return found[0]


def press(page: Driver, name: str) -> None:
    page.click_on(f"ref={find(page, 'button', name).element}")


def text(page: Driver, selector: str) -> Any:
    return page.evaluate(f"{ROOT}.querySelector('{selector}')?.textContent.trim() ?? null")


def items(page: Driver) -> Any:
    """The first word of each list item."""
    return page.evaluate(f"[...{ROOT}.querySelectorAll('li')].map(li => li.textContent.trim().split(' ')[0])")


@pytest.mark.parametrize("app", FRAMEWORKS, indirect=True, ids=str)
def test_it_mounts(app: Driver, request: pytest.FixtureRequest) -> None:
    """No error, the heading, the list and the first effect are there."""
    assert [m.text for m in app.console() if m.level in ("error", "exception")] == []
    assert find(app, "heading").name == "Todo"
    assert items(app) == ["first"]
    assert app.page().title == f"{request.node.callspec.params['app']} 0"


@pytest.mark.parametrize("app", FRAMEWORKS, indirect=True, ids=str)
def test_clicks_update_state_and_effects(app: Driver) -> None:
    for number in range(3):
        press(app, f"count {number}")
    assert find(app, "button", "count 3")
    assert app.page().title.endswith(" 3")


@pytest.mark.parametrize("app", FRAMEWORKS, indirect=True, ids=str)
def test_typing_is_bound_both_ways(app: Driver) -> None:
    """Each key reaches the state, derived text follows, and the state empties the field again."""
    app.click_on(f"ref={find(app, 'textbox', 'name').element}")
    app.type_text("Grüße")
    assert text(app, "#hello") == "hello GRÜSSE"
    press(app, "add")
    assert items(app) == ["first", "Grüße"]
    field = find(app, "textbox", "name")
    assert (field.value, "focused" in field.states) == ("", True)
    app.type_text("x")
    assert text(app, "#hello") == "hello X"


@pytest.mark.parametrize("app", FRAMEWORKS, indirect=True, ids=str)
def test_lists_keep_their_elements_when_they_change(app: Driver) -> None:
    """Items are added and removed by key: the element of another item stays the same."""
    app.click_on(f"ref={find(app, 'textbox', 'name').element}")
    for name in ("second", "third"):
        app.type_text(name)
        press(app, "add")
    kept = find(app, "button", "remove third").element
    press(app, "remove first")
    assert items(app) == ["second", "third"]
    assert find(app, "button", "remove third").element == kept
    press(app, "remove third")
    press(app, "remove second")
    assert [item for item in items(app) if item != "nothing"] == []


@pytest.mark.parametrize("app", FRAMEWORKS, indirect=True, ids=str)
def test_parts_appear_elsewhere_and_later(app: Driver) -> None:
    """Portals, teleports, transitions and fades end with their element visible."""
    press(app, "open")
    portal = f"{ROOT}.querySelector('#portal')"
    until(app, f"{portal} && getComputedStyle({portal}).opacity === '1'")
    assert text(app, "#portal") == "in a portal"


@pytest.mark.parametrize("app", ["react", "lit"], indirect=True, ids=str)
def test_what_is_loaded_later_replaces_its_placeholder(app: Driver) -> None:
    until(app, f"/later$/.test({ROOT}.querySelector('#later')?.textContent)")
    assert text(app, "#fallback") is None


@pytest.mark.parametrize("app", ["svelte", "lit"], indirect=True, ids=str)
def test_scoped_styles_apply(app: Driver) -> None:
    app.click_on(f"ref={find(app, 'textbox', 'name').element}")
    app.type_text("a")
    assert app.evaluate(f"getComputedStyle({ROOT}.querySelector('#hello')).color") == "rgb(1, 2, 3)"


@pytest.mark.parametrize("app", ["jquery"], indirect=True, ids=str)
def test_jquery_queries_animates_and_requests(app: Driver, site: Site) -> None:
    site.serve("/data.json", '{"k": [1, 2]}', content_type="application/json")
    site.serve("/part.html", "<b>part</b><i>left out</i>")
    assert app.evaluate(
        """(async () => {
            const d = await $.getJSON('/data.json');
            await new Promise(r => $('<div>').appendTo('body').load('/part.html b', r));
            await $('h1').css('opacity', 1).animate({ opacity: 0.5, marginLeft: 20 }, 30).promise();
            return [
                d.k, $('div b').text(), $('div i').length, $('h1').css('opacity'),
                $('h1').css('margin-left'), $('li').length, $('#n').is(':visible'),
                $.Deferred().resolve(1).state()
            ];
        })()"""
    ) == [[1, 2], "part", 0, "0.5", "20px", 1, True, "resolved"]


def test_htmx_swaps_what_the_server_sends(page: Driver, site: Site) -> None:
    """Attributes alone: a click swaps a part, typing searches, a form posts and appends."""
    site.serve("/app.js", bundles.script("htmx"), content_type="text/javascript")
    site.serve("/clicked", "<b id=part>from the server</b>")
    site.serve("/search", "<p>found</p>")
    site.serve("/items", "<li>posted</li>")
    site.serve(
        "/",
        """<!doctype html><title>htmx</title>
        <button hx-get=/clicked hx-target=#part hx-swap=outerHTML>load</button><i id=part>empty</i>
        <input name=q aria-label=search hx-get=/search hx-trigger="input delay:20ms" hx-target=#found>
        <div id=found></div><form hx-post=/items hx-target="#list" hx-swap=beforeend>
        <input name=item aria-label=item><button>send</button></form><ul id=list><li>first</li></ul>
        <div hx-get=/search hx-trigger=load></div><script src=/app.js></script>""",
    )
    page.open_url(site.url("/"))
    assert page.evaluate("document.querySelector('div[hx-trigger=load]').textContent") == "found"
    press(page, "load")
    assert page.evaluate("[part.localName, part.textContent]") == ["b", "from the server"]
    page.click_on(f"ref={find(page, 'textbox', 'search').element}")
    page.type_text("words")
    page.settle()
    assert page.evaluate("found.textContent") == "found"
    page.click_on(f"ref={find(page, 'textbox', 'item').element}")
    page.type_text("new\n")
    assert page.evaluate("[...list.children].map(e => e.textContent)") == ["first", "posted"]
    (post,) = [r for r in site.requests if r.method == "POST"]
    assert b"item" in post.body
    assert b"new" in post.body
    assert any("q=words" in r.target for r in site.requests if r.path == "/search")
