"""The text that an engine gives for a script's value becomes Python data, or a breach."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.host import values
from engine.host.errors import EngineProtocolError

ABI = Path(__file__).resolve().parents[3] / "engine" / "ABI.md"


KEYS = st.text().filter(lambda key: key != "$type")
FINITE = st.floats(allow_nan=False, allow_infinity=False)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | FINITE | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner),
    max_leaves=20,
)


@settings(max_examples=50, deadline=None)
@given(PLAIN)
def test_plain_values_come_back_plain(value: Any) -> None:
    assert values.decode(json.dumps(value)) == value


@pytest.mark.parametrize(
    "value",
    [
        {"$type": "undefined"},
        {"$type": "number", "value": "-0"},
        {"$type": "map", "entries": [[{"$type": "bigint", "value": "12"}, {"$type": "hole"}]]},
        {"$type": "date", "value": None},
        {"$type": "object", "entries": [["$type", "x"]]},
        {"$type": "object", "class": "Promise"},
        [{"$type": "node", "ref": "e12", "name": "DIV", "text": "..."}],
    ],
)
def test_tagged_values_stay_tagged(value: Any) -> None:
    assert values.decode(json.dumps(value)) == value


def test_lone_surrogates_survive() -> None:
    """JavaScript strings need not be well-formed."""
    assert values.decode('"a\\ud800b"') == "a\ud800b"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "undefined",
        "NaN",
        "[1,]",
        "Infinity",
        "1e999",
        '{"$type": "surprise"}',
        '{"$type": 7}',
        '{"$type": "bigint"}',
        '{"a": {"$type": "map", "values": []}}',
        "[" * 100_000,
        '{"a":' * 100_000 + "1" + "}" * 100_000,
        "1" * 5_000,
    ],
    ids=lambda text: text[:30],
)
def test_anything_else_is_a_breach(text: str) -> None:
    with pytest.raises(EngineProtocolError):
        values.decode(text)


def test_the_types_are_those_of_the_interface() -> None:
    table = ABI.read_text().partition("**Values of `evaluate`.**")[2].partition("**Snapshots.**")[0]
    assert set(re.findall(r'"\$type":"(\w+)"', table)) == values.TYPES.keys()
