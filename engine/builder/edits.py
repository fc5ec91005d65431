"""Write edited copies of upstream crates and the cargo configuration that puts them in place of the
originals."""

import hashlib
import json
import tempfile
import tomllib
from pathlib import Path

import tomli_w

from engine.builder import anchors, cargo_manifest, crates, editfile, paths
from engine.builder.editfile import CrateEdits
from engine.builder.errors import BuildError
from engine.builder.log import say
from engine.builder.paths import write_if_changed

PATCHES = "patches.toml"
_STAMPS = ".stamps.json"


def shims() -> list[str]:
    """Names of our stand-ins for whole crates."""
    return sorted(manifest.parent.name for manifest in paths.SHIMS.glob("*/Cargo.toml"))


def apply_all(workspace: Path, *, registry: Path | None = None, stamps: bool = True) -> int:
    """Bring the copies in `workspace`/edited up to date; the number of files that changed.

    `registry` is cargo's folder of package files, the usual one by default. With `stamps`, a crate whose
    package and edits are those of the last run is not looked at. Raises BuildError if a package is missing
    or not the one expected, or if an edit does not apply.
    """
    edited = editfile.load_all(paths.EDITS)
    output = workspace / "edited"
    output.mkdir(parents=True, exist_ok=True)
    folders = {"crates": str(workspace / "crates"), "shims": str(workspace / "shims")}
    known = _read_stamps(output) if stamps else {}
    fresh: dict[str, str] = {}
    changed = 0
    for crate in edited:
        fresh[crate.folder] = _stamp(crate, folders)
        if known.get(crate.folder) == fresh[crate.folder] and (output / crate.folder).is_dir():
            continue
        package = crates.find_package(crate, registry)
        written = crates.write_copy(crates.edited_files(crate, package, folders), output / crate.folder)
        if written:
            say(f"edited {crate.folder}: {written} files written")
        changed += written
    changed += len(crates.remove_others(output, set(fresh)))
    changed += write_if_changed(output / PATCHES, patch_table(edited, workspace))
    # Last: an interrupted run must not leave stamps of crates that it did not finish.
    write_if_changed(output / _STAMPS, json.dumps(fresh, indent=1))
    return changed


def patch_table(edited: list[CrateEdits], workspace: Path) -> str:
    """A cargo configuration that replaces the originals by the copies and the shims.

    Raises BuildError for a crate that is both edited and replaced.
    """
    folders = {crate.package.name: workspace / "edited" / crate.folder for crate in edited}
    if both := sorted(folders.keys() & set(shims())):
        raise BuildError(f"both edited and replaced by a shim: {', '.join(both)}")
    folders |= {name: workspace / "shims" / name for name in shims()}
    return tomli_w.dumps(
        {"patch": {"crates-io": {name: {"path": str(folders[name])} for name in sorted(folders)}}}
    )


def locked_versions(lock: str) -> dict[str, set[str]]:
    """The versions that a lockfile holds of each package."""
    versions: dict[str, set[str]] = {}
    for package in tomllib.loads(lock)["package"]:
        versions.setdefault(package["name"], set()).add(package["version"])
    return versions


def check(registry: Path | None = None) -> None:
    """Prove that all edits apply to pristine crates of the locked versions and that a second run changes no
    byte.

    Works in a temporary folder. Raises BuildError otherwise.
    """
    edited = editfile.load_all(paths.EDITS)
    versions = locked_versions(paths.LOCK.read_text())
    for crate in edited:
        locked = versions.get(crate.package.name, set())
        if crate.package.version not in locked:
            raise BuildError(
                f"{crate.folder} is edited, but Cargo.lock has {', '.join(sorted(locked)) or 'none of it'}"
            )
    with tempfile.TemporaryDirectory() as folder:
        workspace = Path(folder)
        apply_all(workspace, registry=registry, stamps=False)
        before = _state(workspace)
        if apply_all(workspace, registry=registry, stamps=False) or _state(workspace) != before:
            raise BuildError("a second run of the edits changed files")
    count = sum(len(crate.edits) + len(crate.manifest) for crate in edited)
    say(f"{len(edited)} crates, {count} edits: all apply, a second run changes nothing")


def _state(folder: Path) -> dict[str, tuple[int, int]]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path): (path.stat().st_mtime_ns, path.stat().st_size) for path in files}


def _stamp(crate: CrateEdits, folders: dict[str, str]) -> str:
    """Changes with the package, the edits, our own folders, and with the code that applies edits."""
    code = [Path(module.__file__ or "").read_bytes() for module in _MODULES]
    told = repr((crate, sorted(folders.items()), code))
    return hashlib.sha256(told.encode()).hexdigest()


def _read_stamps(output: Path) -> dict[str, str]:
    try:
        stamps: dict[str, str] = json.loads((output / _STAMPS).read_text())
    except (FileNotFoundError, ValueError):
        return {}
    return stamps


_MODULES = (crates, editfile, anchors, cargo_manifest)
