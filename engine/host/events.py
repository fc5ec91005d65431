"""What an engine tells the host (`Effect`) and the host tells it (`Event`), as in `guest/crates/wire`."""

from collections.abc import Sequence
from enum import StrEnum

from engine.host.replies import U32, U64, AnyBody, Data, Failure, LoadState

_KIND = "kind"
_OUTCOME = "outcome"

Headers = Sequence[tuple[str, bytes]]


class Success(Data, frozen=True, kw_only=True, tag_field=_OUTCOME, tag="ok"):
    body: AnyBody


class Failed(Data, frozen=True, kw_only=True, tag_field=_OUTCOME, tag="error"):
    failure: Failure


Outcome = Success | Failed


class DialogKind(StrEnum):
    ALERT = "alert"
    CONFIRM = "confirm"
    PROMPT = "prompt"
    BEFORE_UNLOAD = "before_unload"


class OperationDone(Data, frozen=True, kw_only=True, tag_field=_KIND, tag="done"):
    """The answer to a pending operation."""

    id: U64
    outcome: Outcome


class UrlChanged(Data, frozen=True, kw_only=True, tag_field=_KIND, tag="url_changed"):
    context: U32
    url: str


class TitleChanged(Data, frozen=True, kw_only=True, tag_field=_KIND, tag="title_changed"):
    context: U32
    title: str | None = None


class LoadChanged(Data, frozen=True, kw_only=True, tag_field=_KIND, tag="load_changed"):
    context: U32
    load: LoadState


class HistoryChanged(Data, frozen=True, kw_only=True, tag_field=_KIND, tag="history_changed"):
    context: U32
    length: U32
    index: U32


class ContextOpened(Data, frozen=True, kw_only=True, tag_field=_KIND, tag="context_opened"):
    context: U32
    opener: U32 | None = None
    url: str


class ContextClosed(Data, frozen=True, kw_only=True, tag_field=_KIND, tag="context_closed"):
    context: U32


class Crashed(Data, frozen=True, kw_only=True, tag_field=_KIND, tag="crashed"):
    """A document's script or layout is gone; the context can be navigated again."""

    context: U32
    reason: str


class HttpStart(Data, frozen=True, kw_only=True, tag_field=_KIND, tag="http_start"):
    """Make this request. No redirects, no cookies, no decompression: the engine does all three."""

    id: U64
    method: str
    url: str
    headers: Headers
    body: bytes


class HttpCancel(Data, frozen=True, kw_only=True, tag_field=_KIND, tag="http_cancel"):
    """Nobody waits for this exchange any more."""

    id: U64


class Dialog(Data, frozen=True, kw_only=True, tag_field=_KIND, tag="dialog"):
    """A dialog was answered by the policy."""

    context: U32
    dialog: DialogKind
    message: str
    accepted: bool


Effect = (
    OperationDone
    | UrlChanged
    | TitleChanged
    | LoadChanged
    | HistoryChanged
    | ContextOpened
    | ContextClosed
    | Crashed
    | HttpStart
    | HttpCancel
    | Dialog
)


class HttpErrorKind(StrEnum):
    DNS = "dns"
    REFUSED = "refused"
    RESET = "reset"
    TLS = "tls"
    TIMEOUT = "timeout"
    POLICY = "policy"
    TOO_LARGE = "too_large"
    PROTOCOL = "protocol"
    CANCELLED = "cancelled"


class HttpHead(Data, frozen=True, kw_only=True, tag_field=_KIND, tag="http_head"):
    id: U64
    status: int
    headers: Headers


class HttpChunk(Data, frozen=True, kw_only=True, tag_field=_KIND, tag="http_chunk"):
    id: U64
    data: bytes


class HttpEnd(Data, frozen=True, kw_only=True, tag_field=_KIND, tag="http_end"):
    id: U64


class HttpError(Data, frozen=True, kw_only=True, tag_field=_KIND, tag="http_error"):
    id: U64
    error: HttpErrorKind
    message: str


Event = HttpHead | HttpChunk | HttpEnd | HttpError
