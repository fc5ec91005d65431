"""What pages do over HTTP, against a real server on the loopback: fetch, XHR, redirects, CORS, cookies,
subresources."""

import gzip
import json
import socket

import pytest

from engine.host import ops
from engine.host.driver import Driver
from tests.engine.servo_differences import expect
from tests.support.site import Site

TEXT = "text/plain"


@pytest.fixture
def home(page: Driver, site: Site) -> Driver:
    """A page of the site's origin."""
    site.serve("/", "<!doctype html><title>home</title>")
    page.open_url(site.url("/"))
    return page


def other_origin(site: Site, path: str) -> str:
    """The same server under another host name: another origin and another site."""
    return str(site.url(path)).replace("127.0.0.1", "localhost")


def dead_url() -> str:
    """An address where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    return f"http://127.0.0.1:{port}/"


def test_fetch_reads_status_headers_and_bodies(home: Driver, site: Site) -> None:
    site.serve(
        "/t",
        "é",
        content_type="text/plain; charset=utf-8",
        headers=[("X-Mine", "yes"), ("Set-Cookie2", "no")],
        status=202,
    )
    site.serve("/j", '{"k": [1]}', content_type="application/json")
    site.serve("/b", bytes(range(256)), content_type="application/octet-stream")
    assert home.evaluate(
        """(async () => {
            const r = await fetch('/t'), b = await (await fetch('/b')).arrayBuffer();
            return [
                r.status, r.ok, r.headers.get('x-mine'), r.type, await r.text(),
                (await (await fetch('/j')).json()).k, new Uint8Array(b).reduce((s, v) => s + v),
                (await fetch('/missing')).status
            ];
        })()"""
    ) == [202, True, "yes", "basic", "é", [1], 32640, 404]


def test_fetch_sends_methods_headers_and_bodies(home: Driver, site: Site) -> None:
    site.serve("/echo", "ok", content_type=TEXT)
    home.evaluate(
        """Promise.all([
            fetch('/echo', { method: 'PUT', headers: { 'X-A': 'b' }, body: 'text é' }),
            fetch('/echo', { method: 'POST', body: new URLSearchParams({ a: '1 2' }) }),
            fetch('/echo', { method: 'POST', body: new Blob(['x'], { type: 'a/b' }) }),
            fetch('/echo', { method: 'DELETE' })
        ])"""
    )
    seen = {(r.method, r.headers.get("content-type")): r for r in site.requests if r.path == "/echo"}
    put = seen["PUT", "text/plain;charset=UTF-8"]
    assert (put.body, put.headers["x-a"]) == ("text é".encode(), "b")
    assert seen["POST", "application/x-www-form-urlencoded;charset=UTF-8"].body == b"a=1+2"
    assert seen["POST", "a/b"].body == b"x"
    assert seen["DELETE", None].body == b""


def test_multipart_bodies_carry_files(home: Driver, site: Site) -> None:
    site.serve("/echo", "ok", content_type=TEXT)
    home.evaluate(
        "d = new FormData(); d.append('f', new File(['data'], 'n.txt', { type: 'a/b' })); "
        "fetch('/echo', { method: 'POST', body: d })"
    )
    (post,) = [r for r in site.requests if r.method == "POST"]
    assert b'name="f"; filename="n.txt"' in post.body
    assert b"Content-Type: a/b\r\n\r\ndata" in post.body


def test_redirects_are_followed_refused_or_shown(home: Driver, site: Site) -> None:
    site.serve("/one", "", status=302, headers=[("Location", "/two")])
    site.serve("/two", "", status=307, headers=[("Location", "/end#f")])
    site.serve("/end", "end", content_type=TEXT)
    site.serve("/loop", "", status=302, headers=[("Location", "/loop")])
    assert home.evaluate(
        """(async () => {
            const r = await fetch('/one'), name = o => fetch(...o).then(r => r.type, e => e.name);
            return [
                r.redirected, new URL(r.url).pathname, await r.text(),
                await name(['/one', { redirect: 'error' }]), await name(['/one', { redirect: 'manual' }]),
                await name(['/loop'])
            ];
        })()"""
    ) == [True, "/end", "end", "TypeError", "opaqueredirect", "TypeError"]


def test_a_post_becomes_a_get_after_303(home: Driver, site: Site) -> None:
    site.serve("/post", "", status=303, headers=[("Location", "/seen")])
    site.serve("/keep", "", status=308, headers=[("Location", "/seen")])
    site.serve("/seen", "x", content_type=TEXT)
    home.evaluate(
        "fetch('/post', { method: 'POST', body: 'b' }).then(() => fetch('/keep', { method: 'POST', "
        "body: 'b' }))"
    )
    assert [(r.method, r.body) for r in site.requests if r.path == "/seen"] == [("GET", b""), ("POST", b"b")]


def test_a_document_redirect_ends_at_its_address(page: Driver, site: Site) -> None:
    site.serve("/from", "", status=301, headers=[("Location", "/to?x")])
    site.serve("/to", "<title>to</title>")
    assert page.open_url(site.url("/from")).url == site.url("/to?x")


def test_compressed_bodies_are_unpacked(home: Driver, site: Site) -> None:
    site.serve(
        "/gz", gzip.compress(b"z" * 100_000), content_type=TEXT, headers=[("Content-Encoding", "gzip")]
    )
    assert home.evaluate("fetch('/gz').then(r => r.text()).then(t => t.length)") == 100_000
    (request,) = [r for r in site.requests if r.path == "/gz"]
    assert "gzip" in request.headers["accept-encoding"]


def test_a_megabyte_streams_through(home: Driver, site: Site) -> None:
    site.serve("/big", b"x" * 3_000_000, content_type=TEXT)
    assert home.evaluate(
        """(async () => {
            let n = 0, chunks = 0; const r = (await fetch('/big')).body.getReader();
            for (;;) {
                const { done, value } = await r.read(); if (done) return [n, chunks > 1]; n += value.length;
                chunks++;
            }
        })()"""
    ) == [3_000_000, True]


def test_an_abort_ends_a_fetch(home: Driver, site: Site) -> None:
    """Before it starts, and while the body comes."""
    site.serve("/big", b"x" * 3_000_000, content_type=TEXT)
    assert home.evaluate(
        """(async () => {
            const c = new AbortController(), name = p => p.then(() => 'fine', e => e.name);
            const early = name(fetch('/big', { signal: AbortSignal.abort() }));
            const r = await fetch('/big', { signal: c.signal }); c.abort();
            return [await early, await name(r.text())];
        })()"""
    ) == ["AbortError", "AbortError"]


def test_a_dead_server_is_a_network_error(home: Driver) -> None:
    dead = dead_url()
    script = f"fetch('{dead}').catch(e => [e.name, e instanceof TypeError])"
    assert home.evaluate(script) == ["TypeError", True]
    assert [failed.url for failed in home.failed_requests] == [dead]


def test_ports_of_other_protocols_are_refused_without_a_request(home: Driver) -> None:
    """The list of blocked ports of the Fetch standard."""
    assert home.evaluate("fetch('http://127.0.0.1:25/').catch(e => e.name)") == "TypeError"
    assert not home.failed_requests


def test_xhr_synchronous_and_asynchronous(home: Driver, site: Site) -> None:
    site.serve("/j", '{"k": 1}', content_type="application/json", headers=[("X-H", "v")])
    assert home.evaluate(
        """(async () => {
            const s = new XMLHttpRequest(); s.open('GET', '/j', false); s.send();
            const a = new XMLHttpRequest(), states = []; a.open('GET', '/j'); a.responseType = 'json';
            a.onreadystatechange = () => states.push(a.readyState);
            await new Promise(r => { a.onload = r; a.send(); });
            return [s.status, s.responseText, a.response.k, states.at(-1), a.getResponseHeader('x-h')];
        })()"""
    ) == [200, '{"k": 1}', 1, 4, "v"]


def test_xhr_reports_errors_timeouts_and_aborts(home: Driver, site: Site) -> None:
    site.serve("/t", "x", content_type=TEXT)
    assert home.evaluate(
        """(async () => {
            const go = (url, f) =>
                new Promise(r => {
                    const x = new XMLHttpRequest(); x.open('GET', url);
                    for (const t of ['load', 'error', 'abort']) x['on' + t] = () => r(t + x.status);
                    x.send(); f?.(x);
                });
            return [await go('/t'), await go('http://127.0.0.1:25/'), await go('/t', x => x.abort())];
        })()"""
    ) == ["load200", "error0", "abort0"]


def test_other_origins_are_readable_only_with_their_consent(home: Driver, site: Site) -> None:
    site.serve("/closed", "secret", content_type=TEXT)
    site.serve(
        "/open", "open", content_type=TEXT, headers=[("Access-Control-Allow-Origin", "*"), ("X-Hidden", "1")]
    )
    closed, opened = other_origin(site, "/closed"), other_origin(site, "/open")
    assert home.evaluate(
        f"""(async () => {{ const name = p => p.then(r => r.type, e => e.name); const o = await
            fetch('{opened}'); return [
        await name(fetch('{closed}')), await o.text(), o.type, o.headers.get('x-hidden'), await
            name(fetch('{closed}', {{ mode: 'no-cors' }})),
        await name(fetch('{opened}', {{ credentials: 'include' }})), await name(fetch('{opened}', {{ mode:
            'same-origin' }}))] }})()"""
    ) == ["TypeError", "open", "cors", None, "opaque", "TypeError", "TypeError"]


def test_a_preflight_asks_before_unusual_requests(home: Driver, site: Site) -> None:
    allow = {"Origin": site.url(""), "Methods": "PUT", "Headers": "x-a", "Credentials": "true"}
    headers = [(f"Access-Control-Allow-{name}", value) for name, value in allow.items()]
    site.serve("/api", "done", content_type=TEXT, headers=headers)
    api = other_origin(site, "/api")
    assert home.evaluate(
        f"""(async () => {{ const go = o => fetch('{api}', o).then(r => r.text(), e => e.name); return [await
            go({{ method: 'PUT', headers: {{
        'X-A': '1' }}, credentials: 'include' }}), await go({{ method: 'DELETE' }}), await go({{ headers: {{
            'X-B': '1' }} }})] }})()"""
    ) == ["done", "TypeError", "TypeError"]
    methods = [r.method for r in site.requests if r.path == "/api"]
    assert methods == ["OPTIONS", "PUT", "OPTIONS", "OPTIONS"]


def test_cookies_follow_their_rules(page: Driver, site: Site) -> None:
    """Set by header and script, HttpOnly, path, expiry; sent with the next request."""
    cookies = ["plain=1", "hidden=2; HttpOnly", "deep=3; Path=/deep", "gone=4; Max-Age=0", "secure=5; Secure"]
    site.serve("/", "<title>c</title>", headers=[("Set-Cookie", cookie) for cookie in cookies])
    site.serve("/deep/x", "x", content_type=TEXT)
    page.open_url(site.url("/"))
    page.evaluate("document.cookie = 'mine=6; SameSite=Lax'; fetch('/deep/x')")
    seen = set(page.evaluate("document.cookie").split("; "))
    assert {"plain=1", "mine=6"} <= seen
    assert not {"hidden=2", "deep=3", "gone=4"} & seen
    (request,) = [r for r in site.requests if r.path == "/deep/x"]
    sent = set(request.headers["cookie"].split("; "))
    assert {"plain=1", "hidden=2", "deep=3", "mine=6"} <= sent


def test_other_sites_do_not_get_cookies_unasked(home: Driver, site: Site) -> None:
    site.serve("/c", "x", content_type=TEXT, headers=[("Access-Control-Allow-Origin", "*")])
    home.evaluate(f"document.cookie = 'mine=1'; fetch('{other_origin(site, '/c')}')")
    (request,) = [r for r in site.requests if r.path == "/c"]
    assert "cookie" not in request.headers
    assert request.headers["origin"] == site.url("")


def test_requests_describe_the_client(home: Driver, site: Site) -> None:
    site.serve("/f", "x", content_type=TEXT)
    home.evaluate("fetch('/f')")
    (request,) = [r for r in site.requests if r.path == "/f"]
    assert request.headers["user-agent"] == home.evaluate("navigator.userAgent")
    assert "Servo" in request.headers["user-agent"]
    assert "wasm" not in request.headers["user-agent"]
    assert request.headers["referer"] == site.url("/")
    assert request.headers["accept-language"].startswith("en")


def test_style_sheets_scripts_images_and_imports_load(page: Driver, site: Site) -> None:
    svg = "<svg xmlns='http://www.w3.org/2000/svg' width='7' height='5'/>"
    site.serve("/", "<!doctype html><link rel=stylesheet href=/a.css onload='window.css = 1'><p>x</p>"
                    "<img src=/i.svg><img src=/gone.png onerror='window.gone = 1'><script src=/s.js>"
                    "</script>")  # fmt: skip
    site.serve("/a.css", "@import '/b.css'; p { color: rgb(1, 2, 3) }", content_type="text/css")
    site.serve("/b.css", "p { background: url(/bg.svg); margin-left: 33px }", content_type="text/css")
    site.serve("/i.svg", svg, content_type="image/svg+xml")
    site.serve("/bg.svg", svg, content_type="image/svg+xml")
    site.serve("/s.js", "window.ran = document.currentScript.src", content_type="text/javascript")
    page.open_url(site.url("/"))
    assert page.evaluate(
        "(s => [s.color, s.marginLeft, css, gone, document.images[0].naturalWidth, "
        "ran.endsWith('/s.js')])(getComputedStyle(document.querySelector('p')))"
    ) == ["rgb(1, 2, 3)", "33px", 1, 1, 7, True]
    assert "/bg.svg" in [r.path for r in site.requests]


def test_a_style_sheet_of_the_wrong_type_or_origin_is_not_read(page: Driver, site: Site) -> None:
    site.serve("/style", "p{color:rgb(9,9,9)}", content_type="text/css")
    site.serve("/text", "p{margin-left:9px}", content_type=TEXT)
    links = [f"<link rel=stylesheet href={href}>" for href in ("/text", other_origin(site, "/style"))]
    site.serve("/", f"<!doctype html>{''.join(links)}<p>x")
    page.open_url(site.url("/"))
    assert page.evaluate(
        """(() => {
            const s = getComputedStyle(document.querySelector('p')); let name;
            const other = [...document.styleSheets].find(s => s.href?.includes('localhost'));
            try { other.cssRules; } catch (e) { name = e.name; }
            return [s.color, s.marginLeft, name];
        })()"""
    ) == ["rgb(9, 9, 9)", "0px", "SecurityError"]


def test_a_cross_origin_image_taints_a_canvas(page: Driver, site: Site) -> None:
    """Pixels of another origin are shown but cannot be read."""
    svg = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>"
    site.serve("/i.svg", svg, content_type="image/svg+xml")
    site.serve("/", f"<img src={other_origin(site, '/i.svg')}>")
    page.open_url(site.url("/"))
    assert (
        page.evaluate(
            "g = document.createElement('canvas').getContext('2d'); g.drawImage(document.images[0], 0, 0); "
            "try { g.getImageData(0, 0, 1, 1); 'read' } catch (e) { e.name }"
        )
        == "SecurityError"
    )


def test_subresource_integrity_refuses_a_changed_script(page: Driver, site: Site) -> None:
    site.serve("/s.js", "window.ran = (window.ran || 0) + 1", content_type="text/javascript")
    right = "sha256-9k4WlLGG1CoS6WjQ2P0BcU3jTs3VYX8T2y0rcOTAOlk="
    site.serve("/", f"<script src=/s.js integrity={right} onerror='window.refused = 1'></script>")
    page.open_url(site.url("/"))
    assert page.evaluate("[typeof ran, typeof refused]") == ["undefined", "number"]


def test_content_security_policy_holds(page: Driver, site: Site) -> None:
    site.serve("/s.js", "window.external = 1", content_type="text/javascript")
    site.serve("/", "<script>window.inline = 1</script><script src=/s.js></script><img src='data:,'>",
               headers=[("Content-Security-Policy", "script-src 'self'")])  # fmt: skip
    page.open_url(site.url("/"))
    assert page.evaluate("[typeof inline, typeof external]") == ["undefined", "number"]


def test_character_encodings_of_documents(page: Driver, site: Site) -> None:
    site.serve("/header", "é".encode("latin-1"), content_type="text/html; charset=iso-8859-1")
    site.serve("/meta", "<meta charset=shift_jis>あ".encode("shift_jis"))
    site.serve("/bom", b"\xef\xbb\xbf\xc3\xa9", content_type="text/html; charset=iso-8859-1")
    for path, text in (("/header", "é"), ("/meta", "あ"), ("/bom", "é")):
        page.open_url(site.url(path))
        assert page.evaluate("document.body.textContent.trim()") == text


@pytest.mark.parametrize(
    ("body", "content_type", "text"),
    [("plain <b>", "text/plain", "plain <b>"), ('{"a": 1}', "application/json", '"a"'),
     ("<r>x</r>", "application/xml", "x"),
     ("<p xmlns='http://www.w3.org/1999/xhtml'>x</p>", "application/xhtml+xml", "x")],
)  # fmt: skip
def test_documents_of_other_types_open(
    page: Driver, site: Site, body: str, content_type: str, text: str
) -> None:
    site.serve("/d", body, content_type=content_type)
    page.open_url(site.url("/d"))
    assert text in page.evaluate("document.documentElement.textContent")


def test_error_pages_of_a_server_are_shown_and_dead_ones_are_told(page: Driver, site: Site) -> None:
    site.serve("/404", "<title>not here</title>", status=404)
    assert page.open_url(site.url("/404")).title == "not here"
    page.open_url(dead_url())
    assert page.failed_requests
    site.serve("/", "<title>fine</title>")
    assert page.open_url(site.url("/")).title == "fine"


def test_a_new_navigation_cancels_the_old_one(page: Driver, site: Site) -> None:
    """Twelve navigations at once: only the last one lands, and what the others fetch is of no account."""
    for number in range(12):
        site.serve(f"/{number}", f"<title>{number}</title><script src=/{number}.js></script>")
        page.perform(ops.Open(source=ops.Url(site.url(f"/{number}"))))
    page.settle()
    page.settle()
    expect("the last of several navigations wins", page.page().title, "11")


def test_the_last_of_several_script_navigations_wins(page: Driver, site: Site) -> None:
    for number in range(4):
        site.serve(f"/{number}", f"<title>{number}</title>")
    page.open_url(site.url("/0"))
    page.evaluate("for (let i = 1; i < 4; i++) location.href = '/' + i; void 0")
    page.settle()
    expect("last script navigation wins", page.page().title, "3")


def test_blocks_of_many_requests_all_arrive(home: Driver, site: Site) -> None:
    for number in range(60):
        site.serve(f"/n{number}", json.dumps(number), content_type="application/json")
    script = """
    Promise.all(Array.from({ length: 60 }, (_, i) => fetch('/n' + i).then(r => r.json()))).then(a =>
        a.reduce((s, v) => s + v)
    )"""
    assert home.evaluate(script) == 1770


def test_beacons_and_keepalive_requests_are_sent(home: Driver, site: Site) -> None:
    site.serve("/beacon", "", content_type=TEXT)
    assert home.evaluate("navigator.sendBeacon('/beacon', 'data')") is True
    home.settle()
    assert [r.body for r in site.requests if r.path == "/beacon"] == [b"data"]


def test_event_sources_deliver(home: Driver, site: Site) -> None:
    site.serve("/events", "id: 7\nevent: mine\ndata: one\ndata: two\n\n", content_type="text/event-stream")
    assert home.evaluate(
        "new Promise(r => { const s = new EventSource('/events'); "
        "s.addEventListener('mine', e => { s.close(); r([e.data, e.lastEventId]) }) })"
    ) == ["one\ntwo", "7"]
