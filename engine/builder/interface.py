"""Check a module's imports and exports against the table of ``engine/ABI.md``."""

import re
from dataclasses import dataclass
from pathlib import Path

from engine.builder import paths, wasm
from engine.builder.errors import BuildError
from engine.host.wasi import SIGNATURES as WASI_FUNCTIONS

WASI = "wasi_snapshot_preview1"
HOST = "host"
_VERSION = re.compile(r"^Version (\d+)\.", re.MULTILINE)
_ROW = re.compile(r"^\| (?P<name>[^|]+) \| (?P<signature>[^|]+) \|", re.MULTILINE)
_CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Interface:
    """The names that the ABI has."""

    version: int
    exports: frozenset[str]
    host_imports: frozenset[str]


def documented(table: Path = paths.ABI) -> Interface:
    """Read the ABI's table. Raises BuildError if it has no version or no names."""
    text = table.read_text()
    version = _VERSION.search(text)
    exports: set[str] = set()
    imports: set[str] = set()
    # The table of the interface is the first; those below it describe values.
    for row in _ROW.finditer(_first_table(text)):
        name = row["name"].strip()
        codes = _CODE.findall(name)
        if name.startswith("import") and codes:
            module, _, function = codes[0].partition(".")
            if module == HOST:
                imports.add(function)
        elif codes:
            exports.add(codes[0])
    if version is None or not exports or not imports:
        raise BuildError(f"{table.name} has no version, exports and imports where they are expected")
    return Interface(int(version[1]), frozenset(exports), frozenset(imports))


def check(module: bytes, interface: Interface | None = None, *, started: bool = False) -> None:
    """Raise BuildError unless the module exports exactly what the ABI says and imports only what the host
    has.

    A `started` (pre-initialised) module has no `_initialize`: nobody may call it again.
    """
    interface = interface or documented()
    sections = wasm.parts(module)
    wanted = interface.exports - ({"_initialize"} if started else set())
    exported = {export.name for export in wasm.exports(sections)}
    wrong = [f"export {name} is missing" for name in sorted(wanted - exported)]
    wrong += [f"export {name} is not in the ABI" for name in sorted(exported - wanted)]
    known = {HOST: interface.host_imports, WASI: frozenset(WASI_FUNCTIONS)}
    for needed in wasm.imports(sections):
        if needed.kind != wasm.Kind.FUNCTION or needed.name not in known.get(needed.module, frozenset()):
            wrong.append(f"import {needed.module}.{needed.name} is not supplied by the host")
    if any(part.number == wasm.Section.START for part in sections):
        wrong.append("the module has a start function; it must be a reactor")
    if wrong:
        raise BuildError("the module does not follow the ABI:\n  " + "\n  ".join(wrong))


def _first_table(text: str) -> str:
    lines = text.split("\n")
    start = next((number for number, line in enumerate(lines) if line.startswith("|")), len(lines))
    end = next(
        (number for number, line in enumerate(lines[start:], start) if not line.startswith("|")), len(lines)
    )
    return "\n".join(lines[start:end])
