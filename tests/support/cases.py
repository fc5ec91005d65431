"""Small pages with one script and its right answer, for features that show themselves to script alone."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from engine.host.driver import Driver, ScriptError
from tests.engine.servo_differences import expect

BASE_URL = "http://page.test/"
BLANK = "<!doctype html><html><head><title>case</title></head><body></body></html>"


@dataclass(frozen=True)
class Case:
    """`script` is the body of an async function; its return value must be `right`."""

    name: str
    script: str
    right: Any
    html: str = BLANK

    def __str__(self) -> str:
        return self.name


def each(*cases: Case) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Parametrise a test over cases; their names must differ, since differences are listed by name."""
    names = [case.name for case in cases]
    assert len(set(names)) == len(names), "two cases have the same name"
    return pytest.mark.parametrize("case", cases, ids=str)


def run(page: Driver, script: str) -> Any:
    """Run an async function body in the page; an exception becomes the text `throws <message>`."""
    try:
        return page.evaluate(f"(async () => {{ {script}\n }})()")
    except ScriptError as error:
        return f"throws {error.exception.message}"


def until(page: Driver, expression: str, timeout_s: float = 5) -> None:
    """Wait until a page's expression is true; OperationTimedOut if it stays false."""
    script = f"new Promise(r => {{ const f = () => ({expression}) ? r(1) : setTimeout(f, 10); f() }})"
    page.evaluate(script, timeout_s=timeout_s)


def check(page: Driver, case: Case) -> None:
    """Open the case's page, run its script, and compare."""
    page.open_html(case.html, base_url=BASE_URL)
    expect(case.name, run(page, case.script), case.right)
