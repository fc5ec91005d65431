"""The host around a real engine: the module's interface, settling, deadlines, failures, reproducible runs."""

import re
import socket
import threading
import time
from collections.abc import Iterator

import pytest
import wasmtime

from engine.host import abi
from engine.host.clock import ReplayClock, seeded_random
from engine.host.driver import Driver, OperationTimedOut, ScriptError, ScriptStopped
from engine.host.events import HttpErrorKind
from engine.host.instance import Instance
from engine.host.module import Image
from engine.host.replies import LoadState
from tests.support.site import Site

BASE_URL = "http://page.test/"

# Everything that the module needs from outside. A new name is a new way out: it needs a reason.
IMPORTS = {
    "host": {"block", "font", "log", "take_events"},
    "wasi_snapshot_preview1": {
        "clock_time_get",
        "environ_get",
        "environ_sizes_get",
        "fd_close",
        "fd_fdstat_get",
        "fd_fdstat_set_flags",
        "fd_filestat_get",
        "fd_filestat_set_size",
        "fd_prestat_dir_name",
        "fd_prestat_get",
        "fd_read",
        "fd_readdir",
        "fd_seek",
        "fd_sync",
        "fd_write",
        "path_create_directory",
        "path_filestat_get",
        "path_filestat_set_times",
        "path_open",
        "path_readlink",
        "path_remove_directory",
        "path_unlink_file",
        "poll_oneoff",
        "proc_exit",
        "random_get",
        "sched_yield",
        "sock_accept",
        "sock_shutdown",
    },
}


def test_the_module_imports_exactly_what_the_host_supplies(image: Image) -> None:
    found: dict[str, set[str]] = {}
    for needed in image.module.imports:
        found.setdefault(needed.module, set()).add(needed.name or "")
    assert found == IMPORTS


def test_the_module_exports_exactly_the_interface(image: Image) -> None:
    names = {export.name for export in image.module.exports}
    assert names | {"_initialize"} == set(abi.FUNCTION_EXPORTS) | abi.OTHER_EXPORTS
    memories = [
        kind for export in image.module.exports if isinstance(kind := export.type, wasmtime.MemoryType)
    ]
    assert [memory.is_64 for memory in memories] == [False]


# Settling --------------------------------------------------------------------------------------------------


def test_a_finished_page_is_quiet_at_once(page: Driver) -> None:
    """A page without a network must not pay for the wait for one."""
    shown = page.open_html("<title>t</title><p>x", base_url=BASE_URL)
    assert (shown.title, shown.load, shown.url) == ("t", LoadState.COMPLETE, BASE_URL)
    settled = page.settle()
    assert settled.reason == "quiet"
    assert settled.waited_s < 0.2
    assert settled.idle.idle


def test_pending_timers_do_not_hold_a_page_up(page: Driver) -> None:
    page.open_html("<script>setInterval(() => 0, 400); setTimeout(() => 0, 1e6)</script>", base_url=BASE_URL)
    settled = page.settle()
    assert settled.reason == "quiet"
    assert settled.idle.work.timers == 2


def test_timers_that_are_due_at_once_are_waited_for(page: Driver) -> None:
    """What a click starts with a zero timer, a promise or an animation frame belongs to the click."""
    page.open_html(
        """<button onclick="setTimeout(() => Promise.resolve().then(() => requestAnimationFrame(() =>
            setTimeout(() => document.title = 'done', 10))))">b</button>""",
        base_url=BASE_URL,
    )
    page.click_on("button")
    assert page.page().title == "done"


@pytest.mark.parametrize(
    "script",
    ["setInterval(() => n++, 0)", "(function f() { n++; requestAnimationFrame(f) })()"],
    ids=["timer", "animation frame"],
)
def test_a_page_that_never_rests_settles_all_the_same(page: Driver, script: str) -> None:
    start = time.monotonic()
    page.open_html(f"<script>n = 0; {script}</script>", base_url=BASE_URL)
    assert page.settle(timeout_s=20).reason == "quiet"
    assert time.monotonic() - start < 20
    assert page.evaluate("n") > 1


def test_requests_that_follow_each_other_are_waited_for(page: Driver, site: Site) -> None:
    site.serve("/a", "/b", content_type="text/plain")
    site.serve("/b", "end", content_type="text/plain")
    site.serve(
        "/",
        """<script>const get = url => fetch(url).then(r => r.text());
            get('/a').then(next => setTimeout(() => get(next).then(text => document.title = text), 50))
        </script>""",
    )
    assert page.open_url(site.url("/")).title == "end"


