"""Sections of a WebAssembly binary survive being taken apart and put together."""

import pytest
import wasmtime
from hypothesis import given
from hypothesis import strategies as st

from engine.builder import wasm
from engine.builder.errors import BuildError
from engine.builder.wasm import Export, Import, Kind, Reader

WAT = """
(module
  (import "host" "log" (func (param i32 i32)))
  (import "env" "table" (table 1 funcref))
  (import "env" "limit" (global i32))
  (import "env" "memory" (memory 1 2))
  (func (export "run"))
  (global (export "level") (mut i32) (i32.const 5)))
"""


def test_module_survives_a_round_trip() -> None:
    module = bytes(wasmtime.wat2wasm(WAT))
    assert wasm.assemble(wasm.parts(module)) == module


def test_imports_and_exports_are_read() -> None:
    sections = wasm.parts(bytes(wasmtime.wat2wasm(WAT)))
    assert wasm.imports(sections) == [
        Import("host", "log", Kind.FUNCTION),
        Import("env", "table", Kind.TABLE),
        Import("env", "limit", Kind.GLOBAL),
        Import("env", "memory", Kind.MEMORY),
    ]
    assert wasm.exports(sections) == [Export("run", Kind.FUNCTION, 1), Export("level", Kind.GLOBAL, 1)]


def test_exports_survive_a_round_trip() -> None:
    exported = [Export("a", Kind.FUNCTION, 300), Export("größe", Kind.GLOBAL, 0)]
    assert wasm.read_exports(wasm.write_exports(exported)) == exported


@given(st.integers(0, 2**64 - 1))
def test_unsigned_numbers_survive_a_round_trip(value: int) -> None:
    encoded = wasm.unsigned(value)
    reader = Reader(encoded)
    assert reader.unsigned() == value
    assert reader.done


@given(st.integers(-(2**31), 2**31 - 1))
def test_signed_numbers_mean_the_same_to_wasmtime(value: int) -> None:
    """The engine's data segments have such offsets."""
    content = wasm.signed(value)
    assert 1 <= len(content) <= 5
    decoded = sum((byte & 0x7F) << (7 * position) for position, byte in enumerate(content))
    if content[-1] & 0x40:
        decoded -= 1 << (7 * len(content))
    assert decoded == value


@given(st.binary(max_size=60))
def test_any_bytes_are_sections_or_an_error(data: bytes) -> None:
    try:
        sections = wasm.parts(wasm.HEADER + data)
    except BuildError:
        return
    assert b"".join(part.content for part in sections) in data or len(sections) > 1


def test_other_files_are_refused() -> None:
    with pytest.raises(BuildError, match="not a WebAssembly module"):
        wasm.parts(b"\x7fELF")
