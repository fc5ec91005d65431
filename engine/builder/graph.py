"""What is inside of the module: cargo's resolved dependency graph."""

from dataclasses import dataclass

import msgspec

from engine.builder import cargo, settings, toolchain
from engine.builder.paths import Cache


class _Target(msgspec.Struct):
    kind: list[str]


class _Package(msgspec.Struct):
    id: str
    name: str
    version: str
    license: str | None
    license_file: str | None
    repository: str | None
    source: str | None
    targets: list[_Target]


class _DependencyKind(msgspec.Struct):
    kind: str | None


class _Dependency(msgspec.Struct):
    pkg: str
    dep_kinds: list[_DependencyKind]


class _Node(msgspec.Struct):
    id: str
    features: list[str]
    deps: list[_Dependency]


class _Resolve(msgspec.Struct):
    nodes: list[_Node]


class _Metadata(msgspec.Struct):
    packages: list[_Package]
    resolve: _Resolve


@dataclass(frozen=True, slots=True)
class Crate:
    """A crate that is compiled into the module."""

    name: str
    version: str
    licence: str
    repository: str
    own: bool
    """Not from the registry: our code, a shim, or an edited copy."""
    features: tuple[str, ...]


def crates_inside(cache: Cache) -> list[Crate]:
    """The module's crates, ordered by name and version, without those that only run during the build."""
    output = cargo.run(
        cache, "metadata", "--format-version", "1", "--locked", "--filter-platform", toolchain.TARGET
    )
    return inside(decode(output), settings.PACKAGE)


def inside(metadata: _Metadata, root: str) -> list[Crate]:
    """Follow normal dependencies from `root`, but not into procedural macros."""
    packages = {package.id: package for package in metadata.packages}
    nodes = {node.id: node for node in metadata.resolve.nodes}
    open_ids = [package.id for package in metadata.packages if package.name == root]
    found: set[str] = set()
    while open_ids:
        identity = open_ids.pop()
        if identity in found or any("proc-macro" in target.kind for target in packages[identity].targets):
            continue
        found.add(identity)
        for dependency in nodes[identity].deps:
            if any(kind.kind is None for kind in dependency.dep_kinds):
                open_ids.append(dependency.pkg)
    crates = [_crate(packages[identity], nodes[identity]) for identity in found]
    return sorted(crates, key=lambda crate: (crate.name, crate.version))


def decode(output: str | bytes) -> _Metadata:
    """Parse the output of `cargo metadata`."""
    return msgspec.json.decode(output, type=_Metadata)


def _crate(package: _Package, node: _Node) -> Crate:
    file = f"see {package.license_file}" if package.license_file else "none stated"
    return Crate(
        name=package.name,
        version=package.version,
        licence=package.license or file,
        repository=package.repository or "",
        own=package.source is None,
        features=tuple(node.features),
    )


def features_of(crates: list[Crate], name: str) -> tuple[str, ...]:
    """The features with which a crate is compiled; it must occur once."""
    (found,) = [crate.features for crate in crates if crate.name == name]
    return found
