"""What is said about a built module: ``engine.json`` beside it, ``engine/dist/manifest.json`` beside the
artifact."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from engine.builder import paths
from engine.builder.errors import BuildError
from engine.builder.graph import Crate

FORMAT = 1
MANIFEST = paths.DIST / "manifest.json"


class Sizes(msgspec.Struct, frozen=True, kw_only=True):
    """In bytes."""

    module: int
    memory: int
    """Linear memory of a new instance."""
    memory_used: int
    """Pages of it that are not zero."""


class Inside(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is compiled into the module."""

    name: str
    version: str
    licence: str
    """SPDX expression as its authors state it."""
    source: str
    """Where the corresponding source is: a package URL, or a folder of this repository."""
    edited_by: str = ""
    """The edits that were made to it, in this repository."""
    repository: str = ""


class Artifact(msgspec.Struct, frozen=True, kw_only=True):
    """The compressed module in ``engine/dist``."""

    file: str
    bytes: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """The host reads `preinitialised` and `clock_ns`."""

    format: int = FORMAT
    abi: int
    source_digest: str
    """`sources.digest` of the tree that it was built from."""
    preinitialised: bool
    clock_ns: int
    sha256: str
    """Of the module, not compressed."""
    sizes: Sizes
    toolchain: dict[str, str]
    fonts: str
    """`fonts.digest` of the fonts that it was announced."""
    artifact: Artifact | None = None
    inside: tuple[Inside, ...]

    def encode(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


def read(path: Path) -> Manifest | None:
    """The manifest in a file; None if there is none or it is of another format."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def npm_packages(lock: bytes) -> list[Inside]:
    """What of an npm lockfile goes into the compatibility layer: everything but the bundler."""
    found = []
    for place, package in msgspec.json.decode(lock)["packages"].items():
        name = place.rpartition("node_modules/")[2]
        if name and not package.get("dev") and not package.get("optional"):
            source = f"pkg:npm/{name}@{package['version']}"
            licence = package.get("license", "none stated")
            found.append(Inside(name=name, version=package["version"], licence=licence, source=source))
    return found


def contents(crates: list[Crate], edited: Mapping[str, str], tools: Mapping[str, str]) -> tuple[Inside, ...]:
    """What is inside, from the crates, the names of those that are edited with their edit files, and the C
    libraries."""
    found = [_crate(crate, edited.get(crate.name)) for crate in crates]
    spidermonkey = next((crate for crate in crates if crate.name == "mozjs_sys"), None)
    if spidermonkey is None:
        raise BuildError("mozjs_sys is not among the module's crates")
    found += [
        Inside(
            name="SpiderMonkey",
            version=spidermonkey.version,
            licence="MPL-2.0",
            source=f"pkg:cargo/mozjs_sys@{spidermonkey.version} (folder mozjs)",
            edited_by=edited.get("mozjs_sys", ""),
        ),
        Inside(
            name="Rust standard library",
            version=tools.get("rust-web-src", ""),
            licence="MIT OR Apache-2.0",
            source=f"pkg:deb/debian/rust-web-src@{tools.get('rust-web-src', '')}",
        ),
        Inside(
            name="wasi-libc",
            version=tools.get("wasi-libc", ""),
            licence="Apache-2.0 WITH LLVM-exception AND MIT",
            source=f"pkg:deb/debian/wasi-libc@{tools.get('wasi-libc', '')}",
        ),
        Inside(
            name="libc++, libc++abi, compiler-rt",
            version=tools.get("clang-19", ""),
            licence="Apache-2.0 WITH LLVM-exception",
            source=f"pkg:deb/debian/llvm-toolchain-19@{tools.get('clang-19', '')}",
        ),
    ]
    return tuple(sorted(found, key=lambda item: (item.name.lower(), item.version)))


def _crate(crate: Crate, edits: str | None) -> Inside:
    # An edited copy has no registry source in cargo's eyes, but its corresponding source is there all the
    # same.
    own = crate.own and edits is None
    return Inside(
        name=crate.name,
        version=crate.version,
        licence=crate.licence,
        source="engine/guest" if own else f"pkg:cargo/{crate.name}@{crate.version}",
        edited_by=edits or "",
        repository="" if own else crate.repository,
    )


def check(manifest: Manifest | None, digest: str | None) -> None:
    """Raise BuildError unless the artifact is that of the tree."""
    if manifest is None:
        raise BuildError(
            "engine/dist has no manifest; `python -m engine.builder manifest` writes the artifact"
        )
    if manifest.source_digest != digest:
        raise BuildError(
            f"engine/dist is of other sources: its digest is {manifest.source_digest[:16]}, the tree's"
            f" {(digest or 'unknown')[:16]}; run `make engine` and `python -m engine.builder manifest`"
        )
