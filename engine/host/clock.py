"""Time and randomness as the engine sees them, supplied by whoever runs it."""

import random
import time
from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    """A source of time in nanoseconds. The monotonic one may start anywhere and never goes back."""

    def wall_ns(self) -> int:
        """Since the Unix epoch."""

    def monotonic_ns(self) -> int: ...

    def sleep(self, duration_ns: int) -> None:
        """Let so much time pass."""

    def waited(self, duration_ns: int) -> None:
        """The host has waited so long for something outside. A real clock has moved already."""


class SystemClock:
    # Read so often that a Python frame around them would be felt.
    wall_ns = staticmethod(time.time_ns)
    monotonic_ns = staticmethod(time.monotonic_ns)

    def sleep(self, duration_ns: int) -> None:
        time.sleep(max(0, duration_ns) / 1e9)

    def waited(self, duration_ns: int) -> None:
        pass


class ReplayClock:
    """Time that moves only when it is looked at or slept through, so that a run can be repeated exactly.

    Each reading moves it by `tick_ns`: at 0, a page that waits for time by reading it would never end.
    """

    def __init__(self, wall_ns: int = 1_600_000_000_000_000_000, tick_ns: int = 1_000) -> None:
        self._start_ns = wall_ns
        self._tick_ns = tick_ns
        self.now_ns = 0
        """Time since the start. May be set."""

    def wall_ns(self) -> int:
        return self._start_ns + self._read()

    def monotonic_ns(self) -> int:
        return self._read()

    def sleep(self, duration_ns: int) -> None:
        self.now_ns += max(0, duration_ns)

    def waited(self, duration_ns: int) -> None:
        self.now_ns += max(0, duration_ns)

    def copy(self) -> "ReplayClock":
        """A clock that goes on from the same moment."""
        copy = ReplayClock(self._start_ns, self._tick_ns)
        copy.now_ns = self.now_ns
        return copy

    def _read(self) -> int:
        self.now_ns += self._tick_ns
        return self.now_ns


def seeded_random(seed: int) -> Callable[[int], bytes]:
    """A repeatable random source, for tests and replays only: it can be predicted."""
    return random.Random(seed).randbytes
