"""From sources to the linked, stripped and checked module, not started yet."""

import shutil
import subprocess
from pathlib import Path

from engine.builder import (
    cargo,
    editfile,
    edits,
    fetch,
    interface,
    paths,
    settings,
    sources,
    spidermonkey,
    toolchain,
    wasm,
    workspace,
)
from engine.builder.errors import BuildError
from engine.builder.log import say
from engine.builder.paths import Cache

# What the module uses; binaryen takes it for an old one otherwise.
_FEATURES = (
    *("--enable-simd", "--enable-bulk-memory", "--enable-sign-ext", "--enable-nontrapping-float-to-int"),
    *("--enable-mutable-globals", "--enable-reference-types", "--enable-multivalue"),
)


def output(cache: Cache) -> Path:
    """Where the module that was compiled last lies."""
    return cache.modules / "compiled.wasm"


def compile_module(cache: Cache, mozjs_archive: Path | None = None) -> Path:
    """Make the tools and packages ready and compile; the path of the module. Raises BuildError."""
    # Taken first: what changes while the compiler runs may or may not be in the module.
    digest = sources.digest()
    module = compiled(cache, prepare(cache), mozjs_archive)
    path = output(cache)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(module)
    path.with_suffix(".digest").write_text(digest or "")
    return path


def compiled_digest(cache: Cache) -> str:
    """The source digest of the module that was compiled last. Raises BuildError if there is none."""
    path = output(cache).with_suffix(".digest")
    if not path.is_file() or not output(cache).is_file():
        raise BuildError("there is no compiled module; run `python -m engine.builder compile` first")
    return path.read_text()


def prepare(cache: Cache) -> dict[str, str]:
    """Tools, packages, workspace; the versions of the tools. Raises BuildError."""
    packages = toolchain.require()
    if settings.WASM_OPT:
        packages |= toolchain.require((toolchain.OPTIMISER,))
    toolchain.write_sdk(cache)
    fetch.pristine(cache)
    workspace.prepare(cache)
    fetch.dependencies(cache)
    return packages


def compiled(cache: Cache, packages: dict[str, str], mozjs_archive: Path | None = None) -> bytes:
    """Compile and link; the module. `packages` as `prepare` gives them. Raises BuildError."""
    archive = spidermonkey.archive(cache, packages, mozjs_archive)
    files = cargo.build(
        cache,
        "engine",
        [
            *("rustc", "--locked", "--package", settings.PACKAGE, "--lib", "--profile", settings.PROFILE),
            *("--target", toolchain.TARGET, "--", "-C", f"linker={toolchain.linker(cache)}"),
        ],
        extra={"MOZJS_ARCHIVE": str(archive)},
    )
    modules = [file for file in files if file.suffix == ".wasm"]
    if not modules:
        raise BuildError(f"cargo made no module; is crate `{settings.PACKAGE}` a cdylib?")
    linked = modules[-1]
    say(f"linked: {linked.stat().st_size / 1e6:.1f} MB")
    module = stripped(linked, cache)
    interface.check(module)
    return module


def stripped(linked: Path, cache: Cache) -> bytes:
    """The module without names and debug information, optimised if the settings say so."""
    cache.modules.mkdir(parents=True, exist_ok=True)
    scratch = cache.modules / "stripped.wasm"
    _run([f"/usr/bin/llvm-strip-{toolchain.LLVM}", "-o", str(scratch), str(linked)])
    if settings.WASM_OPT:
        say(f"wasm-opt {' '.join(settings.WASM_OPT)}")
        optimised = scratch.with_name("optimised.wasm")
        _run(["wasm-opt", *_FEATURES, *settings.WASM_OPT, "-o", str(optimised), str(scratch)])
        shutil.move(optimised, scratch)
    module = wasm.assemble(wasm.without_custom(wasm.parts(scratch.read_bytes())))
    scratch.unlink()
    say(f"stripped: {len(module) / 1e6:.1f} MB")
    return module


def lock(cache: Cache) -> None:
    """Bring engine/guest/Cargo.lock up to date with the manifests; versions that still fit stay. Raises
    BuildError."""
    toolchain.require()
    toolchain.write_sdk(cache)
    fetch.pristine(cache)
    workspace.prepare(cache)
    path = cache.workspace / "Cargo.lock"
    replaced = {crate.package.name for crate in editfile.load_all(paths.EDITS)} | set(edits.shims())
    path.write_text(workspace.unlocked(path.read_text(), replaced))
    cargo.run(cache, "fetch", "--target", toolchain.TARGET)
    if paths.write_if_changed(paths.LOCK, path.read_bytes()):
        say("Cargo.lock changed")


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise BuildError(f"{command[0]} failed:\n{done.stderr.strip()}")
