"""Where Servo itself lays out or paints otherwise than Chromium: reason -> page -> names of the boxes.

A box that comes to agree fails its test, so that its name is taken out. Native Servo 0.5 differs in the
same boxes (`python -m tests.reference.native_layout`), and in those with text besides, which it hints.
"""

from typing import Final

LAYOUT: Final[dict[str, dict[str, str]]] = {
    "aspect-ratio counts for replaced elements only": {
        "aspect-ratio": "width height max border content flex basis absolute",
    },
    "multi-column layout is not implemented: one column": {
        "columns": "count three five p1 p2 p3 break a b",
    },
    "@container is not parsed, container units are those of the viewport": {
        "container-queries": "wide cqw gone kept cqh",
    },
    "counters always have the value 0": {
        "counters": "one three inner roman eight start hundred",
    },
    "fieldset is a plain block, its legend does not sit in the border": {
        "fieldset": "plain legend in styled small block",
    },
    "::first-line is not implemented, ::first-letter does not float": {
        "first-line-letter": "line second letter after",
    },
    "the narrowest width of a flex row is that of the specification, not that of browsers": {
        "flex-nested": "fixed main p b",
    },
    "subgrid is not implemented": {
        "grid-subgrid": "row a b c d e",
    },
    "a replaced grid item is stretched": {
        "object-fit-inset": "grid",
    },
    "the size of checkboxes, ranges and progress bars is partly fixed by the style sheet of the browser": {
        "form-controls": "check radio label range progress",
    },
    "a marker inside of the item is a character and not of a fixed width": {
        "lists": "text",
    },
    "lists are indented on the left in right-to-left text too": {
        "rtl": "li",
    },
    "bidi-override starts at the other end of its line": {
        "bidi": "over",
    },
    "nested quotes are as wide as outer ones": {
        "pseudo-elements": "q nested",
    },
    "an image that is broken and has an empty alternative still has a box": {
        "replaced": "alt",
    },
    ":has(), :dir() and `of` in :nth-child() are not implemented": {
        "selectors": "child next dir of",
    },
    "col elements have no boxes, and their widths count only in tables of fixed layout": {
        "table-columns": "e group col c c1 c2",
    },
    "the boxes of a range are one a word, and go on with the elements after the range's end": {
        "ranges": "rects",
    },
    "rlh is not resolved": {
        "units": "rlh",
    },
    "sub and super move by a part of the line, not of the font": {
        "vertical-align": "sub line-super sup",
    },
    "a percentage of vertical-align is of another height": {
        "vertical-align": "pct",
    },
    "lines also break after a slash, not at <wbr>; a word too long for a line starts on the present one": {
        "word-break": "anywhere slash wbr wrap",
    },
    "vertical writing modes are not implemented: `writing-mode` is unknown": {
        "writing-vertical-lr": "box a b flex f1 f2 grid g1 g2 g3",
        "writing-vertical-rl": "first second p span auto ib",
    },
}

PAINT: Final[dict[str, str]] = {
    "filter-backdrop": "0.5 repeats a gradient with another phase; ours is as Chromium's",
    "sticky-scrolled": "0.5 clips a sticky box in a scrolled box; ours is as Chromium's",
    "text-faces": "servo-fetch does not know the names that Liberation stands in for",
}
"""Pages on which native Servo 0.5 paints otherwise than ours (0.7), and why."""
