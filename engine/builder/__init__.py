"""Builds the engine module from crates.io packages, Debian's toolchain and this repository.

Run as ``python -m engine.builder``. May import the standard library, msgspec, tomli_w, zstandard,
wasmtime and ``engine.host``; nothing of ``app``.
"""
