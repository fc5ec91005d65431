"""The compatibility layer: for each switch of `engine/guest/compat` the behaviour that proves it."""

import pytest

from engine.builder import compat
from engine.builder.errors import BuildError
from engine.host.driver import Driver
from tests.support.cases import BASE_URL, BLANK, run

WAIT = "const wait = ms => new Promise(done => setTimeout(done, ms)); "
SHAPES = """<!doctype html><style>body { margin: 0 } svg { display: block }</style>
<svg id=s width=300 height=200 viewBox="0 0 600 400"><g id=g transform="translate(10, 20) scale(2)">
<rect id=r x=5 y=6 width=20 height=10 data-some-name=x /><path id=p d="M0 0 H30 V40 Z" />
<path id=c d="M0 0 A10 10 0 0 1 20 0" />
<text id=t x=100 y=40 text-anchor=middle font-size=20>Middle</text></g><use id=u href="#r" x=100 />
<polyline id=l points="0,0 3,4" /><svg id=n x=50 y=100
width=100 height=100 viewBox="0 0 10 10"><rect id=i width=5 height=5 /></svg></svg>"""


def result(page: Driver, script: str, html: str = BLANK) -> object:
    page.open_html(html, base_url=BASE_URL)
    return run(page, script)


# animate -----------------------------------------------------------------------------------------


def test_animate_moves_and_finishes(page: Driver) -> None:
    script = (
        WAIT
        + """const d = document.querySelector('div'), o = () => Number(getComputedStyle(d).opacity);
        const a = d.animate([{opacity: 0}, {opacity: 1}], {duration: 2000}); await wait(100);
        const middle = o(), running = a.playState; let told = 0; a.onfinish = () => told++;
        const same = (await a.finished) === a; await wait(0);
        return [middle > 0 && middle < 1, running, same, a.playState, told, o(),
        d.getAttribute('style')]"""
    )
    assert result(page, script, "<!doctype html><div>x</div>") == [
        True,
        "running",
        True,
        "finished",
        1,
        1,
        None,
    ]


def test_animate_pauses_seeks_and_cancels(page: Driver) -> None:
    script = (
        WAIT
        + """const d = document.querySelector('div'),
        o = () => Math.round(100 * getComputedStyle(d).opacity) / 100;
        const a = d.animate({opacity: [0, 1]}, {duration: 1000, fill: 'both'}); a.pause();
        a.currentTime = 250; const quarter = o();
        await wait(100); const still = o(), state = a.playState; a.finish(); const end = o();
        let gone = ''; a.finished.catch(e => { gone = e.name }); a.cancel();
        const e = d.animate({opacity: 0}, 500); e.finished.catch(() => {
            gone = 'cancelled' }); e.cancel(); await wait(0);
        return [quarter, still, state, end, o(), gone, d.getAnimations().length]"""
    )
    assert result(page, script, "<!doctype html><div>x</div>") == [0.25, 0.25, "paused", 1, 1, "cancelled", 0]


# text-geometry -----------------------------------------------------------------------------------


def test_range_boxes_follow_the_characters(page: Driver) -> None:
    """Editors place their caret and selection by these."""
    script = """const t = document.querySelector('p').firstChild, r = document.createRange();
        const box = (from, to) => { r.setStart(t, from); r.setEnd(t, to); return r.getBoundingClientRect() };
        const all = box(0, 10), one = box(2, 3), none = box(4, 4);
        const b = document.querySelector('b').firstChild;
        r.selectNodeContents(b); const lines = r.getClientRects().length; r.setStart(b, b.length - 5);
        r.setEnd(b, b.length);
        const last = r.getBoundingClientRect(), whole = document.querySelector('div').getBoundingClientRect();
        return [Math.abs(one.width - all.width / 10) < 0.5,
        Math.abs(one.left - all.left - all.width / 5) < 0.5, none.width,
            Math.abs(none.left - all.left - all.width * 0.4) < 0.5, lines > 2,
            last.bottom > whole.bottom - 30, last.height < 40]"""
    html = """<!doctype html><p style="font: 20px monospace">abcdefghij</p>
        <div style="width: 100px;
        font: 20px sans-serif"><b>several words that need some lines to fit in</b></div>"""
    assert result(page, script, html) == [True, True, 0, True, True, True, True]


