"""Event dispatch: order, cancellation, options, activation behaviour."""

from engine.host.driver import Driver
from tests.support.cases import BASE_URL, Case, check, each

NEST = "<!doctype html><div id=outer><p id=middle><b id=inner>x</b></p></div>"
LOG = "const log = [], on = (t, e, f, o) => t.addEventListener(e, f, o);"


@each(
    Case(
        "capture, target and bubble in order",
        LOG
        + """for (const t of [window, document, outer, middle, inner])
            for (const c of [false, true])
                on(t, 'go', e => log.push((t.id || t.nodeName || 'w') + (c ? '>' : '<') + e.eventPhase), c);
        inner.dispatchEvent(new Event('go', { bubbles: true })); return log.join(' ')""",
        "w>1 #document>1 outer>1 middle>1 inner>2 inner<2 middle<3 outer<3 #document<3 w<3",
        NEST,
    ),
    Case(
        "an event that does not bubble still captures",
        LOG
        + """on(outer, 'go', () => log.push('capture'), true); on(outer, 'go', () => log.push('bubble'));
        inner.dispatchEvent(new Event('go')); return log""",
        ["capture"],
        NEST,
    ),
    Case(
        "once, cancellation, and the result of two dispatches",
        LOG
        + """on(outer, 'go', e => log.push('capture'), true);
        on(middle, 'go', e => log.push('once'), { once: true });
        on(inner, 'go', e => { e.preventDefault(); log.push('target'); });
        const send = c => inner.dispatchEvent(new Event('go', { bubbles: true, cancelable: c }));
        return [send(true), send(false), log]""",
        [False, True, ["capture", "target", "once", "capture", "target"]],
        NEST,
    ),
    Case(
        "a passive listener cannot cancel",
        LOG
        + """on(inner, 'go', e => { e.preventDefault(); log.push(e.defaultPrevented); }, { passive: true });
        return [inner.dispatchEvent(new Event('go', { cancelable: true })), log]""",
        [True, [False]],
        NEST,
    ),
    Case(
        "stopping propagation, at once and after the target",
        LOG
        + """on(inner, 'a', e => { e.stopPropagation(); log.push(1); }); on(inner, 'a', () => log.push(2));
        on(outer, 'a', () => log.push(3));
        on(inner, 'b', e => { e.stopImmediatePropagation(); log.push(4); });
        on(inner, 'b', () => log.push(5));
        for (const t of 'ab') inner.dispatchEvent(new Event(t, { bubbles: true })); return log""",
        [1, 2, 4],
        NEST,
    ),
    Case(
        "stopping in the capture phase keeps the target from hearing",
        LOG
        + """on(document, 'go', e => e.stopPropagation(), true); on(inner, 'go', () => log.push('heard'));
        inner.dispatchEvent(new Event('go', { bubbles: true })); return log""",
        [],
        NEST,
    ),
    Case(
        "listeners are deduplicated by type, callback and capture",
        LOG
        + """const f = () => log.push('f'); on(inner, 'go', f); on(inner, 'go', f, { once: true });
        on(inner, 'go', f, true); inner.dispatchEvent(new Event('go')); inner.removeEventListener('go', f);
        inner.dispatchEvent(new Event('go')); return log.length""",
        3,
        NEST,
    ),
    Case(
        "listeners added during dispatch wait; removed ones are skipped",
        LOG
        + """const late = () => log.push('late'), gone = () => log.push('gone');
        on(inner, 'go', () => { on(inner, 'go', late); inner.removeEventListener('go', gone); });
        on(inner, 'go', gone); inner.dispatchEvent(new Event('go')); const first = [...log];
        inner.dispatchEvent(new Event('go')); return [first, log]""",
        [[], ["late"]],
        NEST,
    ),
    Case(
        "an abort signal removes listeners",
        LOG
        + """const c = new AbortController(); on(inner, 'go', () => log.push(1), { signal: c.signal });
        inner.dispatchEvent(new Event('go')); c.abort(); inner.dispatchEvent(new Event('go')); return log""",
        [1],
        NEST,
    ),
    Case(
        "an object listener is called through handleEvent",
        """const o = { handleEvent(e) { this.seen = e.type + e.currentTarget.id; } };
        inner.addEventListener('go', o); inner.dispatchEvent(new Event('go')); return o.seen""",
        "goinner",
        NEST,
    ),
    Case(
        "an error in a listener is reported and does not stop the others",
        LOG
        + """on(window, 'error', e => {
            log.push(e.message.includes('oops'), e.error instanceof RangeError); e.preventDefault();
        });
        on(inner, 'go', () => { throw new RangeError('oops'); }); on(inner, 'go', () => log.push('next'));
        const result = inner.dispatchEvent(new Event('go')); return [...log, result]""",
        [True, True, "next", True],
        NEST,
    ),
    Case(
        "handler attributes: return false cancels, order is of first setting, scope chain",
        LOG
        + """window.log = log; const a = document.querySelector('a');
        const cancelled = !a.dispatchEvent(new Event('click', { cancelable: true }));
        on(a, 'mouseover', () => log.push('listener')); a.onmouseover = () => log.push('handler');
        a.dispatchEvent(new Event('mouseover')); return [cancelled, ...log, typeof a.onclick]""",
        [True, "q:link", "listener", "handler", "function"],
        "<!doctype html><a name=q id=link onclick=\"log.push(name + ':' + id); return false\">x</a>",
    ),
    Case(
        "custom events carry detail; event fields are as made",
        """const e = new CustomEvent('x', { detail: { a: 1 }, bubbles: true, composed: true });
        const m = new MouseEvent('click', {
            clientX: 3, ctrlKey: true, button: 2, buttons: 3, detail: 4, view: window
        });
        const k = new KeyboardEvent('keydown', { key: 'é', code: 'Digit2', repeat: true, shiftKey: true });
        return [
            e.detail.a, e.bubbles, e.composed, e.cancelable, e.isTrusted, m.clientX, m.ctrlKey, m.button,
            m.buttons, m.detail, m.view === window, m.getModifierState('Control'), k.key, k.code, k.repeat,
            k.shiftKey
        ]""",
        [1, True, True, False, False, 3, True, 2, 3, 4, True, True, "é", "Digit2", True, True],
    ),
    Case(
        "an event being dispatched or not initialised cannot be dispatched",
        """const e = document.createEvent('Event'), names = [];
        try { inner.dispatchEvent(e); } catch (x) { names.push(x.name); } e.initEvent('go', true, true);
        inner.addEventListener('go', e => {
            try { inner.dispatchEvent(e); } catch (x) { names.push(x.name); }
        });
        inner.dispatchEvent(e); return names""",
        ["InvalidStateError", "InvalidStateError"],
        NEST,
    ),
    Case(
        "any object can be an event target",
        """class Bus extends EventTarget {} const bus = new Bus(); let seen;
        bus.addEventListener('m', function (e) {
            seen = [this === bus, e.target === bus, e.composedPath().length];
        });
        bus.dispatchEvent(new Event('m')); return seen""",
        [True, True, 1],
    ),
    Case(
        "a shadow tree retargets and hides its path when closed",
        """const hosts = ['open', 'closed'].map(mode => {
            const h = document.createElement('div'); document.body.append(h);
            const r = h.attachShadow({ mode }); r.innerHTML = '<i></i>';
            return [h, r.firstChild]; }), seen = [];
        document.addEventListener('go', e =>
            seen.push([e.target.localName, e.composedPath().length, e.composed])
        );
        for (const [, i] of hosts) {
            i.dispatchEvent(new Event('go', { bubbles: true, composed: true }));
            i.dispatchEvent(new Event('go', { bubbles: true }));
        }
        return seen""",
        [["div", 7, True], ["div", 5, True]],
    ),
    Case(
        "a click toggles a checkbox before listeners and a cancel reverts it",
        """const c = document.querySelector('input'), seen = []; let cancel = false;
        c.onclick = e => { seen.push(c.checked); if (cancel) e.preventDefault(); };
        c.oninput = c.onchange = e => seen.push(e.type); c.click(); cancel = true; c.click();
        return [...seen, c.checked]""",
        [True, "input", "change", False, True],
        "<!doctype html><input type=checkbox>",
    ),
    Case(
        "a label click reaches its control",
        """const seen = []; document.querySelector('input').onclick = e => seen.push('input');
        document.querySelector('label').click(); return [...seen, document.querySelector('input').checked]""",
        ["input", True],
        "<!doctype html><label>text<input type=checkbox></label>",
    ),
    Case(
        "focus events come in order with related targets",
        LOG
        + """const [a, b] = document.querySelectorAll('input');
        for (const t of ['focus', 'blur', 'focusin', 'focusout'])
            on(document, t, e => log.push(t + ' ' + e.target.id + ' ' + (e.relatedTarget?.id ?? '-')), true);
        a.focus(); log.length = 0; b.focus(); return [log.sort(), document.activeElement.id]""",
        [["blur a b", "focus b a", "focusin b a", "focusout a b"], "b"],
        "<!doctype html><input id=a><input id=b>",
    ),
    Case(
        "focus respects tabindex, disabled and hidden",
        """const got = [];
        for (const e of document.body.children) { e.focus(); got.push(document.activeElement === e); }
        return got""",
        [False, True, True, False, False, True, False],
        "<!doctype html><p>no</p><p tabindex=-1>yes</p><a href='#'>yes</a><a>no</a><input disabled><input>"
        "<input hidden>",
    ),
    Case(
        "a disabled button hears no click from script",
        "let n = 0; const b = document.querySelector('button'); b.onclick = () => n++; b.click(); return n",
        0,
        "<!doctype html><button disabled>b</button>",
    ),
    Case(
        "messages between windows are cloned and come as tasks",
        LOG
        + """
        on(window, 'message', e => log.push(e.data.n, e.origin, e.source === window)); const o = { n: 1 };
        postMessage(o, '*'); o.n = 2; log.push('sync'); await new Promise(r => setTimeout(r, 20));
        return log""",
        ["sync", 1, "http://page.test", True],
    ),
    Case(
        "message channels and broadcast channels deliver",
        """const { port1, port2 } = new MessageChannel(),
            got = new Promise(r => (port2.onmessage = e => r(e.data)));
        port1.postMessage([1, { a: 2 }]);
        const a = new BroadcastChannel('c'), b = new BroadcastChannel('c');
        const heard = new Promise(r => (b.onmessage = e => r(e.data))); a.postMessage('hi');
        return [await got, await heard]""",
        [[1, {"a": 2}], "hi"],
    ),
)
def test_event_dispatch(page: Driver, case: Case) -> None:
    check(page, case)


def test_load_errors_reach_the_element(page: Driver) -> None:
    """A broken image or script fires `error` at the element, and it does not bubble to the window as
    `error`."""
    page.open_html(
        """<script>log = []; addEventListener('error', e => log.push('window'))</script>
        <img src="data:image/png,broken" onerror="log.push('img')" onload="log.push('wrong')">
        <script src="data:text/javascript,log.push('ran')" onload="log.push('loaded')"></script>""",
        base_url=BASE_URL,
    )
    assert sorted(page.evaluate("log")) == ["img", "loaded", "ran"]
