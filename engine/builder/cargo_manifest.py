"""Edits of a package's Cargo.toml, made on the parsed tables."""

import copy
import tomllib
from typing import Any

import tomli_w

from engine.builder.editfile import CrateEdits, ManifestEdit
from engine.builder.errors import BuildError

# A path dependency keeps its dev-dependencies in the lockfile, and its lints are not capped as a registry
# package's are.
_ONLY_FOR_UPSTREAM = ("dev-dependencies", "test", "bench", "example", "lints")

Table = dict[str, Any]


def edited(original: str, crate: CrateEdits, folders: dict[str, str]) -> str:
    """The text of the edited manifest.

    `folders` gives the values of the placeholders, e.g. ``{"crates": "/abs/engine/guest/crates"}``.
    Raises BuildError if the package is another one than the edits are for, or a key to drop or copy is
    missing.
    """
    table = tomllib.loads(original)
    package = table["package"]
    if (package["name"], package["version"]) != (crate.package.name, crate.package.version):
        raise BuildError(f"{crate.folder}: the package calls itself {package['name']} {package['version']}")
    for name in _ONLY_FOR_UPSTREAM:
        table.pop(name, None)
    for target in table.get("target", {}).values():
        target.pop("dev-dependencies", None)
    for edit in crate.manifest:
        try:
            _apply(table, edit, folders)
        except KeyError as error:
            raise BuildError(f"{crate.package.name}: manifest edit {edit.id}: there is no {error}") from error
    return tomli_w.dumps(table)


def _apply(table: Table, edit: ManifestEdit, folders: dict[str, str]) -> None:
    for key in edit.drop:
        *parents, last = key_path(key)
        del _descend(table, parents)[last]
    for target in edit.copy_target:
        wanted = copy.deepcopy(table["target"][target.of]["dependencies"])
        table["target"].setdefault(target.to, {}).setdefault("dependencies", {}).update(wanted)
    _merge(table, _filled(edit.set, folders))


def key_path(dotted: str) -> list[str]:
    """Split a dotted TOML key, quoted parts included: ``target."cfg(unix)".x`` has three parts."""
    path: list[str] = []
    level: Any = tomllib.loads(f"{dotted} = 0")
    while isinstance(level, dict):
        ((part, level),) = level.items()
        path.append(part)
    return path


def _descend(table: Table, path: list[str]) -> Table:
    for part in path:
        table = table[part]
    return table


def _merge(into: Table, changes: Table) -> None:
    for key, value in changes.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        else:
            into[key] = value


def _filled(value: Any, folders: dict[str, str]) -> Any:
    """A copy with the placeholders in all strings replaced."""
    if isinstance(value, dict):
        return {key: _filled(item, folders) for key, item in value.items()}
    if isinstance(value, list):
        return [_filled(item, folders) for item in value]
    if isinstance(value, str):
        for name, folder in folders.items():
            value = value.replace(f"{{{name}}}", folder)
    return value
