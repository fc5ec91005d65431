"""The functions that an engine may call: `host.*` of the ABI and WASI."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import wasmtime

from engine.host import abi, frames
from engine.host.clock import Clock
from engine.host.errors import EngineProtocolError
from engine.host.events import Effect, Event
from engine.host.log import EngineLog, Level
from engine.host.native import Handler, Imports
from engine.host.wasi import Wasi, absent

# A log line is cut later; this bounds what is copied out for it.
_LOG_BYTES = 1 << 20


class Blocker(Protocol):
    """Whoever serves an engine that waits inside a script, as for a synchronous request."""

    def block(self, effects: Sequence[Effect], timeout_ns: int | None) -> Sequence[Event] | None:
        """Act on `effects`, then wait for events, at most so long.

        Empty after the time, None if none can come.
        """


class Host(Wasi):
    """What one instance's imports act on."""

    def __init__(
        self,
        clock: Clock,
        random: Callable[[int], bytes],
        log: EngineLog,
        fonts: Mapping[int, memoryview | bytes],
        start_ns: int,
    ) -> None:
        super().__init__(clock, random, lambda line: log.write(Level.INFO, line), start_ns)
        self.engine_log = log
        self.fonts = fonts
        self.blocker: Blocker | None = None
        self.failure: BaseException | None = None
        self._ready: bytes | None = None

    def log(self, level: int, pointer: int, length: int) -> None:
        text = self.memory.read(pointer, min(length, _LOG_BYTES)).decode("utf-8", "replace")
        self.engine_log.write(Level(min(max(level, Level.ERROR), Level.TRACE)), text)

    def block(self, pointer: int, length: int, timeout_ns: int) -> int:
        """The size of the events that are ready, 0 for none, -1 if none can come."""
        effects: list[Effect] = []
        if length:
            if length > abi.FRAME_BYTES:
                raise EngineProtocolError(f"effects: {length} bytes, limit {abi.FRAME_BYTES}")
            effects = frames.decode_effects(self.memory.read(pointer, length))
        if self.blocker is None:
            return -1
        events = self.blocker.block(effects, None if timeout_ns < 0 else timeout_ns)
        if not events:
            return -1 if events is None else 0
        self._ready = frames.encode_events(events)
        return len(self._ready)

    def take_events(self, pointer: int) -> None:
        if self._ready is None:
            raise EngineProtocolError("host.take_events without events announced by host.block")
        ready, self._ready = self._ready, None
        self.memory.write(pointer, ready)

    def font(self, number: int, pointer: int, length: int) -> int:
        """A font's size, or its bytes. -1 for one that is not known."""
        data = self.fonts.get(number)
        if data is None:
            return -1
        if length:
            if length != len(data):
                raise EngineProtocolError(f"host.font {number}: buffer of {length} bytes for {len(data)}")
            self.memory.write(pointer, data)
        return len(data)


def define(linker: wasmtime.Linker, module: wasmtime.Module) -> Imports:
    """Define what `module` imports. Keep the result as long as instances of the linker live."""
    imports = Imports(linker)
    for needed in module.imports:
        name = needed.name or ""
        signature = abi.import_signature(needed.module, name)
        assert signature is not None, "abi.check has refused modules with unknown imports"
        imports.define(needed.module, name, signature, _handler(name))
    return imports


def _handler(name: str) -> Handler:
    handler: Handler | None = getattr(Host, name, None)
    if handler is not None:
        return handler
    errno = absent(name)
    return lambda _host, *_arguments: errno
