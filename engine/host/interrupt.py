"""Stop a script that runs too long, from another thread.

SpiderMonkey looks at one word of its memory at each loop head and call. Writing there is the only thing done
to an engine from outside its thread, and it costs a script nothing while it runs. What no script runs
(layout, parsing) is not stopped by it: the last resort is to end the process.
"""

import contextlib
import ctypes
import heapq
import itertools
import os
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

# After the first stop, for pages that start another endless script at once.
REPEAT_S: Final = 0.02


class Interrupter:
    """The control words of one instance (`engine/ABI.md`). Safe to use from any thread until `detach`."""

    def __init__(self, base: int, control: int, measure: Callable[[], int]) -> None:
        """`base` is the memory's address, `control` the words' offset in it, which the caller has checked.

        `measure` gives the memory's size and is called from any thread, while the engine runs too: wasmtime
        keeps the size in an atomic word. The memory only grows and never moves, so an answer stays safe.
        """
        self._lock = threading.Lock()
        self._base: int | None = base
        self._control = control
        self._measure = measure
        self._stops = 0

    @property
    def stops(self) -> int:
        """How many times a script was asked to stop."""
        return self._stops

    def stop(self) -> bool:
        """Ask the running script to stop. False if none has run yet, or the instance is gone."""
        with self._lock:
            if self._base is None:
                return False
            words = (ctypes.c_uint32 * 3).from_address(self._base + self._control)
            address, value = words[1], words[2]
            # The engine's word: still untrusted.
            if address == 0 or address % 4 or address + 4 > self._measure():
                return False
            words[0] = 1
            ctypes.c_uint32.from_address(self._base + address).value = value
            self._stops += 1
            return True

    def settle(self) -> None:
        """Forget a stop that came when no script ran any more: it must not hit the next one."""
        with self._lock:
            if self._base is not None:
                ctypes.c_uint32.from_address(self._base + self._control).value = 0

    def detach(self) -> None:
        """The memory goes away."""
        with self._lock:
            self._base = None
            self._measure = lambda: 0


class Watchdog:
    """One thread that stops scripts at their deadlines, for all instances of a process."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._due: list[tuple[float, int, Interrupter]] = []
        self._active: set[int] = set()
        self._numbers = itertools.count()
        self._process = 0

    @contextlib.contextmanager
    def limit(self, interrupter: Interrupter, seconds: float) -> Iterator[None]:
        """Stop whatever script of the instance runs after so many seconds, again and again until the end."""
        number = self._arm(interrupter, time.monotonic() + max(0.0, seconds))
        try:
            yield
        finally:
            with self._condition:
                self._active.discard(number)
            interrupter.settle()

    def _arm(self, interrupter: Interrupter, at: float) -> int:
        if self._process != os.getpid():
            # Threads do not survive a fork: start anew in the child, with nothing of the parent's.
            self._process = os.getpid()
            self._condition = threading.Condition()
            self._due, self._active = [], set()
            threading.Thread(target=self._watch, name="engine-watchdog", daemon=True).start()
        with self._condition:
            number = next(self._numbers)
            self._active.add(number)
            heapq.heappush(self._due, (at, number, interrupter))
            if self._due[0][1] == number:
                self._condition.notify()
        return number

    def _watch(self) -> None:
        with self._condition:
            while True:
                while self._due and self._due[0][1] not in self._active:
                    heapq.heappop(self._due)
                if not self._due:
                    self._condition.wait()
                    continue
                at, number, interrupter = self._due[0]
                now = time.monotonic()
                if at > now:
                    self._condition.wait(at - now)
                    continue
                interrupter.stop()
                heapq.heapreplace(self._due, (now + REPEAT_S, number, interrupter))
                # The interrupter must not be kept alive by this thread's frame while it sleeps.
                del interrupter


watchdog: Final = Watchdog()
