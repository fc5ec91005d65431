"""The format of ``engine/guest/edits/<crate>.toml``: what is changed in one upstream crate.

A file describes one crate of one version. Edits are applied in the order of the file; a later edit may
anchor on text that an earlier one inserted.
"""

from pathlib import Path
from typing import Any, Literal

import msgspec

from engine.builder.errors import BuildError

Mode = Literal["replace", "before", "after", "span", "replace_all", "file"]


class Package(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which upstream package is edited."""

    name: str
    version: str
    checksum: str
    """SHA-256 of the package as the registry publishes it, in hexadecimal. A lockfile drops the checksum of a
    package that is replaced, so it is kept here."""


class CopiedTarget(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Give the target ``to`` the dependencies that upstream lists for ``of``."""

    of: str
    to: str


class ManifestEdit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A change of Cargo.toml, made on its tables, never on its text."""

    id: str
    why: str
    drop: tuple[str, ...] = ()
    """Dotted TOML keys that must exist and are removed."""
    set: dict[str, Any] = {}
    """Merged into the manifest: tables into tables, any other value replaces. Strings may contain
    ``{crates}`` and ``{shims}``, the absolute folders of our own crates."""
    copy_target: tuple[CopiedTarget, ...] = ()
    goes_when: str = ""


class Edit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A change of one source file.

    ``anchor`` is the shortest text that occurs exactly once, or a chain: the first text occurs once, each
    further one is the next occurrence after the one before, and the last is the place. ``replace_all``
    instead takes a single text that occurs ``count`` times. ``file`` writes a whole file, new or not.
    """

    id: str
    """Row of the port map, e.g. ``SC3``; several edits may serve one row."""
    why: str
    file: str
    mode: Mode
    anchor: str | tuple[str, ...] = ()
    end: str | None = None
    """``span`` replaces from the anchor up to and including the next occurrence of this."""
    count: int | None = None
    text: str | None = None
    """Inserted as it stands. For anything longer than a line use ``insert``."""
    insert: str | None = None
    """Name of a file in ``edits/<crate>/`` with the lines to insert."""
    indent: int = 0
    """Columns put before each line of ``insert``."""
    blank: Literal["", "before", "after"] = ""
    """Where an empty line sets ``insert`` off (modes ``before`` and ``after``)."""
    goes_when: str = ""
    """When this edit can be dropped."""

    @property
    def chain(self) -> tuple[str, ...]:
        return (self.anchor,) if isinstance(self.anchor, str) else self.anchor

    def flaw(self) -> str | None:
        """What makes this edit meaningless, or None."""
        whole = self.mode == "file"
        if (self.text is None) == (self.insert is None):
            return "needs either `text` or `insert`"
        if whole and (self.anchor or self.insert is None):
            return "mode `file` takes `insert` and no `anchor`"
        if not whole and not (self.chain and all(self.chain)):
            return "needs an `anchor`"
        if (self.mode == "span") != (self.end is not None):
            return "`end` belongs to mode `span`"
        if (self.mode == "replace_all") != (self.count is not None):
            return "`count` belongs to mode `replace_all`"
        if self.mode == "replace_all" and len(self.chain) != 1:
            return "mode `replace_all` takes one anchor"
        if self.blank and (self.insert is None or self.mode not in ("before", "after")):
            return "`blank` belongs to `insert` in mode `before` or `after`"
        return None


class EditFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All edits of one crate."""

    package: Package
    manifest: tuple[ManifestEdit, ...] = ()
    edit: tuple[Edit, ...] = ()


class CrateEdits(msgspec.Struct, frozen=True, kw_only=True):
    """An edit file together with the files it inserts."""

    package: Package
    manifest: tuple[ManifestEdit, ...]
    edits: tuple[Edit, ...]
    inserts: dict[str, str]

    @property
    def folder(self) -> str:
        """Name of the copy's folder, as cargo names it."""
        return f"{self.package.name}-{self.package.version}"


def load(path: Path) -> CrateEdits:
    """Read one edit file and what it inserts.

    Raises BuildError for a file that does not follow the format, a missing insert, or an insert that no edit
    uses.
    """
    try:
        parsed = msgspec.toml.decode(path.read_bytes(), type=EditFile)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BuildError(f"{path.name}: {error}") from error
    if parsed.package.name != path.stem:
        raise BuildError(
            f"{path.name}: the package is {parsed.package.name!r}; file and package must be named alike"
        )
    folder = path.with_suffix("")
    inserts: dict[str, str] = {}
    for number, edit in enumerate(parsed.edit, start=1):
        if flaw := edit.flaw():
            raise BuildError(f"{path.name}: edit {number} ({edit.id}): {flaw}")
        if edit.insert is not None:
            source = folder / edit.insert
            if not source.is_file():
                raise BuildError(
                    f"{path.name}: edit {number} ({edit.id}): there is no {folder.name}/{edit.insert}"
                )
            inserts[edit.insert] = source.read_text()
    present = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}
    if unused := sorted(present - inserts.keys()):
        raise BuildError(f"{path.name}: no edit uses {', '.join(unused)} in {folder.name}/")
    return CrateEdits(package=parsed.package, manifest=parsed.manifest, edits=parsed.edit, inserts=inserts)


def load_all(folder: Path) -> list[CrateEdits]:
    """All edit files of a folder, ordered by crate. Raises BuildError as `load` does."""
    files = sorted(folder.glob("*.toml"))
    names = {file.stem for file in files}
    if stray := sorted(
        child.name for child in folder.iterdir() if child.is_dir() and child.name not in names
    ):
        raise BuildError(f"{folder.name}: folders without an edit file: {', '.join(stray)}")
    return [load(file) for file in files]
