"""One test for each decision of `engine/PREFERENCES.md`: the smallest behaviour that shows it."""

import base64
import io

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from PIL import Image as Pillow

from engine.host import ops
from engine.host.driver import Driver
from tests.support.cases import BLANK, run

SECURE_URL = "https://page.test/"
"""Most of these features exist in secure contexts only."""


def result(page: Driver, script: str, html: str = BLANK) -> object:
    page.open_html(html, base_url=SECURE_URL)
    return run(page, script)


def test_adopted_style_sheets_apply(page: Driver) -> None:
    script = """const s = new CSSStyleSheet(); s.replaceSync('b { color: rgb(1, 2, 3) }');
        const root = document.body.attachShadow({mode: 'open'}); root.innerHTML = '<b>x</b>';
        root.adoptedStyleSheets = [s];
        const before = getComputedStyle(root.firstChild).color; root.adoptedStyleSheets = [];
        return [before, getComputedStyle(root.firstChild).color]"""
    assert result(page, script) == ["rgb(1, 2, 3)", "rgb(0, 0, 0)"]


def test_clipboard_keeps_text(page: Driver) -> None:
    script = "await navigator.clipboard.writeText('kept'); return navigator.clipboard.readText()"
    assert result(page, script) == "kept"


def test_composition_event_carries_its_data(page: Driver) -> None:
    script = """let seen = ''; document.addEventListener('compositionend', e => { seen = e.data });
        document.dispatchEvent(new CompositionEvent('compositionend', {data: 'é'})); return seen"""
    assert result(page, script) == "é"


def test_cookie_store_shares_the_jar(page: Driver) -> None:
    script = """await cookieStore.set('a', '1'); const set = document.cookie;
        const got = await cookieStore.get('a');
        await cookieStore.delete('a'); return [set, got.value, document.cookie]"""
    assert result(page, script) == ["a=1", "1", ""]


def test_files_have_a_relative_path(page: Driver) -> None:
    assert result(page, "return new File(['x'], 'n.txt').webkitRelativePath") == ""


def test_exec_command_edits(page: Driver) -> None:
    script = """const d = document.querySelector('div'); d.focus(); getSelection().selectAllChildren(d);
        const done = document.execCommand('bold'); const bold = d.querySelector('b') !== null;
        return [done, bold, document.queryCommandSupported('bold'),
        document.queryCommandSupported('no such command')]"""
    assert result(page, script, "<div contenteditable>text</div>") == [True, True, True, False]


def test_indexed_db_keeps_records(page: Driver) -> None:
    script = """const open = indexedDB.open('d', 1);
        open.onupgradeneeded = () => open.result.createObjectStore('s', {keyPath: 'id'});
        const ask = r => new Promise((done, fail) => { r.onsuccess = () => done(r.result);
        r.onerror = () => fail(r.error) });
        const db = await ask(open); const write = db.transaction('s', 'readwrite');
        write.objectStore('s').put({id: 7, list: [1, {two: 2}]}); await new Promise(done => {
        write.oncomplete = done });
        const got = await ask(db.transaction('s').objectStore('s').get(7)); db.close(); return got"""
    assert result(page, script) == {"id": 7, "list": [1, {"two": 2}]}


def test_intersection_observer_reports(page: Driver) -> None:
    script = """const seen = [], target = document.querySelector('b');
        const turn = () => new Promise(done => { new IntersectionObserver((entries, o) => {
        o.disconnect(); done(entries[0].isIntersecting) })
            .observe(target) });
        seen.push(await turn()); scrollTo(0, 5000); seen.push(await turn()); return seen"""
    html = "<!doctype html><p style='height: 5000px'></p><b>x</b><p style='height: 2000px'></p>"
    assert result(page, script, html) == [False, True]


def test_protocol_handlers_can_be_offered(page: Driver) -> None:
    script = """navigator.registerProtocolHandler('web+test', location.origin + '/?q=%s');
        try { navigator.registerProtocolHandler('https', '/?q=%s') } catch (e) { return e.name }"""
    assert result(page, script) == "SecurityError"


def test_notifications_are_denied(page: Driver) -> None:
    script = "return [await Notification.requestPermission(), Notification.permission]"
    assert result(page, script) == ["denied", "denied"]


