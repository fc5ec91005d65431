"""Edited copies of packages: pristine sources in, the same bytes out each time."""

import tomllib
from pathlib import Path

import pytest

from engine.builder import crates, editfile, edits
from engine.builder.editfile import CrateEdits
from engine.builder.errors import BuildError

from .crate_fixture import FILES, write_edits, write_package

ONE_EDIT = """
[[edit]]
id = "X1"
why = "no threads"
file = "src/lib.rs"
mode = "replace"
anchor = "thread::spawn(|| {"
text = "coop::spawn(|| {"
"""
FOLDERS = {"crates": "/abs/crates", "shims": "/abs/shims"}


def copy(crate: CrateEdits, registry: Path, target: Path) -> int:
    package = crates.find_package(crate, registry)
    return crates.write_copy(crates.edited_files(crate, package, FOLDERS), target)


def state(folder: Path) -> dict[str, int]:
    return {
        str(path.relative_to(folder)): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()
    }


def test_copy_holds_the_package_with_its_edits(tmp_path: Path) -> None:
    crate = write_edits(tmp_path / "edits", write_package(tmp_path / "registry"), ONE_EDIT)
    copy(crate, tmp_path / "registry", tmp_path / "out")
    assert (tmp_path / "out/src/lib.rs").read_text() == FILES["src/lib.rs"].replace(
        "thread::spawn", "coop::spawn"
    )
    assert (tmp_path / "out/src/data.bin").read_bytes() == b"\r\n"
    assert not (tmp_path / "out/Cargo.toml.orig").exists()
    assert not (tmp_path / "out/tests").exists()


def test_second_run_writes_nothing_and_keeps_the_times(tmp_path: Path) -> None:
    """Cargo compiles a path dependency again when a file of it is newer."""
    crate = write_edits(tmp_path / "edits", write_package(tmp_path / "registry"), ONE_EDIT)
    assert copy(crate, tmp_path / "registry", tmp_path / "out") == 3
    before = state(tmp_path / "out")
    assert copy(crate, tmp_path / "registry", tmp_path / "out") == 0
    assert state(tmp_path / "out") == before


def test_changed_edit_rewrites_only_its_file(tmp_path: Path) -> None:
    checksum = write_package(tmp_path / "registry")
    copy(write_edits(tmp_path / "edits", checksum, ONE_EDIT), tmp_path / "registry", tmp_path / "out")
    before = state(tmp_path / "out")
    crate = write_edits(tmp_path / "edits", checksum, ONE_EDIT.replace("coop", "tasks"))
    assert copy(crate, tmp_path / "registry", tmp_path / "out") == 1
    after = state(tmp_path / "out")
    assert {name for name in after if after[name] != before[name]} == {"src/lib.rs"}


def test_file_that_is_no_longer_wanted_disappears(tmp_path: Path) -> None:
    crate = write_edits(tmp_path / "edits", write_package(tmp_path / "registry"), ONE_EDIT)
    copy(crate, tmp_path / "registry", tmp_path / "out")
    (tmp_path / "out/src/old.rs").write_text("")
    assert copy(crate, tmp_path / "registry", tmp_path / "out") == 1
    assert not (tmp_path / "out/src/old.rs").exists()


def test_package_with_other_bytes_is_refused(tmp_path: Path) -> None:
    """The edits were reviewed against one source, and the registry's word is the checksum."""
    checksum = write_package(tmp_path / "registry")
    crate = write_edits(tmp_path / "edits", checksum, ONE_EDIT)
    changed = write_package(tmp_path / "registry", FILES | {"src/lib.rs": "fn evil() {}"})
    with pytest.raises(BuildError, match=f"has checksum {changed}.*are for {checksum}"):
        crates.find_package(crate, tmp_path / "registry")


def test_missing_package_names_the_command(tmp_path: Path) -> None:
    crate = write_edits(tmp_path / "edits", "0" * 64, ONE_EDIT)
    with pytest.raises(BuildError, match=r"small-1\.2\.3 is not in cargo's cache; run"):
        crates.find_package(crate, tmp_path / "registry")


def test_package_cannot_write_outside_of_its_copy(tmp_path: Path) -> None:
    checksum = write_package(tmp_path / "registry", FILES | {"src/../../evil.rs": ""})
    crate = write_edits(tmp_path / "edits", checksum, ONE_EDIT)
    with pytest.raises(BuildError, match="unexpected entry"):
        copy(crate, tmp_path / "registry", tmp_path / "out")


def test_later_edit_may_anchor_on_an_earlier_one(tmp_path: Path) -> None:
    second = ONE_EDIT.replace("thread::spawn(|| {", "coop::spawn").replace(
        '"coop::spawn(|| {"', '"tasks::spawn"'
    )
    crate = write_edits(tmp_path / "edits", write_package(tmp_path / "registry"), ONE_EDIT + second)
    copy(crate, tmp_path / "registry", tmp_path / "out")
    assert "tasks::spawn(|| {" in (tmp_path / "out/src/lib.rs").read_text()


