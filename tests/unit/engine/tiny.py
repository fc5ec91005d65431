"""A module with the engine's ABI and none of its substance, whose every answer a test can choose."""

from typing import Any

import msgspec
import wasmtime

from engine.host.instance import Instance
from engine.host.module import Image, Manifest, load_bytes
from engine.host.replies import Done, Ok

REPLY_AT = 0x400
HEAP_AT = 0x8000
CONTROL_AT = 0x100

OK_REPLY = msgspec.msgpack.encode(Ok(body=Done()))


def packed(pointer: int, length: int) -> int:
    """As the engine packs a buffer into one signed i64."""
    value = pointer << 32 | length
    return value - (1 << 64) if value >= 1 << 63 else value


def text(
    *,
    reply: bytes = OK_REPLY,
    abi: int = 1,
    alloc: str = "",
    call: str = "",
    pump: str = "(i32.const 0)",
    wake: str = "(i64.const -1)",
    effects: str = "(i64.const 0)",
    event: str = "(i64.const 0)",
    control: str = f"(i32.const {CONTROL_AT})",
    initialize: str = "",
    imports: str = "",
    more: str = "",
    pages: int = 2,
    without: str = "",
) -> str:
    """The module's text. `reply` lies at `REPLY_AT`; the other arguments replace bodies of functions.

    `alloc` defaults to always the same place, `call` to handing out the reply. `without` drops one export.
    """
    data = "".join(f"\\{byte:02x}" for byte in reply)
    alloc = alloc or f"(i32.const {HEAP_AT})"
    call = call or f"(i64.const {packed(REPLY_AT, len(reply))})"
    exports = [
        f'(memory (export "memory") {pages})',
        '(global (export "__stack_pointer") (mut i32) (i32.const 4096))',
        f'(func (export "_initialize") {initialize})',
        f'(func (export "engine_abi") (result i32) (i32.const {abi}))',
        f'(func (export "engine_alloc") (param $len i32) (result i32) {alloc})',
        '(func (export "engine_free") (param i32 i32))',
        f'(func (export "engine_call") (param $ptr i32) (param $len i32) (result i64) {call})',
        f'(func (export "engine_pump") (param $budget i64) (result i32) {pump})',
        f'(func (export "engine_wake") (result i64) {wake})',
        f'(func (export "engine_effects") (result i64) {effects})',
        f'(func (export "engine_event") (param $ptr i32) (param $len i32) (result i64) {event})',
        f'(func (export "engine_control") (result i32) {control})',
    ]
    kept = [line for line in exports if not without or f'"{without}"' not in line]
    return f"""(module {imports}
        {" ".join(kept)}
        (data (i32.const {REPLY_AT}) "{data}")
        {more})"""


def image(preinitialised: bool = False, clock_ns: int = 0, **parts: Any) -> Image:
    """Compile the module that `text` describes."""
    wasm = bytes(wasmtime.wat2wasm(text(**parts)))
    return load_bytes(wasm, manifest=Manifest(preinitialised=preinitialised, clock_ns=clock_ns))


def instance(**parts: Any) -> Instance:
    return Instance(image(**parts))
