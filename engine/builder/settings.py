"""What can be chosen about the module. Part of the sources: another choice is another module."""

from typing import Final

WASM_OPT: Final[tuple[str, ...]] = ()
"""Options of binaryen's wasm-opt, run on the linked module; none means that it is not run.

``("-O2",)`` makes the module about an eighth smaller and takes 4 minutes on 2 cores.
"""

PROFILE: Final = "dev"
"""Cargo's profile. Not "release": that switches on link-time optimisation inside of mozjs_sys, whose bitcode
another LLVM's linker rejects. Optimisation is set in the workspace's manifest."""

PACKAGE: Final = "embedder"
"""The crate that is the module."""

ZSTD_LEVEL: Final = 19
ZSTD_WINDOW_LOG: Final = 27
"""128 MiB: the whole module is one window."""
XZ_PRESET: Final = 9
