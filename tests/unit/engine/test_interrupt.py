"""Stopping a script from another thread, and the thread that does it at deadlines."""

import gc
import os
import signal
import threading
import time
import weakref

import pytest

from engine.host.instance import Instance
from engine.host.interrupt import Interrupter, Watchdog, watchdog
from tests.unit.engine import tiny
from tests.unit.engine.tiny import CONTROL_AT

WORD = 0x200
# What SpiderMonkey does, in small: loop until the word at `WORD` is not zero; then take back the stop.
SPIN = f"""(loop $spin (br_if $spin (i32.eqz (i32.load (i32.const {WORD})))))
    (i32.store (i32.const {WORD}) (i32.const 0))
    (i32.store (i32.const {CONTROL_AT}) (i32.const 0)) (i32.const 0)"""


def armed(value: int = 1, address: int = WORD, **parts: str) -> Instance:
    instance = tiny.instance(**parts)
    instance.memory.write_u32(CONTROL_AT + 4, address)
    instance.memory.write_u32(CONTROL_AT + 8, value)
    return instance


def test_a_running_loop_is_stopped_from_another_thread() -> None:
    instance = armed(pump=SPIN)
    threading.Timer(0.05, instance.interrupter.stop).start()
    start = time.monotonic()
    instance.pump(0)
    assert 0.04 < time.monotonic() - start < 30


def test_a_deadline_stops_a_loop_and_leaves_the_next_one_alone() -> None:
    instance = armed(pump=SPIN)
    with watchdog.limit(instance.interrupter, 0.05):
        instance.pump(0)
    assert instance.interrupter.stops >= 1
    assert instance.memory.read_u32(CONTROL_AT) == 0


def test_a_stop_that_comes_too_late_is_forgotten() -> None:
    """Otherwise it would end the next script, which did nothing wrong."""
    instance = armed()
    with watchdog.limit(instance.interrupter, 0):
        deadline = time.monotonic() + 30
        while not instance.interrupter.stops and time.monotonic() < deadline:
            threading.Event().wait(0.001)
        assert instance.memory.read_u32(CONTROL_AT) == 1
    assert instance.memory.read_u32(CONTROL_AT) == 0


def test_a_call_within_its_deadline_is_not_stopped() -> None:
    instance = armed()
    for _ in range(100):
        with watchdog.limit(instance.interrupter, 60):
            instance.pump(0)
    assert instance.interrupter.stops == 0


def test_many_deadlines_are_kept_apart() -> None:
    fast, slow = armed(), armed()
    with watchdog.limit(slow.interrupter, 60), watchdog.limit(fast.interrupter, 0.02):
        deadline = time.monotonic() + 30
        while fast.interrupter.stops < 3 and time.monotonic() < deadline:
            threading.Event().wait(0.005)
        assert fast.interrupter.stops >= 3, "it repeats until the operation ends"
        assert slow.interrupter.stops == 0


@pytest.mark.parametrize("address", [0, 2, 2 * 65_536 - 2, 2 * 65_536, 0xFFFF_FFFC])
def test_an_address_that_is_not_a_word_of_the_memory_is_not_written(address: int) -> None:
    """The engine chooses the address: it must not become a way to write to the host."""
    instance = armed(address=address)
    assert not instance.interrupter.stop()
    assert instance.interrupter.stops == 0


def test_a_closed_instance_is_not_written_to() -> None:
    instance = armed()
    interrupter = instance.interrupter
    assert interrupter.stop()
    instance.close()
    assert not interrupter.stop()
    interrupter.settle()


def test_ended_deadlines_do_not_keep_an_instance_alive() -> None:
    dog = Watchdog()
    instance = armed()
    gone = weakref.ref(instance.interrupter)
    with dog.limit(instance.interrupter, 0.01):
        pass
    del instance
    deadline = time.monotonic() + 30
    while gone() is not None and time.monotonic() < deadline:
        gc.collect()
        threading.Event().wait(0.01)
    assert gone() is None


def test_the_words_are_where_the_engine_says() -> None:
    instance = armed(value=7)
    assert isinstance(instance.interrupter, Interrupter)
    assert instance.interrupter.stop()
    assert instance.memory.read_u32(CONTROL_AT) == 1
    assert instance.memory.read_u32(WORD) == 7


def test_words_in_memory_that_was_added_later_are_written() -> None:
    """An engine that is started here, and not in the image, has its context in grown memory."""
    instance = armed(address=2 * 65_536 + 8)
    assert not instance.interrupter.stop()
    instance.grow_memory(3 * 65_536)
    assert instance.interrupter.stop()
    assert instance.memory.read_u32(2 * 65_536 + 8) == 1


def test_deadlines_hold_in_a_forked_process() -> None:
    """Workers are forked from a process that has the module mapped; threads do not survive a fork."""
    image = tiny.image(pump=SPIN)
    with watchdog.limit(Instance(image).interrupter, 60):
        child = os.fork()
        if child == 0:
            # Whatever happens here must not run the tests of the parent a second time.
            status = 1
            try:
                instance = Instance(image)
                instance.memory.write_u32(CONTROL_AT + 4, WORD)
                instance.memory.write_u32(CONTROL_AT + 8, 1)
                signal.alarm(30)
                with watchdog.limit(instance.interrupter, 0.05):
                    instance.pump(0)
                status = 0
            finally:
                os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
