"""Lets one engine work: pumps it, serves its requests, waits for answers and for quiet."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Literal, Self, TypeVar

import msgspec

from engine.host import ops, replies
from engine.host.errors import EngineProtocolError, OperationTimedOut
from engine.host.events import Effect, Event, Failed, HttpCancel, HttpEnd, HttpError, HttpErrorKind, HttpStart
from engine.host.fetcher import Fetcher
from engine.host.instance import Instance, Pumped, failed
from engine.host.interrupt import watchdog
from engine.host.pending import FailedRequest, Pending
from engine.host.snapshot import Snapshot, capture

T = TypeVar("T")

SETTLE_S: Final = 5.0
NETWORK_IDLE_S: Final = 0.25
# Timers that are due so soon belong to what just happened; a page that always has one is not waited for
# longer than for the network.
SOON_MS: Final = 50
_BUDGET_NS: Final = 50_000_000
_SLICE_NS: Final = 20_000_000
_LEAST_SLEEP_NS: Final = 100_000
_LEAST_BUDGET_NS: Final = 1_000_000
# How long an operation may go on after its script was stopped.
_GRACE_NS: Final = 2_000_000_000
# How long a script of a page that is being left may run at a time.
_LEAVING_NS: Final = 500_000_000


class Settled(msgspec.Struct, frozen=True, kw_only=True):
    """`quiet`: nothing is ready, the network is idle. `timeout`: `idle.reasons` says what still goes on."""

    reason: Literal["quiet", "timeout"]
    waited_s: float
    idle: replies.Idle


class Runner:
    """One engine, its network and its pending operations. For one thread, as the instance.

    It is the instance's `Blocker` while a call lasts, and holds no reference that the instance holds back.
    """

    def __init__(
        self, instance: Instance, fetcher: Fetcher | None = None, lost_requests: Sequence[int] = ()
    ) -> None:
        """Without a `fetcher` the engine is offline. `lost_requests` of a restored instance fail."""
        self.instance = instance
        self.pending = Pending()
        self._clock = instance.clock
        self._fetcher = fetcher
        self._last_network_ns: int | None = None
        self._deadline_ns = 0
        if lost_requests:
            self.pending.requests.update(dict.fromkeys(lost_requests, "unknown"))
            self._deliver(
                [
                    _failure(identifier, HttpErrorKind.RESET, "lost in a restore")
                    for identifier in lost_requests
                ]
            )

    @property
    def failed_requests(self) -> Sequence[FailedRequest]:
        """The last requests that got no answer, oldest first."""
        return tuple(self.pending.failed)

    def perform(self, op: ops.Op, timeout_s: float = 10) -> replies.AnyBody:
        """Any operation, pending or not, without settling.

        Raises OperationFailed, ScriptStopped, OperationTimedOut, and what `Instance.call` does.
        """
        deadline = self._now() + round(timeout_s * 1e9)
        with self._limited(deadline):
            reply = self.instance.call(op, self)
        self._effects()
        if not isinstance(reply, replies.Pending):
            return reply
        self.pending.expect(reply.id)
        try:
            if self._work_for(reply.id, deadline):
                outcome = self.pending.outcome(reply.id)
                if isinstance(outcome, Failed):
                    raise failed(outcome.failure)
                if outcome is not None:
                    return outcome.body
        finally:
            self.pending.abandon(reply.id)
        raise OperationTimedOut(type(op).__name__, timeout_s, self.idle().reasons)

    def settle(self, timeout_s: float = SETTLE_S, network_idle_s: float = NETWORK_IDLE_S) -> Settled:
        """Let the page work until nothing is ready and no request was open for `network_idle_s`.

        Timers may be pending, animations and the caret go on. A script that is busy at the end is stopped.
        """
        return self._settle(timeout_s, network_idle_s, None)

    def idle(self) -> replies.Idle:
        """What is pending, and why the engine is not idle."""
        return self._ask(ops.Idle(), replies.IdleBody).idle

    def close(self) -> None:
        """Close the instance and the fetcher."""
        self.instance.close()
        if self._fetcher is not None:
            self._fetcher.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def snapshot(self) -> Snapshot:
        """The engine's state with the requests that are open (`lost_requests` of the driver that goes on)."""
        self._effects()
        return capture(self.instance, sorted(self.pending.requests))

    def _ask(self, op: ops.Op, kind: type[T], timeout_s: float = SETTLE_S) -> T:
        body = self.perform(op, timeout_s)
        if not isinstance(body, kind):
            raise EngineProtocolError(f"{type(op).__name__} was answered with {type(body).__name__}")
        return body

    def _work_for(self, identifier: int, deadline: int) -> bool:
        """Let the engine work until an answer is there. False if none comes."""
        while True:
            more = self._step(deadline)
            if self.pending.has_outcome(identifier):
                return True
            now = self._now()
            if now < deadline:
                if more or self._rest(deadline):
                    continue
                # Nothing is left that could ever answer.
                return False
            # A script that was stopped at the deadline answers a moment later.
            if not more or now > deadline + _GRACE_NS:
                self._step(deadline)
                return self.pending.has_outcome(identifier)

    def _settle(self, timeout_s: float, network_idle_s: float, loads_before: int | None) -> Settled:
        start = self._now()
        deadline, window = start + round(timeout_s * 1e9), round(network_idle_s * 1e9)
        while True:
            more = self._step(deadline)
            now = self._now()
            if now >= deadline:
                return Settled(reason="timeout", waited_s=(now - start) / 1e9, idle=self.idle())
            network = self._last_network_ns
            since = start if network is None or network < start else network
            if more and now < since + window:
                continue
            idle = self.idle()
            if more and not _only_timers(idle):
                continue
            loading = loads_before is not None and self.pending.completed_loads == loads_before
            if self.pending.requests or idle.pending_requests:
                until = deadline
            elif (since > start or loading or _due_soon(idle)) and now < since + window:
                until = min(deadline, since + window)
            else:
                return Settled(reason="quiet", waited_s=(now - start) / 1e9, idle=idle)
            if not self._rest(until):
                return Settled(reason="quiet", waited_s=(now - start) / 1e9, idle=idle)

    def _leave(self, started: int, deadline: int) -> None:
        """Let the engine work until a document after the first `started` ones begins.

        Scripts of the old page are stopped early: an endless one must not keep anybody there.
        """
        while self.pending.started_loads == started and self._now() < deadline:
            if not self._turn(deadline) and not self._rest(min(deadline, self._now() + _LEAVING_NS)):
                return

    def _turn(self, deadline: int) -> bool:
        """One step of a page that is being left."""
        return self._step(min(deadline, self._now() + _LEAVING_NS))

    def _step(self, deadline: int) -> bool:
        """Do what is ready. True if that left more to do at once."""
        budget = max(_LEAST_BUDGET_NS, min(_BUDGET_NS, deadline - self._now()))
        with self._limited(deadline):
            pumped = self.instance.pump(budget, self)
        acted = self._effects()
        # Events may have made work: whoever delivers must pump again before it believes that nothing is left.
        delivered = self._deliver(self._fetcher.take()) if self._fetcher is not None else False
        return acted or delivered or pumped is Pumped.MORE

    def _rest(self, until: int) -> bool:
        """Wait for a timer or the network. False if neither can come."""
        wake = self.instance.wake_ns()
        waiting = bool(self.pending.requests) and self._fetcher is not None
        if wake is None and not waiting:
            return False
        left = max(until - self._now(), 0)
        duration = max(_LEAST_SLEEP_NS, left if wake is None else min(wake, left))
        if not waiting:
            self._clock.sleep(duration)
        elif not self._deliver(self._take(duration)):
            self._clock.waited(min(duration, _SLICE_NS))
        return True

    def _take(self, duration_ns: int) -> list[Event]:
        assert self._fetcher is not None, "only an engine with a network has open requests"
        return self._fetcher.take(min(duration_ns, _SLICE_NS) / 1e9)

    def _effects(self) -> bool:
        """Take the effects and act on them. True if that gave the engine something to do."""
        return self._deliver(self._act(self.instance.effects()))

    def _act(self, effects: Sequence[Effect]) -> list[Event]:
        """Start and cancel requests. The answers to those that cannot be started."""
        self.pending.note(effects)
        refused: list[Event] = []
        for effect in effects:
            if isinstance(effect, HttpStart):
                self._last_network_ns = self._now()
                if self._fetcher is None:
                    refused.append(_failure(effect.id, HttpErrorKind.POLICY, f"{effect.url}: no network"))
                else:
                    self._fetcher.start(effect)
            elif isinstance(effect, HttpCancel):
                self.pending.requests.pop(effect.id, None)
                if self._fetcher is not None:
                    self._fetcher.cancel(effect.id)
        return refused

    def _deliver(self, events: Sequence[Event]) -> bool:
        wanted = self._arrived(events)
        if wanted:
            self.instance.deliver(wanted, self)
        return bool(wanted)

    def _arrived(self, events: Sequence[Event]) -> list[Event]:
        """Those events that are for open requests; ends are noted."""
        wanted: list[Event] = []
        for event in events:
            if event.id not in self.pending.requests:
                continue
            wanted.append(event)
            self._last_network_ns = self._now()
            if isinstance(event, HttpEnd | HttpError):
                url = self.pending.requests.pop(event.id)
                if isinstance(event, HttpError):
                    self.pending.failed.append(FailedRequest(url, event.error, event.message))
        return wanted

    def block(self, effects: Sequence[Effect], timeout_ns: int | None) -> Sequence[Event] | None:
        """A script waits, as for a synchronous request (`imports.Blocker`)."""
        events = self._arrived(self._act(effects))
        until = self._deadline_ns if timeout_ns is None else min(self._deadline_ns, self._now() + timeout_ns)
        while not events:
            left = until - self._now()
            if not self.pending.requests:
                if timeout_ns is None:
                    return None
                self._clock.sleep(max(left, _LEAST_SLEEP_NS))
                return events
            if left <= 0:
                # At the operation's deadline the requests fail: the script gets an error and is then stopped.
                expired = self._now() >= self._deadline_ns
                return self._arrived(self._expire()) if expired else events
            events = self._arrived(self._take(left))
            if not events:
                self._clock.waited(min(left, _SLICE_NS))
        return events

    def _expire(self) -> list[Event]:
        for identifier in self.pending.requests:
            if self._fetcher is not None:
                self._fetcher.cancel(identifier)
        return [
            _failure(identifier, HttpErrorKind.TIMEOUT, "the operation's deadline passed")
            for identifier in self.pending.requests
        ]

    @contextmanager
    def _limited(self, deadline: int) -> Iterator[None]:
        """Scripts that run beyond the deadline are stopped."""
        self._deadline_ns = deadline
        with watchdog.limit(self.instance.interrupter, (deadline - self._now()) / 1e9):
            yield

    def _now(self) -> int:
        return self._clock.monotonic_ns()


def _due_soon(idle: replies.Idle) -> bool:
    """Whether something comes at once: what script has asked for, or the frame that input waits for."""
    wake = idle.next_wake_ns
    return idle.work.animation_frames > 0 or (wake is not None and wake <= SOON_MS * 1_000_000)


def _only_timers(idle: replies.Idle) -> bool:
    """Whether a pump that never ends may be the work of a timer that is always due: it will never rest."""
    return idle.load is replies.LoadState.COMPLETE and idle.work.next_timer_ms == 0


def _failure(identifier: int, kind: HttpErrorKind, message: str) -> HttpError:
    return HttpError(id=identifier, error=kind, message=message)
