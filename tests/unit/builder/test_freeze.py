"""A frozen module goes on where the started instance stood."""

import pytest
import wasmtime

from engine.builder import freeze, wasm
from engine.builder.errors import BuildError

WAT = """
(module
  (memory (export "memory") 1)
  (global $sp (export "__stack_pointer") (mut i32) (i32.const 1024))
  (global $constant i64 (i64.const -1))
  (func (export "_initialize") (i32.store (i32.const 16) (i32.const 7)))
  (func (export "next") (result i32)
    (i32.store (i32.const 16) (i32.mul (i32.load (i32.const 16)) (i32.const 3)))
    (i32.load (i32.const 16)))
  (func (export "far") (result i32)
    (drop (memory.grow (i32.const 2)))
    (i32.store (i32.const 131072) (i32.const 99))
    (i32.load (i32.const 131072)))
  (func (export "look") (param i32) (result i32) (i32.load (local.get 0)))
  (data (i32.const 0) "original"))
"""


class Running:
    """An instance of a small module."""

    def __init__(self, module: bytes) -> None:
        self.store = wasmtime.Store()
        self.instance = wasmtime.Instance(self.store, wasmtime.Module(self.store.engine, module), [])
        self.exports = self.instance.exports(self.store)

    def call(self, name: str, *arguments: int) -> int:
        function = self.exports[name]
        assert isinstance(function, wasmtime.Func)
        result = function(self.store, *arguments)
        return result if isinstance(result, int) else 0

    def memory(self) -> bytes:
        memory = self.exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        return bytes(memory.read(self.store, 0, memory.data_len(self.store)))


@pytest.fixture
def started() -> Running:
    running = Running(bytes(wasmtime.wat2wasm(WAT)))
    running.call("_initialize")
    assert running.call("next") == 21
    assert running.call("far") == 99
    return running


def test_frozen_instance_goes_on_exactly(started: Running) -> None:
    """The oracle: the same calls give the same answers and the same memory."""
    frozen = Running(freeze.frozen(bytes(wasmtime.wat2wasm(WAT)), started.memory()))
    assert frozen.memory() == started.memory()
    assert (
        [frozen.call("next") for _ in range(3)] == [started.call("next") for _ in range(3)] == [63, 189, 567]
    )
    assert frozen.call("look", 131072) == 99
    assert frozen.call("look", 0) == int.from_bytes(b"orig", "little")
    assert frozen.memory() == started.memory()


def test_frozen_module_cannot_be_initialised_again(started: Running) -> None:
    module = freeze.frozen(bytes(wasmtime.wat2wasm(WAT)), started.memory())
    names = [export.name for export in wasm.exports(wasm.parts(module))]
    assert names == ["memory", "__stack_pointer", "next", "far", "look"]


def test_state_outside_of_the_memory_is_refused(started: Running) -> None:
    """A second mutable global would silently start from its old value."""
    wat = WAT.replace("(global $constant i64 (i64.const -1))", "(global $tls (mut i64) (i64.const -1))")
    with pytest.raises(BuildError, match="2 mutable globals"):
        freeze.frozen(bytes(wasmtime.wat2wasm(wat)), started.memory())


def test_only_used_pages_are_kept() -> None:
    memory = bytearray(10 * freeze.PAGE_BYTES)
    memory[4_096] = memory[8_191] = memory[8_192] = memory[-1] = 1
    runs = freeze.used_runs(bytes(memory))
    assert [(offset, len(content)) for offset, content in runs] == [(4_096, 8_192), (36_864, 4_096)]


def test_freezing_is_repeatable(started: Running) -> None:
    module = bytes(wasmtime.wat2wasm(WAT))
    assert freeze.frozen(module, started.memory()) == freeze.frozen(module, started.memory())
