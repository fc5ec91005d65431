"""WASI as the engine gets it: the caller's clock and random bytes, the log, and nothing else."""

import ctypes
from collections.abc import Callable
from struct import Struct

import pytest

from engine.host.clock import ReplayClock, SystemClock, seeded_random
from engine.host.errors import EngineProtocolError
from engine.host.imports import Host
from engine.host.instance import Instance
from engine.host.log import EngineLog, Level
from engine.host.memory import GuestMemory
from engine.host.wasi import EBADF, EINVAL, ENOSYS, ESPIPE, SIGNATURES, SUCCESS, Wasi, absent
from tests.unit.engine import tiny

SIZE = 65_536
SUBSCRIPTION = Struct("<QB7xI4xQQH6x")
EVENT = Struct("<QHB5xQH6x")
FIXED = 1_600_000_000_000_000_000


class Guest:
    """A WASI state with a memory that a test can look into."""

    def __init__(self, tick_ns: int = 0, random: Callable[[int], bytes] = bytes) -> None:
        self._buffer = (ctypes.c_char * SIZE)()
        self.clock = ReplayClock(FIXED, tick_ns)
        self.lines: list[str] = []
        self.wasi = Wasi(self.clock, random, self.lines.append, start_ns=500)
        self.memory = GuestMemory(ctypes.addressof(self._buffer), lambda: SIZE)
        self.wasi.memory = self.memory

    def write(self, *parts: bytes, descriptor: int = 2) -> int:
        """`fd_write` of these parts; the number of bytes written."""
        at, vectors = 1_024, []
        for part in parts:
            self.memory.write(at, part)
            vectors.append((at, len(part)))
            at += len(part)
        for index, (start, length) in enumerate(vectors):
            self.memory.write_u32(16 + 8 * index, start)
            self.memory.write_u32(20 + 8 * index, length)
        assert self.wasi.fd_write(descriptor, 16, len(parts), 8) == SUCCESS
        return self.memory.read_u32(8)


def test_clocks_are_the_callers() -> None:
    guest = Guest()
    guest.clock.sleep(40)
    assert guest.wasi.clock_time_get(0, 0, 64) == SUCCESS
    assert guest.memory.read_u64(64) == FIXED + 40
    assert guest.wasi.clock_time_get(1, 0, 64) == SUCCESS
    assert guest.memory.read_u64(64) == 540
    assert guest.wasi.clock_time_get(4, 0, 64) == EINVAL


def test_a_replayed_clock_moves_only_when_it_is_read() -> None:
    """Two runs that read it equally often see equal times."""
    seen = []
    for _ in range(2):
        guest = Guest(tick_ns=7)
        guest.wasi.clock_time_get(1, 0, 64)
        first = guest.memory.read_u64(64)
        guest.wasi.clock_time_get(1, 0, 64)
        seen.append((first, guest.memory.read_u64(64)))
    assert seen[0] == seen[1]
    assert seen[0][1] - seen[0][0] == 7


def test_a_copied_replay_clock_goes_on_from_the_same_moment() -> None:
    clock = ReplayClock(tick_ns=3)
    clock.sleep(1_000)
    copy = clock.copy()
    assert [clock.monotonic_ns(), clock.wall_ns()] == [copy.monotonic_ns(), copy.wall_ns()]


def test_a_system_clock_goes_forward() -> None:
    clock = SystemClock()
    before = clock.monotonic_ns()
    clock.sleep(2_000_000)
    assert clock.monotonic_ns() >= before + 2_000_000
    assert clock.wall_ns() > FIXED


def test_the_clock_can_be_set_to_go_on_from_a_value() -> None:
    guest = Guest()
    guest.wasi.set_clock_ns(10_000)
    guest.clock.sleep(5)
    assert guest.wasi.clock_ns == 10_005


def test_random_bytes_are_the_callers() -> None:
    guest = Guest(random=seeded_random(1))
    assert guest.wasi.random_get(100, 16) == SUCCESS
    assert guest.memory.read(100, 16) == seeded_random(1)(16)
    assert guest.memory.read(116, 4) == bytes(4)
    assert seeded_random(1)(16) != seeded_random(2)(16)
    assert guest.wasi.random_get(0, 1 << 30) == EINVAL


