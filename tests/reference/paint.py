"""`python -m tests.reference.paint [--side-by-side FOLDER]`: compare our pictures with native Servo's.

Writes the numbers to tests/golden/paint/native.json: the mean difference of a channel (0 to 255), and how
many pixels in a thousand differ by more than 48.
"""

import argparse
import importlib
import io
import json
from pathlib import Path

import numpy
from PIL import Image

from tests.reference import native
from tests.reference.gather import gathering, names
from tests.reference.pictures import GOLDEN, NATIVE, digest, web_fonts

_OTHER_WINDOW = {"full-page", "high-dpi"}
"""Pages that are looked at in a way that `servo-fetch` has no option for."""
_CLEARLY = 48


def main() -> None:
    """Print one line a page."""
    parser = argparse.ArgumentParser(prog="python -m tests.reference.paint", description=main.__doc__)
    parser.add_argument(
        "--side-by-side", type=Path, help="write ours and native Servo's beside each other here"
    )
    options = parser.parse_args()
    host = native.enter("tests.reference.paint")
    servo_fetch = importlib.import_module("servo_fetch")  # not among the requirements
    measured = {}
    with gathering(host, [], web_fonts()) as server:
        for name in names("paint"):
            if name in _OTHER_WINDOW:
                continue
            with Image.open(GOLDEN / f"{name}.png") as golden:
                ours = golden.convert("RGB")
            size = f"{ours.width}x{ours.height}"
            shot = servo_fetch.fetch(
                f"{server.url}show/{name}/{size}", timeout=30, settle=0.4, screenshot=True
            )
            with Image.open(io.BytesIO(shot.screenshot)) as whole:
                theirs = whole.convert("RGB").crop((0, 0, ours.width, ours.height))
            off = numpy.abs(numpy.asarray(ours).astype(int) - numpy.asarray(theirs).astype(int))
            measured[name] = {
                "golden": digest(GOLDEN / f"{name}.png"),
                "mean": round(float(off.mean()), 2),
                "changed_permille": round(float((off.max(axis=2) > _CLEARLY).mean()) * 1_000),
            }
            print(f"{name}: {measured[name]}", flush=True)
            if options.side_by_side:
                both = Image.new("RGB", (2 * ours.width + 4, ours.height), "magenta")
                both.paste(ours, (0, 0))
                both.paste(theirs, (ours.width + 4, 0))
                both.save(options.side_by_side / f"{name}.png")
    NATIVE.write_text(json.dumps(measured, indent=1) + "\n")


if __name__ == "__main__":
    main()
