"""The reviewed pictures of our paint pages, and the web fonts that some of the pages load."""

import hashlib
import io
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from engine.builder.fonts import faces
from engine.builder.paths import user_cache
from tests.reference.gather import PAGES

GOLDEN = PAGES.parent / "golden" / "paint"
NATIVE = GOLDEN / "native.json"


def digest(picture: Path) -> str:
    """Of the file, shortened."""
    return hashlib.sha256(picture.read_bytes()).hexdigest()[:16]


def web_fonts() -> dict[str, bytes]:
    """`own.ttf`, `own.woff` and `own.woff2`: the glyphs of "ABx", in which A is drawn as B and B as A.

    So a page shows whether the web font is used. It has a name of its own, as its licence asks.
    """
    source = next(file.path for file in faces(user_cache()) if file.path.name == "LiberationSerif-Bold.ttf")
    font = TTFont(source)
    options = subset.Options(drop_tables=["FFTM", "DSIG"], name_IDs=[1, 2, 4, 6], notdef_outline=True)
    shrinker = subset.Subsetter(options)
    shrinker.populate(text="ABx")
    shrinker.subset(font)
    for table in font["cmap"].tables:
        table.cmap[ord("A")], table.cmap[ord("B")] = table.cmap[ord("B")], table.cmap[ord("A")]
    for record in font["name"].names:
        record.string = "Own"
    found = {}
    for flavor in (None, "woff", "woff2"):
        font.flavor = flavor
        written = io.BytesIO()
        font.save(written)
        found[f"own.{flavor or 'ttf'}"] = written.getvalue()
    return found
