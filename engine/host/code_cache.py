"""Machine code of modules, kept per machine.

wasmtime runs what it is given here without checking it, so the folder must be writable by its owner alone,
and an entry is used only if its bytes are those that were written: size and time of change are compared each
time, and the digest if these differ.
"""

import contextlib
import fcntl
import hashlib
import importlib.metadata
import os
import platform
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec
import wasmtime

Progress = Callable[[str], None]

KEPT: Final = 6
_PROGRESS_S: Final = 5.0
_WASMTIME: Final = importlib.metadata.version("wasmtime")


class _Entry(msgspec.Struct, frozen=True, kw_only=True):
    size: int
    mtime_ns: int
    sha256: str


def default_folder() -> Path:
    """`$XDG_CACHE_HOME/servo-mcp/modules`, by default below `~/.cache`."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "servo-mcp" / "modules"


def cpu_features() -> str:
    """What the compiler may have used of this processor, in one digest."""
    told = platform.machine()
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            name, _, value = line.partition(":")
            if name.strip() in ("flags", "Features"):
                told += " " + " ".join(sorted(value.split()))
                break
    return hashlib.sha256(told.encode()).hexdigest()[:16]


class CodeCache:
    """A folder of machine code. Of processes that use it at the same time one compiles, the others wait."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def module(
        self,
        engine: wasmtime.Engine,
        identity: str,
        compiled: Callable[[], wasmtime.Module],
        progress: Progress | None = None,
    ) -> wasmtime.Module:
        """The module of `identity` (its digest and settings), from the folder or by `compiled`.

        A folder that cannot be used costs the time of a compilation, never the call: `progress` hears why.
        """
        say = progress or (lambda _message: None)
        key = hashlib.sha256(f"{identity} {_WASMTIME} {cpu_features()}".encode()).hexdigest()[:32]
        try:
            self._prepare()
        except OSError as error:
            say(f"machine code is not kept: {error}")
            return _compile(compiled, say)
        with self._locked(key):
            path = self._folder / f"{key}.cwasm"
            if self._intact(path):
                try:
                    return wasmtime.Module.deserialize_file(engine, str(path))
                except wasmtime.WasmtimeError as error:
                    say(f"cached machine code is refused: {error}")
            module = _compile(compiled, say)
            try:
                self._keep(path, bytes(module.serialize()))
                self._evict()
            except OSError as error:
                say(f"machine code is not kept: {error}")
            return module

    def _prepare(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        status = self._folder.stat()
        if status.st_uid != os.getuid():
            raise PermissionError(f"{self._folder} belongs to another user")
        if status.st_mode & 0o077:
            self._folder.chmod(0o700)
        if not os.access(self._folder, os.W_OK):
            raise PermissionError(f"{self._folder} is not writable")

    @contextmanager
    def _locked(self, key: str) -> Iterator[None]:
        with (self._folder / f"{key}.lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _intact(self, path: Path) -> bool:
        """Whether the file's bytes are those that were kept. A damaged one is deleted."""
        note = path.with_suffix(".json")
        try:
            entry = msgspec.json.decode(note.read_bytes(), type=_Entry)
            status = path.stat()
        except (FileNotFoundError, msgspec.DecodeError):
            return False
        if status.st_size == entry.size and status.st_mtime_ns == entry.mtime_ns:
            os.utime(note)
            return True
        with path.open("rb") as file:
            same = hashlib.file_digest(file, "sha256").hexdigest() == entry.sha256
        if same:
            self._write(
                note, msgspec.json.encode(msgspec.structs.replace(entry, mtime_ns=status.st_mtime_ns))
            )
        else:
            path.unlink()
        return same

    def _keep(self, path: Path, code: bytes) -> None:
        self._write(path, code)
        status = path.stat()
        entry = _Entry(size=len(code), mtime_ns=status.st_mtime_ns, sha256=hashlib.sha256(code).hexdigest())
        self._write(path.with_suffix(".json"), msgspec.json.encode(entry))

    def _write(self, path: Path, data: bytes) -> None:
        descriptor, name = tempfile.mkstemp(dir=self._folder, prefix="partial-")
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
            Path(name).replace(path)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                Path(name).unlink()
            raise

    def _evict(self) -> None:
        """Keep the entries used last. A process that has mapped an older one keeps it until it ends."""
        notes = sorted(self._folder.glob("*.json"), key=lambda note: note.stat().st_mtime, reverse=True)
        for note in notes[KEPT:]:
            for suffix in (".cwasm", ".lock", ".json"):
                with contextlib.suppress(FileNotFoundError):
                    note.with_suffix(suffix).unlink()
        hour_ago = time.time() - 3_600
        for partial in self._folder.glob("partial-*"):
            with contextlib.suppress(FileNotFoundError):
                if partial.stat().st_mtime < hour_ago:
                    partial.unlink()


def _compile(compiled: Callable[[], wasmtime.Module], say: Progress) -> wasmtime.Module:
    """Compile on this thread, telling the time that it takes."""
    start = time.monotonic()
    done = threading.Event()

    def tell() -> None:
        while not done.wait(_PROGRESS_S):
            say(f"compiling the engine for this machine, once: {time.monotonic() - start:.0f} s")

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        module = compiled()
    finally:
        done.set()
        teller.join()
    elapsed = time.monotonic() - start
    if elapsed > 1:
        say(f"compiled the engine for this machine in {elapsed:.0f} s")
    return module
