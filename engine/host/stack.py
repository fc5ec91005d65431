"""The three stack limits, and threads that satisfy them.

Deep recursion in a page must end as an error inside the engine, never as a fault of the process. Three stacks
grow together, and each limit is only sound if the next one is larger:

1. `SHADOW_STACK_BYTES`: the stack in linear memory (linker option of the module); SpiderMonkey's own limit
   and Servo's recursion guards measure it, so that it is met first;
2. `WASM_STACK_BYTES`: what wasmtime allows machine code to use; beyond it the engine traps;
3. `THREAD_STACK_BYTES`: the native stack of the calling thread; beyond it the kernel would kill the process,
   so calls from smaller threads are refused.
"""

import contextlib
import ctypes
import queue
import threading
from collections.abc import Callable
from typing import Any, Final, ParamSpec, Self, TypeVar

from engine.host.errors import StackTooSmall

SHADOW_STACK_BYTES: Final = 16 << 20
WASM_STACK_BYTES: Final = 32 << 20
THREAD_STACK_BYTES: Final = 64 << 20
# What Python, wasmtime and host functions may need at the far end of the wasm stack.
HOST_RESERVE_BYTES: Final = 4 << 20

P = ParamSpec("P")
T = TypeVar("T")

_known = threading.local()
_starting = threading.Lock()
_libc = ctypes.CDLL(None, use_errno=True)
_libc.pthread_self.restype = ctypes.c_void_p


def thread_stack_bytes() -> int:
    """Size of the calling thread's native stack (for the main thread: its current limit)."""
    attributes = ctypes.create_string_buffer(128)  # pthread_attr_t has 56 bytes on 64-bit glibc and musl
    if _libc.pthread_getattr_np(ctypes.c_void_p(_libc.pthread_self()), attributes):
        return 0
    address, size = ctypes.c_void_p(), ctypes.c_size_t()
    _libc.pthread_attr_getstack(attributes, ctypes.byref(address), ctypes.byref(size))
    _libc.pthread_attr_destroy(attributes)
    return size.value


def suffices() -> bool:
    """Whether the calling thread may enter an engine. The answer is kept, as a stack does not change."""
    known: bool | None = getattr(_known, "suffices", None)
    if known is None:
        known = _known.suffices = thread_stack_bytes() >= WASM_STACK_BYTES + HOST_RESERVE_BYTES
    return known


def require() -> None:
    """Raises StackTooSmall unless the calling thread may enter an engine."""
    if not suffices():
        raise StackTooSmall(
            f"this thread's stack has {thread_stack_bytes() >> 20} MiB, an engine needs "
            f"{(WASM_STACK_BYTES + HOST_RESERVE_BYTES) >> 20} MiB; "
            "call it through engine.host.stack.EngineThread"
        )


def start_thread(target: Callable[[], None], name: str) -> threading.Thread:
    """Start a daemon thread with `THREAD_STACK_BYTES` of stack. Only pages that are touched cost memory."""
    with _starting:
        # Python has this setting for the process only.
        before = threading.stack_size(THREAD_STACK_BYTES)
        try:
            thread = threading.Thread(target=target, name=name, daemon=True)
            thread.start()
        finally:
            threading.stack_size(before)
    return thread


class EngineThread:
    """Runs calls one after the other on a thread with a large stack."""

    def __init__(self, name: str = "engine") -> None:
        self._calls: queue.SimpleQueue[tuple[Callable[[], Any], queue.SimpleQueue[Any]] | None]
        self._calls = queue.SimpleQueue()
        self._thread = start_thread(self._serve, name)

    def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call `function` there and wait. Its exception is raised here."""
        if threading.current_thread() is self._thread:
            return function(*args, **kwargs)
        answer: queue.SimpleQueue[tuple[T | None, BaseException | None]] = queue.SimpleQueue()
        self._calls.put((lambda: function(*args, **kwargs), answer))
        result, error = answer.get()
        if error is not None:
            try:
                raise error
            finally:
                # The traceback would keep this frame, and with it the error, alive in a cycle.
                del error
        return result  # type: ignore[return-value]

    def close(self) -> None:
        self._calls.put(None)
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _serve(self) -> None:
        while (call := self._calls.get()) is not None:
            function, answer = call
            try:
                answer.put((function(), None))
            except BaseException as error:
                answer.put((None, error))
            # A waiting thread must not keep the last call's objects alive.
            del call, function, answer


def run(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call `function` here if this thread's stack suffices, otherwise on a new thread."""
    if suffices():
        return function(*args, **kwargs)
    with contextlib.closing(EngineThread()) as thread:
        return thread.run(function, *args, **kwargs)
