"""Both decoders on the host's side: any bytes give a message or EngineProtocolError, in bounded time."""

import contextlib
import ctypes

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.host import frames
from engine.host.errors import EngineProtocolError
from engine.host.memory import GuestMemory
from tests.unit.engine.examples import EFFECTS, REPLIES

REPLY_FRAMES = [msgspec.msgpack.encode(reply) for reply in REPLIES]
EFFECT_FRAMES = [msgspec.msgpack.encode([effect]) for effect in EFFECTS]


def try_both(frame: bytes) -> None:
    for decode in (frames.decode_reply, frames.decode_effects):
        with contextlib.suppress(EngineProtocolError):
            decode(frame)


@given(st.binary(max_size=400))
@settings(max_examples=100, deadline=None)
def test_any_bytes_are_a_message_or_a_breach(frame: bytes) -> None:
    try_both(frame)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    frame = bytearray(draw(st.sampled_from(REPLY_FRAMES + EFFECT_FRAMES)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(frame) - 1))
        match draw(st.integers(0, 3)):
            case 0:
                frame[at] = draw(st.integers(0, 255))
            case 1:
                del frame[at:]
            case 2:
                frame[at:at] = draw(st.binary(min_size=1, max_size=8))
            case _:
                frame[at:at] = frame[max(0, at - 16) : at]
        if not frame:
            break
    return bytes(frame)


@given(damaged())
@settings(max_examples=200, deadline=None)
def test_damaged_messages_are_messages_or_breaches(frame: bytes) -> None:
    try_both(frame)


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["kind", "reply", "body", "id", "outcome", "page", "x"]), inner)
    ),
    max_leaves=12,
)


@given(values)
@settings(max_examples=100, deadline=None)
def test_any_structure_is_a_message_or_a_breach(value: object) -> None:
    try_both(msgspec.msgpack.encode(value))
    try_both(msgspec.msgpack.encode([value]))


def test_invalid_text_is_a_breach() -> None:
    frame = msgspec.msgpack.encode([{"kind": "url_changed", "context": 1, "url": "AAAA"}])
    with pytest.raises(EngineProtocolError):
        frames.decode_effects(frame.replace(b"AAAA", b"\xff\xfe\xfd\xfc"))


@given(st.integers(-(2**40), 2**40), st.integers(-(2**40), 2**40))
def test_memory_gives_nothing_outside_its_bounds(pointer: int, length: int) -> None:
    buffer = (ctypes.c_char * 4_096)()
    memory = GuestMemory(ctypes.addressof(buffer), lambda: 4_096)
    inside = pointer >= 0 and length >= 0 and pointer + length <= 4_096
    if inside:
        assert memory.read(pointer, length) == bytes(length)
    else:
        with pytest.raises(EngineProtocolError):
            memory.read(pointer, length)
    if pointer > 4_088:
        with pytest.raises(EngineProtocolError):
            memory.write_u64(pointer, 1)
        with pytest.raises(EngineProtocolError):
            memory.read_u64(pointer)
