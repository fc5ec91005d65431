"""Load an engine module: check it, compile it once per machine, make it ready for instances."""

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec
import wasmtime

from engine.host import abi, imports, native
from engine.host.code_cache import CodeCache, default_folder
from engine.host.errors import ModuleRefused
from engine.host.stack import WASM_STACK_BYTES, require

Progress = Callable[[str], None]

# Settings that shape the machine code: part of its key in the cache. No epochs and no fuel: an endless script
# is stopped from inside, a trapped engine by ending its process, and both cost speed.
_SETTINGS: Final = "cow,pinned,speed,1"


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What the builder says about a module, in the JSON file beside it. Other fields are its own business."""

    preinitialised: bool = False
    """The engine is started: instances need neither `_initialize` nor `start`."""
    clock_ns: int = 0
    """Value of the engine's monotonic clock at the freeze."""


class Image:
    """A compiled module with its imports bound: the source of instances. May be shared by threads.

    Invariants: checked against the ABI; `digest` names the module's exact bytes; `preinitialised` images hold
    a started engine whose monotonic clock stood at `clock_ns`.
    """

    def __init__(
        self,
        engine: wasmtime.Engine,
        module: wasmtime.Module,
        *,
        digest: str,
        manifest: Manifest,
        fonts: Mapping[int, memoryview | bytes],
    ) -> None:
        self.engine = engine
        self.module = module
        self.digest = digest
        self.preinitialised = manifest.preinitialised
        self.clock_ns = manifest.clock_ns
        self.fonts = fonts
        # Kept by `snapshot.py`: a new instance to compare with.
        self.pristine: object | None = None
        self._linker = wasmtime.Linker(engine)
        self._imports = imports.define(self._linker, module)
        self._ready = self._linker.instantiate_pre(module)

    def instantiate(self, store: wasmtime.Store) -> wasmtime.Instance:
        return self._ready.instantiate(store)


def load(
    path: Path,
    *,
    fonts: Mapping[int, memoryview | bytes] | None = None,
    cache: Path | None = None,
    progress: Progress | None = None,
) -> Image:
    """Load the module at `path` and the manifest beside it (`.json`, optional).

    The first time on a machine it is compiled, which takes about half a minute; the machine code is kept in
    `cache` (default: the user's cache folder). `fonts` are the font files that the image was announced, by
    number. `progress` is told what takes long. Call it on a thread with a large stack (`stack.EngineThread`).

    Raises ModuleRefused, FileNotFoundError, StackTooSmall.
    """
    require()
    wasm = path.read_bytes()
    beside = path.with_suffix(".json")
    try:
        manifest = msgspec.json.decode(beside.read_bytes(), type=Manifest) if beside.exists() else Manifest()
    except msgspec.DecodeError as error:
        raise ModuleRefused(f"{beside.name}: {error}") from error
    return load_bytes(
        wasm, manifest=manifest, fonts=fonts, cache=cache or default_folder(), progress=progress
    )


def load_bytes(
    wasm: bytes,
    *,
    manifest: Manifest | None = None,
    fonts: Mapping[int, memoryview | bytes] | None = None,
    cache: Path | None = None,
    progress: Progress | None = None,
) -> Image:
    """As `load`, for a module in memory; without `cache` its machine code is not kept."""
    manifest = manifest or Manifest()
    digest = hashlib.sha256(wasm).hexdigest()
    engine = _engine()

    def compiled() -> wasmtime.Module:
        try:
            return wasmtime.Module(engine, wasm)
        except wasmtime.WasmtimeError as error:
            raise ModuleRefused(f"not a WebAssembly module: {error}") from error

    if cache is None:
        module = compiled()
    else:
        module = CodeCache(cache).module(
            engine, f"{digest} {_SETTINGS} {WASM_STACK_BYTES}", compiled, progress
        )
    abi.check(module, manifest.preinitialised)
    return Image(engine, module, digest=digest, manifest=manifest, fonts=fonts or {})


def _engine() -> wasmtime.Engine:
    config = wasmtime.Config()
    native.set_async_stack_size(config, WASM_STACK_BYTES)
    config.max_wasm_stack = WASM_STACK_BYTES
    config.parallel_compilation = True
    config.cranelift_opt_level = "speed"
    # Instances share the pages of the image until they write to them.
    config.memory_init_cow = True
    # Fixed addresses: the interrupt of a running script writes to memory from another thread
    # (`interrupt.py`).
    config.memory_may_move = False
    return wasmtime.Engine(config)
