"""The answer of `evaluate` as Python data: plain where JSON can say it, `{"$type": ...}` where it cannot."""

import json
import math
from typing import Any, Final, NoReturn

from engine.host.errors import EngineProtocolError

# `engine/ABI.md`, "Values of evaluate": the fields beside `$type`.
TYPES: Final[dict[str, frozenset[str]]] = {
    "undefined": frozenset(),
    "number": frozenset({"value"}),
    "bigint": frozenset({"value"}),
    "symbol": frozenset({"description"}),
    "function": frozenset({"name"}),
    "date": frozenset({"value"}),
    "regexp": frozenset({"source", "flags"}),
    "map": frozenset({"entries"}),
    "set": frozenset({"values"}),
    "error": frozenset({"name", "message", "stack"}),
    "bytes": frozenset({"class", "base64"}),
    "object": frozenset(),
    "node": frozenset({"ref", "name", "text"}),
    "window": frozenset({"url"}),
    "cycle": frozenset({"depth"}),
    "hole": frozenset(),
    "truncated": frozenset(),
}


def decode(text: str) -> Any:
    """Parse the text that an engine gives for a value.

    Plain JSON values come back plain; a tagged one stays a dict with `$type`. Raises EngineProtocolError if
    the text is not JSON or a tag is unknown or lacks its fields.
    """
    try:
        value = json.loads(text, object_hook=_check, parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise EngineProtocolError(f"value: {error}") from error
    return value


def _check(found: dict[str, Any]) -> dict[str, Any]:
    if "$type" in found:
        kind = found["$type"]
        if not isinstance(kind, str) or kind not in TYPES:
            raise ValueError(f"unknown $type {kind!r}")
        missing = TYPES[kind] - found.keys()
        if missing:
            raise ValueError(f"$type {kind} without {', '.join(sorted(missing))}")
    return found


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"number {text} is out of range")
    return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")
