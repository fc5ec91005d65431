"""The part of WASI preview 1 that a program without files, arguments or sockets can use.

Clock and random bytes come from the caller's sources, standard output and error go to the log, nothing else
exists: every other function answers with the errno that a program without open files would get. So a run can
be replayed, and the module can reach nothing.
"""

from collections.abc import Callable
from struct import Struct
from typing import Final

from engine.host.clock import Clock
from engine.host.errors import EngineError
from engine.host.memory import NO_MEMORY

SUCCESS: Final = 0
EBADF: Final = 8
EINVAL: Final = 28
ENOSYS: Final = 52
ESPIPE: Final = 70

# Parameters of every function, `i` for i32 and `I` for i64; all but `proc_exit` return an errno.
SIGNATURES: Final = {
    "args_get": "ii",
    "args_sizes_get": "ii",
    "clock_res_get": "ii",
    "clock_time_get": "iIi",
    "environ_get": "ii",
    "environ_sizes_get": "ii",
    "fd_advise": "iIIi",
    "fd_allocate": "iII",
    "fd_close": "i",
    "fd_datasync": "i",
    "fd_fdstat_get": "ii",
    "fd_fdstat_set_flags": "ii",
    "fd_fdstat_set_rights": "iII",
    "fd_filestat_get": "ii",
    "fd_filestat_set_size": "iI",
    "fd_filestat_set_times": "iIIi",
    "fd_pread": "iiiIi",
    "fd_prestat_dir_name": "iii",
    "fd_prestat_get": "ii",
    "fd_pwrite": "iiiIi",
    "fd_read": "iiii",
    "fd_readdir": "iiiIi",
    "fd_renumber": "ii",
    "fd_seek": "iIii",
    "fd_sync": "i",
    "fd_tell": "ii",
    "fd_write": "iiii",
    "path_create_directory": "iii",
    "path_filestat_get": "iiiii",
    "path_filestat_set_times": "iiiiIIi",
    "path_link": "iiiiiii",
    "path_open": "iiiiiIIii",
    "path_readlink": "iiiiii",
    "path_remove_directory": "iii",
    "path_rename": "iiiiii",
    "path_symlink": "iiiii",
    "path_unlink_file": "iii",
    "poll_oneoff": "iiii",
    "proc_exit": "i",
    "proc_raise": "i",
    "random_get": "ii",
    "sched_yield": "",
    "sock_accept": "iii",
    "sock_recv": "iiiiii",
    "sock_send": "iiiii",
    "sock_shutdown": "ii",
}

_CLOCK_REALTIME: Final = 0
_CLOCKS: Final = 4  # realtime, monotonic, process and thread CPU time
_STANDARD_STREAMS: Final = (0, 1, 2)
_CHARACTER_DEVICE: Final = 2
_RIGHT_READ, _RIGHT_WRITE = 1 << 1, 1 << 6
_WRITE_BYTES: Final = 1 << 20
_VECTORS: Final = 1_024
_RANDOM_BYTES: Final = 1 << 20

_SUBSCRIPTION: Final = Struct("<QB7xI4xQQH6x")  # userdata, type, clock, timeout, precision, flags
_EVENT: Final = Struct("<QHB5xQH6x")  # userdata, errno, type, bytes, flags
_SUBSCRIPTIONS: Final = 256
_SUBSCRIPTION_CLOCK: Final = 0
_ABSOLUTE: Final = 1
_SLEEP_NS: Final = 60_000_000_000


