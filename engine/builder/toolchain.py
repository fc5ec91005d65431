"""The tools of the build: Debian's packages, and a stand-in for a WASI SDK made of them.

rustc and cargo are Debian's recent ones for browsers (the packages named -web), because their standard
library can be built from source for the target; clang, lld and the C and C++ libraries for WASI have one
version.
"""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import tomli_w

from engine.builder import paths
from engine.builder.errors import BuildError
from engine.builder.log import say
from engine.builder.paths import Cache, write_if_changed

LLVM = 19
TARGET = "wasm32-wasip1"
CARGO = Path("/usr/bin/cargo")
RUSTC = Path("/usr/bin/rustc")
# Where Debian keeps the C and C++ libraries for WASI; the compiler knows the target under this older name.
_LIBRARIES = Path("/usr/lib/wasm32-wasi")
_HEADERS = Path("/usr/include/wasm32-wasi")
_SHADOW_STACK_BYTES = 16 << 20
_EMULATED = ("signal", "getpid", "mman", "process-clocks")


@dataclass(frozen=True, slots=True)
class Package:
    """A Debian package: the version that the build is known to work with, and the oldest that may work."""

    name: str
    known_good: str
    minimum: str = ""


_RUST = "1.96.0+dfsg1-1~deb12u2"
_LLVM = f"1:{LLVM}.1.7-3~deb12u1"
PACKAGES = (
    Package("rustc-web", _RUST, "1.96"),
    Package("cargo-web", _RUST, "1.96"),
    Package("rust-web-src", _RUST, "1.96"),
    Package(f"clang-{LLVM}", _LLVM, f"1:{LLVM}.1"),
    Package(f"lld-{LLVM}", _LLVM, f"1:{LLVM}.1"),
    Package(f"llvm-{LLVM}", _LLVM, f"1:{LLVM}.1"),
    Package(f"libclang-{LLVM}-dev", _LLVM, f"1:{LLVM}.1"),
    Package(f"libc++-{LLVM}-dev-wasm32", _LLVM, f"1:{LLVM}.1"),
    Package(f"libc++abi-{LLVM}-dev-wasm32", _LLVM, f"1:{LLVM}.1"),
    Package(f"libclang-rt-{LLVM}-dev-wasm32", _LLVM, f"1:{LLVM}.1"),
    Package("wasi-libc", "0.0~git20220510.9886d3d-2", "0.0~git20220510"),
    Package("m4", "1.4.19-3"),
    Package("make", "4.3-4.1"),
    Package("pkg-config", "1.8.1-1"),
    Package("python3", "3.11.2-1+b1", "3.8"),
)
# Only with the setting that asks for it (settings.WASM_OPT).
OPTIMISER = Package("binaryen", "108-1", "108")


def installed(names: list[str]) -> dict[str, str]:
    """Versions of those packages that are installed. Raises BuildError where there is no dpkg."""
    if shutil.which("dpkg-query") is None:
        raise BuildError(
            "the engine is built on Debian 12 (dpkg-query is missing); elsewhere use the shipped module"
        )
    command = ["dpkg-query", "-W", "-f", "${Package} ${db:Status-Status} ${Version}\\n", *names]
    answer = subprocess.run(command, capture_output=True, text=True)
    rows = [line.split(" ") for line in answer.stdout.splitlines()]
    return {row[0]: row[2] for row in rows if len(row) == 3 and row[1] == "installed"}


