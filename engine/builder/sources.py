"""The digest of everything that decides what the module is."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from engine.builder import paths

_SKIPPED = {"__pycache__", "node_modules", "target"}


def digest(engine: Path = paths.ENGINE) -> str | None:
    """SHA-256 over the names and contents of ``guest`` and ``builder``, the lockfile included.

    None where the sources are not: in an installation without them.
    """
    if not (engine / "guest").is_dir():
        return None
    total = hashlib.sha256()
    for path in files(engine):
        name = path.relative_to(engine).as_posix()
        total.update(f"{name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()


def files(engine: Path = paths.ENGINE) -> Iterator[Path]:
    """The sources, in an order that is the same everywhere."""
    for folder in ("builder", "guest"):
        found = [
            path
            for path in (engine / folder).rglob("*")
            if path.is_file() and _counts(path.relative_to(engine))
        ]
        yield from sorted(found, key=lambda path: path.relative_to(engine).as_posix())


def _counts(path: Path) -> bool:
    return not any(part in _SKIPPED or part.startswith(".") for part in path.parts) and path.suffix != ".pyc"