@pytest.fixture
def silent() -> Iterator[str]:
    """A server that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"


def test_an_open_request_ends_in_a_timeout_that_names_it(page: Driver, silent: str) -> None:
    page.open_html("<title>t</title>", base_url=BASE_URL)
    page.evaluate(f"void fetch({silent!r}, {{mode: 'no-cors'}}).catch(() => 0)")
    settled = page.settle(timeout_s=0.5)
    assert settled.reason == "timeout"
    assert settled.idle.pending_requests == 1
    assert any("request" in reason for reason in settled.idle.reasons)
    assert page.evaluate("document.title") == "t"


# Failures --------------------------------------------------------------------------------------------------


def test_an_unreachable_url_says_why(page: Driver) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    page.open_url(f"http://127.0.0.1:{port}/x")
    (failed,) = page.failed_requests
    assert (failed.error, failed.url) == (HttpErrorKind.REFUSED, f"http://127.0.0.1:{port}/x")
    page.open_html("<title>after</title>", base_url=BASE_URL)
    assert page.page().title == "after"


def test_an_engine_without_a_network_is_offline(image: Image) -> None:
    with Instance(image) as instance:
        instance.boot()
        driver = Driver(instance)
        driver.open_html("<title>t</title>", base_url=BASE_URL)
        assert driver.evaluate("fetch('/x').catch(error => error.name)") == "TypeError"
        assert [failed.error for failed in driver.failed_requests] == [HttpErrorKind.POLICY]


def test_a_thrown_error_has_its_place(page: Driver) -> None:
    page.open_html("<title>t</title>", base_url=BASE_URL)
    with pytest.raises(ScriptError, match="broken") as raised:
        page.evaluate("1 +\n1;\nthrow new RangeError('broken')")
    assert raised.value.exception.line == 3
    assert "RangeError" in raised.value.exception.message
    assert page.evaluate("6 * 7") == 42


def test_a_promise_that_never_settles_ends_at_the_deadline(page: Driver) -> None:
    page.open_html("<title>t</title>", base_url=BASE_URL)
    start = time.monotonic()
    with pytest.raises(OperationTimedOut, match="Evaluate: no answer within"):
        page.evaluate("new Promise(() => setInterval(() => 0, 50))", timeout_s=0.3)
    assert time.monotonic() - start < 15
    assert page.evaluate("6 * 7") == 42


def test_an_endless_script_is_stopped_and_the_page_goes_on(page: Driver) -> None:
    page.open_html("<title>t</title>", base_url=BASE_URL)
    with pytest.raises(ScriptStopped):
        page.evaluate("for (;;);", timeout_s=0.3)
    assert page.evaluate("document.title") == "t"
    assert page.instance.interrupter.stops >= 1


def test_a_synchronous_request_ends_at_the_deadline(page: Driver, silent: str) -> None:
    """The engine waits in the host then, where no interrupt reaches it."""
    page.open_html("<title>t</title>", base_url=silent)
    start = time.monotonic()
    with pytest.raises((ScriptError, ScriptStopped, OperationTimedOut)):
        page.evaluate("const x = new XMLHttpRequest; x.open('GET', '/hang', false); x.send()", timeout_s=0.5)
    assert time.monotonic() - start < 15
    assert page.evaluate("document.title") == "t"


def test_a_synchronous_request_is_answered_inside_the_script(page: Driver, site: Site) -> None:
    site.serve("/", "<title>t</title>")
    site.serve("/data", "x" * 300_000, content_type="text/plain")
    page.open_url(site.url("/"))
    script = "const x = new XMLHttpRequest; x.open('GET', '/data', false); x.send(); x.responseText.length"
    assert page.evaluate(script) == 300_000


def test_two_engines_run_on_two_threads(image: Image, page: Driver) -> None:
    """One spins to its deadline; the other answers all the while."""
    ended = threading.Event()
    outcome: list[str] = []

    def spin() -> None:
        with Instance(image) as instance:
            instance.boot()
            try:
                Driver(instance).evaluate("for (;;);", timeout_s=1.5)
            except ScriptStopped:
                outcome.append("stopped")
        ended.set()

    thread = threading.Thread(target=spin)
    thread.start()
    answers = 0
    while not ended.is_set():
        assert page.evaluate("1 + 1") == 2
        answers += 1
    thread.join()
    assert outcome == ["stopped"]
    assert answers > 3


# Reproducible runs -----------------------------------------------------------------------------------------

LOOK = "[Date.now(), performance.now(), Math.random(), crypto.randomUUID(), new Date().getTimezoneOffset()]"


def look(image: Image, seed: int) -> list[object]:
    with Instance(image, clock=ReplayClock(), random=seeded_random(seed)) as instance:
        instance.boot()
        driver = Driver(instance)
        driver.open_html("<p>x", base_url="https://page.test/")
        seen = driver.evaluate(LOOK)
        assert isinstance(seen, list)
        return seen


def test_time_and_randomness_come_from_the_host_alone(image: Image) -> None:
    """A run is repeatable exactly, or a failure in the field could never be replayed."""
    first = look(image, 1)
    assert look(image, 1) == first
    other = look(image, 2)
    assert other[2] != first[2]
    assert other[3] != first[3]


def test_the_wall_clock_is_the_hosts(page: Driver) -> None:
    now = page.evaluate("Date.now()")
    assert abs(now / 1_000 - time.time()) < 60


def test_the_monotonic_clock_starts_at_the_images(image: Image) -> None:
    """A new page is not older than its session."""
    with Instance(image, clock=ReplayClock(tick_ns=0)) as instance:
        assert instance.clock_ns == image.clock_ns
        assert re.fullmatch(r"[0-9a-f]{64}", image.digest)
