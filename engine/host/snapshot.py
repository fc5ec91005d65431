"""Save an instance at rest, go on with it in another one.

All that changes in an instance is its linear memory, `__stack_pointer` and the monotonic clock. Saved are the
4 KiB pages that differ from those of a new instance of the same image. Where Linux tells which pages were
written to at all (`/proc/self/pagemap`), only those are compared.
"""

import ctypes
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt

from engine.host.clock import Clock
from engine.host.errors import EngineError, SnapshotRefused
from engine.host.instance import MEMORY_BYTES, Instance
from engine.host.log import Sink
from engine.host.module import Image

PAGE_BYTES: Final = 4_096
_WASM_PAGE_BYTES: Final = 65_536
_MEMORY_BYTES_MAX: Final = 1 << 32
_BLOCK_PAGES: Final = 256

Indices = npt.NDArray[np.uint32]

_memcmp = ctypes.CDLL(None).memcmp
_memcmp.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """An instance's state.

    `pages` are numbers of pages, in order, as little-endian u32; `data` is the content of these pages.
    """

    image: str
    """Digest of the image that it belongs to."""
    memory_bytes: int
    stack_pointer: int
    clock_ns: int
    pages: bytes
    data: bytes
    open_requests: tuple[int, ...] = ()
    """Exchanges that the host had not finished; whoever restores must fail or repeat them."""

    def __repr__(self) -> str:
        pages = len(self.pages) // 4
        return f"Snapshot({self.image[:12]}, {self.memory_bytes} bytes, {pages} pages, {self.clock_ns} ns)"

    def encode(self) -> bytes:
        return msgspec.msgpack.encode(self)

    @staticmethod
    def decode(data: bytes) -> "Snapshot":
        """Raises SnapshotRefused."""
        try:
            snapshot = msgspec.msgpack.decode(data, type=Snapshot)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            raise SnapshotRefused(f"snapshot: {error}") from error
        snapshot.indices()
        return snapshot

    def indices(self) -> Indices:
        """The page numbers. Raises SnapshotRefused if the parts do not fit together."""
        if self.memory_bytes % _WASM_PAGE_BYTES or not 0 < self.memory_bytes <= _MEMORY_BYTES_MAX:
            raise SnapshotRefused(f"snapshot: memory of {self.memory_bytes} bytes")
        if not 0 <= self.stack_pointer <= self.memory_bytes:
            raise SnapshotRefused("snapshot: the stack pointer is outside the memory")
        if len(self.pages) % 4 or len(self.data) != len(self.pages) // 4 * PAGE_BYTES:
            raise SnapshotRefused(f"snapshot: {len(self.data)} bytes for {len(self.pages) / 4:g} pages")
        indices = np.frombuffer(self.pages, dtype="<u4")
        if len(indices) and (
            int(indices[-1]) >= self.memory_bytes // PAGE_BYTES
            or not bool((indices[1:] > indices[:-1]).all())
        ):
            raise SnapshotRefused("snapshot: page numbers out of order or outside the memory")
        return indices


def capture(instance: Instance, open_requests: Sequence[int] = ()) -> Snapshot:
    """The state of an instance at rest. Raises EngineBusy, EngineClosed."""
    instance.require_rest()
    changed = changed_pages(instance)
    return Snapshot(
        image=instance.image.digest,
        memory_bytes=instance.memory.size,
        stack_pointer=instance.stack_pointer,
        clock_ns=instance.clock_ns,
        pages=changed.tobytes(),
        data=_pages(instance)[changed].tobytes(),
        open_requests=tuple(open_requests),
    )


