"""Real engines for real pages: the module of this tree, a fresh instance for each test, a local server."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from engine.builder import artifact, fonts, paths
from engine.host import module, stack
from engine.host.driver import Driver
from engine.host.fetcher import Fetcher
from engine.host.fonts import FontFiles
from engine.host.instance import Instance
from engine.host.module import Image
from tests.engine import known_faults
from tests.support.engine_thread import run_item
from tests.support.site import Site


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    return run_item(item, nextitem)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        name = item.nodeid.removeprefix("tests/engine/")
        if name in known_faults.KNOWN:
            item.add_marker(pytest.mark.xfail(reason=known_faults.KNOWN[name], strict=True))
        if name in known_faults.UNSTEADY:
            item.add_marker(pytest.mark.xfail(reason=known_faults.UNSTEADY[name], strict=False))


@pytest.fixture(autouse=True)
def _large_stacks() -> Iterator[None]:
    """Threads that a test starts may enter engines."""
    before = threading.stack_size(stack.THREAD_STACK_BYTES)
    yield
    threading.stack_size(before)


@pytest.fixture(scope="session")
def image() -> Image:
    """The engine's module of this tree: a cached build, the artifact, or a build from source."""
    return module.load(artifact.ready_module(), fonts=shipped_fonts(), progress=_say)


def shipped_fonts() -> FontFiles:
    return FontFiles([file.path for file in fonts.faces(paths.user_cache())])


@contextmanager
def fresh_driver(image: Image) -> Iterator[Driver]:
    """A driver of a new instance, with a network."""
    with Instance(image) as instance, Fetcher() as fetcher:
        instance.boot()
        yield Driver(instance, fetcher)


@pytest.fixture
def page(image: Image) -> Iterator[Driver]:
    with fresh_driver(image) as driver:
        yield driver


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as site:
        yield site


def _say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)
