"""The fonts that the product ships: which faces, where they come from, how they are packed.

The families are those of four Debian packages, unmodified: their licences reserve the names of changed
copies. `faces` gives them from, in this order: the cache, the archive in `engine/dist`, the packages. The
order of the table is the order in which a character that no family of the page covers is looked for.
"""

import argparse
import hashlib
import io
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec
import zstandard

from engine.builder.paths import user_cache
from engine.host.ops import FontFace

FORMAT = 1
ARCHIVE = Path(__file__).resolve().parent.parent / "dist" / "fonts.tar.zst"
_INDEX = "fonts.json"
_ARCHIVE_BYTES_MAX = 128 << 20


class FontsError(Exception):
    """A font cannot be had or is not the pinned one; the message says which and what to do."""


@dataclass(frozen=True, slots=True)
class Package:
    """A Debian package, pinned. `sha256` is that of the .deb file."""

    name: str
    version: str
    sha256: str
    licence: str


LIBERATION = Package(
    "fonts-liberation2",
    "2.1.5-1",
    "35ffaa54f117e633e89a5da89af235a073b34dbe582726fbf6989568f7fd9bda",
    "OFL-1.1",
)
NOTO = Package(
    "fonts-noto-core",
    "20201225-1",
    "58f4f0bb6720f919f92096b3508e1412a0f1544424ade6c5b5bf1eb694dd64ba",
    "OFL-1.1",
)
DROID = Package(
    "fonts-droid-fallback",
    "1:6.0.1r16-1.1",
    "d2096d4edde128fedf6749be2dd204a5810210a6201126d99b8d412344f71056",
    "Apache-2.0",
)
EMOJI = Package(
    "fonts-noto-color-emoji",
    "2.042-0+deb12u1",
    "a5ab0f69c7938423862320d9aca5dd187b3fd879d6a9a57dd52e17c3fa8d2751",
    "OFL-1.1",
)


@dataclass(frozen=True, slots=True)
class Family:
    """One family of the product.

    `paths` are below /usr/share/fonts of the package. `resident` families lie in the pre-initialised
    image, the others stay with the host until a page needs them.
    """

    package: Package
    paths: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    generics: tuple[str, ...] = ()
    resident: bool = False


def _liberation(name: str, aliases: tuple[str, ...], generics: tuple[str, ...]) -> Family:
    styles = ("Regular", "Bold", "Italic", "BoldItalic")
    paths = tuple(f"truetype/liberation2/Liberation{name}-{style}.ttf" for style in styles)
    return Family(LIBERATION, paths, aliases, generics, resident=True)


def _noto(name: str, *styles: str, generics: tuple[str, ...] = ()) -> Family:
    paths = tuple(f"truetype/noto/Noto{name}-{style}.ttf" for style in styles)
    return Family(NOTO, paths, generics=generics)