def restore(
    image: Image,
    snapshot: Snapshot,
    *,
    clock: Clock | None = None,
    random: Callable[[int], bytes] = os.urandom,
    memory_bytes: int = MEMORY_BYTES,
    log: Sink | None = None,
) -> Instance:
    """A new instance that goes on where `snapshot` was taken; its monotonic clock goes on as well.

    Arguments as for `Instance`. Raises SnapshotRefused, MemoryLimitReached.
    """
    if snapshot.image != image.digest:
        raise SnapshotRefused(f"snapshot of image {snapshot.image[:12]}, not of {image.digest[:12]}")
    indices = snapshot.indices()
    instance = Instance(image, clock=clock, random=random, memory_bytes=memory_bytes, log=log)
    try:
        if instance.memory.size > snapshot.memory_bytes:
            raise SnapshotRefused("snapshot: less memory than a new instance has")
        instance.grow_memory(snapshot.memory_bytes)
        if len(indices):
            content = np.frombuffer(snapshot.data, dtype=np.uint8).reshape(-1, PAGE_BYTES)
            _pages(instance)[indices] = content
        instance.stack_pointer = snapshot.stack_pointer
        instance.clock_ns = snapshot.clock_ns
    except EngineError:
        instance.close()
        raise
    return instance


def fork(image: Image, snapshot: Snapshot, **options: Any) -> Instance:
    """As `restore`, with randomness of its own: the two must not draw the same numbers from here on."""
    instance = restore(image, snapshot, **options)
    instance.reseed()
    return instance


def changed_pages(instance: Instance) -> Indices:
    """Numbers of the pages that differ from those of a new instance, in order."""
    written = written_pages(instance.memory.base, instance.memory.size)
    if written is None:
        written = np.arange(instance.memory.size // PAGE_BYTES, dtype=np.uint32)
    base, pristine = instance.memory.base, _pristine(instance.image)
    known_pages = pristine.memory.size // PAGE_BYTES
    known = _blocks(base, pristine.memory.base, written[written < known_pages])
    grown = written[written >= known_pages]
    if len(grown):
        grown = grown[_pages(instance)[grown].any(axis=1)]
    return np.concatenate([np.array(known, dtype=np.uint32), grown])


def written_pages(address: int, size: int) -> Indices | None:
    """Numbers of the pages at `address` that were ever written to, None where the system does not tell.

    Memory of an instance is a private mapping of the image file: a page that is not there or still the file's
    was not written to (bits 61 to 63, Documentation/admin-guide/mm/pagemap.rst of Linux).
    """
    if sys.platform != "linux" or os.sysconf("SC_PAGE_SIZE") != PAGE_BYTES:
        return None
    count = size // PAGE_BYTES
    try:
        with Path("/proc/self/pagemap").open("rb", buffering=0) as pagemap:
            raw = os.pread(pagemap.fileno(), count * 8, address // PAGE_BYTES * 8)
    except OSError:
        return None
    if len(raw) != count * 8:
        return None
    entries = np.frombuffer(raw, dtype="<u8")
    present, swapped, of_file = entries >> 63 & 1, entries >> 62 & 1, entries >> 61 & 1
    return np.flatnonzero((present & ~of_file | swapped) & 1).astype(np.uint32)


def _blocks(base: int, other: int, pages: Indices) -> list[int]:
    """Those of `pages` that differ at the two addresses. Long runs are compared as one first."""
    different: list[int] = []
    numbers = pages.tolist()
    position = 0
    while position < len(numbers):
        start, end = position, position + 1
        while end < len(numbers) and numbers[end] == numbers[end - 1] + 1 and end - start < _BLOCK_PAGES:
            end += 1
        position = end
        offset = numbers[start] * PAGE_BYTES
        if end - start > 8 and not _memcmp(base + offset, other + offset, (end - start) * PAGE_BYTES):
            continue
        for number in numbers[start:end]:
            offset = number * PAGE_BYTES
            if _memcmp(base + offset, other + offset, PAGE_BYTES):
                different.append(number)
    return different


def _pages(instance: Instance) -> npt.NDArray[np.uint8]:
    size = instance.memory.size
    buffer = (ctypes.c_uint8 * size).from_address(instance.memory.base)
    return np.frombuffer(memoryview(buffer).cast("B"), dtype=np.uint8).reshape(-1, PAGE_BYTES)


def _pristine(image: Image) -> Instance:
    """A new instance that nobody calls. Its pages are the file's: it costs next to nothing."""
    if not isinstance(image.pristine, Instance):
        image.pristine = Instance(image)
    return image.pristine
