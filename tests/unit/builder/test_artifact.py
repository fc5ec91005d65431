"""Whoever needs the engine gets it from the cheapest place that is right."""

import hashlib
from pathlib import Path

import pytest

from engine.builder import artifact, manifest, sources
from engine.builder.errors import BuildError
from engine.builder.manifest import Manifest, Sizes
from engine.builder.paths import Cache

MODULE = b"\0asm\x01\0\0\0" + bytes(range(256)) * 64


def described(module: bytes, digest: str) -> Manifest:
    return Manifest(
        abi=1,
        source_digest=digest,
        preinitialised=True,
        clock_ns=5,
        sha256=hashlib.sha256(module).hexdigest(),
        sizes=Sizes(module=len(module), memory=65_536, memory_used=4_096),
        toolchain={},
        fonts="f",
        inside=(),
    )


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    return tmp_path / "dist"


def digest() -> str:
    found = sources.digest()
    assert found is not None
    return found


def publish(module: bytes, source_digest: str, scratch: Path, dist: Path) -> None:
    path = artifact.store(module, described(module, source_digest), Cache(scratch))
    artifact.publish(path, dist)


def never(_: Cache) -> None:
    pytest.fail("built, although there was a module already")


def test_cached_build_comes_first(cache: Cache, dist: Path, tmp_path: Path) -> None:
    publish(b"\0asm\x01\0\0\0older", digest(), tmp_path / "scratch", dist)
    stored = artifact.store(MODULE, described(MODULE, digest()), cache)
    assert artifact.ready_module(never, cache=cache, dist=dist) == stored
    assert stored.read_bytes() == MODULE


def test_artifact_of_the_tree_comes_second(cache: Cache, dist: Path, tmp_path: Path) -> None:
    publish(MODULE, digest(), tmp_path / "scratch", dist)
    path = artifact.ready_module(never, cache=cache, dist=dist)
    assert path.read_bytes() == MODULE
    said = manifest.read(path.with_suffix(".json"))
    assert said is not None
    assert (said.preinitialised, said.clock_ns) == (True, 5)


def test_artifact_of_other_sources_is_not_used(cache: Cache, dist: Path, tmp_path: Path) -> None:
    """It would be another engine than the one in the tree."""
    publish(b"\0asm\x01\0\0\0other", "0" * 64, tmp_path / "scratch", dist)
    built = []

    def build(where: Cache) -> None:
        built.append(where)
        artifact.store(MODULE, described(MODULE, digest()), where)

    assert artifact.ready_module(build, cache=cache, dist=dist).read_bytes() == MODULE
    assert built == [cache]


def test_half_written_cache_entry_is_not_used(cache: Cache, dist: Path, tmp_path: Path) -> None:
    publish(MODULE, digest(), tmp_path / "scratch", dist)
    stored = artifact.store(MODULE, described(MODULE, digest()), cache)
    stored.write_bytes(MODULE[:100])
    assert artifact.ready_module(never, cache=cache, dist=dist).read_bytes() == MODULE


def test_damaged_artifact_is_refused(cache: Cache, dist: Path, tmp_path: Path) -> None:
    publish(MODULE, digest(), tmp_path / "scratch", dist)
    (packed,) = dist.glob("engine.wasm.*")
    packed.write_bytes(packed.read_bytes()[:-1] + b"x")
    with pytest.raises(BuildError, match=f"engine/dist/{packed.name} is damaged"):
        artifact.ready_module(never, cache=cache, dist=dist)


def test_missing_artifact_is_named(cache: Cache, dist: Path, tmp_path: Path) -> None:
    publish(MODULE, digest(), tmp_path / "scratch", dist)
    (packed,) = dist.glob("engine.wasm.*")
    packed.unlink()
    with pytest.raises(BuildError, match="not the artifact that it names"):
        artifact.ready_module(never, cache=cache, dist=dist)


@pytest.mark.parametrize("name", ["engine.wasm.zst", "engine.wasm.xz"])
def test_both_formats_give_the_module_back(name: str) -> None:
    packed = artifact.compress(MODULE)[name]
    assert len(packed) < len(MODULE) / 4
    assert artifact.decompress(packed, name) == MODULE
    with pytest.raises(BuildError, match=name):
        artifact.decompress(b"garbage", name)


def test_publishing_keeps_only_the_smaller_format(dist: Path, tmp_path: Path) -> None:
    dist.mkdir()
    (dist / "engine.wasm.xz").write_bytes(b"old")
    (dist / "engine.wasm.zst").write_bytes(b"old")
    publish(MODULE, digest(), tmp_path / "scratch", dist)
    (packed,) = dist.glob("engine.wasm.*")
    assert packed.stat().st_size == min(map(len, artifact.compress(MODULE).values()))


def test_ci_refuses_an_artifact_of_other_sources() -> None:
    manifest.check(described(MODULE, digest()), digest())
    with pytest.raises(BuildError, match="engine/dist is of other sources"):
        manifest.check(described(MODULE, "0" * 64), digest())
    with pytest.raises(BuildError, match="has no manifest"):
        manifest.check(None, digest())


def test_host_understands_the_manifest() -> None:
    """engine.host reads this file with a type of its own."""
    import msgspec

    from engine.host.module import Manifest as HostManifest

    said = msgspec.json.decode(described(MODULE, "0").encode(), type=HostManifest)
    assert (said.preinitialised, said.clock_ns) == (True, 5)


def test_manifest_of_another_format_is_no_manifest(tmp_path: Path) -> None:
    (tmp_path / "engine.json").write_text('{"format": 0}')
    assert manifest.read(tmp_path / "engine.json") is None
