"""Drives one engine from plain Python calls, each of which returns when the page has settled.

For tests, the command line and the builder. The service drives its engines through operations and effects of
its own.
"""

from typing import Any, Final

from engine.host import ops, replies, values
from engine.host.errors import OperationFailed, OperationTimedOut, ScriptError, ScriptStopped
from engine.host.runner import NETWORK_IDLE_S, SETTLE_S, Runner, Settled

__all__ = ["Driver", "OperationFailed", "OperationTimedOut", "ScriptError", "ScriptStopped", "Settled"]

_NO_MODIFIERS: Final = ops.Modifiers()
_VIEWPORT: Final = ops.Viewport()
_PNG: Final = ops.Png()


class Driver(Runner):
    """An engine as a person sees it: open, look, act. For one thread, as the instance."""

    # Loading -------------------------------------------------------------------------------------

    def open_html(self, html: str, base_url: str | None = None, timeout_s: float = 10) -> replies.Page:
        """Load a document from text and settle."""
        return self._navigate(ops.Open(source=ops.Html(html, base_url)), timeout_s)

    def open_url(self, url: str, timeout_s: float = 10) -> replies.Page:
        """Navigate and settle. After a failed fetch there is an error page; `failed_requests` says why."""
        return self._navigate(ops.Open(source=ops.Url(url)), timeout_s)

    def reload(self, timeout_s: float = 10) -> replies.Page:
        return self._navigate(ops.Reload(), timeout_s)

    def history(self, delta: int, timeout_s: float = 10) -> bool:
        """Traverse by so many entries. False if there is no such entry."""
        before = self.pending.completed_loads
        body = self._ask(ops.History(delta=delta), replies.Navigating)
        if body.traversed:
            self._settle(timeout_s, NETWORK_IDLE_S, before)
        return body.traversed

    def stop(self) -> None:
        """Stop loading."""
        self._ask(ops.Stop(), replies.Done)
        self.settle()

    # Acting --------------------------------------------------------------------------------------

    def evaluate(self, script: str, timeout_s: float = 10, await_promise: bool = True) -> Any:
        """The value of a script, as `values.decode` gives it.

        Raises ScriptError if it throws, ScriptStopped if it runs for longer, OperationTimedOut if its promise
        does.
        """
        op = ops.Evaluate(script=script, await_promise=await_promise, deadline_ms=int(timeout_s * 1_000))
        evaluation = self._ask(op, replies.Evaluated, timeout_s).evaluation
        if isinstance(evaluation, replies.ScriptException):
            raise ScriptError(evaluation.exception)
        return values.decode(evaluation.json)

    def input(self, what: ops.Input, timeout_s: float = SETTLE_S) -> Settled:
        """Give one input and settle."""
        self._ask(ops.SendInput(input=what), replies.Done, timeout_s)
        return self.settle(timeout_s)

    def click(
        self,
        x: float,
        y: float,
        button: int = 0,
        count: int = 1,
        modifiers: ops.Modifiers = _NO_MODIFIERS,
    ) -> Settled:
        return self.input(ops.Click(x, y, button, count, modifiers))

    def click_on(self, target: str | ops.Target, button: int = 0, count: int = 1) -> Settled:
        """Click the middle of an element's box: a selector, or `ref=e12`."""
        rect = self.locate(target).rect
        return self.click(rect.x + rect.width / 2, rect.y + rect.height / 2, button, count)

    def key(self, key: str, modifiers: ops.Modifiers = _NO_MODIFIERS) -> Settled:
        return self.input(ops.Key(key, modifiers))

    def type_text(self, text: str) -> Settled:
        return self.input(ops.Text(text))

    def wheel(self, x: float, y: float, dx: float, dy: float) -> Settled:
        return self.input(ops.Wheel(x, y, dx, dy))

    def set_viewport(self, width: int, height: int, scale: float = 1.0) -> Settled:
        """CSS pixels, and device pixels per CSS pixel."""
        size = ops.ViewportSize(width, height, round(scale * 1_000))
        self._ask(ops.SetViewport(viewport=size), replies.Done)
        return self.settle()

    # Reading -------------------------------------------------------------------------------------

    def screenshot(
        self,
        area: ops.Area = _VIEWPORT,
        format: ops.ImageFormat = _PNG,
        timeout_s: float = 30,
    ) -> replies.Screenshot:
        return self._ask(ops.Screenshot(area=area, format=format), replies.Screenshot, timeout_s)

    def page(self, text_chars: int = 20_000) -> replies.Page:
        return self._ask(ops.Page(text_chars=text_chars), replies.PageBody).page

    def locate(self, target: str | ops.Target) -> replies.Located:
        """Raises OperationFailed with `no_element` or `not_visible`."""
        return self._ask(ops.Locate(target=_target(target)), replies.LocatedBody).element

    def accessibility(
        self, root: str | ops.Target | None = None, limit: int = 5_000
    ) -> replies.AccessibilityTree:
        op = ops.Accessibility(root=None if root is None else _target(root), limit=limit)
        return self._ask(op, replies.AccessibilityBody).tree

    def console(self) -> list[replies.ConsoleMessage]:
        """The messages since the last call."""
        return list(self._ask(ops.Console(), replies.ConsoleBody).messages)

    def contexts(self) -> list[replies.ContextInfo]:
        return list(self._ask(ops.Contexts(), replies.ContextsBody).contexts)

    def activate(self, context: int) -> Settled:
        self._ask(ops.Activate(context=context), replies.Done)
        return self.settle()

    def memory(self, compact: bool = False) -> replies.Memory:
        return self._ask(ops.Memory(compact=compact), replies.MemoryBody).memory

    def capabilities(self) -> replies.Capabilities:
        return self._ask(ops.Capabilities(), replies.Capabilities)

    def _navigate(self, op: ops.Op, timeout_s: float) -> replies.Page:
        deadline = self._now() + round(timeout_s * 1e9)
        # What the old page still has to say must not be taken for the load of the new one.
        self._turn(deadline)
        started, completed = self.pending.started_loads, self.pending.completed_loads
        self._ask(op, replies.Navigating, timeout_s)
        self._leave(started, deadline)
        self._settle(max(0, deadline - self._now()) / 1e9, NETWORK_IDLE_S, completed)
        return self.page()


def _target(target: str | ops.Target) -> ops.Target:
    if not isinstance(target, str):
        return target
    return ops.Ref(target.removeprefix("ref=")) if target.startswith("ref=") else ops.Selector(target)
