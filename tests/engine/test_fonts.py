"""The fonts of the product: what is shipped, and that pages are drawn with it."""

import hashlib
import itertools
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.builder import fonts
from engine.builder.paths import user_cache
from engine.host.driver import Driver
from engine.host.ops import FontFace

SCRIPTS = {
    "Latin": ("Aßé", "Liberation Sans"),
    "Greek": ("Ωλ", "Liberation Sans"),
    "Cyrillic": ("Жё", "Liberation Sans"),
    "Vietnamese": ("ệỡ", "Liberation Sans"),
    "Hebrew": ("שם", "Liberation Sans"),
    "Arabic": ("عرپ", "Noto Sans Arabic"),
    "Devanagari": ("हक्ष", "Noto Sans Devanagari"),
    "Bengali": ("বা", "Noto Sans Bengali"),
    "Gurmukhi": ("ਪੰ", "Noto Sans Gurmukhi"),
    "Gujarati": ("ગુ", "Noto Sans Gujarati"),
    "Oriya": ("ଓଡ଼", "Noto Sans Oriya"),
    "Tamil": ("தமி", "Noto Sans Tamil"),
    "Telugu": ("తె", "Noto Sans Telugu"),
    "Kannada": ("ಕನ", "Noto Sans Kannada"),
    "Malayalam": ("മല", "Noto Sans Malayalam"),
    "Sinhala": ("සිං", "Noto Sans Sinhala"),
    "Thai": ("ไทย฿", "Noto Sans Thai"),
    "Lao": ("ລາວ", "Noto Sans Lao"),
    "Khmer": ("ខ្មែ", "Noto Sans Khmer"),
    "Myanmar": ("မြန်", "Noto Sans Myanmar"),
    "Tibetan": ("བོད", "Noto Serif Tibetan"),
    "Armenian": ("Հա", "Noto Sans Armenian"),
    "Georgian": ("ქა", "Noto Sans Georgian"),
    "Ethiopic": ("አማ", "Noto Sans Ethiopic"),
    "Mongolian": ("ᠮᠣ", "Noto Sans Mongolian"),
    "Cherokee": ("ᏣᎳ", "Noto Sans Cherokee"),
    "Syriac": ("ܣܘ", "Noto Sans Syriac"),
    "Thaana": ("ދި", "Noto Sans Thaana"),
    "Han": ("中文字", "Droid Sans Fallback"),
    "Kana": ("かカ", "Droid Sans Fallback"),
    "Hangul": ("한국", "Droid Sans Fallback"),
    "CJK punctuation": ("。「」、《》\uff0c\uff01\uff1a", "Droid Sans Fallback"),
    "symbols": ("✓★☰▶", "Noto Sans Symbols2"),
    "mathematics": ("\U0001d49c\U0001d53d", "Noto Sans Math"),
    "emoji": ("😀🚀", "Noto Color Emoji"),
}


def all_faces() -> list[FontFace]:
    return [face for file in fonts.faces(user_cache()) for face in file.faces]


def covers(face: FontFace, character: str) -> bool:
    return any(low <= ord(character) <= high for low, high in face.coverage)


@pytest.mark.parametrize("script", SCRIPTS)
def test_first_face_with_a_character_is_the_one_meant_for_it(script: str) -> None:
    """The order of the list is the order of fallback: an early stranger would take the script over."""
    text, family = SCRIPTS[script]
    for character in text:
        assert next(face.family for face in all_faces() if covers(face, character)) == family


def test_resident_faces_are_the_twelve_of_liberation() -> None:
    """What lies in the image is paid for by each process; the rest is not."""
    resident = [file for file in fonts.faces(user_cache()) if file.resident]
    found = {(face.family, face.weight_min, face.italic) for file in resident for face in file.faces}
    families = ("Liberation Sans", "Liberation Serif", "Liberation Mono")
    assert found == {
        (name, weight, italic) for name in families for weight in (400, 700) for italic in (0, 1)
    }
    assert sum(file.path.stat().st_size for file in resident) < 5_000_000


def test_each_generic_family_has_one_default_and_each_alias_one_owner() -> None:
    """Two owners would make the choice depend on the order of registration."""
    for attribute in ("generics", "aliases"):
        owners: dict[str, set[str]] = {}
        for face in all_faces():
            for name in getattr(face, attribute):
                owners.setdefault(name.lower(), set()).add(face.family)
        assert all(len(families) == 1 for families in owners.values()), owners
        families = {face.family.lower() for face in all_faces()}
        assert not families & owners.keys()
    assert {"arial", "helvetica", "times new roman", "times", "courier new", "courier"} <= owners.keys()


def test_archive_holds_just_these_fonts(tmp_path: Path) -> None:
    """The archive is what an installation uses: no package, no network."""
    assert fonts.ARCHIVE.is_file()
    assert fonts.unpack(fonts.ARCHIVE, tmp_path)
    here = {file.path.name: digest(file.path) for file in fonts.faces(user_cache())}
    assert {path.name: digest(path) for path in tmp_path.glob("*.ttf")} == here


def test_archive_of_other_fonts_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an edit of the table the old archive must not be taken for the new fonts."""
    monkeypatch.setattr(fonts, "FAMILIES", fonts.FAMILIES[:-1])
    assert not fonts.unpack(fonts.ARCHIVE, tmp_path)
    assert not list(tmp_path.iterdir())


def test_missing_archive_is_no_error(tmp_path: Path) -> None:
    """A checkout without `dist` takes the packages."""
    assert not fonts.unpack(tmp_path / "none.tar.zst", tmp_path)


def test_cached_fonts_need_no_archive_and_no_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second start of a machine reads its cache only."""
    source = fonts.faces(user_cache())[0].path.parent
    shutil.copytree(source, tmp_path / "servo-mcp" / "engine" / "fonts" / source.name)
    monkeypatch.setattr(fonts, "ARCHIVE", tmp_path / "none")
    monkeypatch.setenv("PATH", "")
    assert len(fonts.faces(tmp_path)) == len(fonts.faces(user_cache()))