def test_caret_position_is_found_in_text(page: Driver) -> None:
    script = """const t = document.querySelector('p').firstChild, r = document.createRange();
        r.setStart(t, 3); r.setEnd(t, 4);
        const b = r.getBoundingClientRect(), y = b.top + b.height / 2;
        const at = x => document.caretPositionFromPoint(x, y);
        const range = document.caretRangeFromPoint(b.left + 1, y);
        return [at(b.left + 1).offset, at(b.right - 1).offset, at(b.left + 1).offsetNode === t,
        range.startOffset, range.collapsed]"""
    html = "<!doctype html><p style='font: 20px monospace'>abcdefgh"
    assert result(page, script, html) == [3, 4, True, 3, True]


# check-visibility --------------------------------------------------------------------------------


def test_check_visibility(page: Driver) -> None:
    script = """const [a, b, c, d] = document.querySelectorAll('b'); return [a.checkVisibility(),
        b.checkVisibility(), c.checkVisibility(),
        c.checkVisibility({visibilityProperty: true}), d.checkVisibility(),
        d.checkVisibility({opacityProperty: true}),
        document.createElement('b').checkVisibility()]"""
    html = """<!doctype html><b>a</b><p style="display: none"><b>b</b></p><b style="visibility: hidden">c</b>
        <p style="opacity: 0"><b>d</b></p>"""
    assert result(page, script, html) == [True, False, True, False, True, False, False]


# drag-event --------------------------------------------------------------------------------------


def test_drag_event_carries_its_data(page: Driver) -> None:
    script = """const d = new DataTransfer(); let seen; document.addEventListener('drop', e => {
        seen = [e.dataTransfer === d, e.clientX,
        e instanceof MouseEvent] }); document.dispatchEvent(new DragEvent('drop', {dataTransfer: d,
        clientX: 7})); return seen"""
    assert result(page, script) == [True, 7, True]


# font-set ----------------------------------------------------------------------------------------


def test_font_set_can_be_checked(page: Driver) -> None:
    script = """document.fonts.add(new FontFace('Slow', 'url(http://page.test/none.woff2)'));
        return [document.fonts.check('12px Arial'), document.fonts.check('12px Slow'),
        document.fonts.status]"""
    assert result(page, script) == [True, False, "loaded"]


# idle-callback -----------------------------------------------------------------------------------


def test_idle_callbacks_run_and_can_be_cancelled(page: Driver) -> None:
    script = """let wrong = false; cancelIdleCallback(requestIdleCallback(() => { wrong = true }));
        const d = await new Promise(requestIdleCallback); return [d.timeRemaining() > 0, d.didTimeout,
        wrong]"""
    assert result(page, script) == [True, False, False]


# popover -----------------------------------------------------------------------------------------

POPOVER = "<!doctype html><button popovertarget=p>open</button><div id=p popover>text</div><p>outside</p>"


def test_popover_opens_by_its_button_and_closes_outside(page: Driver) -> None:
    page.open_html(POPOVER, base_url=BASE_URL)
    shown = "getComputedStyle(document.querySelector('#p')).display"
    assert page.evaluate(shown) == "none"
    page.click_on("button")
    assert page.evaluate(shown) == "block"
    page.click_on("p")
    assert page.evaluate(shown) == "none"


def test_popover_can_be_shown_by_script(page: Driver) -> None:
    script = """const p = document.querySelector('#p'), told = []; p.addEventListener('beforetoggle',
        e => told.push(e.newState));
        const display = () => getComputedStyle(p).display; p.showPopover(); const shown = display();
        const again = p.togglePopover();
        return [p.popover, shown, again, display(), told,
        document.querySelector('button').popoverTargetElement === p]"""
    assert result(page, script, POPOVER) == ["auto", "block", False, "none", ["open", "closed"], True]


# print, reflect ----------------------------------------------------------------------------------


def test_print_only_tells(page: Driver) -> None:
    script = """const told = []; for (const type of ['beforeprint', 'afterprint']) addEventListener(type,
        () => told.push(type));
        print(); return told"""
    assert result(page, script) == ["beforeprint", "afterprint"]


def test_reflected_attributes(page: Driver) -> None:
    script = """const b = document.createElement('b'), i = document.createElement('input'),
        before = b.draggable; b.draggable = true;
        i.autocomplete = 'off'; i.inputMode = 'numeric'; history.scrollRestoration = 'manual';
        document.designMode = 'on';
        return [before, b.getAttribute('draggable'), i.getAttribute('autocomplete'),
        i.getAttribute('inputmode'), b.spellcheck,
            history.scrollRestoration, document.body.isContentEditable, new MouseEvent('click').view]"""
    assert result(page, script) == [False, "true", "off", "numeric", True, "manual", True, None]


# svg ---------------------------------------------------------------------------------------------


