"""Size, start and memory of the engine."""

import gc
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from engine.host import module
from engine.host.driver import Driver
from engine.host.instance import Instance
from engine.host.module import Image

_INSTANCES = 20
_PAGE = (
    "<!doctype html><style>li{color:#234}</style><ul></ul><script>for (let i = 0; i < 200; i++) { "
    "const item = document.createElement('li'); item.textContent = 'row ' + i; "
    "document.querySelector('ul').append(item) }</script>"
)


@dataclass(slots=True)
class Start:
    """What it takes to have an instance."""

    module_mb: float
    compile_s: float
    load_ms: float
    instantiate_ms: float
    first_evaluate_ms: float
    private_mb: float
    """What each further instance with a page of 200 elements, laid out and painted, adds to the process."""


def measure(path: Path) -> Start:
    """Measure with a code cache of its own, so that the module is really compiled."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        module.load(path, cache=Path(folder))
        compiled = time.perf_counter()
        image = module.load(path, cache=Path(folder))
        loaded = time.perf_counter()
        instantiate, evaluate = _instances(image)
        return Start(
            module_mb=path.stat().st_size / 1e6,
            compile_s=compiled - began,
            load_ms=(loaded - compiled) * 1e3,
            instantiate_ms=instantiate,
            first_evaluate_ms=evaluate,
            private_mb=_private(image),
        )


def _instances(image: Image) -> tuple[float, float]:
    """Median milliseconds of an instantiation and of the first evaluation in it."""
    creations, evaluations = [], []
    for _ in range(_INSTANCES):
        began = time.perf_counter()
        instance = Instance(image)
        created = time.perf_counter()
        with Driver(instance) as driver:
            driver.evaluate("1 + 1")
            evaluations.append(time.perf_counter() - created)
        creations.append(created - began)
    return statistics.median(creations) * 1e3, statistics.median(evaluations) * 1e3


def _private(image: Image) -> float:
    drivers = []
    for _ in range(2):  # what the first ones set up is shared
        drivers.append(_painted(image))
    before = _private_bytes()
    for _ in range(10):
        drivers.append(_painted(image))
    added = _private_bytes() - before
    for driver in drivers:
        driver.close()
    gc.collect()
    return added / 10 / 1e6


def _painted(image: Image) -> Driver:
    driver = Driver(Instance(image))
    driver.open_html(_PAGE)
    driver.screenshot()
    return driver


def _private_bytes() -> int:
    rollup = Path("/proc/self/smaps_rollup").read_text()
    sizes = {line.split(":")[0]: int(line.split()[1]) for line in rollup.splitlines()[1:]}
    return (sizes["Private_Clean"] + sizes["Private_Dirty"]) * 1024


def table(start: Start) -> str:
    """The measurements as a Markdown table."""
    rows = {
        "module": f"{start.module_mb:.1f} MB",
        "compile to machine code, once a machine": f"{start.compile_s:.1f} s",
        "load the machine code": f"{start.load_ms:.0f} ms",
        "new instance: a ready blank page": f"{start.instantiate_ms:.2f} ms",
        "first evaluate in it": f"{start.first_evaluate_ms:.1f} ms",
        "private memory of a further instance, 200 elements painted": f"{start.private_mb:.1f} MB",
    }
    return "\n".join(
        ["| what | measured |", "| --- | --- |", *(f"| {name} | {value} |" for name, value in rows.items())]
    )
