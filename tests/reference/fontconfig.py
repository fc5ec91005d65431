"""A fontconfig set-up in which another browser sees the fonts that the product ships, and no others."""

from pathlib import Path
from xml.sax.saxutils import escape

from engine.builder.fonts import faces


def write(folder: Path, cache: Path) -> Path:
    """Write `fonts.conf` into `folder` and return its path, the value for FONTCONFIG_FILE.

    `cache` is the user's cache folder, where the product's fonts are unpacked.
    """
    files = faces(cache)
    rules = []
    seen = set()
    for file in files:
        for face in file.faces:
            for name in (*face.aliases, *face.generics):
                if (name, face.family) not in seen:
                    seen.add((name, face.family))
                    rules.append(
                        f'<match><test name="family"><string>{escape(name)}</string></test>'
                        f'<edit name="family" mode="assign_replace" binding="same">'
                        f"<string>{escape(face.family)}</string></edit></match>"
                    )
    fallback = list(dict.fromkeys(face.family for file in files for face in file.faces))
    rules.append(
        '<match><edit name="family" mode="append_last">'
        + "".join(f"<string>{escape(family)}</string>" for family in fallback)
        + "</edit></match>"
    )
    rules.append(
        '<match><edit name="hinting" mode="assign"><bool>false</bool></edit>'
        '<edit name="antialias" mode="assign"><bool>true</bool></edit>'
        '<edit name="rgba" mode="assign"><const>none</const></edit></match>'
    )
    written = folder / "fonts.conf"
    written.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>'
        f"<dir>{escape(str(files[0].path.parent))}</dir>"
        f"<cachedir>{escape(str(folder / 'fontcache'))}</cachedir>" + "".join(rules) + "</fontconfig>"
    )
    return written
