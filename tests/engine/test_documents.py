"""Documents as wholes: parsing order, scripts, globals, frames, size."""

from engine.host.driver import Driver
from tests.support.cases import BASE_URL, run


def test_parser_runs_scripts_in_the_standard_order(page: Driver) -> None:
    """Inline scripts see only what is parsed; deferred work precedes DOMContentLoaded, and that load."""
    page.open_html(
        """<!doctype html><script>log = [];
        document.addEventListener('DOMContentLoaded', () => log.push('ready'));
        addEventListener('load', () => log.push('load ' + document.readyState));
        document.onreadystatechange = () => log.push(document.readyState)</script>
        <script type=module>log.push('module')</script>
        <script>log.push('inline ' + !!document.querySelector('#later'));
        document.write('<i id=written></i>')</script>
        <script>log.push('written ' + !!document.querySelector('#written'))</script><b id=later></b>""",
        base_url=BASE_URL,
    )
    assert page.evaluate("log") == [
        "inline false", "written true", "interactive", "module", "ready", "complete", "load complete",
    ]  # fmt: skip


def test_inserted_scripts_run_once_and_markup_scripts_do_not(page: Driver) -> None:
    page.open_html("<!doctype html><body></body>", base_url=BASE_URL)
    seen = run(
        page,
        """window.count = 0; const s = document.createElement('script'); s.textContent = 'count++';
        document.body.append(s); document.body.append(s);
        document.body.insertAdjacentHTML(
            'beforeend', '<script>count += 10</' + 'script><img src="data:," onerror="count += 100">'
        );
        await new Promise(r => setTimeout(r, 50)); return count""",
    )
    assert seen == 101


def test_documents_keep_their_globals_apart(page: Driver) -> None:
    """A second document starts with a clean global object, also on the same origin."""
    page.open_html("<script>leak = 1; Array.prototype.own = 1</script>", base_url=BASE_URL)
    page.open_html("<p>next", base_url=BASE_URL)
    assert page.evaluate("[typeof leak, typeof [].own]") == ["undefined", "undefined"]


def test_frames_have_realms_and_documents_of_their_own(page: Driver) -> None:
    page.open_html(
        """<!doctype html><iframe id=a srcdoc="<script>x = 1;
        onmessage = e => e.source.postMessage([e.data, x], '*')</script><p>in">
        </iframe><iframe id=b src="about:blank"></iframe>""",
        base_url=BASE_URL,
    )
    seen = run(
        page,
        """const w = a.contentWindow, answer = new Promise(r => (onmessage = e => r(e.data)));
        w.postMessage('ping', '*');
        return [
            await answer, w.Array === Array, w.parent === window, frames.length, w.frameElement.id,
            a.contentDocument.querySelector('p').textContent.trim(),
            b.contentDocument.body.childNodes.length, new w.Array() instanceof Array, typeof x
        ]""",
    )
    assert seen == [["ping", 1], False, True, 2, "a", "in", 0, False, "undefined"]


def test_ten_thousand_nodes_are_built_moved_and_removed(page: Driver) -> None:
    """A page that churns its tree stays correct."""
    page.open_html("<!doctype html><div id=a></div><div id=b></div>", base_url=BASE_URL)
    seen = run(
        page,
        """for (let i = 0; i < 10000; i++) {
            const p = document.createElement('p'); p.textContent = i; a.append(p);
        }
        b.append(...[...a.children].filter(p => p.textContent % 2)); a.innerHTML = '';
        return [a.children.length, b.children.length, b.lastChild.textContent, b.scrollHeight > 5000]""",
    )
    assert seen == [0, 5000, "9999", True]
