"""Faults of ours that are known and not mended yet: a test states the right value and is expected to fail.

A test that passes fails the run, so that its line goes. What native Servo itself does differently is in
`servo_differences.py` instead.
"""

from typing import Final

_MAP = "evaluating a Map, a Set or a DataView traps: the callback that collects entries loses its callee"

KNOWN: Final[dict[str, str]] = {
    "test_compat.py::test_range_boxes_follow_the_characters": "no caret after the last character",
    "test_host_command.py::test_tagged_values_are_json": _MAP,
    (
        "test_accessibility.py::test_an_element_has_its_role_name_and_value[<div role=tre"
        "eitem aria-expanded=false>node</div>-treeitem 'node' [expanded=false]]"
    ): "the roles `tree item` and `treegrid` are unknown to the accessibility tree",
    "test_accessibility.py::test_states_follow_what_people_and_scripts_do": (
        "an indeterminate checkbox is named after its mark"
    ),
    ("test_evaluate.py::test_a_value_keeps_its_kind[new Map([[1, { a: 2 }], [{}, 'v']])-value27]"): _MAP,
    "test_evaluate.py::test_a_value_keeps_its_kind[new Set([1, 'a', NaN])-value28]": _MAP,
    ("test_evaluate.py::test_a_value_keeps_its_kind[new DataView(new ArrayBuffer(3), 1)-value33]"): _MAP,
    ("test_evaluate.py::test_a_cycle_says_how_many_steps_up[m = new Map; m.set('m', m); m-value3]"): _MAP,
    "test_evaluate.py::test_a_page_cannot_change_how_values_are_read": _MAP,
    "test_frameworks.py::test_typing_is_bound_both_ways[lit]": (
        "focus inside a shadow tree is not among the states"
    ),
    (
        "test_web_platform.py::test_basic_case[dialogs answer at once without a person; the screen is the "
        "viewport]"
    ): "the size of the screen is 0, since the embedder does not tell it",
}

UNSTEADY: Final[dict[str, str]] = {
    "test_paint.py::test_page_looks_as_reviewed[image-avif]": (
        "the image cache waits for a key with its store locked; a broken image may then end the instance"
    ),
    "test_compat.py::test_animate_moves_and_finishes": "the last frame of a finished animation may stay",
}
"""Those that show only now and then."""