def test_without_archive_and_package_the_error_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a system other than Debian."""
    monkeypatch.setattr(fonts, "ARCHIVE", tmp_path / "none")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(fonts.FontsError, match="apt-get is missing"):
        fonts.faces(tmp_path)


@given(st.sets(st.integers(0, 0x10FFFF), max_size=200))
def test_ranges_are_the_set_in_order_and_as_few_as_possible(points: set[int]) -> None:
    """They are searched for each character that needs a fallback."""
    found = fonts.ranges(points)
    assert [point for low, high in found for point in range(low, high + 1)] == sorted(points)
    assert all(high + 1 < low for (_, high), (low, _) in itertools.pairwise(found))


def test_alias_has_the_widths_of_its_family(page: Driver) -> None:
    """Pages made for Arial keep their line breaks."""
    page.open_html("<!doctype html><canvas id=c></canvas>")
    width = """(family => { const g = c.getContext("2d"); g.font = `40px ${family}, "Liberation Mono"`;
        return g.measureText("Hamburgefonstiv 0123").width })"""
    for alias, family in (
        ("Arial", "Liberation Sans"),
        ("helvetica", "Liberation Sans"),
        ("'Times New Roman'", "Liberation Serif"),
        ("Times", "Liberation Serif"),
        ("sans-serif", "Liberation Sans"),
        ("system-ui", "Liberation Sans"),
        ("ui-sans-serif", "Liberation Sans"),
        ("serif", "Liberation Serif"),
        ("'Courier New'", "Liberation Mono"),
        ("monospace", "Liberation Mono"),
    ):
        assert page.evaluate(f'{width}("{alias}")') == page.evaluate(f'{width}(`"{family}"`)'), alias
    assert page.evaluate(f"{width}('Arial')") != page.evaluate(f"{width}('Times')")


def test_widths_are_those_of_the_font_at_any_size(page: Driver) -> None:
    """Without hinting widths grow evenly, so that a layout does not depend on the zoom.

    556 and 833 units of 1,000 are the widths of `a` and `m` in the metrics that Arial and Liberation share.
    """
    page.open_html("<!doctype html><span id=s style='font-family:Arial'></span>")
    for size in (9, 13, 16, 40):
        for letter, units in (("a", 556), ("m", 833)):
            measure = (
                f"s.style.fontSize = '{size}px'; s.textContent = '{letter}'.repeat(50); "
                "s.getBoundingClientRect().width"
            )
            assert page.evaluate(measure) == pytest.approx(50 * size * units / 1_000, rel=0.002)


@pytest.mark.parametrize("script", SCRIPTS)
def test_each_script_is_drawn_and_not_as_missing_glyphs(page: Driver, script: str) -> None:
    """The fallback finds the face, and the host hands it out."""
    page.open_html("<!doctype html><canvas id=c width=120 height=60></canvas>")
    drawn = """(text => { const g = c.getContext("2d"); g.clearRect(0, 0, 120, 60); g.font = "30px Arial";
        g.fillText(text, 5, 40); return [...g.getImageData(0, 0, 120, 60).data].join() })"""
    for character in SCRIPTS[script][0]:
        assert page.evaluate(f"{drawn}('{character}') !== {drawn}('\\uE0F0')"), character
        assert page.evaluate(f"{drawn}('{character}') !== {drawn}(' ')"), character


def test_emoji_are_coloured_bitmaps_of_the_size_of_the_text(page: Driver) -> None:
    """CBDT glyphs through libpng, scaled."""
    page.set_viewport(100, 100)
    page.open_html("<!doctype html><body style='margin:0;font:40px/60px Arial'><span id=s>😀</span>")
    assert 40 <= page.evaluate("s.getBoundingClientRect().width") <= 56
    page.open_html("<!doctype html><canvas id=c width=60 height=60></canvas>")
    colourful = page.evaluate(
        """(() => { const g = c.getContext("2d"); g.font = "40px Arial"; g.fillText("😀", 5, 45);
        const d = g.getImageData(0, 0, 60, 60).data; let n = 0;
        for (let i = 0; i < d.length; i += 4) if (d[i + 3] > 128 && d[i] - d[i + 2] > 60) n++;
        return n })()"""
    )
    assert colourful > 300


def test_arabic_letters_are_joined(page: Driver) -> None:
    """Shaping: a word is narrower than its letters apart."""
    page.open_html(
        "<!doctype html><body style='font:40px Arial'><span id=a>بيت</span><br><span id=b>ب ي ت</span>"
    )
    word, apart = page.evaluate("[a, b].map(e => e.getBoundingClientRect().width)")
    assert word < apart * 0.8


def test_bold_and_italic_are_faces_of_their_own(page: Driver) -> None:
    """Not slanted or thickened regular glyphs: their widths differ."""
    page.open_html(
        "<!doctype html><body style='font:40px \"Times New Roman\"'>"
        "<span id=r>Wave</span> <b id=b>Wave</b> <i id=i>Wave</i> <b><i id=x>Wave</i></b>"
    )
    widths = page.evaluate("[r, b, i, x].map(e => e.getBoundingClientRect().width)")
    assert len(set(widths)) == 4


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
