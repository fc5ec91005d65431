"""The tools: what is missing is said, what would change the build does not leak in."""

import os
import subprocess
from pathlib import Path

import pytest

from engine.builder import paths, toolchain
from engine.builder.paths import Cache
from engine.builder.toolchain import Package

PACKAGES = (Package("clang-19", "1:19.1.7-3~deb12u1", "1:19.1"), Package("m4", "1.4.19-3"))
needs_dpkg = pytest.mark.skipif(not Path("/usr/bin/dpkg").exists(), reason="compares versions with dpkg")


@needs_dpkg
def test_missing_and_old_packages_are_wanted() -> None:
    wanted, notes = toolchain.judge(PACKAGES, {"clang-19": "1:19.0.1-1"})
    assert wanted == ["clang-19", "m4"]
    assert notes == []


@needs_dpkg
def test_other_version_is_only_noted() -> None:
    wanted, notes = toolchain.judge(PACKAGES, {"clang-19": "1:19.1.8-1", "m4": "1.4.19-3"})
    assert wanted == []
    assert notes == ["clang-19 is 1:19.1.8-1; the build is known to work with 1:19.1.7-3~deb12u1"]


def test_environment_keeps_foreign_settings_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A build must not depend on what someone exported in a shell."""
    for name in (
        "RUSTFLAGS",
        "CFLAGS",
        "MOZJS_MIRROR",
        "RUSTC_WRAPPER",
        "CARGO_TARGET_DIR",
        "CARGO_PROFILE_DEV_DEBUG",
    ):
        monkeypatch.setenv(name, "foreign")
    monkeypatch.setenv("CARGO_HOME", str(tmp_path / "cargo"))
    environment = toolchain.environment(Cache(tmp_path))
    assert "foreign" not in environment.values()
    assert environment["CARGO_HOME"] == str(tmp_path / "cargo")
    assert environment["CARGO_TARGET_DIR"] == str(tmp_path / "target")


def test_places_of_the_builder_do_not_reach_the_module(tmp_path: Path) -> None:
    flags = " ".join(toolchain.c_flags(Cache(tmp_path)))
    for folder in (tmp_path, paths.GUEST, paths.cargo_home() / "registry" / "src"):
        assert f"-ffile-prefix-map={folder}=" in flags


@pytest.fixture
def linker(tmp_path: Path) -> Path:
    """A linker that prints its arguments, in place of wasm-ld behind our script."""
    script = tmp_path / "wasm-ld"
    script.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    script.chmod(0o755)
    return script


def test_linker_exports_only_the_interface(linker: Path) -> None:
    """Every other export keeps megabytes of dead code alive."""
    arguments = [
        "a.o",
        "--export",
        "u_strlen",
        "--export=engine_call",
        "--export",
        "engine_pump",
        "--export=JS_x",
        "-O2",
    ]
    command = [str(paths.LINKER), *arguments]
    done = subprocess.run(
        command, env=os.environ | {"WASM_LD": str(linker)}, check=True, capture_output=True, text=True
    )
    assert done.stdout.split() == [
        *("a.o", "--export=engine_call", "--export", "engine_pump", "-O2", "--export=__stack_pointer")
    ]


def test_changed_linker_has_another_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cargo links again only if its command changes."""
    first = toolchain.linker(Cache(tmp_path))
    changed = tmp_path / "link.sh"
    changed.write_text(paths.LINKER.read_text() + "\n# changed\n")
    monkeypatch.setattr(paths, "LINKER", changed)
    second = toolchain.linker(Cache(tmp_path))
    assert first != second
    assert second.read_text().endswith("# changed\n")
    assert os.access(second, os.X_OK)
