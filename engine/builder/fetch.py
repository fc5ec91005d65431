"""Get the packages: the pristine ones that are edited, then everything that the build needs.

Cargo puts packages into its own cache and checks them against the lockfile. A package that is replaced by a
copy has no checksum there, so it is fetched by a bootstrap package first and checked against its edit file.
"""

import tempfile
import tomllib
from pathlib import Path

import tomli_w

from engine.builder import cargo, crates, editfile, paths, toolchain
from engine.builder.editfile import CrateEdits
from engine.builder.errors import BuildError
from engine.builder.log import say
from engine.builder.paths import Cache


def pristine(cache: Cache) -> None:
    """Make sure that the packages which are edited are in cargo's cache. Raises BuildError."""
    edited = editfile.load_all(paths.EDITS)
    missing = [crate for crate in edited if not _is_there(crate)]
    if not missing:
        return
    say(f"fetching {len(missing)} packages that are edited")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "src").mkdir()
        (folder / "src" / "lib.rs").write_text("")
        (folder / "Cargo.toml").write_text(bootstrap_manifest(edited))
        (folder / "Cargo.lock").write_text(bootstrap_lock(paths.LOCK.read_text(), edited))
        cargo.plain(cache, "fetch", "--target", toolchain.TARGET, folder=folder)
    for crate in edited:
        crates.find_package(crate)


def dependencies(cache: Cache) -> None:
    """Fetch what the workspace and the standard library need, as locked. Raises BuildError."""
    say("fetching packages")
    cargo.run(cache, "fetch", "--locked", "--target", toolchain.TARGET)


def bootstrap_manifest(edited: list[CrateEdits]) -> str:
    """A package that depends on the originals."""
    wanted = {c.package.name: {"version": f"={c.package.version}", "default-features": False} for c in edited}
    return tomli_w.dumps(
        {
            "package": {"name": "bootstrap", "version": "0.0.0", "edition": "2024"},
            "dependencies": wanted,
            "workspace": {},
        }
    )


def bootstrap_lock(lock: str, edited: list[CrateEdits]) -> str:
    """The lockfile as it was before the originals were replaced, so that cargo takes those and no newer ones.

    Cargo completes it by what only the originals need.
    """
    table = tomllib.loads(lock)
    origin = next(package["source"] for package in table["package"] if "source" in package)
    checksums = {(crate.package.name, crate.package.version): crate.package.checksum for crate in edited}
    kept = []
    for package in table["package"]:
        checksum = checksums.get((package["name"], package["version"]))
        if checksum is not None:
            package |= {"source": origin, "checksum": checksum}
        elif "source" not in package:
            continue
        kept.append(package)
    return tomli_w.dumps({"version": table["version"], "package": kept})


def _is_there(crate: CrateEdits) -> bool:
    try:
        crates.find_package(crate)
    except BuildError:
        return False
    return True
