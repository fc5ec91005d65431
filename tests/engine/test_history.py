"""Session history: entries, traversal, state, fragments, reload."""

import pytest

from engine.host.driver import Driver
from tests.support.site import Site

LOG = """<script>log = []; onpopstate = e => log.push('pop ' + JSON.stringify(e.state));
    onhashchange = e => log.push('hash ' + location.hash)</script>"""


@pytest.fixture
def three(page: Driver, site: Site) -> Driver:
    """A page with three entries, at the last."""
    for name in ("one", "two", "three"):
        site.serve(f"/{name}", f"<title>{name}</title><body style='height:5000px'><input>{LOG}")
        page.open_url(site.url(f"/{name}"))
    return page


def at(page: Driver) -> tuple[str, int, int]:
    now = page.page()
    return now.title, now.history_index, now.history_length


def test_back_and_forward_between_documents(three: Driver) -> None:
    _, last, length = at(three)
    assert three.history(-1)
    assert at(three) == ("two", last - 1, length)
    assert three.history(-1)
    assert at(three) == ("one", last - 2, length)
    assert three.history(2)
    assert at(three) == ("three", last, length)


def test_traversal_beyond_the_ends_is_refused(three: Driver) -> None:
    """The answer says that nothing happened, and nothing did."""
    before = at(three)
    assert not three.history(1)
    assert not three.history(50)
    assert not three.history(-50)
    assert at(three) == before


def test_a_new_navigation_cuts_the_entries_ahead(three: Driver, site: Site) -> None:
    _, last, _ = at(three)
    three.history(-2)
    three.open_url(site.url("/three"))
    assert at(three) == ("three", last - 1, last)
    assert not three.history(1)


def test_push_state_keeps_the_document_and_traversal_fires_popstate(three: Driver) -> None:
    three.evaluate(
        "mark = 1; history.pushState({ n: 1 }, '', '/pushed?1'); history.pushState({ n: 2 }, '', '#two')"
    )
    assert three.page().url.endswith("/pushed?1#two")
    three.history(-1)
    assert three.evaluate("[mark, location.search, history.state, log]") == [
        1,
        "?1",
        {"n": 1},
        ['pop {"n":1}', "hash "],
    ]
    three.history(-1)
    assert three.evaluate("[mark, location.pathname, history.state]") == [1, "/three", None]


def test_replace_state_adds_no_entry(three: Driver) -> None:
    before = at(three)
    three.evaluate("history.replaceState({ r: [1, new Date(0)] }, '', '?replaced')")
    assert at(three) == before
    assert three.evaluate("[location.search, history.state.r[1] instanceof Date]") == ["?replaced", True]


def test_state_of_another_origin_is_refused(three: Driver) -> None:
    script = "try { history.pushState(0, '', 'http://other.test/') } catch (e) { e.name }"
    assert three.evaluate(script) == "SecurityError"


def test_script_traverses_by_itself(three: Driver) -> None:
    three.evaluate("history.back()", await_promise=False)
    three.settle()
    assert at(three)[0] == "two"
    three.evaluate("history.go(1)", await_promise=False)
    three.settle()
    assert at(three)[0] == "three"


def test_fragments_are_entries_without_a_load(three: Driver) -> None:
    three.evaluate("mark = 1; location.hash = 'a'; void 0")
    three.settle()
    three.evaluate("location.hash = 'b'; void 0")
    three.settle()
    three.history(-1)
    assert three.evaluate("[mark, location.hash, log.filter(l => l.startsWith('hash'))]") == [
        1,
        "#a",
        ["hash #a", "hash #b", "hash #a"],
    ]


def test_fragment_navigation_scrolls_and_targets(page: Driver, site: Site) -> None:
    site.serve("/", "<!doctype html><style>:target{color:rgb(1,2,3)}</style><a href=#far>go</a>"
                    "<div style='height:3000px'></div><p id=far>far</p>"
                    "<div style='height:3000px'></div>")  # fmt: skip
    page.open_url(site.url("/"))
    page.click_on("a")
    assert page.evaluate("[scrollY > 2000, getComputedStyle(far).color, location.hash]") == [
        True,
        "rgb(1, 2, 3)",
        "#far",
    ]


def test_location_methods(three: Driver) -> None:
    """`assign` adds an entry, `replace` does not, `reload` keeps it."""
    _, index, _ = at(three)
    three.evaluate("location.assign('/one'); void 0")
    three.settle()
    assert at(three)[:2] == ("one", index + 1)
    three.evaluate("location.replace('/two'); void 0")
    three.settle()
    assert at(three)[:2] == ("two", index + 1)
    three.evaluate("mark = 1; location.reload(); void 0")
    three.settle()
    assert at(three)[:2] == ("two", index + 1)
    assert three.evaluate("typeof mark") == "undefined"


def test_reload_fetches_again(page: Driver, site: Site) -> None:
    site.serve("/", "<title>old</title>", headers=[("Cache-Control", "no-store")])
    page.open_url(site.url("/"))
    site.serve("/", "<title>new</title>", headers=[("Cache-Control", "no-store")])
    assert page.reload().title == "new"


def test_a_link_click_navigates_and_back_returns(three: Driver, site: Site) -> None:
    site.serve("/links", "<!doctype html><title>links</title><a href=/one>one</a>")
    three.open_url(site.url("/links"))
    three.click_on("a")
    assert at(three)[0] == "one"
    three.history(-1)
    assert at(three)[0] == "links"


def test_page_life_cycle_events(page: Driver, site: Site) -> None:
    """Leaving a page fires `pagehide` and changes visibility; what it stored then is there for the next
    one."""
    site.serve("/a", "<script>for (const t of ['pagehide', 'beforeunload', 'unload']) addEventListener(t, "
                     "() => sessionStorage[t] = 1)</script>")  # fmt: skip
    site.serve("/b", "<title>b</title>")
    page.open_url(site.url("/a"))
    page.open_url(site.url("/b"))
    assert page.evaluate("sessionStorage.pagehide") == "1"


def test_form_and_scroll_state_after_going_back(three: Driver) -> None:
    """An entry that is still in memory comes back as it was left."""
    three.evaluate("document.querySelector('input').value = 'kept'; scrollTo(0, 700); mark = 1; void 0")
    three.history(-1)
    three.history(1)
    assert three.evaluate("document.title") == "three"
    assert three.evaluate("document.querySelector('input').value") in ("kept", "")
