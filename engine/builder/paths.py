"""Where things lie: sources in the repository, everything derived in the user's cache."""

import os
from dataclasses import dataclass
from pathlib import Path

ENGINE = Path(__file__).resolve().parent.parent
BUILDER = ENGINE / "builder"
GUEST = ENGINE / "guest"
EDITS = GUEST / "edits"
SHIMS = GUEST / "shims"
SYSROOT_HEADERS = GUEST / "sysroot"
GUEST_CRATES = GUEST / "crates"
LINKER = GUEST / "link.sh"
LOCK = GUEST / "Cargo.lock"
DIST = ENGINE / "dist"
ABI = ENGINE / "ABI.md"


@dataclass(frozen=True, slots=True)
class Cache:
    """The derived files. All of them can be deleted at any time."""

    root: Path

    @property
    def sdk(self) -> Path:
        """Stand-in for a WASI SDK. Its path is part of the compilers' flags, so it is fixed."""
        return self.root / "sdk"

    @property
    def workspace(self) -> Path:
        """The cargo workspace that is built: our crates and the edited ones under one root."""
        return self.root / "crates"

    @property
    def edited(self) -> Path:
        """Edited copies of upstream crates."""
        return self.workspace / "edited"

    @property
    def target(self) -> Path:
        """Cargo's target folder."""
        return self.root / "target"

    @property
    def mozjs(self) -> Path:
        """Archives of the built SpiderMonkey, by digest of all that shapes them."""
        return self.root / "mozjs"

    @property
    def modules(self) -> Path:
        """Ready modules, by digest of their sources."""
        return self.root / "modules"

    @property
    def logs(self) -> Path:
        return self.root / "logs"


def user_cache() -> Path:
    """The user's cache folder: ``$XDG_CACHE_HOME`` or ``~/.cache``."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def cache() -> Cache:
    """The builder's part of the user's cache."""
    return Cache(user_cache() / "servo-mcp" / "engine")


def cargo_home() -> Path:
    """Cargo's own folder."""
    return Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")


def write_if_changed(path: Path, content: bytes | str, mode: int = 0o644) -> bool:
    """Write a file unless it holds just that already; whether it was written. Equal files keep their time."""
    data = content.encode() if isinstance(content, str) else content
    if path.is_file() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    path.chmod(mode)
    return True
