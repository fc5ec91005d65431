"""Threads for engines, and the three limits that must agree."""

import gc
import threading
import weakref

import pytest

from engine.host import stack


def test_the_limits_grow_outwards() -> None:
    """The innermost must be met first: an error of the script, then a trap, never a fault of the process."""
    assert stack.SHADOW_STACK_BYTES < stack.WASM_STACK_BYTES
    assert stack.WASM_STACK_BYTES + stack.HOST_RESERVE_BYTES <= stack.THREAD_STACK_BYTES


def test_an_engine_thread_has_the_stack_that_is_promised() -> None:
    with stack.EngineThread() as thread:
        assert thread.run(stack.thread_stack_bytes) >= stack.THREAD_STACK_BYTES - 65_536
        assert thread.run(stack.suffices)


def test_other_threads_keep_their_size() -> None:
    """Python has one setting for the process: it must be put back."""
    before = threading.stack_size()
    with stack.EngineThread():
        assert threading.stack_size() == before


def test_calls_run_there_in_order_and_give_their_results() -> None:
    order: list[int] = []
    with stack.EngineThread("named") as thread:
        assert thread.run(lambda left, right: left + right, 1, right=2) == 3
        for number in range(20):
            thread.run(order.append, number)
        assert thread.run(lambda: threading.current_thread().name) == "named"
        assert thread.run(lambda: thread.run(lambda: "nested")) == "nested"
    assert order == list(range(20))


def test_an_exception_is_raised_where_the_call_was_made() -> None:
    def fail() -> None:
        raise KeyError("there")

    with stack.EngineThread() as thread:
        with pytest.raises(KeyError, match="there"):
            thread.run(fail)
        assert thread.run(lambda: 1) == 1


def test_a_finished_call_keeps_nothing_alive() -> None:
    """An engine that was returned by a call must be freed when its caller drops it."""

    class Heavy:
        pass

    with stack.EngineThread() as thread:
        heavy = thread.run(Heavy)
        gone = weakref.ref(heavy)
        del heavy
        thread.run(lambda: None)
        gc.collect()
        assert gone() is None


def test_run_stays_on_a_thread_that_is_large_enough() -> None:
    with stack.EngineThread() as thread:
        assert thread.run(lambda: stack.run(threading.current_thread) is threading.current_thread())


def test_run_moves_away_from_a_small_thread() -> None:
    seen: list[bool] = []

    restored = threading.Event()

    def small() -> None:
        # The setting is the process's: no other thread may start while it is changed.
        restored.wait()
        seen.append(stack.suffices())
        seen.append(stack.run(stack.suffices))

    before = threading.stack_size(1 << 20)
    try:
        thread = threading.Thread(target=small)
        thread.start()
    finally:
        threading.stack_size(before)
    restored.set()
    thread.join()
    assert seen == [False, True]
