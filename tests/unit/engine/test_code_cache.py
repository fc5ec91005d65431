"""Machine code is compiled once per machine, and never taken from a file that is not what was written."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import wasmtime

from engine.host import code_cache
from engine.host.code_cache import CodeCache
from engine.host.module import load
from tests.unit.engine import tiny

WASM = bytes(wasmtime.wat2wasm(tiny.text()))


class Compiler:
    """Counts how often it had to compile."""

    def __init__(self) -> None:
        self.engine = wasmtime.Engine()
        self.runs = 0

    def __call__(self) -> wasmtime.Module:
        self.runs += 1
        return wasmtime.Module(self.engine, WASM)


@pytest.fixture
def compiler() -> Compiler:
    return Compiler()


def take(
    folder: Path, compiler: Compiler, identity: str = "module", said: Callable[[str], None] | None = None
):
    return CodeCache(folder).module(compiler.engine, identity, compiler, said)


def code(folder: Path) -> Path:
    (found,) = folder.glob("*.cwasm")
    return found


def test_it_is_compiled_once(tmp_path: Path, compiler: Compiler) -> None:
    folder = tmp_path / "a" / "modules"
    first, second = take(folder, compiler), take(folder, compiler)
    assert compiler.runs == 1
    assert len(first.exports) == len(second.exports) > 0


def test_another_module_or_setting_has_an_entry_of_its_own(tmp_path: Path, compiler: Compiler) -> None:
    take(tmp_path, compiler, "one")
    take(tmp_path, compiler, "two")
    assert compiler.runs == 2


def test_another_processor_has_an_entry_of_its_own(
    tmp_path: Path, compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A home folder may be shared by machines; code for the one may be illegal on the other."""
    take(tmp_path, compiler)
    monkeypatch.setattr(code_cache, "cpu_features", lambda: "others")
    take(tmp_path, compiler)
    assert compiler.runs == 2


def damage_end(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def damage_byte(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)


def damage_all(path: Path) -> None:
    path.write_bytes(b"")


def damage_note(path: Path) -> None:
    path.with_suffix(".json").write_text("{")


def lose_note(path: Path) -> None:
    path.with_suffix(".json").unlink()


@pytest.mark.parametrize("harm", [damage_end, damage_byte, damage_all, damage_note, lose_note, Path.unlink])
def test_a_damaged_entry_is_compiled_again(
    tmp_path: Path, compiler: Compiler, harm: Callable[[Path], None]
) -> None:
    """Damaged machine code would run with all rights of the process."""
    take(tmp_path, compiler)
    harm(code(tmp_path))
    take(tmp_path, compiler)
    assert compiler.runs == 2
    take(tmp_path, compiler)
    assert compiler.runs == 2


def test_a_copied_entry_is_used_after_its_digest_was_checked(tmp_path: Path, compiler: Compiler) -> None:
    take(tmp_path, compiler)
    path = code(tmp_path)
    path.write_bytes(path.read_bytes())
    take(tmp_path, compiler)
    assert compiler.runs == 1


def test_only_the_owner_may_read_or_write_the_folder(tmp_path: Path, compiler: Compiler) -> None:
    folder = tmp_path / "modules"
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    take(folder, compiler)
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_cannot_be_used_costs_only_time(tmp_path: Path, compiler: Compiler) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    said: list[str] = []
    assert take(blocked / "modules", compiler, said=said.append).exports
    assert compiler.runs == 1
    assert "machine code is not kept" in said[0]


def test_old_entries_are_deleted(tmp_path: Path, compiler: Compiler) -> None:
    """An entry of the real module has 200 MB."""
    for number in range(code_cache.KEPT + 3):
        take(tmp_path, compiler, f"module {number}")
    assert len(list(tmp_path.glob("*.cwasm"))) == code_cache.KEPT
    take(tmp_path, compiler, f"module {code_cache.KEPT + 2}")
    assert compiler.runs == code_cache.KEPT + 3
    assert list(tmp_path.glob("partial-*")) == []


def test_of_two_at_the_same_time_one_compiles(tmp_path: Path, compiler: Compiler) -> None:
    threads = [threading.Thread(target=take, args=(tmp_path, compiler)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert compiler.runs == 1


def test_a_module_is_loaded_from_a_file_with_its_manifest(tmp_path: Path) -> None:
    path = tmp_path / "engine.wasm"
    path.write_bytes(WASM)
    plain = load(path, cache=tmp_path / "cache")
    assert (plain.preinitialised, plain.clock_ns) == (False, 0)
    path.with_suffix(".json").write_text(
        '{"preinitialised": true, "clock_ns": 77, "toolchain": {"rust": "1"}}'
    )
    started = load(path, cache=tmp_path / "cache")
    assert (started.preinitialised, started.clock_ns) == (True, 77)
    assert plain.digest == started.digest
    assert tiny.Instance(started).clock_ns >= 77


def test_the_default_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert code_cache.default_folder() == tmp_path / "servo-mcp" / "modules"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert code_cache.default_folder() == tmp_path / ".cache" / "servo-mcp" / "modules"
