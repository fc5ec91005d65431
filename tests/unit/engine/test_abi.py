"""The table in engine/ABI.md, the host's constants and the check of a module say the same."""

import re
from pathlib import Path

import pytest
import wasmtime

from engine.host import abi, wasi
from engine.host.errors import ModuleRefused
from engine.host.imports import Host
from engine.host.module import load_bytes
from tests.unit.engine import tiny

ENGINE = Path(__file__).resolve().parents[3] / "engine"
ROW = re.compile(r"\| (?:import )?`([\w.*]+)` \| ([^|]+) \|")


def rows() -> dict[str, str]:
    """Name to signature, as the table has them; imports by module and name."""
    table = (ENGINE / "ABI.md").read_text().partition("**Stopping")[0]
    return {name: signature.strip() for name, signature in ROW.findall(table)}


def parse(text: str) -> abi.Signature:
    """`(ptr, len, timeout_ns: i64) -> i32` in letters: what has no type is an i32."""
    match = re.fullmatch(r"`\(([^)]*)\)(?: -> (\w+))?`", text)
    assert match is not None, text
    letters = {"i64": "I", "i32": "i", "ptr": "i"}
    parameters = [part.strip() for part in match[1].split(",") if part.strip()]
    kinds = [part.partition(": ")[2] or "i32" for part in parameters]
    return abi.Signature("".join(letters[kind] for kind in kinds), letters[match[2]] if match[2] else "")


def test_exports_are_those_of_the_table() -> None:
    table = {name: text for name, text in rows().items() if "." not in name}
    functions = {name: parse(text) for name, text in table.items() if text.startswith("`(")}
    assert functions == abi.FUNCTION_EXPORTS
    assert table.keys() - functions.keys() == abi.OTHER_EXPORTS


def test_imports_are_those_of_the_table() -> None:
    table = {name: text for name, text in rows().items() if name.startswith("host.")}
    assert {name.partition(".")[2]: parse(text) for name, text in table.items()} == abi.HOST_IMPORTS


def test_version_and_limit_are_those_of_the_guest() -> None:
    wire = ENGINE / "guest" / "crates" / "wire" / "src"
    assert f"ABI_VERSION: i32 = {abi.ABI_VERSION};" in (wire / "lib.rs").read_text()
    assert "FRAME_BYTES: usize = 256 << 20;" in (wire / "frame.rs").read_text()
    assert abi.FRAME_BYTES == 256 << 20
    assert f"Version {abi.ABI_VERSION}." in (ENGINE / "ABI.md").read_text()


def test_every_host_import_has_a_handler() -> None:
    assert all(callable(getattr(Host, name)) for name in abi.HOST_IMPORTS)


def test_wasi_signatures_are_those_of_wasmtime() -> None:
    """A module with all of preview 1 as imports must link against wasmtime's own implementation."""
    kinds = {"i": "i32", "I": "i64"}
    lines = []
    for name, parameters in wasi.SIGNATURES.items():
        typed = " ".join(kinds[letter] for letter in parameters)
        result = "" if name == "proc_exit" else "(result i32)"
        lines.append(f'(import "{abi.WASI_MODULE}" "{name}" (func (param {typed}) {result}))')
    engine = wasmtime.Engine()
    linker = wasmtime.Linker(engine)
    linker.define_wasi()
    linker.instantiate_pre(wasmtime.Module(engine, f"(module {' '.join(lines)})"))


@pytest.mark.parametrize("name", [*abi.FUNCTION_EXPORTS, *sorted(abi.OTHER_EXPORTS)])
def test_a_module_without_an_export_is_refused_by_name(name: str) -> None:
    with pytest.raises(ModuleRefused, match=rf"\b{re.escape(name)}\b"):
        tiny.image(without=name)


def test_a_preinitialised_module_needs_no_initialize() -> None:
    assert tiny.image(without="_initialize", preinitialised=True).preinitialised


@pytest.mark.parametrize(
    ("imported", "said"),
    [
        ('(import "env" "memcpy" (func))', "import env.memcpy is unknown"),
        ('(import "host" "shell" (func))', "import host.shell is unknown"),
        ('(import "wasi_snapshot_preview1" "fd_write" (func))', "fd_write is not a function"),
        ('(import "host" "log" (global i32))', "host.log is not a function"),
        ('(import "wasi_snapshot_preview2" "random_get" (func (param i32 i32) (result i32)))', "is unknown"),
    ],
)
def test_a_module_with_foreign_imports_is_refused(imported: str, said: str) -> None:
    """Whatever the host does not offer must not even link."""
    with pytest.raises(ModuleRefused, match=said):
        tiny.image(imports=imported)


def test_all_differences_are_named_at_once() -> None:
    with pytest.raises(ModuleRefused, match=r"engine_abi is missing.*__stack_pointer") as refused:
        load_bytes(bytes(wasmtime.wat2wasm('(module (memory (export "memory") 1))')))
    assert str(refused.value).count("is missing") == len(abi.FUNCTION_EXPORTS)


def test_another_abi_version_is_refused() -> None:
    image = tiny.image(abi=2)
    with pytest.raises(ModuleRefused, match="ABI version 2, this host 1"):
        tiny.Instance(image)


@pytest.mark.parametrize("data", [b"", b"\x00asm", b"not wasm at all", b"\x00asm\x01\x00\x00\x00\xff\xff"])
def test_what_is_no_module_is_refused(data: bytes) -> None:
    with pytest.raises(ModuleRefused):
        load_bytes(data)
