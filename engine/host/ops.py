"""What the host may ask of an engine: the Rust enum `Op` of `guest/crates/wire/src/ops.rs`.

Operations that answer with `replies.Pending` finish with the effect `events.OperationDone` while the host
pumps. A `context` of None means the active one. Values are not checked here: the engine does that and names
the field.
"""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

_OP = "op"
_KIND = "kind"


class Value(msgspec.Struct, frozen=True):
    """Base of plain values."""


class Operation(msgspec.Struct, frozen=True, kw_only=True, tag_field=_OP):
    """Base of operations."""


class ViewportSize(Value, frozen=True):
    """CSS pixels, 1 to 16,384, and device pixels per CSS pixel in thousandths, 100 to 10,000."""

    width: int
    height: int
    scale_permille: int = 1_000


class LogLevel(StrEnum):
    ERROR = "error"
    WARN = "warn"
    INFO = "info"
    DEBUG = "debug"
    TRACE = "trace"


class FontFace(Value, frozen=True, kw_only=True):
    family: str
    index: int = 0
    """Index in a collection file."""
    weight_min: int = 400
    weight_max: int = 400
    stretch_permille: int = 1_000
    italic: bool = False
    coverage: Sequence[tuple[int, int]] = ()
    """Inclusive ranges of code points, in order."""
    generics: Sequence[str] = ()
    """Generic families that it is the default of: `serif`, `sans-serif`, `monospace`, `emoji`..."""
    aliases: Sequence[str] = ()
    """Other family names that it stands in for."""


class Point(Value, frozen=True, tag_field=_KIND, tag="point"):
    """CSS pixels of the viewport."""

    x: float
    y: float


class Ref(Value, frozen=True, tag_field=_KIND, tag="ref"):
    """An element reference, `e12`."""

    element: str


class Selector(Value, frozen=True, tag_field=_KIND, tag="selector"):
    """The first match in tree order."""

    selector: str


Target = Point | Ref | Selector


class Url(Value, frozen=True, tag_field=_KIND, tag="url"):
    url: str
    headers: Sequence[tuple[str, str]] = ()


class Html(Value, frozen=True, tag_field=_KIND, tag="html"):
    """A document without a fetch; without `base_url` its origin is opaque."""

    html: str
    base_url: str | None = None


Source = Url | Html


class Modifiers(Value, frozen=True):
    shift: bool = False
    control: bool = False
    alt: bool = False
    meta: bool = False


_NONE = Modifiers()


class MouseMove(Value, frozen=True, tag_field=_KIND, tag="mouse_move"):
    x: float
    y: float


class MouseDown(Value, frozen=True, tag_field=_KIND, tag="mouse_down"):
    """`button` in DOM numbering, 0 to 4."""

    x: float
    y: float
    button: int = 0
    modifiers: Modifiers = _NONE


class MouseUp(Value, frozen=True, tag_field=_KIND, tag="mouse_up"):
    x: float
    y: float
    button: int = 0
    modifiers: Modifiers = _NONE


class Click(Value, frozen=True, tag_field=_KIND, tag="click"):
    """Move, then `count` times down and up."""

    x: float
    y: float
    button: int = 0
    count: int = 1
    modifiers: Modifiers = _NONE


class Wheel(Value, frozen=True, tag_field=_KIND, tag="wheel"):
    """CSS pixels; positive scrolls down and right."""

    x: float
    y: float
    delta_x: float
    delta_y: float


class KeyDown(Value, frozen=True, tag_field=_KIND, tag="key_down"):
    key: str
    modifiers: Modifiers = _NONE


class KeyUp(Value, frozen=True, tag_field=_KIND, tag="key_up"):
    key: str
    modifiers: Modifiers = _NONE


class Key(Value, frozen=True, tag_field=_KIND, tag="key"):
    """Down and up. `key` is a DOM key value: `a`, `Enter`, `ArrowDown`."""

    key: str
    modifiers: Modifiers = _NONE


class Text(Value, frozen=True, tag_field=_KIND, tag="text"):
    """Each character as a key; line ends are Enter and tabs are Tab."""

    text: str


class ImeCommit(Value, frozen=True, tag_field=_KIND, tag="ime_commit"):
    """Commit text as an input method does: one composition, no keys."""

    text: str


class TouchPhase(StrEnum):
    START = "start"
    MOVE = "move"
    END = "end"
    CANCEL = "cancel"


class Touch(Value, frozen=True, tag_field=_KIND, tag="touch"):
    phase: TouchPhase
    id: int
    x: float
    y: float


Input = MouseMove | MouseDown | MouseUp | Click | Wheel | KeyDown | KeyUp | Key | Text | ImeCommit | Touch


class Viewport(Value, frozen=True, tag_field=_KIND, tag="viewport"):
    """The area of a screenshot that is visible now."""


class FullPage(Value, frozen=True, tag_field=_KIND, tag="full_page"):
    """The whole document, whatever is scrolled."""


