"""Find the place of an edit in a source text and change it. Pure: text in, text out.

An anchor that is missing or ambiguous is an error, so a new upstream version is never edited by accident.
"""

from engine.builder.editfile import CrateEdits, Edit
from engine.builder.errors import BuildError

_CANDIDATES_SHOWN = 8
_CONTEXT_LINES = 1


class AnchorError(BuildError):
    """An anchor matched nothing or too much. The message shows the candidates with their line numbers."""


def occurrences(text: str, wanted: str) -> list[int]:
    """Offsets of all non-overlapping occurrences."""
    found, position = [], text.find(wanted)
    while position >= 0:
        found.append(position)
        position = text.find(wanted, position + len(wanted))
    return found


def locate(text: str, chain: tuple[str, ...], where: str) -> tuple[int, int]:
    """Start and end offset of the last anchor of a chain.

    `where` names file and edit in the message of the AnchorError that is raised if the first anchor does not
    occur exactly once or a later one does not follow.
    """
    first = occurrences(text, chain[0])
    if len(first) != 1:
        raise AnchorError(
            f"{where}: anchor {chain[0]!r} occurs {len(first)} times, not once"
            + (_show(text, first) if first else _near(text, chain[0]))
        )
    start, end = first[0], first[0] + len(chain[0])
    for anchor in chain[1:]:
        previous = end
        start = text.find(anchor, previous)
        if start < 0:
            elsewhere = occurrences(text, anchor)
            raise AnchorError(
                f"{where}: anchor {anchor!r} does not follow line {_line(text, previous)}"
                + (_show(text, elsewhere) if elsewhere else _near(text, anchor))
            )
        end = start + len(anchor)
    return start, end


def apply(text: str, edit: Edit, crate: CrateEdits) -> str:
    """The text after one edit of mode other than ``file``. Raises AnchorError."""
    where = f"{crate.package.name}/{edit.file}: edit {edit.id}"
    if edit.mode == "replace_all":
        (anchor,) = edit.chain
        found = occurrences(text, anchor)
        if len(found) != edit.count:
            raise AnchorError(
                f"{where}: {anchor!r} occurs {len(found)} times, not {edit.count}"
                + (_show(text, found) if found else _near(text, anchor))
            )
        return text.replace(anchor, new_text(edit, crate))
    start, end = locate(text, edit.chain, where)
    if edit.mode == "before":
        end = start
    elif edit.mode == "after":
        start = end
    elif edit.end is not None:
        stop = text.find(edit.end, end)
        if stop < 0:
            raise AnchorError(
                f"{where}: the end {edit.end!r} does not follow line {_line(text, end)}"
                + _show(text, occurrences(text, edit.end))
            )
        end = stop + len(edit.end)
    return text[:start] + new_text(edit, crate) + text[end:]


def new_text(edit: Edit, crate: CrateEdits) -> str:
    """What an edit puts in, with indentation and line ends that fit its mode.

    ``before`` and ``after`` insert whole lines next to the anchor; the other modes begin where the anchor
    began.
    """
    if edit.insert is None:
        assert edit.text is not None, "checked on loading"
        return edit.text
    content = crate.inserts[edit.insert]
    if edit.mode == "file":
        return content
    margin = " " * edit.indent
    body = "\n".join(margin + line if line else "" for line in content.removesuffix("\n").split("\n"))
    if edit.mode == "after":
        return ("\n\n" if edit.blank == "before" else "\n") + body + ("\n" if edit.blank == "after" else "")
    # The anchor's own indentation stands before the first line already.
    body = body.lstrip(" ")
    if edit.mode == "before":
        body = ("\n" + margin if edit.blank == "before" else "") + body
        return body + ("\n\n" if edit.blank == "after" else "\n") + margin
    return body


def _line(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def _show(text: str, offsets: list[int]) -> str:
    """The candidates, each with a line of context on both sides."""
    lines = text.split("\n")
    out: list[str] = []
    for offset in offsets[:_CANDIDATES_SHOWN]:
        line = _line(text, offset)
        first, last = max(1, line - _CONTEXT_LINES), min(len(lines), line + _CONTEXT_LINES)
        out += [
            f"  {number:>6}{'>' if number == line else ' '} {lines[number - 1]}"
            for number in range(first, last + 1)
        ]
        out.append("")
    if len(offsets) > _CANDIDATES_SHOWN:
        out.append(f"  and {len(offsets) - _CANDIDATES_SHOWN} more")
    return "".join("\n" + line for line in out).rstrip()


def _near(text: str, anchor: str) -> str:
    """For a missing anchor: the places of its longest beginning that does occur."""
    head = anchor.strip().split("\n", 1)[0]
    while len(head) >= 8:
        if found := occurrences(text, head):
            return f"\n  nearest: {head!r} occurs {len(found)} times" + _show(text, found)
        head = head[: len(head) * 3 // 4].rstrip()
    return ""
