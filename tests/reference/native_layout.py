"""`python -m tests.reference.native_layout`: the boxes that native Servo draws elsewhere than Chromium."""

import importlib
import json

from tests.reference import native
from tests.reference.gather import gathering, names
from tests.reference.layout import GOLDEN, differs


def main() -> None:
    """Print one line a box."""
    host = native.enter("tests.reference.native_layout")
    servo_fetch = importlib.import_module("servo_fetch")  # not among the requirements
    with gathering(host, names("layout")) as server:
        servo_fetch.fetch(server.url, timeout=120, settle=60, screenshot=True)
        found = server.boxes(1)
    for page, boxes in found.items():
        wanted = json.loads((GOLDEN / f"{page}.json").read_text())
        for probe, box in boxes.items():
            if differs(box, wanted[probe]):
                print(f"{page}.{probe}: native Servo {box}, Chromium {wanted[probe]}", flush=True)


if __name__ == "__main__":
    main()
