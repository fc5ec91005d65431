"""Encoding and decoding of the messages. Every frame that an engine hands out is checked here."""

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.host.abi import FRAME_BYTES
from engine.host.errors import EngineProtocolError, FrameTooLarge
from engine.host.events import Effect, Event
from engine.host.ops import Op
from engine.host.replies import Reply

_encoder = msgspec.msgpack.Encoder()
_op = msgspec.msgpack.Decoder(Op)
_reply = msgspec.msgpack.Decoder(Reply)
_effects = msgspec.msgpack.Decoder(list[Effect])
_events = msgspec.msgpack.Decoder(list[Event])


def encode_op(op: Op) -> bytes:
    """Raises FrameTooLarge."""
    return _encode(op)


def encode_events(events: Sequence[Event]) -> bytes:
    """Raises FrameTooLarge."""
    return _encode(list(events))


def decode_reply(frame: bytes) -> Reply:
    """Raises EngineProtocolError."""
    reply: Reply = _decode(_reply, frame, "reply")
    return reply


def decode_effects(frame: bytes) -> list[Effect]:
    """Raises EngineProtocolError."""
    effects: list[Effect] = _decode(_effects, frame, "effects")
    return effects


def decode_op(frame: bytes) -> Op:
    """Raises EngineProtocolError. For recordings; an engine never sends one."""
    op: Op = _decode(_op, frame, "op")
    return op


def decode_events(frame: bytes) -> list[Event]:
    """Raises EngineProtocolError. For recordings; an engine never sends them."""
    events: list[Event] = _decode(_events, frame, "events")
    return events


def check_size(size: int) -> None:
    """Raises FrameTooLarge for a frame that the engine would not take."""
    if size > FRAME_BYTES:
        raise FrameTooLarge(f"frame: {size} bytes, limit {FRAME_BYTES}")


def _encode(message: Any) -> bytes:
    frame = _encoder.encode(message)
    check_size(len(frame))
    return frame


def _decode(decoder: msgspec.msgpack.Decoder[Any], frame: bytes, what: str) -> Any:
    try:
        return decoder.decode(frame)
    # Hostile nesting inside an unknown field ends in RecursionError, bad UTF-8 in UnicodeDecodeError.
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise EngineProtocolError(f"{what}: {error}") from error
