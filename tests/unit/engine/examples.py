"""At least one message of every variant, from which the golden frames are made."""

from engine.host import events, ops, replies
from engine.host.ops import Modifiers, Point, Ref, Selector, ViewportSize

VIEWPORT = ViewportSize(1_280, 720, 1_500)
ALL_KEYS = Modifiers(shift=True, control=True, alt=True, meta=True)
UNUSUAL = 'quote " back\\slash\nline \u00e9 \u4f60 \U0001f600 \u0000'

OPS: list[ops.Op] = [
    ops.Start(viewport=VIEWPORT, log=ops.LogLevel.TRACE, user_scripts=["a = 1", UNUSUAL]),
    ops.Start(viewport=ViewportSize(1, 16_384), log=ops.LogLevel.ERROR),
    ops.Reseed(entropy=bytes(range(32))),
    ops.Reseed(entropy=b"\xff" * 300),
    ops.Font(
        faces=[
            ops.FontFace(
                family="Liberation Sans",
                index=1,
                weight_min=100,
                weight_max=900,
                stretch_permille=875,
                italic=True,
                coverage=[(32, 126), (0x4E00, 0x9FFF)],
                generics=["sans-serif"],
                aliases=["Arial", "Helvetica"],
            )
        ],
        data=b"\x00\x01\x00\x00",
    ),
    ops.Font(faces=[], host_font=70_000),
    ops.Emulate(user_agent="Agent/1.0", locale="de-CH"),
    ops.Emulate(),
    ops.Open(context=3, source=ops.Url("https://example.test/?q=\u00e9", [("accept", "*/*")])),
    ops.Open(source=ops.Html("<p>x", "https://example.test/")),
    ops.Open(source=ops.Html("")),
    ops.Evaluate(script="1 + 1", await_promise=False, deadline_ms=4_294_967_295),
    ops.SendInput(context=1, input=ops.MouseMove(0.5, -1.25)),
    ops.SendInput(input=ops.MouseDown(1.0, 2.0, 4, ALL_KEYS)),
    ops.SendInput(input=ops.MouseUp(1.0, 2.0)),
    ops.SendInput(input=ops.Click(1e9, 1e-9, 2, 3, Modifiers(control=True))),
    ops.SendInput(input=ops.Wheel(1.0, 2.0, -3.0, 4.5)),
    ops.SendInput(input=ops.KeyDown("a", Modifiers(shift=True))),
    ops.SendInput(input=ops.KeyUp("a")),
    ops.SendInput(input=ops.Key("ArrowDown", Modifiers(alt=True))),
    ops.SendInput(input=ops.Text("two\nlines\t\u00fc")),
    ops.SendInput(input=ops.ImeCommit("\u65e5\u672c")),
    ops.SendInput(input=ops.Touch(ops.TouchPhase.START, -1, 1.0, 2.0)),
    ops.SendInput(input=ops.Touch(ops.TouchPhase.MOVE, 0, 1.0, 2.0)),
    ops.SendInput(input=ops.Touch(ops.TouchPhase.END, 127, 1.0, 2.0)),
    ops.SendInput(input=ops.Touch(ops.TouchPhase.CANCEL, 2_147_483_647, 1.0, 2.0)),
    ops.Screenshot(),
    ops.Screenshot(area=ops.FullPage(), format=ops.Jpeg(100)),
    ops.Screenshot(area=ops.Clip(0.0, 0.5, 10.0, 20.0), format=ops.Webp()),
    ops.Screenshot(context=2, area=ops.ElementArea(Ref("e12"))),
    ops.SetViewport(viewport=VIEWPORT),
    ops.History(delta=-2_147_483_648),
    ops.History(delta=1),
    ops.Reload(context=4_294_967_295),
    ops.Stop(),
    ops.Page(text_chars=0),
    ops.Locate(target=Point(1.5, 2.5)),
    ops.Locate(target=Selector("#a > .b")),
    ops.Accessibility(root=Selector("main"), limit=10),
    ops.Accessibility(),
    ops.Console(),
    ops.Idle(),
    ops.Capabilities(),
    ops.Memory(compact=True),
    ops.Contexts(),
    ops.Activate(context=0),
    ops.CloseContext(context=1),
    ops.Dialogs(policy=ops.Dismiss()),
    ops.Dialogs(policy=ops.Accept("answer")),
    ops.Dialogs(policy=ops.Accept()),
    ops.Describe(),
]

