"""An instance believes nothing that the module hands out."""

import gc
import os
import threading
import weakref
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.host import abi, events, ops, replies
from engine.host.errors import (
    EngineBusy,
    EngineClosed,
    EngineProtocolError,
    EngineTrapped,
    FrameTooLarge,
    MemoryLimitReached,
    OperationFailed,
    ScriptStopped,
    StackTooSmall,
    TrapCause,
)
from engine.host.instance import Instance, Pumped
from tests.unit.engine import tiny
from tests.unit.engine.tiny import HEAP_AT, REPLY_AT, packed

MEMORY = 2 * 65_536
CALL = ops.Memory()


def reply_with(message: Any) -> dict[str, bytes]:
    return {"reply": msgspec.msgpack.encode(message)}


def failure(code: replies.FailureCode) -> dict[str, bytes]:
    return reply_with(replies.Error(failure=replies.Failure(code=code, message="why")))


def test_a_call_gives_the_decoded_body() -> None:
    assert tiny.instance().call(CALL) == replies.Done()


def test_a_failure_is_an_exception_and_the_instance_lives_on() -> None:
    instance = tiny.instance(**failure(replies.FailureCode.NO_ELEMENT))
    for _ in range(2):
        with pytest.raises(OperationFailed, match="no_element: why") as raised:
            instance.call(CALL)
        assert raised.value.code is replies.FailureCode.NO_ELEMENT
    assert instance.alive


def test_a_stopped_script_has_an_exception_of_its_own() -> None:
    with pytest.raises(ScriptStopped):
        tiny.instance(**failure(replies.FailureCode.STOPPED)).call(CALL)


@pytest.mark.parametrize(
    ("pointer", "length"),
    [
        (MEMORY, 1),
        (MEMORY - 1, 2),
        (0xFFFF_FFFF, 1),
        (0xFFFF_FFFF, 0xFFFF_FFFF),
        (0, MEMORY + 1),
        (0, abi.FRAME_BYTES + 1),
        (REPLY_AT, 0x8000_0000),
    ],
)
@pytest.mark.parametrize("export", ["call", "effects", "event"])
def test_a_buffer_outside_the_memory_is_a_breach(export: str, pointer: int, length: int) -> None:
    """A hostile length or pointer must never make the host read its own memory."""
    instance = tiny.instance(**{export: f"(i64.const {packed(pointer, length)})"})
    use = {
        "call": lambda: instance.call(CALL),
        "effects": instance.effects,
        "event": lambda: instance.deliver([events.HttpEnd(id=1)]),
    }[export]
    with pytest.raises(EngineProtocolError, match=r"outside the engine's memory|limit"):
        use()
    assert not instance.alive
    with pytest.raises(EngineClosed, match=r"outside|limit"):
        instance.pump(0)


@pytest.mark.parametrize("pointer", [MEMORY - 4, 0xFFFF_FFFF, 0x8000_0000])
def test_an_allocation_outside_the_memory_is_a_breach(pointer: int) -> None:
    """The host must not write where the module points it."""
    instance = tiny.instance(alloc=f"(i32.const {pointer})")
    with pytest.raises(EngineProtocolError, match="outside the engine's memory"):
        instance.call(CALL)


@pytest.mark.parametrize("pointer", [MEMORY - 8, 0xFFFF_FFF8])
def test_control_words_outside_the_memory_are_a_breach(pointer: int) -> None:
    image = tiny.image(control=f"(i32.const {pointer})")
    with pytest.raises(EngineProtocolError, match="outside the engine's memory"):
        Instance(image)


@pytest.mark.parametrize(
    "reply",
    [
        b"",
        b"\xc1",
        b"\x81\xa5reply\xa2ok",
        msgspec.msgpack.encode({"reply": "ok"}),
        msgspec.msgpack.encode({"reply": "maybe", "id": 1}),
        msgspec.msgpack.encode({"reply": "pending", "id": -1}),
        msgspec.msgpack.encode({"reply": "pending", "id": "7"}),
        msgspec.msgpack.encode([]),
        b"\x82\xa5reply\xa7pending\xa2id" + b"\x91" * 5_000,
        b"\x82\xa5reply\xa7pending\xa1x" + b"\x91" * 5_000 + b"\xc0",
        b"\x82\xa5reply\xa5error\xa7failure\xdf\xff\xff\xff\xff",
        msgspec.msgpack.encode({"reply": "ok", "body": {"body": "done"}}) + b"\x00",
    ],
)
def test_a_malformed_reply_is_a_breach(reply: bytes) -> None:
    instance = tiny.instance(reply=reply)
    with pytest.raises(EngineProtocolError):
        instance.call(CALL)
    assert not instance.alive


