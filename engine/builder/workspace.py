"""The cargo workspace that is built, in the cache: links to our crates, edited copies, and the lockfile.

Everything lies under one root because cargo names path packages relative to the workspace: then the same
sources give the same module in every checkout.
"""

import tomllib
from pathlib import Path

import tomli_w

from engine.builder import edits, paths
from engine.builder.errors import BuildError
from engine.builder.paths import Cache, write_if_changed


def prepare(cache: Cache) -> None:
    """Write the workspace with the committed lockfile. Raises BuildError as `edits.apply_all` does."""
    root = cache.workspace
    root.mkdir(parents=True, exist_ok=True)
    for name, source in (("crates", paths.GUEST_CRATES), ("shims", paths.SHIMS)):
        _link(root / name, source)
    write_if_changed(root / "Cargo.toml", manifest())
    if not paths.LOCK.is_file():
        raise BuildError("engine/guest/Cargo.lock is missing; `python -m engine.builder lock` writes it")
    write_if_changed(root / "Cargo.lock", paths.LOCK.read_bytes())
    edits.apply_all(root)


def manifest() -> str:
    """The workspace's manifest: that of the repository, and the edited copies are no members."""
    table = tomllib.loads((paths.GUEST / "Cargo.toml").read_text())
    table["workspace"]["exclude"] = sorted({*table["workspace"].get("exclude", ()), "edited", "shims"})
    return tomli_w.dumps(table)


def unlocked(lock: str, replaced: set[str]) -> str:
    """A lockfile in which the packages of `replaced` may come from another place than the registry.

    Cargo prefers a locked registry package over a replacement of the same version.
    """
    blocks = lock.split("[[package]]\n")
    out = [blocks[0]]
    for block in blocks[1:]:
        lines = block.split("\n")
        if lines[0].removeprefix('name = "').rstrip('"') in replaced:
            lines = [line for line in lines if not line.startswith(("source = ", "checksum = "))]
        out.append("\n".join(lines))
    return "[[package]]\n".join(out)


def _link(path: Path, to: Path) -> None:
    if path.is_symlink() and path.readlink() == to:
        return
    path.unlink(missing_ok=True)
    path.symlink_to(to, target_is_directory=True)