RECT = replies.Rect(x=-1.5, y=0.0, width=100.25, height=1e6)
THROWN = replies.Thrown(
    message=UNUSUAL, file="https://example.test/a.js", line=1, column=2, stack="f@a.js:1:2\n"
)
IDLE = replies.Idle(
    idle=False,
    next_wake_ns=18_446_744_073_709_551_615,
    pending_requests=2,
    work=replies.PendingWork(timers=3, next_timer_ms=4, animation_frames=1, loads=2),
    animating=True,
    load=replies.LoadState.HEAD_PARSED,
    pending_operations=1,
    reasons=["2 requests"],
)
PAGE = replies.Page(
    url="https://example.test/",
    title=UNUSUAL,
    load=replies.LoadState.COMPLETE,
    details=replies.PageDetails(
        text="x" * 300,
        text_truncated=True,
        ready_state="complete",
        scroll_x=0.0,
        scroll_y=10.5,
        document_width=1_280.0,
        document_height=20_000.0,
    ),
    viewport=VIEWPORT,
    history_length=2,
    history_index=1,
    crashed="layout: panicked",
)
NODES = [
    replies.AccessibilityNode(),
    replies.AccessibilityNode(
        depth=2,
        role="checkbox",
        name="Agree",
        description="to all",
        value="on",
        element="e7",
        tag="input",
        states=["checked", "level=2"],
        url="https://example.test/#a",
        rect=RECT,
    ),
]
MESSAGES = [
    replies.ConsoleMessage(sequence=0, context=1, level="log", text="hello", time_ms=1_600_000_000_000),
    replies.ConsoleMessage(sequence=1 << 40, level="exception", text=UNUSUAL, time_ms=0),
]
BODIES: list[replies.AnyBody] = [
    replies.Done(),
    replies.Navigating(traversed=False),
    replies.FontAdded(faces=3),
    replies.Evaluated(evaluation=replies.ScriptValue(json='{"$type":"undefined"}', kind="undefined")),
    replies.Evaluated(evaluation=replies.ScriptException(exception=THROWN)),
    replies.Screenshot(width=1_920, height=1_080, mime="image/png", image=b"\x89PNG" + bytes(300)),
    replies.PageBody(page=PAGE),
    replies.LocatedBody(
        element=replies.Located(
            element="e1", tag="button", rect=RECT, focusable=True, disabled=False, in_viewport=True
        )
    ),
    replies.AccessibilityBody(tree=replies.AccessibilityTree(nodes=NODES, truncated=True)),
    replies.ConsoleBody(messages=MESSAGES, dropped=5),
    replies.IdleBody(idle=IDLE),
    replies.Capabilities(
        features=[replies.Feature(name="webgl", support="absent", note="no GPU")], engine="Servo 0.7.0"
    ),
    replies.MemoryBody(memory=replies.Memory(linear_bytes=1 << 32, js_heap_bytes=1, malloc_used_bytes=0)),
    replies.ContextsBody(
        contexts=[
            replies.ContextInfo(context=1, active=True, url="about:blank", title=""),
            replies.ContextInfo(context=2, active=False, url="about:blank", title="popup", opener=1),
        ]
    ),
    replies.Description(text="script: waiting"),
]
REPLIES: list[replies.Reply] = [
    *(replies.Ok(body=body) for body in BODIES),
    replies.Pending(id=1 << 53),
    *(replies.Error(failure=replies.Failure(code=code, message=UNUSUAL)) for code in replies.FailureCode),
]

EFFECTS: list[events.Effect] = [
    events.OperationDone(id=7, outcome=events.Success(body=replies.Done())),
    events.OperationDone(
        id=8,
        outcome=events.Failed(failure=replies.Failure(code=replies.FailureCode.STOPPED, message="stopped")),
    ),
    events.UrlChanged(context=1, url="https://example.test/#x"),
    events.TitleChanged(context=1, title="t"),
    events.TitleChanged(context=1),
    *(events.LoadChanged(context=1, load=load) for load in replies.LoadState),
    events.HistoryChanged(context=1, length=3, index=2),
    events.ContextOpened(context=2, opener=1, url="about:blank"),
    events.ContextOpened(context=3, url="about:blank"),
    events.ContextClosed(context=2),
    events.Crashed(context=1, reason="script: panicked"),
    events.HttpStart(
        id=9,
        method="POST",
        url="https://example.test/",
        headers=[("content-type", b"text/plain"), ("x-raw", b"\xff\xfe")],
        body=b"a=1",
    ),
    events.HttpCancel(id=9),
    *(
        events.Dialog(context=1, dialog=kind, message=UNUSUAL, accepted=kind is events.DialogKind.ALERT)
        for kind in events.DialogKind
    ),
]

EVENTS: list[events.Event] = [
    events.HttpHead(id=1, status=200, headers=[("Content-Type", b"text/html"), ("set-cookie", b"a=\xe9")]),
    events.HttpHead(id=2, status=599, headers=[]),
    events.HttpChunk(id=1, data=b""),
    events.HttpChunk(id=1, data=bytes(range(256)) * 2),
    events.HttpEnd(id=1),
    *(events.HttpError(id=3, error=kind, message=UNUSUAL) for kind in events.HttpErrorKind),
]

BY_FILE = {"ops": OPS, "replies": REPLIES, "effects": EFFECTS, "events": EVENTS}
