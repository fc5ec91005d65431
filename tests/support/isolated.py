"""Runs what may never end in a process of its own, as the service runs every session."""

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from enum import StrEnum


class Outcome(StrEnum):
    FINISHED = "finished"
    STOPPED = "stopped at its limit"
    FAILED = "failed"
    CRASHED = "crashed"


def run(function: Callable[[], None], limit_s: float) -> Outcome:
    """Call `function` in a fork of this process, ended after `limit_s`.

    `CRASHED` is an end by a signal that nobody sent: a fault of the host. `FAILED` is an exception, which is
    printed.
    """
    child = os.fork()
    if child == 0:
        status = 1
        try:
            function()
            status = 0
        except BaseException:
            traceback.print_exc(file=sys.__stderr__)
        finally:
            os._exit(status)
    deadline = time.monotonic() + limit_s
    while time.monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            if os.WIFSIGNALED(status):
                return Outcome.CRASHED
            return Outcome.FINISHED if os.WEXITSTATUS(status) == 0 else Outcome.FAILED
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return Outcome.STOPPED
