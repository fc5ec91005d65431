"""What our paint pages look like, against pictures that were reviewed by eye.

`--golden` writes them again. The module rasterises in software and its arithmetic is the same on every
machine, so the comparison is exact but for a very few pixels that a change of compiler may round otherwise.
"""

import io
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy
import pytest
from PIL import Image

from engine.host import ops
from engine.host.driver import Driver
from tests.reference.differences import PAINT
from tests.reference.gather import PAGES, names
from tests.reference.pictures import GOLDEN, NATIVE, digest, web_fonts

_ROUNDING = 2
"""Steps of 255 by which a channel may be off."""
_PIXELS_MAX_PERMILLE = 1
"""Pixels in a thousand that may be off by more."""
_TEXT_PERMILLE_MAX, _OTHER_PERMILLE_MAX = 65, 25
"""Pixels in a thousand that may differ clearly from native Servo's, which hints text and we do not."""

_KINDS = {".svg": "image/svg+xml", ".avif": "image/avif", ".webp": "image/webp", ".gif": "image/gif"}


@dataclass(frozen=True)
class View:
    """How a page is looked at; sizes in CSS pixels."""

    width: int = 240
    height: int = 180
    scale: float = 1.0
    area: ops.Area = field(default_factory=ops.Viewport)


VIEWS = {
    "full-page": View(width=100, height=100, area=ops.FullPage()),
    "high-dpi": View(width=120, height=90, scale=2.0),
}


def serve(site: Any) -> None:
    """Put all paint pages and what they load on the local site."""
    for file in (PAGES / "paint").iterdir():
        kind = "text/html" if file.suffix == ".html" else _KINDS.get(file.suffix, f"image/{file.suffix[1:]}")
        site.serve(f"/{file.name}", file.read_bytes(), content_type=kind)
    for name, data in web_fonts().items():
        site.serve(f"/{name}", data, content_type="font/ttf")


def pixels(image: bytes | Path) -> "numpy.ndarray[Any, Any]":
    """Rows of red, green, blue, alpha."""
    source = io.BytesIO(image) if isinstance(image, bytes) else image
    with Image.open(source) as opened:
        return numpy.asarray(opened.convert("RGBA"))


@pytest.mark.parametrize("name", names("paint"))
def test_page_looks_as_reviewed(
    page: Driver, site: Any, name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """One page a feature of painting, so that what changed is named by the test that fails."""
    serve(site)
    view = VIEWS.get(name, View())
    page.set_viewport(view.width, view.height, view.scale)
    page.open_url(site.url(f"/{name}.html"))
    shot = page.screenshot(view.area)
    golden = GOLDEN / f"{name}.png"
    if request.config.getoption("--golden"):
        with Image.open(io.BytesIO(shot.image)) as image:
            image.convert("RGB").save(golden, optimize=True)
    found, wanted = pixels(shot.image), pixels(golden)
    assert found.shape == wanted.shape
    off = numpy.abs(found.astype(int) - wanted.astype(int)).max(axis=2) > _ROUNDING
    if off.mean() * 1_000 > _PIXELS_MAX_PERMILLE:
        (tmp_path / f"{name}.png").write_bytes(shot.image)
        pytest.fail(f"{int(off.sum())} of {off.size} pixels are other than in {golden}; see {tmp_path}")


def test_there_is_a_picture_for_each_page_and_no_other() -> None:
    """Otherwise a page would be tested against nothing."""
    assert sorted(file.stem for file in GOLDEN.glob("*.png")) == names("paint")
    assert len(names("paint")) >= 32


def test_pictures_are_those_of_native_servo() -> None:
    """Our port must not paint otherwise than Servo does, beyond hinting and what differs by version.

    `python -m tests.reference.paint` wrote the numbers; a picture that has changed since needs new ones.
    """
    measured = json.loads(NATIVE.read_text())
    for name, numbers in measured.items():
        assert numbers["golden"] == digest(GOLDEN / f"{name}.png"), f"{name}: run tests.reference.paint again"
        limit = _TEXT_PERMILLE_MAX if "text" in name else _OTHER_PERMILLE_MAX
        assert (numbers["changed_permille"] > limit) == (name in PAINT), f"{name}: {numbers}"
    assert len(measured) >= 30
    assert measured.keys() >= PAINT.keys()