@pytest.mark.parametrize("state", [3, -1, 0x7FFF_FFFF])
def test_an_unknown_state_of_the_pump_is_a_breach(state: int) -> None:
    with pytest.raises(EngineProtocolError, match="engine_pump answered"):
        tiny.instance(pump=f"(i32.const {state})").pump(0)


def test_the_pump_and_the_timer_are_passed_on() -> None:
    instance = tiny.instance(pump="(i32.wrap_i64 (local.get $budget))", wake="(i64.const 5000000000)")
    assert [instance.pump(state) for state in (0, 1, 2)] == [Pumped.NOTHING, Pumped.MORE, Pumped.WAITING]
    assert instance.wake_ns() == 5_000_000_000
    assert tiny.instance().wake_ns() is None


def test_a_trap_is_an_error_and_ends_the_instance_alone() -> None:
    image = tiny.image(pump="(unreachable)")
    broken, other = Instance(image), Instance(image)
    with pytest.raises(EngineTrapped, match=r"engine_pump.*unreachable") as raised:
        broken.pump(0)
    assert raised.value.cause is TrapCause.UNREACHABLE
    with pytest.raises(EngineClosed):
        broken.call(CALL)
    assert other.call(CALL) == replies.Done()


@pytest.mark.parametrize(
    ("pump", "more", "cause"),
    [
        ("(i32.load (i32.const -4))", "", TrapCause.OUT_OF_BOUNDS),
        (
            "(call $deep)",
            "(func $deep (result i32) (i32.add (call $deep) (i32.const 1)))",
            TrapCause.STACK_OVERFLOW,
        ),
        ("(i32.div_s (i32.const 1) (i32.const 0))", "", TrapCause.OTHER),
    ],
)
def test_traps_have_a_cause(pump: str, more: str, cause: TrapCause) -> None:
    """Endless recursion ends at wasmtime's limit, inside the native stack of the thread."""
    with pytest.raises(EngineTrapped) as raised:
        tiny.instance(pump=pump, more=more).pump(0)
    assert raised.value.cause is cause


LOG = '(import "host" "log" (func $log (param i32 i32 i32)))'


def test_the_last_log_lines_are_in_the_error() -> None:
    seen: list[tuple[int, str]] = []
    image = tiny.image(
        reply=b"panicked at script.rs",
        imports=LOG,
        pump=f"(call $log (i32.const 1) (i32.const {REPLY_AT}) (i32.const 21)) (unreachable)",
    )
    instance = Instance(image, log=lambda level, line: seen.append((level, line)))
    with pytest.raises(EngineTrapped, match=r"panicked at script\.rs") as raised:
        instance.pump(0)
    assert raised.value.log_tail == ("panicked at script.rs",)
    assert seen == [(1, "panicked at script.rs")]


def test_a_log_line_outside_the_memory_is_a_breach() -> None:
    instance = tiny.instance(
        imports=LOG, pump=f"(call $log (i32.const 1) (i32.const {MEMORY}) (i32.const 1)) (i32.const 0)"
    )
    with pytest.raises(EngineProtocolError, match="outside the engine's memory"):
        instance.pump(0)


def test_exit_is_a_fault() -> None:
    instance = tiny.instance(
        imports='(import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))',
        pump="(call $exit (i32.const 0)) (i32.const 0)",
    )
    with pytest.raises(EngineTrapped, match="exited with code 0") as raised:
        instance.pump(0)
    assert raised.value.cause is TrapCause.EXIT


GROW = "(if (i32.eq (memory.grow (i32.const 64)) (i32.const -1)) (then (unreachable))) (i32.const 0)"


def test_memory_ends_at_its_limit() -> None:
    instance = Instance(tiny.image(pump=GROW), memory_bytes=MEMORY + 64 * 65_536)
    instance.pump(0)
    with pytest.raises(MemoryLimitReached, match="bytes of memory are in use"):
        instance.pump(0)
    assert not instance.alive


