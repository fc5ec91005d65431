"""The order of tasks, microtasks, timers and animation frames."""

from engine.host.driver import Driver
from tests.support.cases import BASE_URL, Case, check, each

LOG = "const log = [], put = v => () => log.push(v), after = ms => new Promise(r => setTimeout(r, ms));"


@each(
    Case(
        "script, then microtasks, then timers",
        LOG
        + """setTimeout(put('timer')); queueMicrotask(put('micro')); Promise.resolve().then(put('then'));
        (async () => { log.push('async'); await null; log.push('awaited'); })(); log.push('script');
        await after(30); return log""",
        ["async", "script", "micro", "then", "awaited", "timer"],
    ),
    Case(
        "microtasks queued by microtasks run before the next task",
        LOG
        + """setTimeout(put('timer')); let n = 0;
        (function again() { if (++n < 1000) queueMicrotask(again); else log.push('done'); })();
        await after(20); return log""",
        ["done", "timer"],
    ),
    Case(
        "microtasks do not run between listeners of a dispatch from script",
        LOG
        + """const t = new EventTarget();
        for (const i of [1, 2])
            t.addEventListener('x', () => { log.push('l' + i); queueMicrotask(put('m' + i)); });
        t.dispatchEvent(new Event('x')); log.push('end'); await null; await null; return log""",
        ["l1", "l2", "end", "m1", "m2"],
    ),
    Case(
        "microtasks run between the listeners of a task",
        LOG
        + """const { port1, port2 } = new MessageChannel();
        for (const i of [3, 4])
            port2.addEventListener('message', () => { log.push('l' + i); queueMicrotask(put('m' + i)); });
        port2.start(); port1.postMessage(0); await after(30); return log""",
        ["l3", "m3", "l4", "m4"],
    ),
    Case(
        "timers fire by due time, then by age",
        LOG
        + """setTimeout(put('30'), 30); setTimeout(put('10a'), 10); setTimeout(put('10b'), 10);
        setTimeout(put('1'), 1); await after(60); return log""",
        ["1", "10a", "10b", "30"],
    ),
    Case(
        "timers take arguments, strings and odd delays",
        LOG
        + """window.hit = 0; setTimeout((a, b) => log.push(a + b), 0, 2, 3); setTimeout('hit = 7', 0);
        setTimeout(put('neg'), -5); setTimeout(put('nan'), 'x'); setTimeout(put('wrap'), 2 ** 32);
        await after(40); return [log.sort(), hit]""",
        [[5, "nan", "neg", "wrap"], 7],
    ),
    Case(
        "cleared timers do not fire, also when due together",
        LOG
        + """const b = setTimeout(put('b'), 5); setTimeout(() => { log.push('a'); clearTimeout(c); }, 1);
        const c = setTimeout(put('c'), 1); clearTimeout(b); clearTimeout(undefined); clearInterval(99999);
        await after(30); return log""",
        ["a"],
    ),
    Case(
        "an interval repeats until cleared from inside",
        LOG
        + """await new Promise(done => {
            const i = setInterval(() => {
                log.push(log.length); if (log.length === 4) { clearInterval(i); setTimeout(done, 20); }
            }, 2);
        });
        return log""",
        [0, 1, 2, 3],
    ),
    Case(
        "nested zero timers are clamped to 4 ms after five levels",
        """const start = performance.now(); let n = 0;
        await new Promise(done => (function f() { ++n < 20 ? setTimeout(f, 0) : done(); })());
        const ms = performance.now() - start; return [ms >= 40, ms < 2000]""",
        [True, True],
    ),
    Case(
        "a handler that throws does not stop its interval or others",
        LOG
        + """onerror = () => true; let n = 0, other; const both = new Promise(r => (other = r));
        await new Promise(done => {
            const i = setInterval(() => { if (++n === 3) { clearInterval(i); done(); } throw 1; }, 1);
            setTimeout(other, 5);
        });
        await both; return n""",
        3,
    ),
    Case(
        "animation frames share a timestamp and nest into the next frame",
        LOG
        + """const stamps = [];
        await new Promise(done => {
            requestAnimationFrame(t => {
                stamps.push(t); requestAnimationFrame(t => { stamps.push(t); done(); });
            });
            requestAnimationFrame(t => stamps.push(t));
        });
        return [stamps[0] === stamps[1], stamps[2] > stamps[1], stamps[2] <= performance.now()]""",
        [True, True, True],
    ),
    Case(
        "a cancelled animation frame does not run, also from the same frame",
        LOG
        + """let b; requestAnimationFrame(() => { log.push('a'); cancelAnimationFrame(b); });
        b = requestAnimationFrame(put('b')); cancelAnimationFrame(requestAnimationFrame(put('c')));
        await after(80); return log""",
        ["a"],
    ),
    Case(
        "microtasks run between animation callbacks; style is read after them",
        LOG
        + """await new Promise(done => {
            requestAnimationFrame(() => { queueMicrotask(put('micro')); log.push('one'); });
            requestAnimationFrame(() => { log.push('two'); done(); });
        });
        return log""",
        ["one", "micro", "two"],
    ),
    Case(
        "the clock moves forward and agrees with Date",
        """const p = performance.now(), d = Date.now(); await new Promise(r => setTimeout(r, 30));
        const dp = performance.now() - p, dd = Date.now() - d;
        return [dp >= 29, Math.abs(dp - dd) < 25, p > 0, p < 60000]""",
        [True, True, True, True],
    ),
    Case(
        "the time origin is a wall clock time",
        "return Math.abs(performance.timeOrigin + performance.now() - Date.now()) < 1000",
        True,
    ),
    Case(
        "promise combinators settle as specified",
        """const no = Promise.reject(new Error('n')), yes = Promise.resolve(1);
        const any = await Promise.any([no, yes]),
            all = (await Promise.allSettled([no, yes])).map(r => r.status).join();
        const race = await Promise.race([new Promise(() => {}), yes]);
        const { promise, resolve } = Promise.withResolvers(); resolve(3);
        const none = await Promise.any([no]).catch(e => e.constructor.name);
        return [any, all, race, await promise, none]""",
        [1, "rejected,fulfilled", 1, 3, "AggregateError"],
    ),
    Case(
        "rejections are reported once unhandled and taken back when handled",
        LOG
        + """onunhandledrejection = e => { log.push('un ' + e.reason); e.preventDefault(); };
        onrejectionhandled = e => log.push('handled ' + e.reason); const p = Promise.reject('a');
        Promise.reject('b').catch(() => {}); await after(20); p.catch(() => {}); await after(20);
        return log""",
        ["un a", "handled a"],
    ),
    Case(
        "thenables are adopted in a microtask of their own",
        LOG
        + """Promise.resolve({ then(f) { log.push('then'); f('v'); } }).then(log.push.bind(log));
        log.push('sync'); await after(5); return log.slice(0, 3)""",
        ["sync", "then", "v"],
    ),
    Case(
        "async iterators and generators interleave",
        LOG
        + """async function* g(n) { for (let i = 0; i < 3; i++) { await null; yield n + i; } }
        const run = async n => { for await (const v of g(n)) log.push(v); };
        await Promise.all([run('a'), run('b')]); return log""",
        ["a0", "b0", "a1", "b1", "a2", "b2"],
    ),
    Case(
        "an abort signal times out and combines",
        """const s = AbortSignal.timeout(5), any = AbortSignal.any([s, new AbortController().signal]);
        const name = await new Promise(r => (any.onabort = () => r(any.reason.name)));
        return [name, s.aborted, AbortSignal.abort('why').reason]""",
        ["TimeoutError", True, "why"],
    ),
    Case(
        "idle callbacks run with time left",
        """return await new Promise(r =>
            requestIdleCallback(d => r([typeof d.timeRemaining(), d.didTimeout]))
        )""",
        ["number", False],
    ),
)
def test_order_of_work(page: Driver, case: Case) -> None:
    check(page, case)


def test_timers_go_on_between_operations(page: Driver) -> None:
    """The page's clock does not stop while the host does nothing with it."""
    page.open_html("<script>n = 0; setInterval(() => n++, 5)</script>", base_url=BASE_URL)
    first = page.evaluate("n")
    page.evaluate("new Promise(r => setTimeout(r, 60))")
    assert page.evaluate("n") >= first + 5


def test_a_waiting_timer_is_named_in_idle(page: Driver) -> None:
    """`idle` says why the page is not idle and when it goes on."""
    page.open_html("<p>x", base_url=BASE_URL)
    assert page.idle().idle
    page.evaluate("void setTimeout(() => 0, 60000)")
    pending = page.idle()
    assert not pending.idle
    assert pending.work.timers == 1
    assert 50_000 < (pending.work.next_timer_ms or 0) <= 60_000
    assert any("timer" in reason for reason in pending.reasons)


def test_an_endless_interval_does_not_keep_settle_from_ending(page: Driver) -> None:
    page.open_html("<script>setInterval(() => document.title += '.', 10)</script>", base_url=BASE_URL)
    page.settle(timeout_s=2)
    assert page.evaluate("document.title.length > 0") is True
