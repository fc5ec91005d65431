"""Canvas 2D: exact pixels, paths, text, images."""

import base64

from engine.host.driver import Driver
from tests.support.cases import BASE_URL, Case, check, each, run

G = """const make = (w = 40, h = 40) => {
    const c = document.createElement('canvas'); c.width = w; c.height = h; return c.getContext('2d');
};
const g = make(), px = (x, y, q = g) => [...q.getImageData(x, y, 1, 1).data].join();
const inked = q => {
    const d = q.getImageData(0, 0, q.canvas.width, q.canvas.height).data; let n = 0;
    for (let i = 3; i < d.length; i += 4) n += d[i] > 0; return n;
};"""


@each(
    Case(
        "fills and exact pixels under a transform",
        G
        + """g.fillStyle = '#123456'; g.fillRect(0, 0, 20, 20); g.translate(20, 20); g.scale(2, 2);
        g.fillStyle = 'rgb(9 8 7)'; g.fillRect(1, 1, 2, 2);
        return [px(1, 1), px(21, 21), px(22, 22), px(25, 25), px(26, 26)]""",
        ["18,52,86,255", "0,0,0,0", "9,8,7,255", "9,8,7,255", "0,0,0,0"],
    ),
    Case(
        "a part is cleared",
        G + "g.fillRect(0, 0, 20, 20); g.clearRect(5, 5, 2, 2); return [px(4, 4), px(5, 5), px(7, 7)]",
        ["0,0,0,255", "0,0,0,0", "0,0,0,255"],
    ),
    Case(
        "a part is cleared after drawing with another transform",
        G
        + """g.fillRect(0, 0, 20, 20); g.translate(20, 20); g.fillRect(1, 1, 2, 2); g.resetTransform();
        g.clearRect(5, 5, 2, 2); return [px(4, 4), px(5, 5), px(21, 21)]""",
        ["0,0,0,255", "0,0,0,0", "0,0,0,255"],
    ),
    Case(
        "a clip limits drawing until restored",
        G
        + """g.save(); g.beginPath(); g.rect(10, 10, 10, 10); g.clip(); g.fillStyle = 'red';
        g.fillRect(0, 0, 40, 40); g.restore(); g.fillStyle = 'blue'; g.fillRect(0, 0, 5, 5);
        return [px(15, 15), px(25, 25), px(2, 2)]""",
        ["255,0,0,255", "0,0,0,0", "0,0,255,255"],
    ),
    Case(
        "putImageData copies raw pixels, without transform, clip or blending, also in part",
        G
        + """const d = g.createImageData(4, 4); d.data.fill(200); g.scale(5, 5); g.globalAlpha = 0;
        g.putImageData(d, 10, 10); g.putImageData(d, 20, 20, 1, 1, 2, 2);
        return [px(10, 10), px(13, 13), px(14, 14), px(20, 20), px(21, 21), px(23, 23)]""",
        ["200,200,200,200", "200,200,200,200", "0,0,0,0", "0,0,0,0", "200,200,200,200", "0,0,0,0"],
    ),
    Case(
        "drawImage copies, crops and scales another canvas",
        G
        + """const o = make(10, 10); o.fillStyle = 'red'; o.fillRect(0, 0, 5, 10); o.fillStyle = 'lime';
        o.fillRect(5, 0, 5, 10); g.imageSmoothingEnabled = false; g.drawImage(o.canvas, 0, 0);
        g.drawImage(o.canvas, 5, 0, 5, 5, 20, 20, 10, 10);
        return [px(2, 2), px(7, 7), px(25, 25), px(12, 2)]""",
        ["255,0,0,255", "0,255,0,255", "0,255,0,255", "0,0,0,0"],
    ),
    Case(
        "patterns repeat and gradients interpolate",
        G
        + """const o = make(4, 4); o.fillStyle = 'blue'; o.fillRect(0, 0, 2, 4);
        g.fillStyle = g.createPattern(o.canvas, 'repeat'); g.fillRect(0, 0, 40, 20);
        const l = g.createLinearGradient(0, 0, 40, 0); l.addColorStop(0, 'black');
        l.addColorStop(1, 'white'); g.fillStyle = l; g.fillRect(0, 20, 40, 20);
        const at = x => g.getImageData(x, 30, 1, 1).data[0], mid = at(20);
        const ends = at(0) < 12 && at(39) > 243, middle = mid > 118 && mid < 140;
        return [px(0, 0), px(2, 0), px(36, 0), px(39, 0), ends, middle]""",
        ["0,0,255,255", "0,0,0,0", "0,0,255,255", "0,0,0,0", True, True],
    ),
    Case(
        "radial gradients",
        G
        + """const r = g.createRadialGradient(20, 20, 0, 20, 20, 20); r.addColorStop(0, 'red');
        r.addColorStop(1, 'blue'); g.fillStyle = r; g.fillRect(0, 0, 40, 40);
        const c = g.getImageData(20, 20, 1, 1).data, e = px(0, 0);
        return [c[0] > 230, e]""",
        [True, "0,0,255,255"],
    ),
    Case(
        "conic gradients",
        G
        + """const k = g.createConicGradient(0, 20, 20); k.addColorStop(0, 'red');
        k.addColorStop(0.5, 'lime'); k.addColorStop(1, 'red'); g.fillStyle = k; g.fillRect(0, 0, 40, 40);
        return [g.getImageData(2, 20, 1, 1).data[1] > 230, g.getImageData(38, 20, 1, 1).data[0] > 220]""",
        [True, True],
    ),
    Case(
        "toDataURL and toBlob give PNG by default and JPEG on request",
        G
        + """g.fillRect(0, 0, 9, 9); const b = await new Promise(r => g.canvas.toBlob(r));
        return [
            g.canvas.toDataURL().slice(0, 30), g.canvas.toDataURL('image/jpeg', 0.5).slice(0, 26), b.type,
            b.size > 60, g.canvas.toDataURL('image/unknown').slice(0, 15), make(0, 0).canvas.toDataURL()
        ]""",
        [
            "data:image/png;base64,iVBORw0K",
            "data:image/jpeg;base64,/9j",
            "image/png",
            True,
            "data:image/png;",
            "data:,",
        ],
    ),
    Case(
        "a canvas drawn from its own data URL is the same",
        G
        + """g.fillStyle = '#c0ffee'; g.fillRect(3, 3, 9, 9); const i = new Image();
        i.src = g.canvas.toDataURL(); await i.decode(); const o = make(); o.drawImage(i, 0, 0);
        return [i.naturalWidth, px(5, 5, o), px(1, 1, o)]""",
        [40, "192,255,238,255", "0,0,0,0"],
    ),
    Case(
        "text metrics are of a real font",
        G
        + """g.font = '16px sans-serif';
        const w = t => g.measureText(t).width, hello = w('Hello, world'), m = g.measureText('Ág');
        g.font = '32px sans-serif'; const twice = w('Hello, world') / hello; g.font = '16px monospace';
        return [
            hello > 50 && hello < 150, Math.abs(twice - 2) < 0.1, w('iii') === w('WWW'), w('') === 0,
            m.actualBoundingBoxAscent > 8 && m.actualBoundingBoxAscent < 20, m.fontBoundingBoxAscent > 8
        ]""",
        [True, True, True, True, True, True],
    ),
    Case(
        "filled and stroked text leaves ink where it is aligned",
        G
        + """const q = make(100, 40); q.font = '20px sans-serif'; q.textBaseline = 'top';
        q.fillText('Ink é', 0, 0); const left = inked(q); const r = make(100, 40); r.font = q.font;
        r.textAlign = 'right'; r.fillText('Ink', 100, 30);
        const halves = [0, 50].map(x => r.getImageData(x, 0, 50, 40).data.some(v => v));
        const s = make(100, 40); s.font = q.font; s.strokeText('Ink', 0, 30);
        return [left > 20, halves, inked(s) > 20, inked(make())]""",
        [True, [False, True], True, 0],
    ),
    Case(
        "font strings parse, and bad ones are ignored",
        G
        + """const d = g.font; g.font = 'bold 20px/2 serif'; const a = g.font; g.font = 'nonsense';
        const b = g.font; g.save(); g.font = '5px serif'; g.restore(); return [d, a, b, g.font]""",
        ["10px sans-serif", "bold 20px serif", "bold 20px serif", "bold 20px serif"],
    ),
    Case(
        "paths: lines, arcs, curves, winding rules",
        G
        + """g.beginPath(); g.moveTo(0, 0); g.lineTo(40, 0); g.lineTo(0, 40); g.closePath(); g.fill();
        const tri = [px(5, 5), px(35, 35)]; const o = make(); o.beginPath(); o.arc(20, 20, 15, 0, 7);
        o.arc(20, 20, 8, 0, 7); o.fill('evenodd'); const ring = [px(20, 20, o), px(20, 8, o), px(1, 1, o)];
        const q = make(); q.beginPath(); q.moveTo(0, 40); q.bezierCurveTo(0, 0, 40, 0, 40, 40); q.fill();
        return [tri, ring, px(20, 30, q), px(20, 2, q), px(1, 1, q)]""",
        [["0,0,0,255", "0,0,0,0"], ["0,0,0,0", "0,0,0,255", "0,0,0,0"], "0,0,0,255", "0,0,0,0", "0,0,0,0"],
    ),
    Case(
        "Path2D from SVG data, hit tests and ellipse",
        G
        + """const p = new Path2D('M5 5h20v20h-20z'); p.addPath(new Path2D('M30 30h5v5h-5z')); g.fill(p);
        const e = make(); e.beginPath(); e.ellipse(20, 20, 18, 6, 0, 0, 7); e.fill(); g.lineWidth = 4;
        return [
            px(10, 10), px(32, 32), px(28, 28), g.isPointInPath(p, 10, 10), g.isPointInPath(p, 28, 28),
            px(36, 20, e), px(20, 30, e)
        ]""",
        ["0,0,0,255", "0,0,0,255", "0,0,0,0", True, False, "0,0,0,255", "0,0,0,0"],
    ),
    Case(
        "hit tests on a stroke",
        G + "g.lineWidth = 4; g.rect(5, 5, 20, 20); return [5, 15].map(x => g.isPointInStroke(x, 10))",
        [True, False],
    ),
    Case(
        "strokes: width, dashes, joins, rounded rectangles",
        G
        + """g.lineWidth = 4; g.strokeStyle = 'red'; g.setLineDash([10, 10]); g.beginPath(); g.moveTo(0, 20);
        g.lineTo(40, 20); g.stroke(); const dash = [px(5, 20), px(15, 20), px(25, 20), px(5, 23)];
        const o = make(); o.beginPath(); o.roundRect(0, 0, 40, 40, 20); o.fill();
        return [dash, g.getLineDash(), px(1, 1, o), px(20, 1, o), px(20, 20, o)]""",
        [["255,0,0,255", "0,0,0,0", "255,0,0,255", "0,0,0,0"], [10, 10], "0,0,0,0", "0,0,0,255", "0,0,0,255"],
    ),
    Case(
        "alpha, blending and compositing",
        G
        + """g.fillStyle = 'red'; g.fillRect(0, 0, 20, 20); g.globalAlpha = 0.5; g.fillStyle = 'blue';
        g.fillRect(0, 0, 10, 20); const half = g.getImageData(5, 5, 1, 1).data; g.globalAlpha = 1;
        const op = (m, x) => {
            g.globalCompositeOperation = m; g.fillStyle = '#00ff00'; g.fillRect(x, 0, 2, 2);
            return px(x, 0);
        };
        return [
            Math.abs(half[0] - 127) < 3 && Math.abs(half[2] - 128) < 3, op('destination-over', 12),
            op('destination-out', 14), op('lighter', 16), op('multiply', 18), op('xor', 30)
        ]""",
        [True, "255,0,0,255", "0,0,0,0", "255,255,0,255", "0,0,0,255", "0,255,0,255"],
    ),
    Case(
        "shadows fall at their offset",
        G
        + """
        g.shadowColor = 'rgb(0, 0, 255)'; g.shadowOffsetX = 15; g.shadowOffsetY = 15; g.fillStyle = 'red';
        g.fillRect(0, 0, 10, 10); return [px(5, 5), px(20, 20), px(12, 5)]""",
        ["255,0,0,255", "0,0,255,255", "0,0,0,0"],
    ),
    Case(
        "an SVG image is drawn and read back",
        G
        + """const i = new Image(); i.src = 'data:image/svg+xml,' + encodeURIComponent(
            '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9H0"/></svg>');
        await i.decode(); g.drawImage(i, 0, 0); return px(1, 1)""",
        "0,0,0,255",
    ),
    Case(
        "a context filter changes what is drawn",
        G + "g.filter = 'invert(1)'; g.fillStyle = 'red'; g.fillRect(0, 0, 10, 10); return px(5, 5)",
        "0,255,255,255",
    ),
    Case(
        "state is saved, restored and reset by resizing",
        G
        + """g.fillStyle = 'red'; g.save(); g.fillStyle = 'blue'; g.rotate(1); g.restore(); g.restore();
        const a = g.fillStyle; g.fillRect(0, 0, 5, 5); g.canvas.width = 40;
        return [a, g.fillStyle, px(1, 1), g.getTransform().isIdentity]""",
        ["#ff0000", "#000000", "0,0,0,0", True],
    ),
    Case(
        "transforms compose and read back",
        G
        + """g.setTransform(1, 0, 0, 1, 5, 6); g.rotate(Math.PI / 2); g.transform(2, 0, 0, 2, 0, 0);
        const m = g.getTransform(); g.fillRect(0, 0, 5, 5);
        return [m.a, m.b, m.c, m.d, m.e, m.f].map(v => Math.round(v)).concat(px(0, 7))""",
        [0, 2, -2, 0, 5, 6, "0,0,0,255"],
    ),
    Case(
        "arguments that are not finite draw nothing; wrong ones throw",
        G
        + """g.fillRect(NaN, 0, 9, 9); g.fillRect(0, 0, Infinity, 9); const names = [];
        for (const f of [
            () => g.getImageData(0, 0, 0, 1), () => g.arc(0, 0, -1, 0, 1), () => g.drawImage({}, 0, 0),
            () => g.createLinearGradient(0, 0, 1, 1).addColorStop(2, 'red')
        ])
            try { f(); } catch (e) { names.push(e.name); }
        return [inked(g), names]""",
        [0, ["IndexSizeError", "IndexSizeError", "TypeError", "IndexSizeError"]],
    ),
    Case(
        "getImageData outside the canvas is transparent",
        G
        + """g.fillRect(0, 0, 40, 40); const d = g.getImageData(-1, -1, 2, 2);
        return [[...d.data].join(), d.width, d.data.constructor.name]""",
        ["0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,255", 2, "Uint8ClampedArray"],
    ),
    Case(
        "image bitmaps from blobs and image data, cropped",
        G
        + """g.fillStyle = 'red'; g.fillRect(0, 0, 20, 40);
        const blob = await new Promise(r => g.canvas.toBlob(r));
        const a = await createImageBitmap(blob),
            b = await createImageBitmap(g.getImageData(0, 0, 40, 40), 10, 0, 20, 5);
        const o = make(); o.drawImage(b, 0, 0); b.close();
        return [a.width, px(5, 2, o), px(15, 2, o), b.width]""",
        [40, "255,0,0,255", "0,0,0,0", 0],
    ),
    Case(
        "an offscreen canvas draws and hands over",
        """const c = new OffscreenCanvas(8, 8), g = c.getContext('2d'); g.fillStyle = 'lime';
        g.fillRect(0, 0, 8, 8);
        const d = [...g.getImageData(2, 2, 1, 1).data].join(), b = await c.convertToBlob();
        return [d, b.type, c.transferToImageBitmap().width]""",
        ["0,255,0,255", "image/png", 8],
    ),
    Case(
        "a context is of one kind for good; unknown kinds are null",
        """const c = document.createElement('canvas'), g = c.getContext('2d');
        return [
            c.getContext('2d') === g, c.getContext('nonsense'), c.getContext('bitmaprenderer'), c.width,
            c.height
        ]""",
        [True, None, None, 300, 150],
    ),
)
def test_canvas_2d(page: Driver, case: Case) -> None:
    check(page, case)


