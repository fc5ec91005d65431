"""Where Servo itself lays out or paints otherwise than Chromium: reason -> page -> names of the boxes.

A box that comes to agree fails its test, so that its name is taken out. Native Servo 0.5 differs in the
same boxes unless the reason says otherwise (`python -m tests.reference.native_layout`).
"""

from typing import Final

LAYOUT: Final[dict[str, dict[str, str]]] = {}

PAINT: Final[dict[str, str]] = {}
"""Pages on which native Servo 0.5 paints otherwise than ours (0.7), and why."""
