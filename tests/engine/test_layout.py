"""Where our layout pages put their boxes, against Chromium with the same fonts."""

import json

import pytest

from engine.host.driver import Driver
from tests.reference.differences import LAYOUT
from tests.reference.gather import BOXES, PAGES, names
from tests.reference.layout import GOLDEN, VIEWPORT, differs


@pytest.mark.parametrize("name", names("layout"))
def test_boxes_are_those_of_chromium(page: Driver, name: str) -> None:
    """Within a pixel a side, but for what Servo itself does differently, which must still differ."""
    page.set_viewport(*VIEWPORT)
    page.open_html((PAGES / "layout" / f"{name}.html").read_text())
    found = page.evaluate(BOXES)
    wanted = json.loads((GOLDEN / f"{name}.json").read_text())
    assert found.keys() == wanted.keys()
    known = {probe for pages in LAYOUT.values() for probe in pages.get(name, "").split()}
    different = {probe for probe, box in found.items() if differs(box, wanted[probe])}
    told = [f"{probe}: {found[probe]}, Chromium {wanted[probe]}" for probe in sorted(different - known)]
    assert not told, "\n".join(told)
    assert not known - different, f"works now, take it out of differences.py: {sorted(known - different)}"


def test_known_differences_name_boxes_that_exist() -> None:
    """A page that is renamed must not leave a line that no test reads."""
    for reason, pages in LAYOUT.items():
        for name, probes in pages.items():
            there = json.loads((GOLDEN / f"{name}.json").read_text())
            assert set(probes.split()) <= there.keys(), f"{reason}: {name}"


def test_there_is_a_reference_for_each_page_and_no_other() -> None:
    """Otherwise a page would be tested against nothing."""
    assert sorted(file.stem for file in GOLDEN.glob("*.json")) == names("layout")
    assert len(names("layout")) >= 44
