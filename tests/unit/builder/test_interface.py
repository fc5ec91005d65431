"""A module that does not follow ABI.md is refused, naming each difference."""

import pytest
import wasmtime

from engine.builder import interface
from engine.builder.errors import BuildError
from engine.host import abi

FUNCTIONS = sorted(interface.documented().exports - {"memory", "__stack_pointer"})
GOOD = (
    '(module (import "host" "log" (func (param i32 i32 i32)))'
    ' (import "wasi_snapshot_preview1" "fd_write" (func (param i32 i32 i32 i32) (result i32)))'
    ' (memory (export "memory") 1) (global (export "__stack_pointer") (mut i32) (i32.const 0))'
    + "".join(f' (func (export "{name}"))' for name in FUNCTIONS)
    + ")"
)


def check(wat: str, *, started: bool = False) -> None:
    interface.check(bytes(wasmtime.wat2wasm(wat)), started=started)


def test_module_with_exactly_the_interface_is_accepted() -> None:
    check(GOOD)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"engine_pump"', '"engine_step"', "export engine_pump is missing"),
        ('"engine_pump"', '"engine_step"', "export engine_step is not in the ABI"),
        ('"host" "log"', '"host" "exec"', "import host.exec is not supplied"),
        ('"host" "log"', '"env" "log"', "import env.log is not supplied"),
        ('"fd_write"', '"sock_open"', "import wasi_snapshot_preview1.sock_open is not supplied"),
    ],
)
def test_difference_is_named(old: str, new: str, complaint: str) -> None:
    assert old in GOOD
    with pytest.raises(BuildError, match=complaint):
        check(GOOD.replace(old, new))


def test_imported_memory_is_refused() -> None:
    wat = GOOD.replace('(memory (export "memory") 1)', "").replace(
        "(module", '(module (import "host" "log" (memory 1)) (export "memory" (memory 0))'
    )
    with pytest.raises(BuildError, match=r"import host\.log is not supplied"):
        check(wat)


def test_started_module_has_no_initialize() -> None:
    with pytest.raises(BuildError, match="export _initialize is not in the ABI"):
        check(GOOD, started=True)
    check(GOOD.replace('(func (export "_initialize"))', ""), started=True)


def test_module_that_runs_by_itself_is_refused() -> None:
    with pytest.raises(BuildError, match="start function"):
        check(GOOD.removesuffix(")") + " (func $start) (start $start))")


def test_table_and_host_have_the_same_names() -> None:
    """ABI.md is what people read, host/abi.py what is enforced at load."""
    table = interface.documented()
    assert table.version == abi.ABI_VERSION
    assert table.exports == abi.FUNCTION_EXPORTS.keys() | abi.OTHER_EXPORTS
    assert table.host_imports == abi.HOST_IMPORTS.keys()
