"""What an engine answers: the Rust enum `Reply` of `guest/crates/wire/src/replies.rs` and the plain data of
`guest/crates/inspection`.
"""

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from engine.host.ops import ViewportSize

U32 = Annotated[int, Meta(ge=0, le=0xFFFF_FFFF)]
U64 = Annotated[int, Meta(ge=0)]


class Data(msgspec.Struct, frozen=True, kw_only=True):
    """Base of plain data."""


class FailureCode(StrEnum):
    BAD_FRAME = "bad_frame"
    BAD_ARGUMENT = "bad_argument"
    NOT_STARTED = "not_started"
    ALREADY_STARTED = "already_started"
    NO_CONTEXT = "no_context"
    NO_ELEMENT = "no_element"
    NOT_VISIBLE = "not_visible"
    STOPPED = "stopped"
    NAVIGATED = "navigated"
    TOO_LARGE = "too_large"
    INTERNAL = "internal"


class Failure(Data, frozen=True, kw_only=True):
    code: FailureCode
    message: str
    """For the caller: the field, what is wrong with it, the limit."""


class LoadState(StrEnum):
    STARTED = "started"
    HEAD_PARSED = "head_parsed"
    COMPLETE = "complete"


class Thrown(Data, frozen=True, kw_only=True):
    """What a script threw."""

    message: str
    file: str
    line: U32
    column: U32
    stack: str | None = None


class ScriptValue(Data, frozen=True, kw_only=True, tag_field="outcome", tag="value"):
    """`json` is plain where JSON can say it, tagged with `$type` otherwise; `kind` is the value's type."""

    json: str
    kind: str


class ScriptException(Data, frozen=True, kw_only=True, tag_field="outcome", tag="exception"):
    exception: Thrown


Evaluation = ScriptValue | ScriptException


class Rect(Data, frozen=True, kw_only=True):
    """CSS pixels."""

    x: float
    y: float
    width: float
    height: float


class Located(Data, frozen=True, kw_only=True):
    element: str
    tag: str
    rect: Rect
    """CSS pixels of the viewport."""
    focusable: bool
    disabled: bool
    in_viewport: bool


class AccessibilityNode(Data, frozen=True, kw_only=True):
    depth: U32 = 0
    role: str = ""
    name: str = ""
    description: str = ""
    value: str | None = None
    element: str | None = None
    """None for text."""
    tag: str = ""
    states: tuple[str, ...] = ()
    """`checked`, `disabled`, `expanded=false`, `level=2`..."""
    url: str | None = None
    rect: Rect | None = None


class AccessibilityTree(Data, frozen=True, kw_only=True):
    """In tree order; `depth` gives the nesting."""

    nodes: tuple[AccessibilityNode, ...]
    truncated: bool


class PageDetails(Data, frozen=True, kw_only=True):
    text: str
    text_truncated: bool
    ready_state: str
    scroll_x: float
    scroll_y: float
    document_width: float
    document_height: float


class PendingWork(Data, frozen=True, kw_only=True):
    """What script and loading still have to do in one context, its frames included."""

    timers: U32
    next_timer_ms: U32 | None = None
    animation_frames: U32
    loads: U32


class Page(Data, frozen=True, kw_only=True):
    url: str
    title: str
    load: LoadState
    details: PageDetails
    viewport: ViewportSize
    history_length: U32
    history_index: U32
    crashed: str | None = None


class ConsoleMessage(Data, frozen=True, kw_only=True):
    sequence: U64
    context: U32 | None = None
    level: str
    """`log`, `debug`, `info`, `warn`, `error`, `trace`, or `exception` for an uncaught error."""
    text: str
    time_ms: U64
    """Since the Unix epoch."""


class Idle(Data, frozen=True, kw_only=True):
    idle: bool
    """Nothing happens any more without input or an event."""
    next_wake_ns: U64 | None = None
    pending_requests: U32
    work: PendingWork
    animating: bool
    load: LoadState
    pending_operations: U32
    reasons: tuple[str, ...]
    """In words, for people."""


class Feature(Data, frozen=True, kw_only=True):
    name: str
    support: str
    """`full`, `partial`, `polyfill` or `absent`."""
    note: str


class Memory(Data, frozen=True, kw_only=True):
    linear_bytes: U64
    js_heap_bytes: U64
    malloc_used_bytes: U64


class ContextInfo(Data, frozen=True, kw_only=True):
    context: U32
    active: bool
    url: str
    title: str
    opener: U32 | None = None


class Body(Data, frozen=True, kw_only=True, tag_field="body"):
    """Base of the answers to operations."""


class Done(Body, frozen=True, kw_only=True, tag="done"):
    pass


class Navigating(Body, frozen=True, kw_only=True, tag="navigating"):
    """`traversed` is false when there was no history entry to go to."""

    traversed: bool


class FontAdded(Body, frozen=True, kw_only=True, tag="font"):
    faces: U32


class Evaluated(Body, frozen=True, kw_only=True, tag="evaluated"):
    evaluation: Evaluation


class Screenshot(Body, frozen=True, kw_only=True, tag="screenshot"):
    """Size in device pixels."""

    width: U32
    height: U32
    mime: str
    image: bytes


class PageBody(Body, frozen=True, kw_only=True, tag="page"):
    page: Page


class LocatedBody(Body, frozen=True, kw_only=True, tag="located"):
    element: Located


class AccessibilityBody(Body, frozen=True, kw_only=True, tag="accessibility"):
    tree: AccessibilityTree


class ConsoleBody(Body, frozen=True, kw_only=True, tag="console"):
    messages: tuple[ConsoleMessage, ...]
    dropped: U64


class IdleBody(Body, frozen=True, kw_only=True, tag="idle"):
    idle: Idle


class Capabilities(Body, frozen=True, kw_only=True, tag="capabilities"):
    features: tuple[Feature, ...]
    engine: str


class MemoryBody(Body, frozen=True, kw_only=True, tag="memory"):
    memory: Memory


class ContextsBody(Body, frozen=True, kw_only=True, tag="contexts"):
    contexts: tuple[ContextInfo, ...]


class Description(Body, frozen=True, kw_only=True, tag="description"):
    text: str


AnyBody = (
    Done
    | Navigating
    | FontAdded
    | Evaluated
    | Screenshot
    | PageBody
    | LocatedBody
    | AccessibilityBody
    | ConsoleBody
    | IdleBody
    | Capabilities
    | MemoryBody
    | ContextsBody
    | Description
)


class Ok(Data, frozen=True, kw_only=True, tag_field="reply", tag="ok"):
    body: AnyBody


class Pending(Data, frozen=True, kw_only=True, tag_field="reply", tag="pending"):
    """The answer comes as the effect `events.OperationDone` with this id."""

    id: U64


class Error(Data, frozen=True, kw_only=True, tag_field="reply", tag="error"):
    failure: Failure


Reply = Ok | Pending | Error