_BOTH = ("Regular", "Bold")
_SCRIPTS = (
    *("Arabic", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada"),
    *("Malayalam", "Sinhala", "Thai", "Lao", "Khmer", "Myanmar", "Armenian", "Georgian", "Ethiopic"),
    *("CanadianAboriginal", "Cherokee", "Thaana", "Adlam", "Javanese"),
)

# The ui-* names are aliases because Stylo takes them for family names, not for generic families.
FAMILIES: tuple[Family, ...] = (
    _liberation(
        "Sans",
        (
            "Arial",
            "Helvetica",
            "Helvetica Neue",
            "Arimo",
            "Nimbus Sans",
            "Albany",
            "ui-sans-serif",
            "ui-rounded",
        ),
        ("sans-serif", "system-ui", "fantasy"),
    ),
    _liberation(
        "Serif",
        ("Times New Roman", "Times", "Tinos", "Nimbus Roman", "Thorndale", "ui-serif"),
        ("serif", "cursive"),
    ),
    _liberation(
        "Mono",
        ("Courier New", "Courier", "Cousine", "Nimbus Mono PS", "Cumberland", "ui-monospace"),
        ("monospace",),
    ),
    *(_noto(f"Sans{script}", *_BOTH) for script in _SCRIPTS),
    # Before Mongolian, which has narrow CJK punctuation, and after Thai, whose currency sign it has too.
    Family(DROID, ("../fonts-droid-fallback/truetype/DroidSansFallback.ttf",), aliases=("fangsong",)),
    *(_noto(f"Sans{script}", "Regular") for script in ("Mongolian", "Syriac", "Tifinagh", "NKo")),
    _noto("SerifTibetan", "Regular"),
    _noto("SansSymbols", *_BOTH),
    _noto("SansSymbols2", "Regular"),
    _noto("SansMath", "Regular", generics=("math",)),
    Family(EMOJI, ("truetype/noto/NotoColorEmoji.ttf",), generics=("emoji",)),
)


class _Entry(msgspec.Struct, frozen=True, kw_only=True):
    file: str
    bytes: int
    sha256: str
    package: str
    licence: str
    resident: bool
    faces: list[FontFace]


class _Index(msgspec.Struct, frozen=True, kw_only=True):
    format: int
    digest: str
    files: list[_Entry]


@dataclass(frozen=True, slots=True)
class FontFile:
    """A font file in the cache. Its place in the list of `faces` is its `host_font` number."""

    path: Path
    faces: list[FontFace]
    resident: bool


def digest() -> str:
    """Changes with all that decides what the fonts are: packages, files, names, format of the index."""
    told = f"{FORMAT}\n{FAMILIES!r}"
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def faces(cache: Path) -> list[FontFile]:
    """All shipped fonts, in fallback order.

    `cache` is the user's cache folder; the files lie below `servo-mcp/engine/fonts/`. Raises FontsError if
    they are neither there nor in the archive and a package cannot be had.
    """
    folder = cache / "servo-mcp" / "engine" / "fonts" / digest()
    if not (folder / _INDEX).is_file():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            fresh = Path(scratch) / "fonts"
            fresh.mkdir()
            if not unpack(ARCHIVE, fresh):
                _gather(fresh)
            # Another process may have been faster; both made the same files.
            if not folder.exists():
                fresh.rename(folder)
    index = _read_index(folder)
    return [FontFile(folder / entry.file, entry.faces, entry.resident) for entry in index.files]


def pack(cache: Path, archive: Path = ARCHIVE) -> None:
    """Write the archive that is shipped. The same fonts give the same bytes."""
    files = faces(cache)
    folder = files[0].path.parent
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name in (_INDEX, *(file.path.name for file in files)):
            data = (folder / name).read_bytes()
            member = tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    archive.parent.mkdir(parents=True, exist_ok=True)
    archive.write_bytes(zstandard.ZstdCompressor(level=19).compress(plain.getvalue()))


def describe(data: bytes, family: Family) -> list[FontFace]:
    """The faces of a font file. Raises fontTools' TTLibError if it is none."""
    # Whoever only unpacks the archive needs no fontTools.
    from fontTools.ttLib import TTCollection, TTFont

    if data[:4] == b"ttcf":
        fonts = list(TTCollection(io.BytesIO(data), lazy=True))
    else:
        fonts = [TTFont(io.BytesIO(data), lazy=True)]
    found = []
    for number, font in enumerate(fonts):
        os2 = font["OS/2"]
        low = high = int(os2.usWeightClass)
        if "fvar" in font:
            for axis in font["fvar"].axes:
                if axis.axisTag == "wght":
                    low, high = int(axis.minValue), int(axis.maxValue)
        found.append(
            FontFace(
                family=font["name"].getBestFamilyName(),
                index=number,
                weight_min=low,
                weight_max=high,
                stretch_permille=_STRETCH_PERMILLE[os2.usWidthClass],
                italic=bool(os2.fsSelection & 1),
                coverage=tuple(ranges(font.getBestCmap())),
                generics=family.generics,
                aliases=family.aliases,
            )
        )
    return found


# usWidthClass of the OS/2 table to the percentages of CSS Fonts, in thousandths.
_STRETCH_PERMILLE = {1: 500, 2: 625, 3: 750, 4: 875, 5: 1000, 6: 1125, 7: 1250, 8: 1500, 9: 2000}


def ranges(code_points: Iterable[int]) -> list[tuple[int, int]]:
    """Inclusive ranges in order, neighbours merged."""
    found: list[tuple[int, int]] = []
    for point in sorted(code_points):
        if found and found[-1][1] == point - 1:
            found[-1] = (found[-1][0], point)
        else:
            found.append((point, point))
    return found


def _read_index(folder: Path) -> _Index:
    return msgspec.json.decode((folder / _INDEX).read_bytes(), type=_Index)


def unpack(archive: Path, folder: Path) -> bool:
    """Unpack the archive if it holds just the fonts of this table; false otherwise."""
    if not archive.is_file():
        return False
    reader = zstandard.ZstdDecompressor().stream_reader(archive.open("rb"))
    with reader, tarfile.open(fileobj=io.BytesIO(reader.read(_ARCHIVE_BYTES_MAX)), mode="r:") as tar:
        tar.extractall(folder, filter="data")
    index = _read_index(folder)
    if index.digest != digest():
        shutil.rmtree(folder)
        folder.mkdir()
        return False
    for entry in index.files:
        if hashlib.sha256((folder / entry.file).read_bytes()).hexdigest() != entry.sha256:
            raise FontsError(f"{archive.name}: {entry.file} is damaged; fetch the archive again")
    return True


def _gather(folder: Path) -> None:
    """Fetch the packages, copy the wanted files, write the index."""
    entries = []
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        trees: dict[str, Path] = {}
        for family in FAMILIES:
            package = family.package
            if package.name not in trees:
                trees[package.name] = _tree(package, Path(scratch))
            for path in family.paths:
                source = trees[package.name] / "usr" / "share" / "fonts" / path
                try:
                    data = source.read_bytes()
                except FileNotFoundError as error:
                    raise FontsError(f"{package.name} {package.version} has no {path}") from error
                (folder / source.name).write_bytes(data)
                entries.append(
                    _Entry(
                        file=source.name,
                        bytes=len(data),
                        sha256=hashlib.sha256(data).hexdigest(),
                        package=f"{package.name} {package.version}",
                        licence=package.licence,
                        resident=family.resident,
                        faces=describe(data, family),
                    )
                )
    index = _Index(format=FORMAT, digest=digest(), files=entries)
    (folder / _INDEX).write_bytes(msgspec.json.encode(index) + b"\n")


def _tree(package: Package, scratch: Path) -> Path:
    """The unpacked package, fetched through apt by name and version."""
    folder = scratch / package.name
    folder.mkdir()
    wanted = f"{package.name}={package.version}"
    for command in ("apt-get", "dpkg-deb"):
        if shutil.which(command) is None:
            raise FontsError(f"{command} is missing: the fonts come from Debian packages")
    fetched = subprocess.run(["apt-get", "download", wanted], cwd=folder, capture_output=True, text=True)
    debs = list(folder.glob("*.deb"))
    if fetched.returncode != 0 or len(debs) != 1:
        told = fetched.stderr.strip().splitlines()[-1:] or ["no reason given"]
        raise FontsError(f"apt-get download {wanted}: {told[0]}; run apt-get update, or pin what is there")
    found = hashlib.sha256(debs[0].read_bytes()).hexdigest()
    if found != package.sha256:
        raise FontsError(f"{wanted}: SHA-256 {found}, pinned {package.sha256}")
    subprocess.run(["dpkg-deb", "-x", debs[0].name, "tree"], cwd=folder, check=True)
    return folder / "tree"


def main() -> None:
    """`python -m engine.builder.fonts [--pack]`: gather the fonts, list them, write the archive."""
    parser = argparse.ArgumentParser(prog="python -m engine.builder.fonts", description=main.__doc__)
    parser.add_argument("--pack", action="store_true", help="write engine/dist/fonts.tar.zst")
    options = parser.parse_args()
    cache = user_cache()
    for file in faces(cache):
        place = "image" if file.resident else "host"
        names = ", ".join(sorted({face.family for face in file.faces}))
        print(f"{file.path.stat().st_size / 1e6:7.3f} MB  {place:5}  {file.path.name}  {names}")
    if options.pack:
        pack(cache)
        print(f"{ARCHIVE.stat().st_size / 1e6:7.3f} MB  {ARCHIVE.name}")


if __name__ == "__main__":
    main()
