"""Fresh, pre-initialised, restored and forked engines are one engine: for the same operations, clock and
random bytes they give the same answers and the same pixels.
"""

import copy
import hashlib
import json
import random
from typing import Any

import pytest

from engine.builder import compile as compiling
from engine.builder import paths, preinit
from engine.host import ops, snapshot
from engine.host.clock import ReplayClock, seeded_random
from engine.host.driver import Driver, OperationFailed
from engine.host.events import HttpErrorKind
from engine.host.instance import Instance
from engine.host.module import Image
from engine.host.snapshot import Snapshot, changed_pages, fork, restore

BASE_URL = "https://page.test/"
PAGE = """<!doctype html><title>app</title>
<style>body { font: 16px sans-serif } li { transition: color 1s }
.hot { color: red; transform: rotate(3deg) }</style>
<h1>List</h1><input id=what><button id=add>add</button><ul></ul><canvas width=60 height=40></canvas>
<script>
let count = 0, log = [];
document.querySelector('#add').onclick = () => {
  const item = document.createElement('li');
  item.textContent = `${++count}: ${document.querySelector('#what').value} ${Math.random().toFixed(6)}`;
  item.className = count % 2 ? 'hot' : '';
  document.querySelector('ul').append(item);
  localStorage.setItem('count', count);
};
setInterval(() => log.push(Math.round(performance.now())), 70);
const pen = document.querySelector('canvas').getContext('2d');
pen.fillStyle = 'teal'; pen.fillRect(5, 5, 40, 20); pen.fillText('hi', 10, 35);
class Counter { #n = 0; next() { return ++this.#n } }
const counter = new Counter, weak = new WeakMap([[document.body, 'body']]);
function* numbers() { for (let i = 0; ; i++) yield i } const generator = numbers();
</script>"""
STATE = """({ items: [...document.querySelectorAll('li')].map(e => e.textContent), title: document.title,
    private: counter.next(), generated: generator.next().value, weak: weak.get(document.body),
    stored: localStorage.getItem('count'), value: document.querySelector('#what').value, logged: log.length,
    now: performance.now(), random: [Math.random(), Math.random()], uuid: crypto.randomUUID(),
    bytes: [...crypto.getRandomValues(new Uint8Array(8))], scroll: scrollY,
    focus: document.activeElement.id })"""


def begin(driver: Driver) -> None:
    driver.open_html(PAGE, base_url=BASE_URL)
    driver.click_on("#what")
    driver.type_text("first \u00fc")
    driver.click_on("#add")


def go_on(driver: Driver) -> list[Any]:
    """More operations, and all that can be seen of them."""
    seen: list[Any] = [driver.evaluate(STATE)]
    driver.click_on("#add")
    driver.evaluate("new Promise(r => setTimeout(r, 200))")
    driver.evaluate("void history.pushState(1, '', '/next')")
    seen += [driver.evaluate(STATE), driver.page(), picture(driver)]
    return seen


def picture(driver: Driver) -> tuple[int, int, str]:
    shot = driver.screenshot()
    return shot.width, shot.height, hashlib.sha256(shot.image).hexdigest()


def begun(image: Image) -> tuple[Driver, ReplayClock, random.Random]:
    """An engine with a page, and the sources of its time and randomness."""
    clock, dice = ReplayClock(), random.Random(5)
    instance = Instance(image, clock=clock, random=dice.randbytes)
    instance.boot()
    driver = Driver(instance)
    begin(driver)
    return driver, clock, dice


def memory(driver: Driver) -> bytes:
    return driver.instance.memory.read(0, driver.instance.memory.size)


def test_a_restored_engine_goes_on_exactly_as_the_original(image: Image) -> None:
    """The same answers, the same pixels, and in the end the same memory, byte for byte."""
    original, clock, dice = begun(image)
    saved = Snapshot.decode(original.snapshot().encode())
    again = clock.copy()
    restored = Driver(restore(image, saved, clock=again, random=copy.copy(dice).randbytes))
    # Setting up has looked at the one clock more often than at the other.
    again.now_ns = clock.now_ns
    original.instance.clock_ns = restored.instance.clock_ns = saved.clock_ns
    assert go_on(restored) == go_on(original)
    assert memory(restored) == memory(original)


def test_what_is_saved_is_all_that_changed(image: Image) -> None:
    driver, _, _ = begun(image)
    saved = driver.snapshot()
    again = restore(image, saved)
    assert again.memory.read(0, again.memory.size) == memory(driver)
    assert changed_pages(again).tobytes() == saved.pages
    assert len(saved.data) < driver.instance.memory.size / 2


