"""What is saved is exactly what changed; what is restored is exactly what was saved."""

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.host import snapshot
from engine.host.clock import ReplayClock
from engine.host.errors import EngineClosed, MemoryLimitReached, SnapshotRefused
from engine.host.instance import Instance
from engine.host.snapshot import PAGE_BYTES, Snapshot, capture, changed_pages, fork, restore
from tests.unit.engine import tiny

PAGES = 8
# Fills the second half of the first 64 KiB, so that the image has pages that are not zero.
IMAGE = tiny.image(pages=PAGES, more=f'(data (i32.const 32768) "{"abcdefgh" * 4_096}")')
ACTIVE = tiny.image(pages=PAGES, preinitialised=True)


def content(instance: Instance) -> bytes:
    return instance.memory.read(0, instance.memory.size)


def test_an_untouched_instance_has_no_changed_pages() -> None:
    saved = capture(Instance(IMAGE))
    assert saved.pages == b""
    assert saved.data == b""


def test_changed_pages_are_those_written_to() -> None:
    instance = Instance(IMAGE)
    for page in (0, 3, 9, 127):
        instance.memory.write(page * PAGE_BYTES + 17, b"new")
    assert changed_pages(instance).tolist() == [0, 3, 9, 127]


def test_a_page_written_with_its_old_content_is_not_saved() -> None:
    instance = Instance(IMAGE)
    instance.memory.write(32_768, b"abcdefgh")
    assert changed_pages(instance).tolist() == []


def test_a_page_of_the_image_that_became_zero_is_saved() -> None:
    """It would come back with the image's content otherwise."""
    instance = Instance(IMAGE)
    instance.memory.write(32_768, bytes(PAGE_BYTES))
    again = restore(IMAGE, capture(instance))
    assert again.memory.read(32_768, PAGE_BYTES) == bytes(PAGE_BYTES)


def test_grown_memory_comes_back_and_its_zero_pages_cost_nothing() -> None:
    instance = Instance(IMAGE)
    instance.grow_memory(PAGES * 65_536 + 3 * 65_536)
    instance.memory.write(PAGES * 65_536 + 70_000, b"far")
    saved = capture(instance)
    assert len(saved.data) == PAGE_BYTES
    again = restore(IMAGE, saved)
    assert again.memory.size == (PAGES + 3) * 65_536
    assert content(again) == content(instance)


def test_clock_and_stack_pointer_go_on() -> None:
    instance = Instance(IMAGE, clock=ReplayClock(tick_ns=0))
    instance.clock_ns = 5_000
    instance.stack_pointer = 0x8000
    clock = ReplayClock(tick_ns=0)
    clock.sleep(10**15)
    again = restore(IMAGE, capture(instance), clock=clock)
    assert again.clock_ns == 5_000
    assert again.stack_pointer == 0x8000
    clock.sleep(7)
    assert again.clock_ns == 5_007


WRITES = st.tuples(st.integers(0, (PAGES + 1) * 65_536 - 64), st.binary(min_size=1, max_size=64))


@settings(max_examples=40, deadline=None)
@given(st.lists(WRITES, max_size=30))
def test_capture_and_restore_give_equal_memory(writes: list[tuple[int, bytes]]) -> None:
    with Instance(IMAGE) as instance:
        instance.grow_memory((PAGES + 1) * 65_536)
        for pointer, data in writes:
            instance.memory.write(pointer, data)
        saved = capture(instance)
        with restore(IMAGE, Snapshot.decode(saved.encode())) as again:
            assert content(again) == content(instance)
            second = capture(again)
            assert (second.pages, second.data) == (saved.pages, saved.data)


def test_the_kernels_list_of_written_pages_gives_the_same_as_comparing_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The quick way must never miss a page."""
    generator = np.random.default_rng(3)
    instance = Instance(IMAGE)
    instance.grow_memory(40 * 65_536)
    for page in generator.integers(0, instance.memory.size // PAGE_BYTES, 60).tolist():
        instance.memory.write(page * PAGE_BYTES + int(generator.integers(0, 4_000)), b"x")
    quick = changed_pages(instance).tolist()
    monkeypatch.setattr(snapshot, "written_pages", lambda _address, _size: None)
    assert changed_pages(instance).tolist() == quick


def test_a_fork_is_reseeded_and_a_restore_is_not() -> None:
    """The forked session must not draw its parent's random numbers; the restored one must go on with them."""
    drawn: list[int] = []

    def random(count: int) -> bytes:
        drawn.append(count)
        return bytes(count)

    saved = capture(Instance(ACTIVE))
    restore(ACTIVE, saved, random=random)
    assert drawn == []
    forked = fork(ACTIVE, saved, random=random)
    assert drawn == [32]
    assert b"reseed" in forked.memory.read(tiny.HEAP_AT, 64)


def test_instances_do_not_share_memory() -> None:
    one, other = Instance(IMAGE), Instance(IMAGE)
    one.memory.write(32_768, b"mine")
    assert other.memory.read(32_768, 4) == b"abcd"
    assert Instance(IMAGE).memory.read(32_768, 4) == b"abcd"


def test_a_snapshot_of_another_image_is_refused() -> None:
    with pytest.raises(SnapshotRefused, match="snapshot of image"):
        restore(ACTIVE, capture(Instance(IMAGE)))


def test_a_snapshot_beyond_the_memory_limit_is_refused_and_leaks_nothing() -> None:
    instance = Instance(IMAGE)
    instance.grow_memory(32 * 65_536)
    with pytest.raises(MemoryLimitReached):
        restore(IMAGE, capture(instance), memory_bytes=16 * 65_536)


def test_a_dead_instance_has_no_snapshot() -> None:
    instance = Instance(IMAGE)
    instance.close()
    with pytest.raises(EngineClosed):
        capture(instance)


GOOD = Snapshot(
    image="x",
    memory_bytes=65_536,
    stack_pointer=4_096,
    clock_ns=0,
    pages=b"\x01\0\0\0\x03\0\0\0",
    data=bytes(2 * PAGE_BYTES),
)


def test_a_snapshot_survives_its_encoding() -> None:
    assert Snapshot.decode(GOOD.encode()) == GOOD


@pytest.mark.parametrize(
    "change",
    [
        {"memory_bytes": 0},
        {"memory_bytes": -65_536},
        {"memory_bytes": 65_537},
        {"memory_bytes": 1 << 40},
        {"stack_pointer": -1},
        {"stack_pointer": 65_537},
        {"pages": b"\x01\0\0"},
        {"pages": b"\x03\0\0\0\x01\0\0\0"},
        {"pages": b"\x01\0\0\0\x01\0\0\0"},
        {"pages": b"\x01\0\0\0\x10\0\0\0"},
        {"pages": b"\x01\0\0\0\xff\xff\xff\xff"},
        {"pages": b"\x01\0\0\0"},
        {"data": bytes(2 * PAGE_BYTES - 1)},
    ],
    ids=str,
)
def test_a_damaged_snapshot_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(SnapshotRefused):
        Snapshot.decode(msgspec.structs.replace(GOOD, **change).encode())


@given(st.binary(max_size=200), st.integers(0, 300))
@settings(max_examples=60, deadline=None)
def test_any_bytes_are_a_snapshot_or_refused(data: bytes, at: int) -> None:
    encoded = GOOD.encode()[:300]
    for candidate in (data, encoded[:at] + data + encoded[at:], encoded[:at]):
        try:
            Snapshot.decode(candidate).indices()
        except SnapshotRefused:
            continue


def test_open_requests_are_part_of_it() -> None:
    assert capture(Instance(IMAGE), [3, 9]).open_requests == (3, 9)
