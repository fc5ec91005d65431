"""Reads the declarations of the wire crate's enums and structs: names of variants, fields and wire tags."""

import re
from dataclasses import dataclass, field
from pathlib import Path

CRATES = Path(__file__).resolve().parents[3] / "engine" / "guest" / "crates"
SOURCES = [
    *(CRATES / "wire" / "src" / f"{name}.rs" for name in ("ops", "replies", "effects", "events")),
    CRATES / "inspection" / "src" / "lib.rs",
]


@dataclass
class Declaration:
    """An enum: `tag` is its serde tag, `members` are the variants, as on the wire, with their fields."""

    name: str
    tag: str | None
    members: dict[str, list[str]] = field(default_factory=dict)


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def read() -> tuple[dict[str, Declaration], dict[str, list[str]]]:
    """Enums by name, and the fields of structs by name; only types that serde knows."""
    enums: dict[str, Declaration] = {}
    structs: dict[str, list[str]] = {}
    for source in SOURCES:
        text = re.sub(r"//[^\n]*", "", source.read_text())
        pattern = r"((?:#\[[^\]]*\]\s*)*)pub (enum|struct) (\w+) \{"
        for match in re.finditer(pattern, text):
            attributes, kind, name = match.groups()
            if "Serialize" not in attributes:
                continue
            body = _body(text, match.end())
            if kind == "struct":
                structs[name] = _fields(body)
                continue
            tag = re.search(r'tag = "(\w+)"', attributes)
            declaration = Declaration(name, tag[1] if tag else None)
            for variant in re.finditer(r"(\w+)\s*(\{([^}]*)\})?\s*,", body):
                declaration.members[snake(variant[1])] = _fields(variant[3] or "")
            enums[name] = declaration
    return enums, structs


def _body(text: str, start: int) -> str:
    depth, end = 1, start
    while depth:
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 1
    return text[start : end - 1]


def _fields(body: str) -> list[str]:
    return re.findall(r"(?:pub )?(\w+):\s", re.sub(r"#\[[^\]]*\]", "", body))
