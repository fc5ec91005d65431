"""The source digest changes with what the module is made of, and with nothing else."""

from pathlib import Path

import pytest

from engine.builder import sources


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in {
        "guest/Cargo.lock": "version = 4",
        "guest/edits/small.toml": "a",
        "guest/crates/wire/src/lib.rs": "b",
        "builder/compile.py": "c",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    "name",
    ["guest/Cargo.lock", "guest/edits/small.toml", "guest/crates/wire/src/lib.rs", "builder/compile.py"],
)
def test_digest_changes_with_each_source(tree: Path, name: str) -> None:
    before = sources.digest(tree)
    (tree / name).write_text("changed")
    assert sources.digest(tree) != before


def test_digest_changes_with_names(tree: Path) -> None:
    before = sources.digest(tree)
    (tree / "guest/edits/small.toml").rename(tree / "guest/edits/other.toml")
    assert sources.digest(tree) != before


@pytest.mark.parametrize(
    "name",
    [
        "builder/__pycache__/compile.pyc",
        "guest/target/debug/x",
        "guest/.vscode/x",
        "host/driver.py",
        "dist/x",
    ],
)
def test_digest_ignores_what_is_not_a_source(tree: Path, name: str) -> None:
    before = sources.digest(tree)
    path = tree / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("x")
    assert sources.digest(tree) == before


def test_installation_without_sources_has_no_digest(tmp_path: Path) -> None:
    assert sources.digest(tmp_path) is None


def test_digest_does_not_depend_on_the_place(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A checkout elsewhere must find the artifact to be its own."""
    before = sources.digest(tree)
    moved = tree.rename(tmp_path_factory.mktemp("elsewhere") / "engine")
    assert sources.digest(moved) == before
