"""Several top-level browsing contexts in one session: popups, tabs, their openers, activation, closing."""

import pytest

from engine.host import ops
from engine.host.driver import Driver, OperationFailed
from engine.host.replies import ContextInfo, FailureCode
from tests.support.site import Site


@pytest.fixture
def opener(page: Driver, site: Site) -> Driver:
    site.serve(
        "/",
        """<!doctype html><title>opener</title><a href=/popup target=_blank id=plain>plain</a><br>
        <a href=/popup target=_blank rel=opener id=linked>linked</a><br>
        <button onclick="w = window.open('/popup', 'named')">open</button>
        <script>onmessage = e => window.heard = e.data</script>""",
    )
    site.serve(
        "/popup",
        "<!doctype html><title>popup</title><script>opener?.postMessage('hi', '*')</script><p>popup text",
    )
    page.open_url(site.url("/"))
    return page


def titles(page: Driver) -> list[str]:
    return [context.title for context in page.contexts()]


def by_title(page: Driver, title: str) -> ContextInfo:
    (found,) = [context for context in page.contexts() if context.title == title]
    return found


def test_a_session_starts_with_one_active_context(page: Driver) -> None:
    (only,) = page.contexts()
    assert only.active
    assert only.opener is None


def test_a_click_opens_a_window_that_knows_its_opener(opener: Driver) -> None:
    opener.click_on("button")
    assert sorted(titles(opener)) == ["opener", "popup"]
    popup = by_title(opener, "popup")
    assert popup.opener == by_title(opener, "opener").context
    assert popup.url.endswith("/popup")
    assert opener.evaluate("[heard, w.closed, w.document.title, w.opener === window]") == [
        "hi",
        False,
        "popup",
        True,
    ]


def test_target_blank_opens_without_an_opener_unless_asked(opener: Driver) -> None:
    opener.click_on("#plain")
    assert sorted(titles(opener)) == ["opener", "popup"]
    assert opener.evaluate("typeof heard") == "undefined"
    opener.click_on("#linked")
    assert sorted(titles(opener)) == ["opener", "popup", "popup"]
    assert opener.evaluate("heard") == "hi"


def test_operations_go_to_the_active_context(opener: Driver) -> None:
    first = opener.contexts()[0].context
    opener.click_on("button")
    popup = by_title(opener, "popup").context
    opener.activate(popup)
    assert opener.page().title == "popup"
    assert opener.evaluate("document.querySelector('p').textContent") == "popup text"
    assert by_title(opener, "popup").active
    opener.activate(first)
    assert opener.page().title == "opener"
    assert not by_title(opener, "popup").active


def test_a_named_window_is_used_again(opener: Driver) -> None:
    opener.click_on("button")
    opener.evaluate("first = w; void 0")
    opener.click_on("button")
    assert len(opener.contexts()) == 2
    assert opener.evaluate("first === w") is True


def test_a_context_closes_from_script_and_from_outside(opener: Driver) -> None:
    opener.click_on("button")
    opener.evaluate("w.close(); void 0")
    opener.settle()
    assert titles(opener) == ["opener"]
    assert opener.evaluate("w.closed") is True
    opener.click_on("button")
    opener.perform(ops.CloseContext(context=by_title(opener, "popup").context))
    opener.settle()
    assert titles(opener) == ["opener"]


def test_a_number_of_a_closed_context_is_unknown_and_never_used_again(opener: Driver) -> None:
    opener.click_on("button")
    gone = by_title(opener, "popup").context
    opener.perform(ops.CloseContext(context=gone))
    opener.settle()
    with pytest.raises(OperationFailed) as caught:
        opener.activate(gone)
    assert caught.value.code is FailureCode.NO_CONTEXT
    opener.click_on("button")
    assert by_title(opener, "popup").context != gone


def test_a_document_cannot_close_what_it_did_not_open(opener: Driver) -> None:
    opener.evaluate("window.close(); void 0")
    opener.settle()
    assert "opener" in titles(opener)


def test_contexts_have_histories_and_inputs_of_their_own(opener: Driver, site: Site) -> None:
    site.serve("/next", "<title>next</title><input autofocus>")
    opener.click_on("button")
    popup = by_title(opener, "popup").context
    opener.activate(popup)
    opener.open_url(site.url("/next"))
    opener.click_on("input")
    opener.type_text("typed")
    assert opener.evaluate("document.querySelector('input').value") == "typed"
    assert opener.history(-1)
    assert opener.page().title == "popup"
    assert titles(opener)[0] == "opener"


def test_storage_is_shared_between_contexts_of_an_origin(opener: Driver) -> None:
    """`localStorage` is one; the other window hears of changes."""
    opener.evaluate("addEventListener('storage', e => window.changed = e.key + e.newValue); void 0")
    opener.click_on("button")
    opener.activate(by_title(opener, "popup").context)
    opener.evaluate("localStorage.k = 'v'; void 0")
    opener.settle()
    opener.activate(by_title(opener, "opener").context)
    assert opener.evaluate("[localStorage.k, window.changed]") == ["v", "kv"]


def test_screenshots_show_the_context_that_is_asked_for(opener: Driver) -> None:
    opener.click_on("button")
    popup = by_title(opener, "popup").context
    opener.activate(popup)
    opener.evaluate("document.documentElement.style.background = 'rgb(255, 0, 0)'; void 0")
    red = opener.screenshot().image
    opener.activate(by_title(opener, "opener").context)
    assert opener.screenshot().image != red