def test_the_quick_way_to_find_changed_pages_misses_none(
    image: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, _, _ = begun(image)
    quick = changed_pages(driver.instance).tolist()
    monkeypatch.setattr(snapshot, "written_pages", lambda _address, _size: None)
    assert changed_pages(driver.instance).tolist() == quick


def test_a_new_instance_of_the_image_is_the_engine_that_was_frozen(
    image: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Freezing into data segments must lose nothing, and the start must be repeatable: start the module again
    as the builder does, and compare its memory with that of a new instance.
    """
    compiled = compiling.output(paths.cache())
    if not compiled.is_file():
        pytest.skip("the module that is not started yet is there only after a build from source")
    memories: list[bytes] = []
    freeze = preinit.freeze.frozen

    def recorded(module: bytes, memory: bytes) -> bytes:
        memories.append(memory)
        return freeze(module, memory)

    monkeypatch.setattr(preinit.freeze, "frozen", recorded)
    ready = preinit.preinitialised(compiled.read_bytes())
    assert ready.clock_ns == image.clock_ns
    with Instance(image) as new:
        # Below the stack pointer lies what calls have left behind.
        rest = new.stack_pointer
        assert new.memory.read(rest, new.memory.size - rest) == memories[0][rest:]


def test_the_same_operations_on_two_new_instances_are_the_same(image: Image) -> None:
    one, other = begun(image)[0], begun(image)[0]
    assert go_on(one) == go_on(other)
    assert memory(one) == memory(other)


def test_a_fork_shows_the_same_page_and_draws_other_numbers(image: Image) -> None:
    original, clock, _ = begun(image)
    saved = original.snapshot()
    forked = Driver(fork(image, saved, clock=clock.copy(), random=seeded_random(77)))
    assert picture(forked) == picture(original)
    assert forked.page() == original.page()
    ours, theirs = original.evaluate(STATE), forked.evaluate(STATE)
    for key in ("random", "uuid", "bytes"):
        assert ours[key] != theirs[key], key
    for key in ("items", "title", "private", "generated", "weak", "stored", "value", "scroll", "focus"):
        assert ours[key] == theirs[key], key


DRAW = """[Array.from({ length: 20 }, Math.random), [...crypto.getRandomValues(new Uint32Array(8))],
    Array.from({ length: 4 }, () => crypto.randomUUID())]"""


def draws(driver: Driver) -> set[str]:
    """Random values, each as text, from the page that is up and from one that is opened then."""
    found = set()
    for _ in range(2):
        for group in driver.evaluate(DRAW):
            found |= {json.dumps(value) for value in group}
        driver.open_html("<p>next", base_url=BASE_URL)
    return found


def test_sessions_share_no_random_numbers(image: Image) -> None:
    """All begin as copies of one memory: without a reseed each would predict the others' tokens."""
    drawn = []
    parent, _, _ = begun(image)
    saved = parent.snapshot()
    engines = [parent.instance, fork(image, saved), fork(image, saved)]
    for _ in range(2):
        instance = Instance(image)
        instance.boot()
        engines.append(instance)
    for instance in engines:
        driver = Driver(instance)
        if driver.page().url == "about:blank":
            driver.open_html("<p>x", base_url=BASE_URL)
        drawn.append(draws(driver))
    assert all(len(values) >= 60 for values in drawn)
    assert sum(map(len, drawn)) == len(set().union(*drawn))


def test_the_hash_seeds_of_sessions_differ(image: Image) -> None:
    """Keys that collide in one session must not collide in all."""
    with Instance(image, random=seeded_random(1)) as one, Instance(image, random=seeded_random(2)) as other:
        one.boot()
        other.boot()
        assert one.memory.read(0, one.memory.size) != other.memory.read(0, other.memory.size)


def test_a_reseed_takes_exactly_its_entropy(image: Image) -> None:
    with Instance(image) as instance:
        with pytest.raises(OperationFailed, match="entropy"):
            instance.call(ops.Reseed(entropy=b"short"))
        instance.reseed()


def test_timers_go_on_after_a_restore(image: Image) -> None:
    original, _, _ = begun(image)
    original.evaluate("void setTimeout(() => document.title = 'rang', 60000)")
    saved = original.snapshot()
    clock = ReplayClock()
    restored = Driver(restore(image, saved, clock=clock))
    assert restored.page().title == "app"
    clock.sleep(60_500_000_000)
    restored.settle()
    assert restored.page().title == "rang"


def test_the_monotonic_clock_never_goes_back(image: Image) -> None:
    """On another machine the host's own clock may stand anywhere."""
    original, _, _ = begun(image)
    before = original.evaluate("performance.now()")
    for host_ns in (0, 10**18):
        clock = ReplayClock()
        clock.sleep(host_ns)
        with restore(image, original.snapshot(), clock=clock) as instance:
            after = Driver(instance).evaluate("performance.now()")
            assert before <= after < before + 60_000


def test_requests_that_were_open_fail_after_a_restore(image: Image) -> None:
    """The connection is gone; a page that waited for ever would never recover."""
    original = begun(image)[0]
    original._fetcher = Unanswered()  # type: ignore[assignment]
    original.evaluate("void fetch('/slow').then(() => 'answer', error => error.name).then(x => outcome = x)")
    saved = original.snapshot()
    assert len(saved.open_requests) == 1
    restored = Driver(restore(image, saved), lost_requests=saved.open_requests)
    restored.settle()
    assert restored.evaluate("outcome") == "TypeError"
    assert restored.failed_requests[0].error is HttpErrorKind.RESET


class Unanswered:
    """A network in which every request hangs."""

    def start(self, _request: object) -> None:
        pass

    def cancel(self, _identifier: int) -> None:
        pass

    def take(self, _timeout_s: float = 0) -> list[object]:
        return []