def test_webgl_is_honestly_absent(page: Driver) -> None:
    """A page that asks for WebGL is told at once that there is none, so that it takes its other way."""
    page.open_html("<canvas></canvas>", base_url=BASE_URL)
    script = (
        "['webgl', 'webgl2', 'experimental-webgl'].map(k => document.createElement('canvas').getContext(k))"
    )
    assert page.evaluate(script) == [None, None, None]


def test_canvas_shows_in_a_screenshot_as_drawn(page: Driver) -> None:
    """Layout places the canvas and paints its bitmap: read back through a second image, not the canvas."""
    page.open_html(
        """<!doctype html><body style="margin:0"><canvas width=50 height=50></canvas><script>
        const g = document.querySelector('canvas').getContext('2d'); g.fillStyle = 'rgb(10,200,30)';
        g.fillRect(0, 0, 50, 50)</script>""",
        base_url=BASE_URL,
    )
    shot = page.screenshot()
    data = base64.b64encode(shot.image).decode()
    seen = run(
        page,
        f"""const i = new Image; i.src = 'data:{shot.mime};base64,{data}'; await i.decode();
        const c = document.createElement('canvas'); c.width = c.height = 60; const g = c.getContext('2d');
        g.drawImage(i, 0, 0); return [[...g.getImageData(25, 25, 1, 1).data], [...g.getImageData(55, 25, 1,
            1).data]]""",
    )
    assert seen == [[10, 200, 30, 255], [255, 255, 255, 255]]
