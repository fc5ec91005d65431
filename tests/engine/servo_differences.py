"""What Servo 0.7 itself does differently from the standards, by the name of the case that shows it.

Each case keeps the right value where the feature is tested; this table says what is seen today and why.
A case that starts to work fails here, so that its line is taken out.
"""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Difference:
    """`present` is today's value; `reason` names what Servo lacks."""

    present: Any
    reason: str


DIFFERENCES: dict[str, Difference] = {}


def expect(name: str, value: Any, right: Any) -> None:
    """Compare with the right value, or with the present one where the table has a line for `name`."""
    known = DIFFERENCES.get(name)
    if known is None:
        assert value == right, f"{name}: {value!r}, not {right!r}"
        return
    assert value != right, f"{name} works now: take its line out of servo_differences.py"
    assert value == known.present, f"{name}: {value!r}, neither the present {known.present!r} nor right"
