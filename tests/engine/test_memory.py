"""Memory is bounded: by a limit, over many loads, and over many instances."""

import gc
import threading
from pathlib import Path

import pytest

from engine.host.driver import Driver, OperationTimedOut, ScriptError, ScriptStopped
from engine.host.errors import EngineTrapped, MemoryLimitReached
from engine.host.instance import Instance
from engine.host.module import Image
from engine.host.snapshot import capture, restore
from tests.support.site import Site

BASE_URL = "http://page.test/"
MEGABYTE = 1 << 20
# Session history and caches are kept, so a load may cost something; it must not cost what the page does.
BYTES_A_LOAD = MEGABYTE
LOADS = 100
INSTANCES = 1_000


def resident_bytes() -> int:
    """Memory of this process that nobody shares."""
    text = Path("/proc/self/smaps_rollup").read_text()
    fields = dict(line.split(":", 1) for line in text.splitlines()[1:])
    return sum(int(fields[name].split()[0]) for name in ("Private_Clean", "Private_Dirty")) * 1_024


def held() -> dict[str, int]:
    return {
        "descriptors": len(list(Path("/proc/self/fd").iterdir())),
        "threads": threading.active_count(),
        "mappings": Path("/proc/self/maps").read_text().count("\n"),
    }


def heavy(number: int) -> str:
    rows = "".join(f"<tr><td>{number}-{i}<td><a href=#{i}>link</a>" for i in range(400))
    return f"""<!doctype html><title>{number}</title><style>td {{ padding: 2px }}</style><table>{rows}</table>
        <canvas width=300 height=200></canvas><script>
        const kept = Array.from({{ length: 20000 }}, (_, i) => ({{ i, text: 'x' + i }}));
        document.querySelector('canvas').getContext('2d').fillRect(0, 0, 99, 99);
        setInterval(() => kept.push(kept.length), 50); addEventListener('click', () => kept);</script>"""


def test_100_loads_in_one_instance_stay_within_a_bound(page: Driver, site: Site) -> None:
    """A session lives for days; each page it leaves must be given back."""
    sizes = []
    for number in range(LOADS):
        if number % 2:
            site.serve("/page", heavy(number))
            page.open_url(site.url("/page"))
        else:
            page.open_html(heavy(number), base_url=BASE_URL)
        assert page.page(text_chars=0).title == str(number)
        if number % 10 == 0:
            page.screenshot()
            page.memory(compact=True)
        sizes.append(page.instance.memory.size)
    # The first loads fill caches and reach the heap's working size.
    growth = sizes[-1] - sizes[LOADS // 5]
    assert growth <= BYTES_A_LOAD * LOADS * 4 // 5, sizes[:: LOADS // 10]
    assert sizes[-1] < 512 * MEGABYTE


def test_1000_instances_leave_nothing_behind(image: Image) -> None:
    """A pod makes and drops thousands; half of these are closed, half only dropped."""

    def use(count: int) -> None:
        for number in range(count):
            instance = Instance(image)
            instance.boot()
            if number % 50 == 0:
                assert Driver(instance).evaluate("1 + 1") == 2
            if number % 2:
                instance.close()

    use(50)
    gc.collect()
    before, memory = held(), resident_bytes()
    use(INSTANCES)
    gc.collect()
    after = held()
    assert after["descriptors"] <= before["descriptors"]
    assert after["threads"] <= before["threads"]
    assert after["mappings"] <= before["mappings"] + 20
    assert resident_bytes() <= memory + 20 * MEGABYTE


def test_restoring_again_and_again_leaves_nothing_behind(image: Image) -> None:
    with Instance(image) as instance:
        instance.boot()
        driver = Driver(instance)
        driver.open_html(heavy(1), base_url=BASE_URL)
        saved = capture(instance)
    restore(image, saved).close()
    gc.collect()
    before, memory = held(), resident_bytes()
    for _ in range(100):
        restore(image, saved)
    gc.collect()
    assert held()["mappings"] <= before["mappings"] + 20
    assert resident_bytes() <= memory + 20 * MEGABYTE


def test_a_new_page_shares_the_image(image: Image) -> None:
    """What a session costs beyond what all of them share."""
    with Instance(image) as first:
        first.boot()
        gc.collect()
        before = resident_bytes()
        with Instance(image) as instance:
            instance.boot()
            assert resident_bytes() - before < 16 * MEGABYTE


EATERS = {
    "buffers": "const kept = []; for (;;) kept.push(new Uint8Array(1 << 20).fill(1))",
    "one buffer": "new Uint8Array(1.9e9).fill(1)",
    "strings": "const s = 'x'.repeat(1e6), kept = []; for (let i = 0;; i++) kept.push(s.toUpperCase() + i)",
    "objects": "const kept = []; for (;;) kept.push({ a: [1, 2, 3], b: kept.length })",
    "nodes": "for (;;) document.body.append(document.createElement('p'))",
    "text": "for (let t = 'x';; t += t) document.body.append(t)",
    "canvas": "const kept = []; for (;;) { const c = document.createElement('canvas'); kept.push(c); "
    "c.width = c.height = 2000; c.getContext('2d').fillRect(0, 0, 2000, 2000) }",
    "storage": "for (let i = 0;; i++) localStorage.setItem(i, 'x'.repeat(1e6))",
}


@pytest.mark.parametrize("name", EATERS)
def test_a_page_that_eats_memory_ends_at_the_limit(image: Image, page: Driver, name: str) -> None:
    """An error of the script, or the end of that instance and of no other."""
    limit = 320 * MEGABYTE
    page.open_html("<title>other</title>", base_url=BASE_URL)
    with Instance(image, memory_bytes=limit) as instance:
        instance.boot()
        driver = Driver(instance)
        driver.open_html("<title>t</title>", base_url=BASE_URL)
        with pytest.raises((ScriptError, ScriptStopped, EngineTrapped, OperationTimedOut)):
            driver.evaluate(EATERS[name], timeout_s=6)
        assert instance.memory.size <= limit if instance.alive else True
    assert page.evaluate("document.title") == "other"


def test_the_limit_is_named_in_the_error(image: Image) -> None:
    """Whoever reads it must learn that memory was short, not that a wasm instruction was reached."""
    with Instance(image, memory_bytes=200 * MEGABYTE) as instance:
        instance.boot()
        driver = Driver(instance)
        driver.open_html("<body></body>", base_url=BASE_URL)
        with pytest.raises(MemoryLimitReached, match="bytes of memory are in use"):
            driver.evaluate("for (let i = 0;; i++) document.body.append('x'.repeat(1e6) + i)", timeout_s=60)
        assert not instance.alive
