"""The table of differences itself: no line without a case, none without a reason."""

from pathlib import Path

from tests.engine.servo_differences import DIFFERENCES


def test_every_difference_belongs_to_a_case() -> None:
    """A case that was renamed or removed must not leave its excuse behind."""
    sources = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    for name in DIFFERENCES:
        # Names of parametrised cases carry a number.
        stem = name.rstrip("0123456789")
        assert f'"{name}"' in sources or f'f"{stem}{{' in sources, name


def test_every_difference_has_a_reason() -> None:
    assert [name for name, difference in DIFFERENCES.items() if len(difference.reason) < 10] == []
