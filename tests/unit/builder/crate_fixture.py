"""A small package, as the registry publishes one, and edit files for it."""

import hashlib
import io
import tarfile
from pathlib import Path

from engine.builder.editfile import CrateEdits, load

LIB = """\
use std::thread;

pub fn start() {
    thread::spawn(|| {
        run();
    });
}

pub fn stop() {
    run();
}
"""
MANIFEST = """\
[package]
name = "small"
version = "1.2.3"

[dependencies]
thread-pool = "1"
log = { version = "0.4", features = ["std"] }

[dev-dependencies]
criterion = "1"

[target."cfg(unix)".dependencies]
libc = "0.2"

[target."cfg(unix)".dev-dependencies]
nix = "1"
"""
FILES = {
    "Cargo.toml": MANIFEST,
    "Cargo.toml.orig": "original",
    "src/lib.rs": LIB,
    "src/data.bin": "\r\n",
    "tests/all.rs": "fn main() {}",
}


def write_package(registry: Path, files: dict[str, str] | None = None) -> str:
    """Write small-1.2.3.crate into a registry folder; its SHA-256."""
    folder = registry / "index"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "small-1.2.3.crate"
    with tarfile.open(path, "w:gz") as archive:
        for name, text in (files or FILES).items():
            member = tarfile.TarInfo(f"small-1.2.3/{name}")
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_edits(folder: Path, checksum: str, edits: str, inserts: dict[str, str] | None = None) -> CrateEdits:
    """Write small.toml with its inserted files, and load it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "small.toml"
    path.write_text(f'[package]\nname = "small"\nversion = "1.2.3"\nchecksum = "{checksum}"\n\n' + edits)
    for name, text in (inserts or {}).items():
        target = folder / "small" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    return load(path)
