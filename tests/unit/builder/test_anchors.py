"""An edit finds its place, or says why not."""

import pytest

from engine.builder import anchors
from engine.builder.anchors import AnchorError
from engine.builder.editfile import CrateEdits, Edit, Package

TEXT = """\
fn first() {
    wait();
}

fn second() {
    wait();
    done();
}
"""


def crate(**inserts: str) -> CrateEdits:
    return CrateEdits(
        package=Package(name="small", version="1.2.3", checksum="0"),
        manifest=(),
        edits=(),
        inserts={f"{name}.rs": text for name, text in inserts.items()},
    )


def apply(edit: Edit, **inserts: str) -> str:
    return anchors.apply(TEXT, edit, crate(**inserts))


def test_anchor_that_occurs_twice_fails_and_shows_both_places() -> None:
    """Editing the wrong one of two places would compile and misbehave."""
    edit = Edit(id="X1", why="-", file="a.rs", mode="replace", anchor="wait();", text="")
    with pytest.raises(AnchorError) as caught:
        apply(edit)
    message = str(caught.value)
    assert "small/a.rs: edit X1" in message
    assert "occurs 2 times" in message
    assert "2>     wait();" in message
    assert "6>     wait();" in message
    assert "5  fn second() {" in message


def test_anchor_that_is_gone_fails_and_shows_the_nearest_place() -> None:
    edit = Edit(id="X1", why="-", file="a.rs", mode="replace", anchor="fn second(&self) {", text="")
    with pytest.raises(AnchorError, match="occurs 0 times") as caught:
        apply(edit)
    assert "5> fn second() {" in str(caught.value)


def test_chain_takes_the_next_occurrence_after_each_link() -> None:
    edit = Edit(id="X", why="-", file="a.rs", mode="replace", anchor=("fn second", "wait()"), text="step()")
    assert apply(edit) == TEXT.replace("wait();\n    done", "step();\n    done")


def test_chain_whose_link_does_not_follow_fails() -> None:
    edit = Edit(id="X", why="-", file="a.rs", mode="replace", anchor=("fn second", "fn first"), text="")
    with pytest.raises(AnchorError, match="does not follow line 5") as caught:
        apply(edit)
    assert "1> fn first() {" in str(caught.value)


def test_first_link_of_a_chain_must_be_unique_too() -> None:
    edit = Edit(id="X", why="-", file="a.rs", mode="replace", anchor=("wait", "done"), text="")
    with pytest.raises(AnchorError, match="occurs 2 times"):
        apply(edit)


def test_span_reaches_to_the_end_and_no_further() -> None:
    edit = Edit(id="X", why="-", file="a.rs", mode="span", anchor="fn first() {", end="}\n", text="// gone\n")
    assert apply(edit) == "// gone\n" + TEXT[TEXT.index("\nfn second") :]


def test_span_without_end_fails() -> None:
    edit = Edit(id="X", why="-", file="a.rs", mode="span", anchor="fn second", end="first", text="")
    with pytest.raises(AnchorError, match="the end 'first' does not follow"):
        apply(edit)


def test_replace_all_insists_on_the_count() -> None:
    edit = Edit(id="X", why="-", file="a.rs", mode="replace_all", anchor="wait()", count=2, text="step()")
    assert apply(edit) == TEXT.replace("wait()", "step()")
    edit = Edit(id="X", why="-", file="a.rs", mode="replace_all", anchor="wait()", count=3, text="step()")
    with pytest.raises(AnchorError, match="occurs 2 times, not 3"):
        apply(edit)


@pytest.mark.parametrize(
    ("mode", "blank", "expected"),
    [
        ("before", "", "fn second() {\n    wait();\n    a();\n    b();\n    done();"),
        ("before", "after", "fn second() {\n    wait();\n    a();\n    b();\n\n    done();"),
        ("after", "", "fn second() {\n    wait();\n    done();\n    a();\n    b();\n"),
        ("after", "before", "fn second() {\n    wait();\n    done();\n\n    a();\n    b();\n"),
        ("replace", "", "fn second() {\n    wait();\n    a();\n    b();\n"),
    ],
)
def test_inserted_lines_fit_the_indentation_of_their_place(mode: str, blank: str, expected: str) -> None:
    """An inserted file is written at column 0, so that rustfmt and people can read it."""
    edit = Edit(
        id="X",
        why="-",
        file="a.rs",
        mode=mode,  # type: ignore[arg-type]
        anchor="done();",
        insert="new.rs",
        indent=4,
        blank=blank,  # type: ignore[arg-type]
    )
    assert expected in apply(edit, new="a();\nb();\n")


def test_empty_lines_of_an_insert_get_no_blanks() -> None:
    edit = Edit(id="X", why="-", file="a.rs", mode="after", anchor="done();", insert="new.rs", indent=4)
    assert "\n    a();\n\n    b();\n" in apply(edit, new="a();\n\nb();\n")
