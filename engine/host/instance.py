"""One engine: calls, pumping, effects, events. Every byte that comes out of it is checked."""

import contextlib
import ctypes
import os
from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from typing import Final, Self

import wasmtime

from engine.host import abi, frames, ops, replies, stack
from engine.host.clock import Clock, SystemClock
from engine.host.errors import (
    EngineBusy,
    EngineClosed,
    EngineError,
    EngineProtocolError,
    EngineTrapped,
    MemoryLimitReached,
    ModuleRefused,
    OperationFailed,
    ScriptStopped,
    TrapCause,
)
from engine.host.events import Effect, Event
from engine.host.imports import Blocker, Host
from engine.host.interrupt import Interrupter
from engine.host.log import EngineLog, Sink
from engine.host.memory import GuestMemory
from engine.host.module import Image
from engine.host.native import Entered, Export
from engine.host.wasi import GuestExit

MEMORY_BYTES: Final = 1 << 30
_WASM_PAGE: Final = 65_536
# An allocation failed within this distance of the limit: the abort that follows is the limit's doing.
_NEAR_LIMIT_BYTES: Final = 16 << 20
_CONTROL_BYTES: Final = 12

_CAUSES: Final = {
    wasmtime.TrapCode.UNREACHABLE: TrapCause.UNREACHABLE,
    wasmtime.TrapCode.STACK_OVERFLOW: TrapCause.STACK_OVERFLOW,
    wasmtime.TrapCode.MEMORY_OUT_OF_BOUNDS: TrapCause.OUT_OF_BOUNDS,
}


class Pumped(IntEnum):
    """What is left to do after a pump."""

    NOTHING = 0
    MORE = 1
    """The budget ended first."""
    WAITING = 2
    """Only timers are left, or open requests."""


