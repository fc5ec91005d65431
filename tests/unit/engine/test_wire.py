"""The messages in Python are those in Rust, to the byte."""

import base64
import json
from enum import StrEnum
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from engine.host import events, ops, replies
from tests.unit.engine import rust_types
from tests.unit.engine.examples import BY_FILE

WIRE = Path(__file__).resolve().parents[3] / "engine" / "wire"
TYPES: dict[str, Any] = {
    "ops": ops.Op,
    "replies": replies.Reply,
    "effects": events.Effect,
    "events": events.Event,
}

# Rust enum -> the Python union or enum that mirrors it.
ENUMS: dict[str, Any] = {
    "Op": ops.Op,
    "Source": ops.Source,
    "Input": ops.Input,
    "Area": ops.Area,
    "ImageFormat": ops.ImageFormat,
    "DialogPolicy": ops.DialogPolicy,
    "Target": ops.Target,
    "LogLevel": ops.LogLevel,
    "TouchPhase": ops.TouchPhase,
    "Reply": replies.Reply,
    "Body": replies.AnyBody,
    "Evaluation": replies.Evaluation,
    "FailureCode": replies.FailureCode,
    "LoadState": replies.LoadState,
    "Effect": events.Effect,
    "Outcome": events.Outcome,
    "DialogKind": events.DialogKind,
    "Event": events.Event,
    "HttpError": events.HttpErrorKind,
}
STRUCTS: dict[str, Any] = {
    "Viewport": ops.ViewportSize,
    "FontFace": ops.FontFace,
    "Modifiers": ops.Modifiers,
    "Failure": replies.Failure,
    "Page": replies.Page,
    "ConsoleMessage": replies.ConsoleMessage,
    "Idle": replies.Idle,
    "Feature": replies.Feature,
    "Memory": replies.Memory,
    "ContextInfo": replies.ContextInfo,
    "Exception": replies.Thrown,
    "Rect": replies.Rect,
    "Located": replies.Located,
    "AccessibilityTree": replies.AccessibilityTree,
    "AccessibilityNode": replies.AccessibilityNode,
    "PageDetails": replies.PageDetails,
    "PendingWork": replies.PendingWork,
}
# Never leave the guest.
INTERNAL = {"PageError", "EvaluateError"}


def jsonable(message: Any) -> Any:
    """A message as JSON, bytes as base64 under `$bytes`."""
    plain = msgspec.msgpack.decode(msgspec.msgpack.encode(message))

    def convert(value: Any) -> Any:
        match value:
            case bytes():
                return {"$bytes": base64.b64encode(value).decode()}
            case dict():
                return {key: convert(item) for key, item in value.items()}
            case list():
                return [convert(item) for item in value]
            case _:
                return value

    return convert(plain)


def golden_text(name: str) -> str:
    entries = [
        {"message": jsonable(message), "frame": msgspec.msgpack.encode(message).hex()}
        for message in BY_FILE[name]
    ]
    return json.dumps(entries, indent=1, ensure_ascii=True) + "\n"


@pytest.mark.parametrize("name", TYPES)
def test_golden_frames_are_those_of_the_python_types(name: str, request: pytest.FixtureRequest) -> None:
    """The other side decodes the same files (`guest/crates/wire/tests/golden.rs`)."""
    path = WIRE / f"{name}.json"
    if request.config.getoption("--golden", default=False):
        path.write_text(golden_text(name))
    assert path.read_text() == golden_text(name)


@pytest.mark.parametrize("name", TYPES)
def test_golden_frames_decode_and_encode_to_the_same_bytes(name: str) -> None:
    for entry in json.loads((WIRE / f"{name}.json").read_text()):
        frame = bytes.fromhex(entry["frame"])
        message = msgspec.msgpack.decode(frame, type=TYPES[name])
        assert msgspec.msgpack.encode(message) == frame
        assert jsonable(message) == entry["message"]


@pytest.mark.parametrize("name", TYPES)
def test_every_variant_has_a_golden_frame(name: str) -> None:
    assert {type(message) for message in BY_FILE[name]} == set(get_args(TYPES[name]))
    if name == "replies":
        assert {type(m.body) for m in BY_FILE[name] if isinstance(m, replies.Ok)} == set(
            get_args(replies.AnyBody)
        )
    if name == "ops":
        inputs = {type(m.input) for m in BY_FILE[name] if isinstance(m, ops.SendInput)}
        assert inputs == set(get_args(ops.Input))


def test_types_have_the_fields_and_variants_of_the_rust_types() -> None:
    """A field that only one side knows would be dropped without a word."""
    enums, structs = rust_types.read()
    assert enums.keys() - INTERNAL == ENUMS.keys()
    assert structs.keys() == STRUCTS.keys()
    for name, python in ENUMS.items():
        rust = enums[name]
        if isinstance(python, type) and issubclass(python, StrEnum):
            assert list(rust.members) == [str(member.value) for member in python], name
            continue
        found = {}
        for variant in get_args(python):
            info = msgspec.inspect.type_info(variant)
            assert isinstance(info, msgspec.inspect.StructType)
            assert info.tag_field == rust.tag, (name, variant)
            found[info.tag] = [field.encode_name for field in info.fields]
        assert found == rust.members, name
    for name, python in STRUCTS.items():
        assert [field.encode_name for field in msgspec.structs.fields(python)] == structs[name], name


def test_unknown_fields_are_ignored_and_unknown_variants_refused() -> None:
    """An older host must understand a newer engine's extra fields, and say so when it meets a new message."""
    extra = msgspec.msgpack.encode({"kind": "http_cancel", "id": 1, "why": {"deep": [1, 2]}})
    assert msgspec.msgpack.decode(extra, type=events.Effect) == events.HttpCancel(id=1)
    unknown = msgspec.msgpack.encode({"kind": "levitate", "id": 1})
    with pytest.raises(msgspec.ValidationError, match="levitate"):
        msgspec.msgpack.decode(unknown, type=events.Effect)


def test_unions_are_distinguishable() -> None:
    """Two variants with one tag would decode as the wrong one."""
    for python in ENUMS.values():
        if not isinstance(python, type):
            tags = [msgspec.inspect.type_info(variant).tag for variant in get_args(python)]
            assert len(tags) == len(set(tags))
