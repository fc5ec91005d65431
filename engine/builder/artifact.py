"""Get a ready module: from the cache, from the artifact in ``engine/dist``, or by building it from source."""

import contextlib
import fcntl
import hashlib
import lzma
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import zstandard

from engine.builder import manifest, paths, settings, sources
from engine.builder.errors import BuildError
from engine.builder.log import say
from engine.builder.manifest import Artifact, Manifest
from engine.builder.paths import Cache

MODULE = "engine.wasm"
_MODULE_BYTES_MAX = 1 << 30

Builder = Callable[[Cache], None]


def ready_module(
    build: Builder | None = None, *, cache: Cache | None = None, dist: Path | None = None
) -> Path:
    """Path of the module for this tree, with its manifest beside it (``engine.json``).

    Taken in this order: a cached build of the tree's sources; the artifact, if it is of the tree's sources,
    or if there are none; a build from source with progress, which `build` does (the usual one by default).
    Raises BuildError.
    """
    cache = cache or paths.cache()
    digest = sources.digest()
    shipped = manifest.read((dist or paths.DIST) / manifest.MANIFEST.name)
    wanted = digest or (shipped.source_digest if shipped else None)
    if wanted is None:
        raise BuildError("there is neither an artifact nor the engine's sources")
    module = cached(cache, wanted)
    if module is not None:
        return module
    if shipped is not None and shipped.source_digest == wanted:
        return unpack(shipped, cache, dist or paths.DIST)
    with exclusive(cache):
        # Another process may have built it meanwhile.
        if (module := cached(cache, wanted)) is not None:
            return module
        say("the engine is not built yet for these sources: building it")
        (build or _build)(cache)
    module = cached(cache, wanted)
    if module is None:
        raise BuildError("the sources changed while the engine was built; start again")
    return module


def cached(cache: Cache, digest: str) -> Path | None:
    """The module that was built from sources with this digest, if the cache has it whole."""
    module = cache.modules / digest / MODULE
    said = manifest.read(module.with_suffix(".json"))
    if said is None or said.source_digest != digest or not module.is_file():
        return None
    return module if module.stat().st_size == said.sizes.module else None


def store(module: bytes, said: Manifest, cache: Cache) -> Path:
    """Put a module and its manifest into the cache, both or none; the module's path."""
    folder = cache.modules / said.source_digest
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / MODULE
    # The manifest comes last: `cached` believes in it.
    for target, content in ((path, module), (path.with_suffix(".json"), said.encode())):
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
            file.write(content)
        Path(file.name).chmod(0o644)
        Path(file.name).replace(target)
    return path


def unpack(shipped: Manifest, cache: Cache, dist: Path) -> Path:
    """Decompress the artifact into the cache; the module's path. Raises BuildError if it is missing or
    damaged."""
    if shipped.artifact is None or not (dist / shipped.artifact.file).is_file():
        raise BuildError("engine/dist has a manifest, but not the artifact that it names")
    packed = (dist / shipped.artifact.file).read_bytes()
    if hashlib.sha256(packed).hexdigest() != shipped.artifact.sha256:
        raise BuildError(
            f"engine/dist/{shipped.artifact.file} is damaged: its SHA-256 is not that of the manifest"
        )
    module = decompress(packed, shipped.artifact.file)
    if hashlib.sha256(module).hexdigest() != shipped.sha256:
        raise BuildError(f"engine/dist/{shipped.artifact.file} is not the module that the manifest describes")
    return store(module, shipped, cache)


def publish(module: Path, dist: Path | None = None) -> Manifest:
    """Write the artifact and its manifest into ``engine/dist``, in the smaller of two formats. Raises
    BuildError."""
    dist = dist or paths.DIST
    said = manifest.read(module.with_suffix(".json"))
    if said is None:
        raise BuildError(f"{module.name} has no manifest")
    data = module.read_bytes()
    say("compressing")
    packed = min(compress(data).items(), key=lambda item: len(item[1]))
    for old in dist.glob(f"{MODULE}.*"):
        old.unlink()
    dist.mkdir(parents=True, exist_ok=True)
    name, content = packed
    (dist / name).write_bytes(content)
    about = Artifact(file=name, bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
    said = msgspec.structs.replace(said, artifact=about)
    (dist / manifest.MANIFEST.name).write_bytes(said.encode())
    say(f"{name}: {len(content) / 1e6:.1f} MB of {len(data) / 1e6:.1f} MB")
    return said


def compress(data: bytes) -> dict[str, bytes]:
    """The module in each format, by file name."""
    parameters = zstandard.ZstdCompressionParameters.from_level(
        settings.ZSTD_LEVEL, window_log=settings.ZSTD_WINDOW_LOG, enable_ldm=True
    )
    return {
        f"{MODULE}.zst": zstandard.ZstdCompressor(compression_params=parameters).compress(data),
        f"{MODULE}.xz": lzma.compress(data, preset=settings.XZ_PRESET),
    }


def decompress(packed: bytes, name: str) -> bytes:
    """The module in a file of this name. Raises BuildError if it is damaged or too large."""
    try:
        if name.endswith(".xz"):
            return lzma.LZMADecompressor().decompress(packed, _MODULE_BYTES_MAX)
        window = 1 << settings.ZSTD_WINDOW_LOG
        return zstandard.ZstdDecompressor(max_window_size=window).decompress(packed, _MODULE_BYTES_MAX)
    except (lzma.LZMAError, zstandard.ZstdError) as error:
        raise BuildError(f"{name}: {error}") from error


@contextlib.contextmanager
def exclusive(cache: Cache) -> Iterator[None]:
    """Only one build at a time uses the cache; others wait."""
    cache.root.mkdir(parents=True, exist_ok=True)
    with (cache.root / "build.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("another build is running; waiting for it")
            fcntl.flock(file, fcntl.LOCK_EX)
        file.write(str(os.getpid()))
        yield


def _build(cache: Cache) -> None:
    # Whoever takes the artifact needs none of what building needs.
    from engine.builder import build

    build.build(cache)