class GuestExit(EngineError):
    """The module ended itself. A reactor has no reason to, so it is a fault whatever the code is."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(f"the engine exited with code {code}")


class Wasi:
    """One instance's WASI state: how far its monotonic clock is, and its sources."""

    def __init__(
        self, clock: Clock, random: Callable[[int], bytes], write: Callable[[str], None], start_ns: int = 0
    ) -> None:
        """`write` takes one line of standard output or error. The monotonic clock starts at `start_ns`."""
        self.clock = clock
        self._random = random
        self._monotonic_ns = clock.monotonic_ns
        self._write = write
        self._partial = bytearray()
        self.memory = NO_MEMORY
        self.set_clock_ns(start_ns)

    @property
    def clock_ns(self) -> int:
        """The engine's monotonic clock now."""
        return self._monotonic_ns() - self._base_ns

    def set_clock_ns(self, value: int) -> None:
        """Let the engine's monotonic clock go on from `value`."""
        self._base_ns = self._monotonic_ns() - value

    def clock_time_get(self, clock: int, _precision: int, pointer: int) -> int:
        # Called far more often than all others together.
        if clock == _CLOCK_REALTIME:
            self.memory.write_u64(pointer, self.clock.wall_ns())
        elif clock < _CLOCKS:
            self.memory.write_u64(pointer, self._monotonic_ns() - self._base_ns)
        else:
            return EINVAL
        return SUCCESS

    def clock_res_get(self, clock: int, pointer: int) -> int:
        if clock >= _CLOCKS:
            return EINVAL
        self.memory.write_u64(pointer, 1_000)
        return SUCCESS

    def random_get(self, pointer: int, length: int) -> int:
        if length > _RANDOM_BYTES:
            return EINVAL
        self.memory.check(pointer, length)
        self.memory.write(pointer, self._random(length))
        return SUCCESS

    def _nothing(self, count: int, size: int) -> int:
        self.memory.write_u32(count, 0)
        self.memory.write_u32(size, 0)
        return SUCCESS

    args_sizes_get = environ_sizes_get = _nothing

    def _empty(self, _pointers: int, _bytes: int) -> int:
        return SUCCESS

    args_get = environ_get = _empty

    def fd_fdstat_get(self, descriptor: int, pointer: int) -> int:
        if descriptor not in _STANDARD_STREAMS:
            return EBADF
        rights = _RIGHT_READ if descriptor == 0 else _RIGHT_WRITE
        self.memory.write(pointer, Struct("<BxH4xQQ").pack(_CHARACTER_DEVICE, 0, rights, 0))
        return SUCCESS

    def fd_seek(self, descriptor: int, _offset: int, _whence: int, _pointer: int) -> int:
        return ESPIPE if descriptor in _STANDARD_STREAMS else EBADF

    def fd_tell(self, descriptor: int, _pointer: int) -> int:
        return ESPIPE if descriptor in _STANDARD_STREAMS else EBADF

    def fd_read(self, descriptor: int, _vectors: int, _count: int, pointer: int) -> int:
        if descriptor != 0:
            return EBADF
        self.memory.write_u32(pointer, 0)
        return SUCCESS

    def fd_write(self, descriptor: int, vectors: int, count: int, pointer: int) -> int:
        if descriptor not in (1, 2):
            return EBADF
        if count > _VECTORS:
            return EINVAL
        written = 0
        for index in range(count):
            start = self.memory.read_u32(vectors + 8 * index)
            length = self.memory.read_u32(vectors + 8 * index + 4)
            # A short write is legal: the program writes the rest again.
            part = min(length, _WRITE_BYTES - written)
            self._partial += self.memory.read(start, part)
            written += part
        self.memory.write_u32(pointer, written)
        *lines, rest = bytes(self._partial).split(b"\n")
        if len(rest) > _WRITE_BYTES:
            lines.append(rest)
            rest = b""
        self._partial = bytearray(rest)
        for line in lines:
            self._write(line.decode("utf-8", "replace"))
        return SUCCESS

    def poll_oneoff(self, subscriptions: int, events: int, count: int, pointer: int) -> int:
        """Sleep until the first clock is due; others fail at once: there is nothing to wait for."""
        if not 0 < count <= _SUBSCRIPTIONS:
            return EINVAL
        clocks: list[tuple[int, int]] = []
        ready: list[bytes] = []
        for index in range(count):
            data = self.memory.read(subscriptions + index * _SUBSCRIPTION.size, _SUBSCRIPTION.size)
            userdata, kind, clock, timeout, _precision, flags = _SUBSCRIPTION.unpack(data)
            if kind != _SUBSCRIPTION_CLOCK:
                ready.append(_EVENT.pack(userdata, EBADF, kind, 0, 0))
            elif clock >= _CLOCKS:
                ready.append(_EVENT.pack(userdata, EINVAL, kind, 0, 0))
            else:
                if flags & _ABSOLUTE:
                    timeout -= self.clock.wall_ns() if clock == _CLOCK_REALTIME else self.clock_ns
                clocks.append((max(0, timeout), userdata))
        if not ready:
            first = min(timeout for timeout, _ in clocks)
            if first > _SLEEP_NS:
                return EINVAL
            self.clock.sleep(first)
            ready = [_EVENT.pack(data, SUCCESS, 0, 0, 0) for timeout, data in clocks if timeout <= first]
        self.memory.write(events, b"".join(ready))
        self.memory.write_u32(pointer, len(ready))
        return SUCCESS

    def sched_yield(self) -> int:
        return SUCCESS

    def proc_exit(self, code: int) -> None:
        raise GuestExit(code)

    def flush(self) -> None:
        """Log what was written without a line end."""
        if self._partial:
            self._write(self._partial.decode("utf-8", "replace"))
            self._partial.clear()


def absent(name: str) -> int:
    """The errno of a function that `Wasi` does not have."""
    return EBADF if name.startswith(("fd_", "path_", "sock_")) else ENOSYS
