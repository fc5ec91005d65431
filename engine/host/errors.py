"""What can go wrong with an engine, as types."""

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.host.replies import Failure, Thrown


class EngineError(Exception):
    """Base of everything that this package raises on purpose."""


class ModuleRefused(EngineError):
    """The file is not an engine module of this ABI version; the message lists the differences."""


class StackTooSmall(EngineError):
    """The calling thread's native stack could overflow before wasmtime's own limit is met."""


class EngineBusy(EngineError):
    """An instance was entered while it runs: instances are not re-entrant."""


class EngineClosed(EngineError):
    """The instance was closed, or a trap ended it earlier."""


class EngineProtocolError(EngineError):
    """The engine broke the ABI: a pointer outside its memory, an oversized or malformed frame.

    The instance is dead afterwards.
    """


class FrameTooLarge(EngineError):
    """A message to the engine exceeds the frame limit; nothing was sent."""


class TrapCause(StrEnum):
    UNREACHABLE = "unreachable"
    STACK_OVERFLOW = "stack_overflow"
    OUT_OF_BOUNDS = "out_of_bounds"
    EXIT = "exit"
    HOST = "host"
    OTHER = "other"


class EngineTrapped(EngineError):
    """The engine aborted. The instance is dead; others are not affected.

    `log_tail` holds its last log lines, oldest first: a panic's message is among them.
    """

    def __init__(self, message: str, cause: TrapCause, log_tail: Sequence[str] = ()) -> None:
        self.cause = cause
        self.log_tail = tuple(log_tail)
        tail = "".join(f"\n  {line}" for line in self.log_tail[-12:])
        super().__init__(f"{message}{tail}")


class MemoryLimitReached(EngineTrapped):
    """The engine aborted because its memory limit left it no more memory."""


class OperationFailed(EngineError):
    """The engine answered an operation with a failure. The instance is usable."""

    def __init__(self, failure: "Failure") -> None:
        self.failure = failure
        self.code = failure.code
        super().__init__(f"{failure.code.value}: {failure.message}")


class ScriptStopped(OperationFailed):
    """The script ran past its deadline and was ended. The page is usable."""


class OperationTimedOut(EngineError):
    """An operation had no answer at its deadline. `reasons` says what the engine was waiting for."""

    def __init__(self, what: str, timeout_s: float, reasons: Sequence[str] = ()) -> None:
        self.reasons = tuple(reasons)
        because = f" ({'; '.join(reasons)})" if reasons else ""
        super().__init__(f"{what}: no answer within {timeout_s:g} s{because}")


class ScriptError(EngineError):
    """The script threw. `exception` has message, file, line, column and stack."""

    def __init__(self, exception: "Thrown") -> None:
        self.exception = exception
        place = f" ({exception.file}:{exception.line}:{exception.column})" if exception.file else ""
        super().__init__(f"{exception.message}{place}")


class SnapshotRefused(EngineError):
    """The snapshot is damaged, or is of another image."""
