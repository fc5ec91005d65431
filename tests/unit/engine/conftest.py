"""These tests need no engine: small modules of ours stand for it where one has to run."""

import pytest

from tests.support.engine_thread import run_item


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    return run_item(item, nextitem)