class Clip(Value, frozen=True, tag_field=_KIND, tag="clip"):
    """CSS pixels of the page."""

    x: float
    y: float
    width: float
    height: float


class ElementArea(Value, frozen=True, tag_field=_KIND, tag="element"):
    target: Target


Area = Viewport | FullPage | Clip | ElementArea


class Png(Value, frozen=True, tag_field=_KIND, tag="png"):
    pass


class Jpeg(Value, frozen=True, tag_field=_KIND, tag="jpeg"):
    quality: int = 85
    """1 to 100."""


class Webp(Value, frozen=True, tag_field=_KIND, tag="webp"):
    """Lossless."""


ImageFormat = Png | Jpeg | Webp


class Dismiss(Value, frozen=True, tag_field=_KIND, tag="dismiss"):
    pass


class Accept(Value, frozen=True, tag_field=_KIND, tag="accept"):
    """Accept; prompts answer with this text, or their default."""

    prompt_text: str | None = None


DialogPolicy = Dismiss | Accept


class Start(Operation, frozen=True, kw_only=True, tag="start"):
    """Boot the engine. Once; instances of a pre-initialised image are started already."""

    viewport: ViewportSize
    log: LogLevel = LogLevel.WARN
    user_scripts: Sequence[str] = ()


class Reseed(Operation, frozen=True, kw_only=True, tag="reseed"):
    """Mix fresh entropy into every random generator: the first call of a new or forked session."""

    entropy: bytes


class Font(Operation, frozen=True, kw_only=True, tag="font"):
    """Announce faces of one font file: its bytes, or the number under which the host hands it out."""

    faces: Sequence[FontFace]
    data: bytes | None = None
    host_font: int | None = None


class Emulate(Operation, frozen=True, kw_only=True, tag="emulate"):
    """Change the emulated client; applies to later navigations."""

    user_agent: str | None = None
    locale: str | None = None


class Open(Operation, frozen=True, kw_only=True, tag="open"):
    context: int | None = None
    source: Source


class Evaluate(Operation, frozen=True, kw_only=True, tag="evaluate"):
    """Run a script in the page's main realm. Pending."""

    context: int | None = None
    script: str
    await_promise: bool = True
    deadline_ms: int = 10_000


class SendInput(Operation, frozen=True, kw_only=True, tag="input"):
    context: int | None = None
    input: Input


class Screenshot(Operation, frozen=True, kw_only=True, tag="screenshot"):
    """Pending."""

    context: int | None = None
    area: Area = Viewport()
    format: ImageFormat = Png()


class SetViewport(Operation, frozen=True, kw_only=True, tag="viewport"):
    context: int | None = None
    viewport: ViewportSize


class History(Operation, frozen=True, kw_only=True, tag="history"):
    """Traverse by so many entries, negative for back."""

    context: int | None = None
    delta: int


class Reload(Operation, frozen=True, kw_only=True, tag="reload"):
    context: int | None = None


class Stop(Operation, frozen=True, kw_only=True, tag="stop"):
    """Stop loading."""

    context: int | None = None


class Page(Operation, frozen=True, kw_only=True, tag="page"):
    context: int | None = None
    text_chars: int = 20_000


class Locate(Operation, frozen=True, kw_only=True, tag="locate"):
    """Find one element and its box."""

    context: int | None = None
    target: Target


class Accessibility(Operation, frozen=True, kw_only=True, tag="accessibility"):
    """The tree, or the subtree of `root`; at most `limit` nodes."""

    context: int | None = None
    root: Target | None = None
    limit: int = 5_000


class Console(Operation, frozen=True, kw_only=True, tag="console"):
    """Take the console messages and uncaught errors since the last call."""


class Idle(Operation, frozen=True, kw_only=True, tag="idle"):
    """What is pending, and why the engine is not idle."""

    context: int | None = None


class Capabilities(Operation, frozen=True, kw_only=True, tag="capabilities"):
    pass


class Memory(Operation, frozen=True, kw_only=True, tag="memory"):
    """`compact`: collect garbage first and give freed memory back as zero pages."""

    compact: bool = False


class Contexts(Operation, frozen=True, kw_only=True, tag="contexts"):
    pass


class Activate(Operation, frozen=True, kw_only=True, tag="activate"):
    context: int


class CloseContext(Operation, frozen=True, kw_only=True, tag="close_context"):
    context: int


class Dialogs(Operation, frozen=True, kw_only=True, tag="dialogs"):
    """How JavaScript dialogs are answered when the host does not."""

    policy: DialogPolicy


class Describe(Operation, frozen=True, kw_only=True, tag="describe"):
    """The scheduler's tasks, for people who debug it."""


Op = (
    Start
    | Reseed
    | Font
    | Emulate
    | Open
    | Evaluate
    | SendInput
    | Screenshot
    | SetViewport
    | History
    | Reload
    | Stop
    | Page
    | Locate
    | Accessibility
    | Console
    | Idle
    | Capabilities
    | Memory
    | Contexts
    | Activate
    | CloseContext
    | Dialogs
    | Describe
)