def judge(packages: tuple[Package, ...], present: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """What is missing or too old, and what is merely not the known-good version (one sentence each)."""
    wanted, notes = [], []
    for package in packages:
        version = present.get(package.name)
        if version is None or (package.minimum and not _at_least(version, package.minimum)):
            wanted.append(package.name)
        elif version != package.known_good:
            notes.append(f"{package.name} is {version}; the build is known to work with {package.known_good}")
    return wanted, notes


def require(packages: tuple[Package, ...] = PACKAGES) -> dict[str, str]:
    """Make sure that the packages are there; their versions. Installs them when run as root.

    Raises BuildError with the command to run when they are missing and cannot be installed here.
    """
    names = [package.name for package in packages]
    wanted, notes = judge(packages, installed(names))
    if wanted:
        command = ["apt-get", "install", "--yes", "--no-install-recommends", *wanted]
        if os.geteuid() != 0:
            raise BuildError(
                f"these packages are missing or too old; install them first:\n  sudo {' '.join(command)}"
            )
        say(f"installing {', '.join(wanted)}")
        done = subprocess.run(command, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"})
        wanted, notes = judge(packages, installed(names))
        if done.returncode or wanted:
            raise BuildError(
                f"apt-get could not install {', '.join(wanted)}; run `apt-get update` and look at its output"
            )
    for note in notes:
        say(f"note: {note}")
    return installed(names)


def _at_least(version: str, minimum: str) -> bool:
    return subprocess.run(["dpkg", "--compare-versions", version, "ge", minimum]).returncode == 0


def write_sdk(cache: Cache) -> None:
    """Write the stand-in for a WASI SDK. Files that are right already keep their time."""
    sdk, host = cache.sdk, cache.sdk / "host"
    for name in ("clang", "clang++"):
        write_if_changed(sdk / "bin" / name, _WRAPPER.format(tool=f"/usr/bin/{name}-{LLVM}"), 0o755)
        _link(host / name, Path(f"/usr/bin/{name}-{LLVM}"))
    for name in ("ar", "nm", "ranlib", "strip"):
        _link(sdk / "bin" / f"llvm-{name}", Path(f"/usr/bin/llvm-{name}-{LLVM}"))
        _link(sdk / "bin" / name, Path(f"/usr/bin/llvm-{name}-{LLVM}"))
    _link(sdk / "bin" / "wasm-ld", Path(f"/usr/bin/wasm-ld-{LLVM}"))
    for name in ("objdump", "readelf", "profdata"):
        _link(host / f"llvm-{name}", Path(f"/usr/bin/llvm-{name}-{LLVM}"))
    sysroot = _sysroot(cache)
    # A copy, because two headers are added to the distribution's.
    include = sysroot / "include" / "wasm32-wasi"
    for source in (_HEADERS, paths.SYSROOT_HEADERS):
        # Debian's C++ headers are behind a link.
        for folder, _, names in os.walk(source, followlinks=True):
            for path in (Path(folder, name) for name in names):
                write_if_changed(include / path.relative_to(source), path.read_bytes())
    _link(sysroot / "include" / TARGET, Path("wasm32-wasi"))
    for name in ("wasm32-wasi", TARGET):
        _link(sysroot / "lib" / name, _LIBRARIES)
    write_if_changed(cargo_config(cache), tomli_w.dumps(_cargo_config(cache)))


def cargo_config(cache: Cache) -> Path:
    """The cargo configuration that `write_sdk` writes."""
    return cache.sdk / "cargo-config.toml"


def linker(cache: Cache) -> Path:
    """A copy of the linker script. Its name changes with its content, so that cargo notices a change."""
    content = paths.LINKER.read_bytes()
    script = cache.sdk / f"link-{hashlib.sha256(content).hexdigest()[:12]}.sh"
    write_if_changed(script, content, 0o755)
    return script


def environment(cache: Cache) -> dict[str, str]:
    """The environment of cargo: this process's, without settings that would change the build, and ours."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(_FOREIGN)}
    sdk = cache.sdk
    flags = " ".join(c_flags(cache))
    return inherited | {
        "RUSTC": str(RUSTC),
        "RUSTC_BOOTSTRAP": "1",
        "WASI_SDK_PATH": str(sdk),
        "CC_wasm32_wasip1": str(sdk / "bin" / "clang"),
        "CXX_wasm32_wasip1": str(sdk / "bin" / "clang++"),
        "AR_wasm32_wasip1": f"/usr/bin/llvm-ar-{LLVM}",
        "CFLAGS_wasm32_wasip1": flags,
        "CXXFLAGS_wasm32_wasip1": flags,
        "HOST_CC": f"/usr/bin/clang-{LLVM}",
        "HOST_CXX": f"/usr/bin/clang++-{LLVM}",
        "LIBCLANG_PATH": f"/usr/lib/llvm-{LLVM}/lib",
        "WASM_LD": f"/usr/bin/wasm-ld-{LLVM}",
        "CARGO_TARGET_DIR": str(cache.target),
        "CARGO_INCREMENTAL": "0",
        "PATH": f"{sdk / 'host'}:{os.environ.get('PATH', '/usr/bin:/bin')}",
    }


def c_flags(cache: Cache) -> list[str]:
    """Flags of the C and C++ compilers for the target."""
    defines = [f"-D_WASI_EMULATED_{name.upper().replace('-', '_')}" for name in _EMULATED]
    return [
        f"--sysroot={_sysroot(cache)}",
        *defines,
        *(f"-ffile-prefix-map={old}={new}" for old, new in _remapped(cache)),
    ]


# Variables that cargo, cc or SpiderMonkey's build would take into account.
_FOREIGN = (
    *(
        "CARGO_TARGET",
        "CARGO_BUILD",
        "CARGO_PROFILE",
        "CARGO_ENCODED",
        "RUSTC",
        "RUSTFLAGS",
        "RUSTUP",
        "MOZ",
        "WASI",
    ),
    *("CC", "CXX", "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "HOST_C", "TARGET_C", "AR", "STRIP"),
)


def _sysroot(cache: Cache) -> Path:
    return cache.sdk / "share" / "wasi-sysroot"


def _remapped(cache: Cache) -> list[tuple[Path, str]]:
    """Folders and the names that stand for them inside of the module, whoever builds it."""
    return [
        (paths.cargo_home() / "registry" / "src", "crates"),
        (cache.root, "engine"),
        (paths.GUEST, "guest"),
    ]


def _cargo_config(cache: Cache) -> dict[str, object]:
    builtins = _resource_folder() / "lib" / "wasi" / "libclang_rt.builtins-wasm32.a"
    libraries = ["c++", "c++abi", *(f"wasi-emulated-{name}" for name in _EMULATED)]
    rustflags = [
        "-Clink-self-contained=no",
        f"-L{_LIBRARIES}",
        # A reactor: its _initialize runs the C++ and Rust constructors once.
        f"-Clink-arg={_LIBRARIES}/crt1-reactor.o",
        "-Ctarget-feature=+simd128",
        # Packages that are replaced by copies lose the cap that cargo puts on the lints of others.
        "--cap-lints=warn",
        *(f"-Clink-arg=-l{name}" for name in libraries),
        f"-Clink-arg={builtins}",
        f"-Clink-arg=-zstack-size={_SHADOW_STACK_BYTES}",
        *(f"--remap-path-prefix={old}={new}" for old, new in _remapped(cache)),
    ]
    return {
        "unstable": {"build-std": ["std", "panic_abort"]},
        "target": {TARGET: {"linker": f"/usr/bin/wasm-ld-{LLVM}", "rustflags": rustflags}},
    }


def _resource_folder() -> Path:
    command = [f"/usr/bin/clang-{LLVM}", "--target=wasm32-wasi", "-print-resource-dir"]
    return Path(subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip())


def _link(path: Path, to: Path) -> None:
    if path.is_symlink() and path.readlink() == to:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(to)


_WRAPPER = """#!/bin/bash
# The compiler knows this target under its older name.
args=()
for arg in "$@"; do
  case "$arg" in
    --target=wasm32-wasip1 | --target=wasm32-unknown-wasip1 | --target=wasm32-unknown-wasi)
    arg=--target=wasm32-wasi ;;
  esac
  args+=("$arg")
done
exec {tool} "${{args[@]}}"
"""
