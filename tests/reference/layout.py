"""`python -m tests.reference.layout`: write the boxes that Chromium gives our pages."""

import json
import tempfile
from pathlib import Path

from engine.builder.paths import user_cache
from tests.reference import chromium
from tests.reference.gather import PAGES, gathering, names

GOLDEN = PAGES.parent / "golden" / "layout"
VIEWPORT = (800, 600)
"""CSS pixels, as that of the frame in which references are made."""
_DEADLINE_S = 180
_TOLERANCE_PX = 1.0


def differs(box: list[float | None], wanted: list[float | None]) -> bool:
    """Whether a side is more than a pixel away. Sides that are the browser's choice are null in both."""
    return any(
        (a is None) is not (b is None) or (a is not None and b is not None and abs(a - b) > _TOLERANCE_PX)
        for a, b in zip(box, wanted, strict=True)
    )


def main() -> None:
    """Replaces all references; review the difference."""
    cache = user_cache()
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch,
        gathering("127.0.0.1", names("layout")) as server,
        chromium.showing(server.url, Path(scratch), cache),
    ):
        found = server.boxes(_DEADLINE_S)
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for old in GOLDEN.glob("*.json"):
        old.unlink()
    for name, boxes in found.items():
        lines = ",\n".join(f"  {json.dumps(probe)}: {json.dumps(box)}" for probe, box in boxes.items())
        (GOLDEN / f"{name}.json").write_text(f"{{\n{lines}\n}}\n")
    print(f"{chromium.version()}: {len(found)} pages, {sum(map(len, found.values()))} boxes")


if __name__ == "__main__":
    main()
