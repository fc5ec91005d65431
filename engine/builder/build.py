"""The whole way from sources to a ready module in the cache."""

import hashlib
from pathlib import Path

from engine.builder import (
    artifact,
    compat,
    editfile,
    fonts,
    graph,
    interface,
    manifest,
    paths,
    preinit,
    sources,
    toolchain,
)
from engine.builder import compile as compiling
from engine.builder.errors import BuildError
from engine.builder.log import say
from engine.builder.manifest import Manifest, Sizes
from engine.builder.paths import Cache


def build(cache: Cache, mozjs_archive: Path | None = None) -> Path:
    """Compile, pre-initialise, describe; the ready module's path. Raises BuildError."""
    compiling.compile_module(cache, mozjs_archive)
    return _preinitialise(cache, compiling.compiled_digest(cache))


def preinitialise(cache: Cache) -> Path:
    """Start and freeze the module that was compiled last; the ready module's path. Raises BuildError."""
    digest = compiling.compiled_digest(cache)
    if digest != sources.digest():
        raise BuildError("the sources changed since the module was compiled; run `make engine`")
    return _preinitialise(cache, digest)


def _preinitialise(cache: Cache, digest: str) -> Path:
    ready = preinit.preinitialised(compiling.output(cache).read_bytes())
    path = artifact.store(ready.module, describe(ready, digest, cache), cache)
    say(f"ready: {path}")
    return path


def describe(ready: preinit.Ready, digest: str, cache: Cache) -> Manifest:
    """The manifest of a ready module."""
    tools = toolchain.installed([package.name for package in toolchain.PACKAGES])
    names = [crate.package.name for crate in editfile.load_all(paths.EDITS)]
    edits = {name: f"engine/guest/edits/{name}.toml" for name in names}
    return Manifest(
        abi=interface.documented().version,
        source_digest=digest,
        preinitialised=True,
        clock_ns=ready.clock_ns,
        sha256=hashlib.sha256(ready.module).hexdigest(),
        sizes=Sizes(module=len(ready.module), memory=ready.memory_bytes, memory_used=ready.used_bytes),
        toolchain=tools,
        fonts=fonts.digest(),
        inside=(
            *manifest.contents(graph.crates_inside(cache), edits, tools),
            *manifest.npm_packages((compat.FOLDER / "package-lock.json").read_bytes()),
        ),
    )