def test_offscreen_canvas_draws(page: Driver) -> None:
    script = """const c = new OffscreenCanvas(4, 4), g = c.getContext('2d'); g.fillStyle = '#0f0';
        g.fillRect(0, 0, 2, 4);
        const shown = document.createElement('canvas').getContext('2d');
        shown.drawImage(c.transferToImageBitmap(), 0, 0);
        return [[...shown.getImageData(1, 1, 1, 1).data], [...shown.getImageData(3, 1, 1, 1).data]]"""
    assert result(page, script) == [[0, 255, 0, 255], [0, 0, 0, 0]]


def test_permissions_answer(page: Driver) -> None:
    script = """const asked = await navigator.permissions.query({name: 'notifications'});
        const unknown = await navigator.permissions.query({name: 'no-such-thing'}).catch(e => e.name);
        return [asked.state, unknown]"""
    assert result(page, script) == ["prompt", "TypeError"]


def test_set_html_drops_scripts(page: Driver) -> None:
    script = """document.body.setHTML('<b onclick="x()">bold</b><script>window.bad = 1</' + 'script>');
        return [document.body.innerHTML, window.bad]"""
    assert result(page, script) == ["<b>bold</b>", {"$type": "undefined"}]


def test_storage_estimate_has_a_quota(page: Driver) -> None:
    script = """const e = await navigator.storage.estimate();
        return [e.quota > 1e6, e.usage >= 0, await navigator.storage.persisted()]"""
    assert result(page, script) == [True, True, False]


def test_visual_viewport_has_the_size(page: Driver) -> None:
    script = "return [visualViewport.width === innerWidth, visualViewport.scale, visualViewport.offsetTop]"
    assert result(page, script) == [True, 1, 0]


def test_largest_contentful_paint_is_reported(page: Driver) -> None:
    page.open_html("<!doctype html><h1 id=big>Large text</h1>", base_url=SECURE_URL)
    page.screenshot()
    script = """const entry = await new Promise(done =>
        new PerformanceObserver(list => done(list.getEntries().at(-1)))
        .observe({type: 'largest-contentful-paint', buffered: true})); return [entry.entryType,
        entry.size > 0]"""
    assert run(page, script) == ["largest-contentful-paint", True]


def test_clip_path_to_a_corner(page: Driver) -> None:
    """An ellipse to the corners of a square shows all of it; one to its sides does not."""
    box = """<!doctype html><body style="margin: 0">
        <div style="width: 40px; height: 40px; background: #00f; clip-path: {}"></div>"""
    corners = []
    for shape in ("ellipse(farthest-corner farthest-corner)", "ellipse(farthest-side farthest-side)"):
        page.open_html(box.format(shape), base_url=SECURE_URL)
        corners.append(_pixels(page).getpixel((2, 2)))
    assert corners == [(0, 0, 255), (255, 255, 255)]


def test_css_progress_function(page: Driver) -> None:
    script = """document.body.style.width = 'calc(progress(15px, 10px, 20px) * 200px)';
        return getComputedStyle(document.body).width"""
    assert result(page, script) == "100px"


def test_variable_font_changes_with_its_axis(page: Driver) -> None:
    page.open_html("<!doctype html><span style='font-size: 100px'>AAAA</span>", base_url=SECURE_URL)
    page.evaluate(
        f"globalThis.bytes = Uint8Array.from(atob('{_base64(variable_font())}'), c => c.charCodeAt(0))"
    )
    script = """const face = new FontFace('Wide', bytes, {weight: '100 900'});
        document.fonts.add(await face.load());
        const span = document.querySelector('span'), width = () => span.getBoundingClientRect().width;
        span.style.fontFamily = 'Wide'; span.style.fontWeight = 100; const thin = width();
        span.style.fontWeight = 900; return [thin, width()]"""
    assert run(page, script) == [200, 400]


