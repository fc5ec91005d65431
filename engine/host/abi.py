"""Exports and imports of the engine module (`engine/ABI.md`), and the check of a module against them."""

from collections.abc import Iterable
from typing import Final, NamedTuple

import wasmtime

from engine.host.errors import ModuleRefused
from engine.host.wasi import SIGNATURES as WASI_SIGNATURES

ABI_VERSION: Final = 1
# Longest message that either side accepts (guest/crates/wire/src/frame.rs).
FRAME_BYTES: Final = 256 << 20

WASI_MODULE: Final = "wasi_snapshot_preview1"
HOST_MODULE: Final = "host"


class Signature(NamedTuple):
    """Parameter and result types, a letter each: `i` for i32, `I` for i64."""

    parameters: str
    results: str = ""


FUNCTION_EXPORTS: Final = {
    "_initialize": Signature(""),
    "engine_abi": Signature("", "i"),
    "engine_alloc": Signature("i", "i"),
    "engine_free": Signature("ii"),
    "engine_call": Signature("ii", "I"),
    "engine_pump": Signature("I", "i"),
    "engine_wake": Signature("", "I"),
    "engine_effects": Signature("", "I"),
    "engine_event": Signature("ii", "I"),
    "engine_control": Signature("", "i"),
}
OTHER_EXPORTS: Final = frozenset({"memory", "__stack_pointer"})

HOST_IMPORTS: Final = {
    "log": Signature("iii"),
    "block": Signature("iiI", "i"),
    "take_events": Signature("i"),
    "font": Signature("iii", "i"),
}

_LETTERS: Final = {"i32": "i", "i64": "I"}


def letters(types: Iterable[wasmtime.ValType]) -> str:
    """Types as in `Signature`; `?` for one that the ABI does not use."""
    return "".join(_LETTERS.get(str(kind), "?") for kind in types)


def signature(kind: wasmtime.FuncType) -> Signature:
    return Signature(letters(kind.params), letters(kind.results))


def import_signature(module: str, name: str) -> Signature | None:
    """The signature of an import that the host has, None for others."""
    if module == HOST_MODULE:
        return HOST_IMPORTS.get(name)
    if module == WASI_MODULE and name in WASI_SIGNATURES:
        return Signature(WASI_SIGNATURES[name], "" if name == "proc_exit" else "i")
    return None


def check(module: wasmtime.Module, preinitialised: bool) -> None:
    """Check that the module has the ABI's exports and imports nothing that the host does not have.

    A pre-initialised module may lack `_initialize`. Raises ModuleRefused, naming every difference.
    """
    wrong: list[str] = []
    exports = {export.name: export.type for export in module.exports}
    for name, expected in FUNCTION_EXPORTS.items():
        found = exports.get(name)
        if found is None:
            if not (preinitialised and name == "_initialize"):
                wrong.append(f"export {name} is missing")
        elif not isinstance(found, wasmtime.FuncType) or signature(found) != expected:
            wrong.append(f"export {name} is not a function {expected}")
    if not isinstance(exports.get("memory"), wasmtime.MemoryType):
        wrong.append("export memory is missing")
    pointer = exports.get("__stack_pointer")
    if not isinstance(pointer, wasmtime.GlobalType) or not pointer.mutable or str(pointer.content) != "i32":
        wrong.append("export __stack_pointer is not a mutable i32 global")
    for needed in module.imports:
        name = needed.name or ""
        known = import_signature(needed.module, name)
        if known is None:
            wrong.append(f"import {needed.module}.{name} is unknown")
        elif not isinstance(needed.type, wasmtime.FuncType) or signature(needed.type) != known:
            wrong.append(f"import {needed.module}.{name} is not a function {known}")
    if wrong:
        raise ModuleRefused(f"not an engine module of ABI {ABI_VERSION}: {'; '.join(wrong)}")