class Instance:
    """An engine instance. Not re-entrant, and used by one thread at a time; that thread needs a large stack.

    A trap or a breach of the protocol ends it: later calls raise EngineClosed. `close` frees its memory at
    once.
    """

    def __init__(
        self,
        image: Image,
        *,
        clock: Clock | None = None,
        random: Callable[[int], bytes] = os.urandom,
        memory_bytes: int = MEMORY_BYTES,
        log: Sink | None = None,
    ) -> None:
        """Instantiate `image`; nothing of the engine runs yet (see `boot`).

        `random` gives so many random bytes; `memory_bytes` limits the linear memory. Raises
        MemoryLimitReached if the image does not fit, StackTooSmall, ModuleRefused for another ABI version.
        """
        stack.require()
        self.image = image
        self.memory_limit_bytes = memory_bytes
        self._random = random
        self._log = EngineLog(log)
        self._host = Host(clock or SystemClock(), random, self._log, image.fonts, image.clock_ns)
        self._dead: str | None = None
        self._inside = False
        self._store = wasmtime.Store(image.engine)
        self._store.set_limits(memory_size=memory_bytes, instances=1, memories=1)
        try:
            with Entered(self._host):
                self._exports = image.instantiate(self._store).exports(self._store)
        except wasmtime.WasmtimeError as error:
            self._store.close()
            raise MemoryLimitReached(
                f"no instance within {memory_bytes} bytes: {error}", TrapCause.OTHER
            ) from error
        store, memory = self._store, self._exports["memory"]
        assert isinstance(memory, wasmtime.Memory), "abi.check"
        self._wasm_memory = memory
        base = ctypes.addressof(memory.data_ptr(store).contents)
        self.memory = GuestMemory(base, lambda: memory.data_len(store))
        self._host.memory = self.memory
        self._functions: dict[str, Export] = {}
        # A module that is not started yet may fill in the words later; the offset is fixed all the same.
        self.interrupter = self._attach_interrupter()

    # Lifetime -----------------------------------------------------------------------------------------------

    def boot(self, start: ops.Start | None = None) -> None:
        """Make a new instance ready: reseed a pre-initialised one, initialise and start any other.

        `start` is for the latter, by default 1280 x 720 CSS pixels.
        """
        if self.image.preinitialised:
            self.reseed()
            return
        self.initialise()
        self.call(start or ops.Start(viewport=ops.ViewportSize(1_280, 720)))

    def initialise(self) -> None:
        """Run the reactor's constructors: once, before anything else, never in a pre-initialised instance."""
        self._run("_initialize")

    def reseed(self) -> None:
        """Mix fresh entropy into every random generator."""
        self.call(ops.Reseed(entropy=self._random(32)))

    def close(self) -> None:
        """Free the memory. Must not be called while the engine runs."""
        if self._inside:
            raise EngineBusy("close while the engine runs")
        self._dead = self._dead or "closed"
        if hasattr(self, "interrupter"):
            self.interrupter.detach()
        if hasattr(self, "_functions"):
            self._functions.clear()
        if hasattr(self, "_store"):
            self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        with contextlib.suppress(Exception):
            self.close()

    @property
    def alive(self) -> bool:
        return self._dead is None

    @property
    def clock(self) -> Clock:
        return self._host.clock

    def log_tail(self) -> list[str]:
        """The last log lines, oldest first."""
        return self._log.tail()

    # Calls --------------------------------------------------------------------------------------------------

    def call(self, op: ops.Op, blocker: Blocker | None = None) -> replies.AnyBody | replies.Pending:
        """One operation. Raises OperationFailed, FrameTooLarge, EngineTrapped, EngineProtocolError."""
        frame = self.call_frame(frames.encode_op(op), blocker)
        with self._checked():
            reply = frames.decode_reply(frame)
        match reply:
            case replies.Ok(body=body):
                return body
            case replies.Pending():
                return reply
            case replies.Error(failure=failure):
                raise failed(failure)

    def call_frame(self, frame: bytes, blocker: Blocker | None = None) -> bytes:
        """One request frame, one reply frame, neither of them looked into."""
        frames.check_size(len(frame))
        pointer = self._give(frame)
        return self._take(self._run("engine_call", pointer, len(frame), blocker=blocker), "reply")

    def pump(self, budget_ns: int, blocker: Blocker | None = None) -> Pumped:
        """Do the work that is ready, for at most about so long."""
        state = self._run("engine_pump", budget_ns, blocker=blocker)
        try:
            return Pumped(state)
        except ValueError:
            raise self._broken(EngineProtocolError(f"engine_pump answered {state}")) from None

    def wake_ns(self) -> int | None:
        """Time until the next timer, None for none."""
        wake = self._run("engine_wake")
        return None if wake < 0 else wake

    def effects(self) -> list[Effect]:
        """Take what the engine wants the host to do."""
        packed = self._run("engine_effects")
        if packed == 0:
            return []
        frame = self._take(packed, "effects")
        with self._checked():
            return frames.decode_effects(frame)

    def deliver(self, events: Sequence[Event], blocker: Blocker | None = None) -> None:
        """Tell the engine what happened. Raises OperationFailed if it refuses the events."""
        self.deliver_frame(frames.encode_events(events), blocker)

    def deliver_frame(self, frame: bytes, blocker: Blocker | None = None) -> None:
        """The same for an encoded array of events."""
        frames.check_size(len(frame))
        pointer = self._give(frame)
        packed = self._run("engine_event", pointer, len(frame), blocker=blocker)
        if packed == 0:
            return
        data = self._take(packed, "reply")
        with self._checked():
            reply = frames.decode_reply(data)
        if isinstance(reply, replies.Error):
            raise failed(reply.failure)

    # State at rest, for snapshots ---------------------------------------------------------------------------

    @property
    def clock_ns(self) -> int:
        """The engine's monotonic clock."""
        return self._host.clock_ns

    @clock_ns.setter
    def clock_ns(self, value: int) -> None:
        self._host.set_clock_ns(value)

    @property
    def stack_pointer(self) -> int:
        value = self._stack_global().value(self._store)
        assert isinstance(value, int)
        return value & 0xFFFF_FFFF

    @stack_pointer.setter
    def stack_pointer(self, value: int) -> None:
        signed = value - (1 << 32) if value >= 1 << 31 else value
        self._stack_global().set_value(self._store, wasmtime.Val.i32(signed))

    def grow_memory(self, size: int) -> None:
        """Let the memory have at least `size` bytes. Raises MemoryLimitReached."""
        self.require_rest()
        missing = size - self.memory.size
        if missing <= 0:
            return
        try:
            self._wasm_memory.grow(self._store, -(-missing // _WASM_PAGE))
        except wasmtime.WasmtimeError as error:
            raise MemoryLimitReached(
                f"{size} bytes of memory exceed the limit of {self.memory_limit_bytes}", TrapCause.OTHER
            ) from error

    def require_rest(self) -> None:
        """Raises EngineBusy while the engine runs, EngineClosed when it is gone."""
        if self._dead is not None:
            raise EngineClosed(f"the engine is gone: {self._dead}")
        if self._inside:
            raise EngineBusy("the engine runs: instances are not re-entrant")

    # Inside -------------------------------------------------------------------------------------------------

    def _stack_global(self) -> wasmtime.Global:
        self.require_rest()
        found = self._exports["__stack_pointer"]
        assert isinstance(found, wasmtime.Global), "abi.check"
        return found

    def _attach_interrupter(self) -> Interrupter:
        version = self._run("engine_abi")
        if version != abi.ABI_VERSION:
            self.close()
            raise ModuleRefused(f"the module has ABI version {version}, this host {abi.ABI_VERSION}")
        control = self._run("engine_control") & 0xFFFF_FFFF
        with self._checked():
            self.memory.check(control, _CONTROL_BYTES)
        return Interrupter(self.memory.base, control, self.memory.measure)

    def _give(self, frame: bytes) -> int:
        pointer = self._run("engine_alloc", len(frame)) & 0xFFFF_FFFF
        with self._checked():
            self.memory.write(pointer, frame)
        return pointer

    def _take(self, packed: int, what: str) -> bytes:
        """Copy a buffer of the engine and free it there."""
        packed &= 0xFFFF_FFFF_FFFF_FFFF
        pointer, length = packed >> 32, packed & 0xFFFF_FFFF
        with self._checked():
            if length > abi.FRAME_BYTES:
                raise EngineProtocolError(f"{what}: {length} bytes, limit {abi.FRAME_BYTES}")
            frame = self.memory.read(pointer, length)
        self._run("engine_free", pointer, length)
        return frame

    def _run(self, name: str, *arguments: int, blocker: Blocker | None = None) -> int:
        self.require_rest()
        stack.require()
        function = self._functions.get(name)
        if function is None:
            found = self._exports[name]
            assert isinstance(found, wasmtime.Func), "abi.check"
            function = self._functions[name] = Export(self._store, found, abi.FUNCTION_EXPORTS[name])
        host = self._host
        self._inside, host.blocker, host.failure = True, blocker, None
        try:
            with Entered(host):
                return function(*arguments)
        except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
            self._host.flush()
            raise self._broken(self._explain(name, error)) from host.failure
        finally:
            self._inside, host.blocker = False, None

    def _explain(self, name: str, error: wasmtime.Trap | wasmtime.WasmtimeError) -> EngineError:
        failure, tail = self._host.failure, self._log.tail()
        if isinstance(failure, EngineProtocolError):
            return failure
        if isinstance(failure, GuestExit):
            return EngineTrapped(f"{name}: {failure}", TrapCause.EXIT, tail)
        if failure is not None:
            return EngineTrapped(f"{name}: host function failed: {failure!r}", TrapCause.HOST, tail)
        code = error.trap_code if isinstance(error, wasmtime.Trap) else None
        cause = _CAUSES.get(code, TrapCause.OTHER) if code else TrapCause.OTHER
        message = f"{name}: {str(error).splitlines()[0]} [{cause}]"
        size = self.memory.size
        if cause is TrapCause.UNREACHABLE and (
            size + _NEAR_LIMIT_BYTES > self.memory_limit_bytes
            or any("memory allocation of" in line or "out of memory" in line.lower() for line in tail[-8:])
        ):
            limit = self.memory_limit_bytes
            return MemoryLimitReached(f"{message}: {size} of {limit} bytes of memory are in use", cause, tail)
        return EngineTrapped(message, cause, tail)

    def _broken(self, error: EngineError) -> EngineError:
        self._dead = str(error).splitlines()[0]
        return error

    @contextlib.contextmanager
    def _checked(self) -> Iterator[None]:
        """A breach of the protocol ends the instance."""
        try:
            yield
        except EngineProtocolError as error:
            self._broken(error)
            raise


def failed(failure: replies.Failure) -> OperationFailed:
    """The exception for a failure."""
    if failure.code is replies.FailureCode.STOPPED:
        return ScriptStopped(failure)
    return OperationFailed(failure)
