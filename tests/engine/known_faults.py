"""Faults of ours that are known and not mended yet: each test states the right value and is expected to fail.

A test that passes fails the run, so that its line goes. What native Servo itself does differently is in
`servo_differences.py` instead.
"""

from typing import Final

_MAP = "evaluating a Map, a Set or a DataView traps: the callback that collects entries loses its callee"
_OPEN = "a navigation that is asked for while another one is pending is dropped by the constellation"
_GIF = "a GIF that claims 65,535 x 65,535 pixels panics in the decoder"

KNOWN: Final[dict[str, str]] = {}