def test_manifest_is_edited_as_tables(tmp_path: Path) -> None:
    changes = """
[[manifest]]
id = "X0"
why = "-"
drop = ["dependencies.thread-pool"]
copy_target = [{ of = "cfg(unix)", to = 'cfg(target_os = "wasi")' }]
[manifest.set.dependencies.coop]
path = "{crates}/coop"
[manifest.set.dependencies.log]
features = ["release_max_level_warn"]
"""
    crate = write_edits(tmp_path / "edits", write_package(tmp_path / "registry"), changes)
    copy(crate, tmp_path / "registry", tmp_path / "out")
    manifest = tomllib.loads((tmp_path / "out/Cargo.toml").read_text())
    assert manifest == {
        "package": {"name": "small", "version": "1.2.3"},
        "dependencies": {
            "log": {"version": "0.4", "features": ["release_max_level_warn"]},
            "coop": {"path": "/abs/crates/coop"},
        },
        "target": {
            "cfg(unix)": {"dependencies": {"libc": "0.2"}},
            'cfg(target_os = "wasi")': {"dependencies": {"libc": "0.2"}},
        },
    }


def test_dropping_what_is_not_there_fails(tmp_path: Path) -> None:
    changes = '[[manifest]]\nid = "X0"\nwhy = "-"\ndrop = ["dependencies.gone"]\n'
    crate = write_edits(tmp_path / "edits", write_package(tmp_path / "registry"), changes)
    with pytest.raises(BuildError, match="manifest edit X0: there is no 'gone'"):
        copy(crate, tmp_path / "registry", tmp_path / "out")


@pytest.mark.parametrize(
    ("change", "flaw"),
    [
        ('text = ""\ninsert = "a.rs"', "either `text` or `insert`"),
        ('end = "x"\ntext = ""', "`end` belongs to mode `span`"),
        ('count = 2\ntext = ""', "`count` belongs to mode `replace_all`"),
        ('blank = "after"\ntext = ""', "`blank` belongs to `insert`"),
        ('insert = "gone.rs"', "there is no small/gone.rs"),
        ('txt = ""', "unknown field `txt`"),
    ],
)
def test_edit_that_makes_no_sense_is_refused(tmp_path: Path, change: str, flaw: str) -> None:
    edit = f'[[edit]]\nid = "X"\nwhy = "-"\nfile = "a.rs"\nmode = "replace"\nanchor = "a"\n{change}\n'
    with pytest.raises(BuildError, match=flaw):
        write_edits(tmp_path, "0", edit)


def test_insert_that_no_edit_uses_is_refused(tmp_path: Path) -> None:
    """A forgotten file would look as if it were part of the engine."""
    with pytest.raises(BuildError, match=r"no edit uses left\.rs"):
        write_edits(tmp_path, "0", ONE_EDIT, {"left.rs": ""})


def test_folder_without_edit_file_is_refused(tmp_path: Path) -> None:
    write_edits(tmp_path, "0", ONE_EDIT)
    (tmp_path / "other").mkdir()
    with pytest.raises(BuildError, match="folders without an edit file: other"):
        editfile.load_all(tmp_path)


def test_patch_table_names_copies_and_shims(tmp_path: Path) -> None:
    crate = write_edits(tmp_path, "0", ONE_EDIT)
    table = tomllib.loads(edits.patch_table([crate], Path("/w")))["patch"]["crates-io"]
    assert table["small"] == {"path": "/w/edited/small-1.2.3"}
    assert {name for name in table if name != "small"} == set(edits.shims())
    assert table["surfman"] == {"path": "/w/shims/surfman"}


def test_crates_that_are_no_longer_edited_are_removed(tmp_path: Path) -> None:
    for name in ("kept-1.0.0", "old-1.0.0"):
        (tmp_path / name).mkdir()
    assert crates.remove_others(tmp_path, {"kept-1.0.0"}) == ["old-1.0.0"]
    assert [path.name for path in tmp_path.iterdir()] == ["kept-1.0.0"]


def test_edits_of_the_engine_follow_the_format() -> None:
    """Needs no packages: those are checked by `python -m engine.builder edits --check`."""
    loaded = editfile.load_all(edits.paths.EDITS)
    assert len(loaded) >= 20
    versions = edits.locked_versions(edits.paths.LOCK.read_text())
    for crate in loaded:
        assert crate.package.version in versions[crate.package.name], crate.folder
        assert len(crate.package.checksum) == 64
        assert all(edit.why and edit.id for edit in (*crate.edits, *crate.manifest)), crate.folder