def test_an_image_larger_than_the_limit_is_refused() -> None:
    with pytest.raises(MemoryLimitReached):
        Instance(tiny.image(), memory_bytes=65_536)


def test_a_frame_beyond_the_limit_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refused before anything is allocated in the engine, which lives on."""
    monkeypatch.setattr("engine.host.frames.FRAME_BYTES", 1_000)
    instance = tiny.instance()
    with pytest.raises(FrameTooLarge, match="limit 1000"):
        instance.call(ops.Evaluate(script="x" * 2_000))
    with pytest.raises(FrameTooLarge):
        instance.deliver([events.HttpChunk(id=1, data=bytes(2_000))])
    assert instance.call(CALL) == replies.Done()


def test_instances_are_not_reentrant() -> None:
    """A host function that called the engine again would corrupt it."""
    image = tiny.image(
        imports='(import "host" "block" (func $block (param i32 i32 i64) (result i32)))',
        pump="(drop (call $block (i32.const 0) (i32.const 0) (i64.const 0))) (i32.const 0)",
    )
    instance = Instance(image)
    refused: list[Exception] = []

    class Caller:
        def block(self, _effects: object, _timeout_ns: int | None) -> list[events.Event]:
            for attempt in (lambda: instance.pump(0), instance.close, lambda: instance.grow_memory(1 << 20)):
                try:
                    attempt()
                except EngineBusy as error:
                    refused.append(error)
            return []

    assert instance.pump(0, Caller()) is Pumped.NOTHING
    assert len(refused) == 3


def test_a_fault_of_a_host_function_ends_the_instance() -> None:
    image = tiny.image(
        imports='(import "host" "block" (func $block (param i32 i32 i64) (result i32)))',
        pump="(call $block (i32.const 0) (i32.const 0) (i64.const 0))",
    )

    class Broken:
        def block(self, _effects: object, _timeout_ns: int | None) -> list[events.Event]:
            raise ZeroDivisionError("in the host")

    instance = Instance(image)
    with pytest.raises(EngineTrapped, match="in the host") as raised:
        instance.pump(0, Broken())
    assert isinstance(raised.value.__cause__, ZeroDivisionError)
    assert not instance.alive


def test_a_small_stack_is_refused() -> None:
    """On the default stack of a thread, deep recursion would end the process instead of the script."""
    image = tiny.image()
    outcome: list[Exception] = []

    def run() -> None:
        try:
            Instance(image)
        except StackTooSmall as error:
            outcome.append(error)

    before = threading.stack_size(1 << 20)
    try:
        thread = threading.Thread(target=run)
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    assert "1 MiB" in str(outcome[0])


def test_closing_twice_is_allowed_and_using_it_after_is_not() -> None:
    instance = tiny.instance()
    instance.close()
    instance.close()
    with pytest.raises(EngineClosed, match="closed"):
        instance.call(CALL)
    with pytest.raises(EngineClosed):
        _ = instance.stack_pointer


def mappings() -> int:
    return Path("/proc/self/maps").read_text().count("\n")


def test_dropped_instances_are_freed_without_the_collector() -> None:
    """A service makes thousands; a reference cycle would keep each one's memory until a collection."""
    image = tiny.image()
    gc.collect()
    gc.disable()
    try:
        instance = Instance(image)
        instance.call(CALL)
        gone = weakref.ref(instance)
        del instance
        assert gone() is None
        before = mappings()
        for _ in range(300):
            Instance(image).call(CALL)
        assert mappings() <= before + 8
    finally:
        gc.enable()


def test_random_bytes_and_start_options_reach_a_booting_engine() -> None:
    asked: list[int] = []

    def random(count: int) -> bytes:
        asked.append(count)
        return bytes(count)

    fresh = Instance(tiny.image(initialize="(i32.store8 (i32.const 0) (i32.const 7))"), random=random)
    fresh.boot()
    assert fresh.memory.read(0, 1) == b"\x07"
    assert b"viewport" in fresh.memory.read(HEAP_AT, 40)
    assert asked == []
    started = Instance(tiny.image(preinitialised=True, initialize="(unreachable)"), random=random)
    started.boot()
    assert b"entropy" in started.memory.read(HEAP_AT, 40)
    assert asked == [32]


def test_the_default_random_source_is_the_systems() -> None:
    assert Instance.__init__.__kwdefaults__["random"] is os.urandom