@pytest.mark.parametrize("pointer", [SIZE, SIZE - 3, 0xFFFF_FFF0])
def test_pointers_outside_the_memory_are_a_breach(pointer: int) -> None:
    wasi = Guest().wasi
    for call in (
        lambda: wasi.clock_time_get(1, 0, pointer),
        lambda: wasi.clock_time_get(0, 0, pointer),
        lambda: wasi.clock_res_get(1, pointer),
        lambda: wasi.random_get(pointer, 16),
        lambda: wasi.environ_sizes_get(pointer, pointer),
        lambda: wasi.fd_fdstat_get(1, pointer),
        lambda: wasi.fd_write(2, pointer, 1, 0),
        lambda: wasi.poll_oneoff(pointer, 0, 1, 0),
    ):
        with pytest.raises(EngineProtocolError):
            call()


def test_random_bytes_are_not_drawn_for_a_bad_pointer() -> None:
    """Otherwise a replay would drift apart from its original after a fault."""
    drawn: list[int] = []

    def random(count: int) -> bytes:
        drawn.append(count)
        return bytes(count)

    with pytest.raises(EngineProtocolError):
        Guest(random=random).wasi.random_get(SIZE, 8)
    assert drawn == []


def test_standard_error_becomes_log_lines() -> None:
    guest = Guest()
    assert guest.write(b"one\ntw", b"o\nrest") == 12
    assert guest.lines == ["one", "two"]
    guest.write(b" ends\n", descriptor=1)
    assert guest.lines == ["one", "two", "rest ends"]
    guest.write(b"bad \xff text")
    guest.wasi.flush()
    assert guest.lines[-1] == "bad \ufffd text"
    guest.wasi.flush()
    assert len(guest.lines) == 4


def test_a_write_without_line_ends_stays_bounded() -> None:
    guest = Guest()
    for _ in range(40):
        guest.write(b"x" * 60_000)
    assert len(guest.lines) >= 1
    assert max(map(len, guest.lines)) <= 2 << 20


def test_there_are_no_files_and_no_arguments() -> None:
    guest = Guest()
    guest.memory.write(0, b"\xff" * 8)
    assert guest.wasi.environ_sizes_get(0, 4) == SUCCESS
    assert guest.memory.read(0, 8) == bytes(8)
    assert guest.wasi.args_sizes_get(0, 4) == SUCCESS
    assert guest.wasi.fd_write(3, 0, 0, 0) == EBADF
    assert guest.wasi.fd_read(3, 0, 0, 0) == EBADF
    assert guest.wasi.fd_fdstat_get(3, 0) == EBADF
    assert guest.wasi.fd_seek(1, 0, 0, 0) == ESPIPE
    guest.memory.write_u32(0, 9)
    assert guest.wasi.fd_read(0, 0, 0, 0) == SUCCESS
    assert guest.memory.read_u32(0) == 0
    missing = [name for name in SIGNATURES if not hasattr(Wasi, name)]
    assert {name: absent(name) for name in missing if absent(name) != EBADF} == {"proc_raise": ENOSYS}
    assert "path_open" in missing
    assert "fd_prestat_get" in missing
    assert "sock_accept" in missing


def subscription(user: int, kind: int, clock: int = 1, timeout: int = 0, flags: int = 0) -> bytes:
    return SUBSCRIPTION.pack(user, kind, clock, timeout, 0, flags)


def test_poll_sleeps_until_the_first_clock() -> None:
    guest = Guest()
    guest.memory.write(0, subscription(1, 0, timeout=9_000) + subscription(2, 0, timeout=3_000))
    assert guest.wasi.poll_oneoff(0, 1_024, 2, 2_048) == SUCCESS
    assert guest.memory.read_u32(2_048) == 1
    assert EVENT.unpack(guest.memory.read(1_024, 32))[:3] == (2, SUCCESS, 0)
    assert guest.wasi.clock_ns == 3_500


def test_poll_knows_absolute_times() -> None:
    guest = Guest()
    guest.memory.write(0, subscription(1, 0, clock=0, timeout=FIXED + 70, flags=1))
    guest.wasi.poll_oneoff(0, 1_024, 1, 2_048)
    assert guest.wasi.clock_ns == 570
    guest.memory.write(0, subscription(1, 0, clock=1, timeout=100, flags=1))
    assert guest.wasi.poll_oneoff(0, 1_024, 1, 2_048) == SUCCESS
    assert guest.wasi.clock_ns == 570


