"""What the builder tells the person who waits for it."""

import sys
import time

_START = time.monotonic()


def say(message: str) -> None:
    """One line with the time since the start, on standard error."""
    elapsed = int(time.monotonic() - _START)
    print(f"[{elapsed // 60:02}:{elapsed % 60:02}] {message}", file=sys.stderr, flush=True)
