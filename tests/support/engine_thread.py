"""Runs tests on a thread with a stack that is large enough for engines."""

import pytest
from _pytest.runner import runtestprotocol

from engine.host.stack import EngineThread

_threads: list[EngineThread] = []


def run_item(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """For `pytest_runtest_protocol`: fixtures, test and teardown all run there."""
    if not _threads:
        _threads.append(EngineThread("tests"))
    hook = item.ihook
    hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    _threads[0].run(runtestprotocol, item, nextitem=nextitem)
    hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