def test_poll_of_descriptors_fails_without_sleeping() -> None:
    guest = Guest()
    guest.memory.write(0, subscription(1, 0, timeout=10**9) + subscription(2, 1))
    guest.wasi.poll_oneoff(0, 1_024, 2, 2_048)
    assert guest.memory.read_u32(2_048) == 1
    assert EVENT.unpack(guest.memory.read(1_024, 32))[:3] == (2, EBADF, 1)
    assert guest.wasi.clock_ns == 500


@pytest.mark.parametrize("count", [0, 257, 0xFFFF_FFFF])
def test_poll_has_a_limit(count: int) -> None:
    assert Guest().wasi.poll_oneoff(0, 0, count, 0) == EINVAL


def test_poll_does_not_sleep_for_ever() -> None:
    """Nothing can stop an engine that sleeps in the host."""
    guest = Guest()
    guest.memory.write(0, subscription(1, 0, timeout=2**63))
    assert guest.wasi.poll_oneoff(0, 1_024, 1, 2_048) == EINVAL


def test_a_module_reaches_them_through_its_imports() -> None:
    """The path from machine code through the trampolines and back, with i32 and i64 arguments."""
    image = tiny.image(
        imports="""
            (import "wasi_snapshot_preview1" "clock_time_get" (func $time (param i32 i64 i32) (result i32)))
            (import "wasi_snapshot_preview1" "random_get" (func $random (param i32 i32) (result i32)))
            (import "wasi_snapshot_preview1" "sched_yield" (func $yield (result i32)))
            (import "wasi_snapshot_preview1" "path_open"
                (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))""",
        pump="""(drop (call $time (i32.const 1) (i64.const -1) (i32.const 64)))
            (drop (call $random (i32.const 80) (i32.const 4)))
            (i32.store (i32.const 96) (call $yield))
            (i32.store (i32.const 100) (call $open (i32.const 3) (i32.const 0) (i32.const 0) (i32.const 0)
                (i32.const 0) (i64.const 0) (i64.const 0) (i32.const 0) (i32.const 0)))
            (i32.const 0)""",
        clock_ns=123,
    )
    instance = Instance(image, clock=ReplayClock(tick_ns=0), random=lambda count: b"\x05" * count)
    instance.memory.write(96, b"\xff" * 8)
    instance.pump(0)
    assert instance.memory.read_u64(64) == 123
    assert instance.memory.read(80, 5) == b"\x05\x05\x05\x05\x00"
    assert instance.memory.read_u32(96) == SUCCESS
    assert instance.memory.read_u32(100) == EBADF


def font_host(fonts: dict[int, bytes]) -> Host:
    host = Host(ReplayClock(), bytes, EngineLog(), fonts, 0)
    buffer = (ctypes.c_char * SIZE)()
    host.memory = GuestMemory(ctypes.addressof(buffer), lambda: len(buffer))
    return host


def test_fonts_are_handed_out_by_number() -> None:
    host = font_host({4: b"OTTO1234"})
    assert host.font(4, 0, 0) == 8
    assert host.font(4, 16, 8) == 8
    assert host.memory.read(16, 8) == b"OTTO1234"
    assert host.font(5, 0, 0) == -1
    with pytest.raises(EngineProtocolError):
        host.font(4, 16, 7)
    with pytest.raises(EngineProtocolError):
        host.font(4, SIZE - 4, 8)


def test_log_levels_outside_the_range_are_clamped() -> None:
    seen: list[Level] = []
    host = Host(ReplayClock(), bytes, EngineLog(lambda level, _line: seen.append(level)), {}, 0)
    buffer = (ctypes.c_char * 16)()
    host.memory = GuestMemory(ctypes.addressof(buffer), lambda: len(buffer))
    for level in (0, 1, 5, 6, 0xFFFF_FFFF):
        host.log(level, 0, 0)
    assert seen == [Level.ERROR, Level.ERROR, Level.TRACE, Level.TRACE, Level.TRACE]


def test_long_log_lines_are_cut_and_the_tail_is_bounded() -> None:
    log = EngineLog()
    for number in range(200):
        log.write(Level.INFO, f"{number} " + "x" * 10_000)
    tail = log.tail()
    assert len(tail) == 60
    assert tail[-1].startswith("199 ")
    assert max(map(len, tail)) < 2_100
