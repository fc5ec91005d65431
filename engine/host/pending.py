"""What a driver keeps between two looks at its engine: answers, open requests, what the pages did."""

from collections import deque
from collections.abc import Sequence
from typing import Final

from engine.host.events import (
    Crashed,
    Dialog,
    Effect,
    HttpErrorKind,
    HttpStart,
    LoadChanged,
    OperationDone,
    Outcome,
)
from engine.host.replies import LoadState

_KEPT: Final = 1_000


class FailedRequest:
    """A request without an answer, for people."""

    __slots__ = ("error", "message", "url")

    def __init__(self, url: str, error: HttpErrorKind, message: str) -> None:
        self.url, self.error, self.message = url, error, message

    def __repr__(self) -> str:
        return f"FailedRequest({self.url!r}, {self.error.value}, {self.message!r})"


class Pending:
    """Answers are kept only for operations that somebody waits for; the rest of what happened is bounded."""

    def __init__(self) -> None:
        self.requests: dict[int, str] = {}
        self.failed: deque[FailedRequest] = deque(maxlen=_KEPT)
        self.dialogs: deque[Dialog] = deque(maxlen=_KEPT)
        self.crashes: deque[Crashed] = deque(maxlen=_KEPT)
        self.started_loads = 0
        self.completed_loads = 0
        self._awaited: set[int] = set()
        self._outcomes: dict[int, Outcome] = {}

    def expect(self, identifier: int) -> None:
        self._awaited.add(identifier)

    def outcome(self, identifier: int) -> Outcome | None:
        """Take the answer of an operation, None if there is none yet."""
        found = self._outcomes.pop(identifier, None)
        if found is not None:
            self._awaited.discard(identifier)
        return found

    def has_outcome(self, identifier: int) -> bool:
        return identifier in self._outcomes

    def abandon(self, identifier: int) -> None:
        self._awaited.discard(identifier)
        self._outcomes.pop(identifier, None)

    def note(self, effects: Sequence[Effect]) -> None:
        """Remember what effects say. Requests are the driver's to start and cancel."""
        for effect in effects:
            match effect:
                case OperationDone(id=identifier, outcome=outcome):
                    if identifier in self._awaited:
                        self._outcomes[identifier] = outcome
                case LoadChanged(load=LoadState.STARTED):
                    self.started_loads += 1
                case LoadChanged(load=LoadState.COMPLETE):
                    self.completed_loads += 1
                case HttpStart(id=identifier, url=url):
                    self.requests[identifier] = url
                case Dialog():
                    self.dialogs.append(effect)
                case Crashed():
                    self.crashes.append(effect)
                case _:
                    pass

    def stats(self) -> dict[str, int]:
        return {
            "requests": len(self.requests),
            "awaited": len(self._awaited),
            "outcomes": len(self._outcomes),
        }
