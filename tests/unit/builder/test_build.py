"""A module is only ever described as what it was built from."""

from pathlib import Path

import pytest

from engine.builder import build, sources
from engine.builder import compile as compiling
from engine.builder.errors import BuildError
from engine.builder.paths import Cache


def compiled(cache: Cache, digest: str) -> None:
    path = compiling.output(cache)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"not a module")
    path.with_suffix(".digest").write_text(digest)


def test_module_of_older_sources_is_not_preinitialised(tmp_path: Path) -> None:
    """It would be cached, and shipped, as that of the present sources."""
    cache = Cache(tmp_path)
    compiled(cache, "0" * 64)
    with pytest.raises(BuildError, match="the sources changed since the module was compiled"):
        build.preinitialise(cache)


def test_nothing_compiled_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"run `python -m engine\.builder compile` first"):
        build.preinitialise(Cache(tmp_path))


def test_digest_of_the_compiled_module_is_that_of_its_sources(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    digest = sources.digest()
    assert digest is not None
    compiled(cache, digest)
    assert compiling.compiled_digest(cache) == digest