def test_svg_boxes_and_matrices(page: Driver) -> None:
    script = """const e = id => document.getElementById(id), b = x => [x.x, x.y, x.width, x.height],
        m = e('r').getCTM(), w = e('r').getScreenCTM();
        return [b(e('r').getBBox()), b(e('u').getBBox()), b(e('r').getBoundingClientRect()),
        b(e('i').getBoundingClientRect()),
            [m.a, m.e, m.f], [w.a, w.e], e('r').ownerSVGElement.id, e('i').ownerSVGElement.id]"""
    assert result(page, script, SHAPES) == [
        [5, 6, 20, 10],
        [105, 6, 20, 10],
        [10, 16, 20, 10],
        [25, 50, 25, 25],
        [1, 5, 10],
        [1, 5],
        "s",
        "n",
    ]


def test_svg_paths_are_measured(page: Driver) -> None:
    script = """const e = id => document.getElementById(id), q = e('p').getPointAtLength(50),
        box = e('c').getBBox();
        return [e('p').getTotalLength(), [q.x, q.y],
        Math.abs(e('c').getTotalLength() - 10 * Math.PI) < 0.02, Math.round(box.y), Math.round(box.width),
            e('p').isPointInFill({x: 20, y: 10}), e('p').isPointInFill({x: 5, y: 30}),
            e('p').isPointInStroke({x: 30.3, y: 20})]"""
    assert result(page, script, SHAPES) == [120, [30, 20], True, -10, 20, True, False, True]


def test_svg_text_is_measured(page: Driver) -> None:
    script = """const t = document.getElementById('t'), box = t.getBBox(), n = t.getComputedTextLength();
        return [t.getNumberOfChars(), n > 40 && n < 90, Math.abs(box.x + box.width / 2 - 100) < 0.5,
        box.height > 15,
            Math.abs(t.getStartPositionOfChar(0).x - box.x) < 0.01]"""
    assert result(page, script, SHAPES) == [6, True, True, True, True]


def test_svg_values_behind_attributes(page: Driver) -> None:
    script = """const e = id => document.getElementById(id), s = e('s'), list = e('g').transform.baseVal;
        const out = [s.viewBox.baseVal.width, s.width.baseVal.value, e('r').x.baseVal.value,
        e('l').points.getItem(1).y, list.numberOfItems,
            list.consolidate().matrix.a, e('u').href.baseVal, e('r').dataset.someName,
            Object.keys(e('r').dataset)];
        e('r').width.baseVal.value = 33; e('r').dataset.other = 1; const p = s.createSVGPoint(); p.x = 5;
        return [...out, e('r').getAttribute('width'), e('r').getAttribute('data-other'),
        p.matrixTransform(s.createSVGMatrix().translate(1, 2)).x]"""
    right = [600, 300, 5, 4, 2, 2, "#r", "x", ["someName"], "33", "1", 6]
    assert result(page, script, SHAPES) == right


# The layer as a whole ----------------------------------------------------------------------------


def test_layer_leaves_nothing_of_its_own_behind(page: Driver) -> None:
    """A page must not trip over names that no browser has."""
    page.open_html(BLANK, base_url=BASE_URL)
    names = "/compat|polyfill|oddbird/i"
    script = f"return Object.getOwnPropertyNames(window).filter(name => {names}.test(name))"
    assert run(page, script) == []


def test_layer_reaches_frames(page: Driver) -> None:
    script = """const told = new Promise(done => { onmessage = event => done(event.data) });
        const frame = document.createElement('iframe');
        frame.src = 'data:text/html,<script>parent.postMessage(typeof requestIdleCallback, "*")</' +
            'script>';
        document.body.append(frame); return told"""
    assert result(page, script) == "function"


def test_running_the_layer_twice_changes_nothing(page: Driver) -> None:
    page.open_html(BLANK, base_url=BASE_URL)
    before = run(page, "const f = SVGGraphicsElement.prototype.getBBox; window.f = f; return typeof f")
    for script in compat.scripts():
        page.evaluate(script.source)
    assert before == "function"
    assert run(page, "return SVGGraphicsElement.prototype.getBBox === window.f") is True


def test_a_switch_leaves_its_feature_out() -> None:
    names = [script.switch for script in compat.scripts(without={"popover"})]
    assert names == sorted(set(compat.ENTRIES) - {"popover"})


def test_an_unknown_switch_is_refused() -> None:
    with pytest.raises(BuildError, match="no switch 'typo'"):
        compat.scripts(without={"typo"})


def test_layer_stays_small() -> None:
    """Every document parses it: a tenth of a millisecond of CPU for each kilobyte."""
    assert sum(len(script.source.encode()) for script in compat.scripts()) < 60_000
