"""Read a pristine package from cargo's cache and write an edited copy of it.

Files of a copy are written only when their bytes change: cargo judges path dependencies by modification
time, and a needlessly rewritten file of the largest crate costs minutes.
"""

import hashlib
import shutil
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.builder import anchors, cargo_manifest
from engine.builder.editfile import CrateEdits
from engine.builder.errors import BuildError
from engine.builder.paths import cargo_home, write_if_changed

# Not part of the copy: cargo's own bookkeeping, and the dependencies of upstream's own lockfile and tests.
_SKIPPED = {".cargo-ok", ".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml.orig"}
_SKIPPED_TOP = {"tests", "benches", "examples", "docs"}


@dataclass(slots=True)
class PristineFile:
    """A file as upstream published it."""

    content: bytes
    mode: int


def find_package(crate: CrateEdits, cache: Path | None = None) -> Path:
    """The package file of a crate in cargo's cache.

    Raises BuildError if there is none, or if its bytes are not those that the edits were written for.
    """
    cache = cache or cargo_home() / "registry" / "cache"
    found = sorted(cache.glob(f"*/{crate.folder}.crate"))
    if not found:
        raise BuildError(f"{crate.folder} is not in cargo's cache; run `python -m engine.builder edits`")
    digests = {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in found}
    for path, digest in digests.items():
        if digest == crate.package.checksum:
            return path
    raise BuildError(
        f"{crate.folder}: the package in cargo's cache has checksum {', '.join(digests.values())},"
        f" the edits are for {crate.package.checksum}; delete the package and fetch again"
    )


def pristine_files(package: Path, folder: str) -> Iterator[tuple[str, PristineFile]]:
    """Names (relative to the crate) and contents of a package's files, without those that a copy does not
    need.

    Raises BuildError for an entry that is not a plain file inside of `folder`.
    """
    with tarfile.open(package, "r:gz") as archive:
        for member in archive:
            if member.isdir():
                continue
            top, _, name = member.name.partition("/")
            parts = name.split("/")
            stream = archive.extractfile(member) if member.isfile() else None
            if stream is None or top != folder or not name or ".." in parts:
                raise BuildError(f"{package.name}: unexpected entry {member.name!r}")
            if parts[-1] in _SKIPPED or parts[0] in _SKIPPED_TOP:
                continue
            yield name, PristineFile(stream.read(), member.mode & 0o777)


def edited_files(crate: CrateEdits, package: Path, folders: dict[str, str]) -> dict[str, PristineFile]:
    """All files of the edited crate. Raises BuildError if an edit does not apply."""
    files = dict(pristine_files(package, crate.folder))
    manifest = files["Cargo.toml"]
    manifest.content = cargo_manifest.edited(manifest.content.decode(), crate, folders).encode()
    texts: dict[str, str] = {}
    for edit in crate.edits:
        if edit.mode == "file":
            texts[edit.file] = anchors.new_text(edit, crate)
            continue
        if edit.file not in texts:
            if edit.file not in files:
                raise BuildError(f"{crate.folder}: edit {edit.id}: there is no file {edit.file}")
            texts[edit.file] = files[edit.file].content.decode()
        texts[edit.file] = anchors.apply(texts[edit.file], edit, crate)
    for name, text in texts.items():
        mode = files[name].mode if name in files else 0o644
        files[name] = PristineFile(text.encode(), mode)
    return files


def write_copy(files: dict[str, PristineFile], target: Path) -> int:
    """Make `target` hold exactly `files`; the number of files written or removed. Equal files keep their
    time."""
    changed = 0
    for name, file in files.items():
        changed += write_if_changed(target / name, file.content, file.mode)
    for path in target.rglob("*"):
        if path.is_file() and str(path.relative_to(target)) not in files:
            path.unlink()
            changed += 1
    return changed


def remove_others(output: Path, keep: set[str]) -> list[str]:
    """Remove the copies of crates that are no longer edited; their names."""
    gone = sorted(path.name for path in output.iterdir() if path.is_dir() and path.name not in keep)
    for name in gone:
        shutil.rmtree(output / name)
    return gone