def test_font_face_loads_from_bytes(page: Driver) -> None:
    page.open_html(
        "<!doctype html><span style='font: 100 100px Wide, monospace'>AA</span>", base_url=SECURE_URL
    )
    page.evaluate(
        f"globalThis.bytes = Uint8Array.from(atob('{_base64(variable_font())}'), c => c.charCodeAt(0))"
    )
    script = """const span = document.querySelector('span'), before = span.offsetWidth;
        const face = new FontFace('Wide', bytes, {weight: '100'});
        const first = face.status; document.fonts.add(face); await face.load(); await document.fonts.ready;
        return [first === 'unloaded' || first === 'loading' || first === 'loaded', face.status,
        document.fonts.has(face), before !== span.offsetWidth,
            span.offsetWidth, await new FontFace('Bad', new Uint8Array(9)).load().catch(e => e.name)]"""
    assert run(page, script) == [True, "loaded", True, True, 100, "SyntaxError"]


def test_features_that_are_only_a_surface_are_absent(page: Driver) -> None:
    """A page that finds these would wait for an answer that never comes."""
    script = """return ['geolocation' in navigator, 'serviceWorker' in navigator,
        'bluetooth' in navigator, 'wakeLock' in navigator,
        'ontouchstart' in window, 'SharedWorker' in window, CSS.supports('columns: 2'),
        CSS.supports('container-type: inline-size'),
        CSS.supports('flex-wrap: balance'), CSS.supports('writing-mode: vertical-rl')]"""
    assert result(page, script) == [False] * 10


def test_page_web_assembly_is_absent(page: Driver) -> None:
    """It is there whole or not at all: pages choose their other path by this."""
    assert result(page, "return typeof WebAssembly") == "undefined"


def test_user_agent_names_a_desktop(page: Driver) -> None:
    agent = result(page, "return navigator.userAgent")
    assert isinstance(agent, str)
    assert agent.startswith("Mozilla/5.0 (X11; Linux x86_64; rv:")
    assert " Servo/" in agent
    assert "wasm" not in agent


def test_locale_is_fixed(page: Driver) -> None:
    assert result(page, "return [navigator.language, (1234.5).toLocaleString()]") == ["en-US", "1,234.5"]


def test_history_beyond_the_kept_pages(page: Driver) -> None:
    """Going back further than the pages that are kept alive loads the page again, at the right address."""
    for number in range(9):
        page.open_html(f"<title>{number}</title><p>page {number}", base_url=f"https://page{number}.test/")
    assert page.history(-8)
    assert page.page().url.startswith("https://page0.test")


def test_text_has_no_coloured_fringes(page: Driver) -> None:
    page.open_html(
        "<!doctype html><p style='font: 20px sans-serif; color: #000'>Fringes WMil", base_url=SECURE_URL
    )
    pixels = _pixels(page)
    red, green, blue = pixels.split()
    assert len(set(red.tobytes())) > 4, "the text has no soft edges"
    assert red.tobytes() == green.tobytes() == blue.tobytes()


def test_focused_page_becomes_idle(page: Driver) -> None:
    page.open_html("<!doctype html><input>", base_url=SECURE_URL)
    page.click_on("input")
    page.type_text("a")
    assert page.evaluate("document.activeElement.value") == "a"
    page.settle()
    assert page.idle().idle


def _pixels(page: Driver) -> Pillow.Image:
    shot = page.screenshot(area=ops.Clip(x=0, y=0, width=200, height=100))
    return Pillow.open(io.BytesIO(shot.image)).convert("RGB")


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def variable_font() -> bytes:
    """A font of one letter, half an em wide at weight 100 and one em at 900."""
    pen = TTGlyphPen(None)
    for step, point in enumerate([(0, 0), (0, 700), (500, 700), (500, 0)]):
        (pen.lineTo if step else pen.moveTo)(point)
    pen.closePath()
    box = pen.glyph()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "A"])
    builder.setupCharacterMap({ord("A"): "A"})
    builder.setupGlyf({".notdef": TTGlyphPen(None).glyph(), "A": box})
    builder.setupHorizontalMetrics({".notdef": (500, 0), "A": (500, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Wide", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    builder.setupFvar([("wght", 100, 100, 900, "Weight")], [])
    # Four points and the four phantom points; the second of those is the advance.
    deltas = [(0, 0), (0, 0), (500, 0), (500, 0), (0, 0), (500, 0), (0, 0), (0, 0)]
    builder.setupGvar({".notdef": [], "A": [TupleVariation({"wght": (0, 1, 1)}, deltas)]})
    file = io.BytesIO()
    builder.save(file)
    return file.getvalue()
