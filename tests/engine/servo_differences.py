"""What Servo 0.7 itself does differently from the standards, by the name of the case that shows it.

Each case keeps the right value where the feature is tested; this table says what is seen today and why.
A case that starts to work fails here, so that its line is taken out.
"""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Difference:
    """`present` is today's value; `reason` names what Servo lacks."""

    present: Any
    reason: str


DIFFERENCES: dict[str, Difference] = {
    # The document
    "the selector has": Difference(
        "throws SyntaxError: 'ul:has(> li.x + li.x)' is an invalid selector",
        "Stylo's switch for :has is off in Servo",
    ),
    "XMLSerializer keeps prefixes and empty elements": Difference(
        '<r xmlns="urn:a"><c xmlns="urn:b"></c></r>', "documents are serialised without prefixes"
    ),
    "broken XML is a parser error in the document": Difference(
        False, "the XML parser reports no errors to the document"
    ),
    "an element with the same name and id is one named property": Difference(
        False, "Window's named getter counts such an element twice and gives a collection"
    ),
    # Style
    "style follows the selector has": Difference(
        ["rgb(0, 0, 0)", "rgb(0, 0, 0)"], "Stylo's switch for :has is off in Servo"
    ),
    "container queries follow the container": Difference(
        ["rgb(0, 0, 0)", "rgb(0, 0, 0)"], "@container is not parsed"
    ),
    # Timers
    "microtasks run between the listeners of a task": Difference(
        ["l3", "l4", "m3", "m4"], "the microtask checkpoint comes after all listeners of an event"
    ),
    "cleared timers do not fire, also when due together": Difference(
        ["a", "c"], "timers that are due are taken off the list together, before the first one runs"
    ),
    "the time origin is a wall clock time": Difference(False, "timeOrigin counts from an unspecified epoch"),
    # Canvas
    "a part is cleared after drawing with another transform": Difference(
        ["0,0,0,255", "0,0,0,255", "0,0,0,255"], "clearRect applies the transform of the drawing before it"
    ),
    "conic gradients": Difference(
        "throws TypeError: g.createConicGradient is not a function", "not implemented"
    ),
    "hit tests on a stroke": Difference(
        "throws TypeError: g.isPointInStroke is not a function", "not implemented"
    ),
    "font strings parse, and bad ones are ignored": Difference(
        ["10px sans-serif", "700 20px serif", "700 20px serif", "700 20px serif"],
        "font weights are serialised as numbers",
    ),
    "shadows fall at their offset": Difference(
        ["0,0,0,0", "0,0,0,0", "0,0,0,0"],
        "the canvas backend has no shadows; what casts one is not drawn either",
    ),
    "a context filter changes what is drawn": Difference("255,0,0,255", "filters are not implemented"),
    "an SVG image is drawn and read back": Difference("0,0,0,0", "vector images are no source for canvas"),
    "getImageData outside the canvas is transparent": Difference(
        ["0,0,0,255,0,0,0,0,0,0,0,0,0,0,0,0", 2, "Uint8ClampedArray"],
        "pixels of a rectangle that is partly outside are not moved to their place",
    ),
    # SVG
    "shapes in inline SVG are hit by events": Difference("svg", "an inline SVG is one picture to layout"),
    # Forms and input
    "required and optional controls match their pseudo-classes": Difference(
        [0, 0], "the states REQUIRED and OPTIONAL are never set"
    ),
    "a form with method dialog closes its dialog with the button's value": Difference(
        [[True, True, "yes"], True, "", []], "submission to a dialog is not implemented"
    ),
    "a modal dialog makes the rest inert to focus and hits": Difference(
        [True, True], "inertness is not implemented"
    ),
    "button 1": Difference([0, [[1, 4]], []], "auxclick is not fired"),
    "button 2": Difference([0, [[2, 2]], []], "auxclick is not fired"),
    "input comes before keyup": Difference(False, "the input event is queued as a task"),
    "beforeinput": Difference("a", "typing fires no beforeinput"),
    "focus by Tab is visible focus": Difference(False, "focus by keyboard is not told from other focus"),
    "autofocus": Difference("", "autofocus is honoured in dialogs only"),
    "Enter submits with the default button's value": Difference(
        False, "implicit submission has no submitter"
    ),
    "change of a text field": Difference([], "text controls fire no change event"),
    "select by arrow key": Difference(["one", []], "a select is changed through the browser's menu only"),
    "escape closes a dialog": Difference([True, []], "close requests are not implemented"),
    # Services
    "IndexedDB indexes are read": Difference(
        "throws TypeError: t.index(...).get is not a function", "an index has no readers yet"
    ),
    "a page is told that it is not isolated": Difference(
        "throws ReferenceError: crossOriginIsolated is not defined", "not implemented"
    ),
    "the last of several navigations wins": Difference(
        "0", "the constellation ignores a navigation while another one is pending"
    ),
    "last script navigation wins": Difference(
        "1", "the constellation ignores a navigation while another one is pending"
    ),
    "logging what throws when it is looked at": Difference(
        ["before", "before", "1", "before", "before", "before", "last", "Error:"],
        "the exception of a getter stays pending and is reported as uncaught",
    ),
}


def expect(name: str, value: Any, right: Any) -> None:
    """Compare with the right value, or with the present one where the table has a line for `name`."""
    known = DIFFERENCES.get(name)
    if known is None:
        assert value == right, f"{name}: {value!r}, not {right!r}"
        return
    assert value != right, f"{name} works now: take its line out of servo_differences.py"
    assert value == known.present, f"{name}: {value!r}, neither the present {known.present!r} nor right"
