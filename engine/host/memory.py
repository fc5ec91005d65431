"""Bounds-checked access to an instance's linear memory."""

import ctypes
from collections.abc import Callable
from struct import Struct
from typing import Final

from engine.host.errors import EngineProtocolError

_U32 = Struct("<I")
_U64 = Struct("<Q")


class GuestMemory:
    """Linear memory at a fixed address. It only grows, so a size that was once read stays safe.

    The address is fixed because the module is compiled with memories that may not move (`module.py`).
    """

    def __init__(self, base: int, measure: Callable[[], int]) -> None:
        self.base = base
        self.measure = measure
        self._size = 0
        self._view: ctypes.Array[ctypes.c_char] = (ctypes.c_char * 0)()
        self._refresh()

    @property
    def size(self) -> int:
        """Bytes now."""
        self._refresh()
        return self._size

    def read(self, pointer: int, length: int) -> bytes:
        """A copy. Raises EngineProtocolError outside the memory."""
        self.check(pointer, length)
        return ctypes.string_at(self.base + pointer, length)

    def write(self, pointer: int, data: bytes | memoryview) -> None:
        """Raises EngineProtocolError outside the memory."""
        self.check(pointer, len(data))
        ctypes.memmove(self.base + pointer, bytes(data), len(data))

    def read_u32(self, pointer: int) -> int:
        self.check(pointer, 4)
        value: int = _U32.unpack_from(self._view, pointer)[0]
        return value

    def read_u64(self, pointer: int) -> int:
        self.check(pointer, 8)
        value: int = _U64.unpack_from(self._view, pointer)[0]
        return value

    def write_u32(self, pointer: int, value: int) -> None:
        self.check(pointer, 4)
        _U32.pack_into(self._view, pointer, value)

    def write_u64(self, pointer: int, value: int) -> None:
        if pointer + 8 > self._size:
            self.check(pointer, 8)
        _U64.pack_into(self._view, pointer, value)

    def check(self, pointer: int, length: int) -> None:
        """Raises EngineProtocolError unless `length` bytes from `pointer` lie inside the memory."""
        if pointer < 0 or length < 0 or pointer + length > self._size:
            self._refresh()
            if pointer < 0 or length < 0 or pointer + length > self._size:
                raise EngineProtocolError(
                    f"{length} bytes at {pointer:#x} are outside the engine's memory of {self._size} bytes"
                )

    def _refresh(self) -> None:
        size = self.measure()
        if size != self._size:
            self._size = size
            self._view = (ctypes.c_char * size).from_address(self.base)


# Stands in before there is an instance: every access is out of bounds.
NO_MEMORY: Final = GuestMemory(0, lambda: 0)
