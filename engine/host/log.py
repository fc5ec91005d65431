"""Where an engine's log lines go, and the last of them for error messages."""

from collections import deque
from collections.abc import Callable
from enum import IntEnum
from typing import Final

TAIL_LINES: Final = 60
LINE_CHARS: Final = 2_000


class Level(IntEnum):
    """As `host.log` numbers them."""

    ERROR = 1
    WARN = 2
    INFO = 3
    DEBUG = 4
    TRACE = 5


Sink = Callable[[Level, str], None]


class EngineLog:
    """Hands each line to `sink` and keeps the last ones. A line is cut at `LINE_CHARS`."""

    def __init__(self, sink: Sink | None = None) -> None:
        self._sink = sink
        self._tail: deque[str] = deque(maxlen=TAIL_LINES)

    def write(self, level: Level, text: str) -> None:
        if len(text) > LINE_CHARS:
            text = f"{text[:LINE_CHARS]} [{len(text) - LINE_CHARS} more characters]"
        self._tail.append(text)
        if self._sink is not None:
            self._sink(level, text)

    def tail(self) -> list[str]:
        return list(self._tail)
