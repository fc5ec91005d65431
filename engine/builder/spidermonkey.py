"""SpiderMonkey, compiled once: its library is kept as an archive, which later builds unpack in seconds.

It is a quarter hour of C++, and cargo would compile it again whenever anything in front of it changes.
"""

import hashlib
import os
import shutil
import time
import tomllib
from pathlib import Path
from typing import Any

import tomli_w

from engine.builder import anchors, cargo, editfile, graph, paths, settings, toolchain
from engine.builder.log import say
from engine.builder.paths import Cache, write_if_changed

CRATE = "mozjs_sys"
_ARCHIVE = f"libmozjs-{toolchain.TARGET}.tar.gz"


def archive(cache: Cache, packages: dict[str, str], given: Path | None = None) -> Path:
    """The archive for the present edits, flags and compiler; builds it if there is none.

    `packages` are the installed tools. `given` is an archive built elsewhere from the same inputs, which is
    taken over. Raises BuildError if the build fails.
    """
    features = graph.features_of(graph.crates_inside(cache), CRATE)
    key = digest(cache, packages, features)
    path = cache.mozjs / f"{key}.tar.gz"
    if given is not None:
        say(f"taking SpiderMonkey from {given}")
        _keep(given, path)
    if not path.is_file():
        say("building SpiderMonkey; this takes about a quarter of an hour on 2 cores, and is kept")
        folder = _package(cache, features)
        made = cache.target / toolchain.TARGET / _ARCHIVE, cache.target / _ARCHIVE
        for old in made:
            old.unlink(missing_ok=True)
        cargo.build(
            cache,
            "spidermonkey",
            ["build", "--target", toolchain.TARGET],
            folder=folder,
            # A new value each time: otherwise cargo would not make an archive that has gone missing again.
            extra={"MOZJS_FROM_SOURCE": "1", "MOZJS_CREATE_ARCHIVE": str(time.time_ns())},
        )
        _keep(next(file for file in made if file.is_file()), path)
    return path


def digest(cache: Cache, packages: dict[str, str], features: tuple[str, ...]) -> str:
    """Changes with everything that shapes the library, and not with where it is built."""
    crate = editfile.load(paths.EDITS / f"{CRATE}.toml")
    changes = [
        (edit.file, edit.mode, edit.chain, edit.end, anchors.new_text(edit, crate)) for edit in crate.edits
    ]
    manifest = [(edit.drop, edit.set, edit.copy_target) for edit in crate.manifest]
    headers = {path.name: path.read_text() for path in sorted(paths.SYSROOT_HEADERS.glob("*"))}
    flags = [
        flag.replace(str(cache.root), "").replace(str(paths.GUEST), "") for flag in toolchain.c_flags(cache)
    ]
    flags = [flag.replace(str(paths.cargo_home()), "") for flag in flags]
    tools = [packages.get(package.name, "") for package in toolchain.PACKAGES if "python" not in package.name]
    told = repr((crate.package, changes, manifest, headers, flags, tools, sorted(features), _profile()))
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _package(cache: Cache, features: tuple[str, ...]) -> Path:
    """A package with nothing but SpiderMonkey in it, in the features and the profile of the engine's."""
    crate = editfile.load(paths.EDITS / f"{CRATE}.toml")
    folder = cache.root / "spidermonkey"
    dependency = {
        "version": f"={crate.package.version}",
        "default-features": False,
        "features": sorted(features),
    }
    manifest = {
        "package": {"name": "spidermonkey", "version": "0.0.0", "edition": "2024"},
        "dependencies": {CRATE: dependency},
        "workspace": {"resolver": "3"},
        "profile": _profile(),
    }
    write_if_changed(folder / "Cargo.toml", tomli_w.dumps(manifest))
    write_if_changed(folder / "Cargo.lock", (cache.workspace / "Cargo.lock").read_bytes())
    write_if_changed(folder / "src" / "lib.rs", "")
    return folder


def _profile() -> dict[str, Any]:
    """That part of the workspace's profile which applies to SpiderMonkey."""
    manifest = tomllib.loads((paths.GUEST / "Cargo.toml").read_text())
    profile: dict[str, Any] = dict(manifest.get("profile", {}).get(settings.PROFILE, {}))
    special = {name: value for name, value in profile.pop("package", {}).items() if name in ("*", CRATE)}
    return {settings.PROFILE: profile | ({"package": special} if special else {})}


def _keep(source: Path, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(f".{os.getpid()}")
    shutil.copyfile(source, partial)
    partial.replace(path)
