"""The fifteen basic cases of a web platform, each small and independent."""

from engine.host.driver import Driver
from tests.support.cases import Case, check, each

TEXT_PAGE = """<!doctype html><style>span{font-size:16px;white-space:pre}</style><span id=h
    style="font-family:sans-serif">Hello, world</span><br>
    <span id=i style="font-family:monospace">iii</span><br>
    <span id=w style="font-family:monospace">WWW</span>"""


@each(
    Case(
        "template content, entities, attribute selectors, closest and matches",
        """const t = document.createElement('template'); t.innerHTML = '<p data-x="a&amp;b">1 &lt; 2</p>';
        document.body.append(t.content.cloneNode(true)); const p = document.querySelector('[data-x="a&b"]');
        return p.textContent === '1 < 2' && p.closest('body') === document.body && p.matches('body > p')""",
        True,
    ),
    Case(
        "fragments empty, clones are independent, children mutate",
        """const f = new DocumentFragment(), p = document.createElement('p');
        p.append(document.createElement('b')); f.append(p); document.body.append(f);
        const c = p.cloneNode(true); c.firstChild.id = 'z'; c.append('t');
        return f.childNodes.length === 0 && p.firstChild.id === '' && p.childNodes.length === 1""",
        True,
    ),
    Case(
        "capture, target, bubble, once, cancel",
        """const d = document.createElement('div'), i = document.createElement('i'), log = []; d.append(i);
        document.body.append(d); d.addEventListener('k', () => log.push('c'), true);
        d.addEventListener('k', () => log.push('b'));
        i.addEventListener('k', e => { log.push('t'); e.preventDefault(); }, { once: true });
        const go = () => i.dispatchEvent(new Event('k', { bubbles: true, cancelable: true }));
        return [go(), go(), log.join('')]""",
        [False, True, "ctbcb"],
    ),
    Case(
        "rules insert, inline wins, rules delete",
        """const s = document.createElement('style'); document.head.append(s);
        s.sheet.insertRule('p{color:rgb(1,2,3)}'); const p = document.createElement('p');
        document.body.append(p); const c = () => getComputedStyle(p).color, a = c();
        p.style.color = 'rgb(4,5,6)'; const b = c(); s.sheet.deleteRule(0);
        return [a, b, s.sheet.cssRules.length]""",
        ["rgb(1, 2, 3)", "rgb(4, 5, 6)", 0],
    ),
    Case(
        "shadow trees scope selectors",
        """const r = document.body.attachShadow({ mode: 'open' }); r.innerHTML = '<p id=q></p>';
        return document.querySelector('#q') === null && r.querySelector('#q').getRootNode() === r""",
        True,
    ),
    Case(
        "custom elements upgrade what exists, once",
        """document.body.innerHTML = '<w-p></w-p>'; let n = 0;
        class W extends HTMLElement { connectedCallback() { n++; } } customElements.define('w-p', W);
        return n === 1 && document.body.firstChild instanceof W && customElements.get('w-p') === W""",
        True,
    ),
    Case(
        "mutation records are taken in order before the callback",
        """let called = false; const o = new MutationObserver(() => (called = true));
        o.observe(document.body, { attributes: true, childList: true }); document.body.id = 'b';
        document.body.append('t'); return [o.takeRecords().map(r => r.type), called]""",
        [["attributes", "childList"], False],
    ),
    Case(
        "canvas fills, transforms and reads exact pixels",
        """const g = document.createElement('canvas').getContext('2d'); g.translate(2, 2);
        g.fillStyle = '#0a0b0c'; g.fillRect(0, 0, 2, 2); return [...g.getImageData(1, 1, 2, 2).data]""",
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 11, 12, 255],
    ),
    Case(
        "canvas clips and puts image data",
        """const g = document.createElement('canvas').getContext('2d'); g.rect(0, 0, 1, 1); g.clip();
        g.fillRect(0, 0, 9, 9); const a = g.getImageData(2, 2, 1, 1).data[3];
        g.putImageData(new ImageData(new Uint8ClampedArray([1, 2, 3, 255]), 1), 2, 2);
        return [a, g.getImageData(2, 2, 1, 1).data[2]]""",
        [0, 3],
    ),
    Case(
        "canvas draws another canvas, a pattern and a gradient",
        """const c = () => document.createElement('canvas').getContext('2d'), a = c(), b = c();
        a.canvas.width = a.canvas.height = 2; a.fillStyle = 'red'; a.fillRect(0, 0, 2, 2);
        b.drawImage(a.canvas, 0, 0); b.fillStyle = b.createPattern(a.canvas, 'repeat');
        b.fillRect(10, 0, 9, 9); const l = b.createLinearGradient(20, 0, 30, 0); l.addColorStop(0, 'lime');
        l.addColorStop(1, 'lime'); b.fillStyle = l; b.fillRect(20, 0, 9, 9);
        return [1, 15, 25].map(x => [...b.getImageData(x, 1, 1, 1).data].join())""",
        ["255,0,0,255", "255,0,0,255", "0,255,0,255"],
    ),
    Case(
        "canvas gives a PNG data URL",
        "return document.createElement('canvas').toDataURL().startsWith('data:image/png;base64,iVBOR')",
        True,
    ),
    Case(
        "dialogs answer at once without a person; the screen is the viewport",
        """return [alert('a') === undefined, confirm('c'), prompt('p', 'd'), history.length > 0,
            screen.width === innerWidth, screen.height === innerHeight]""",
        [True, False, None, True, True, True],
    ),
    Case(
        "local and session storage round trip and stay apart",
        """localStorage.setItem('a', 1); localStorage.b = 'x'; sessionStorage.setItem('a', 'other');
        const got = [
            localStorage.getItem('a'), sessionStorage.a, localStorage.length,
            [localStorage.key(0), localStorage.key(1)].sort().join(), sessionStorage.length,
            localStorage.getItem('none')
        ];
        localStorage.removeItem('a'); sessionStorage.clear();
        return [...got, localStorage.length, sessionStorage.length, 'b' in localStorage]""",
        ["1", "other", 2, "a,b", 1, None, 1, 0, True],
    ),
    Case(
        "text layout uses real metrics",
        """const b = id => document.getElementById(id).getBoundingClientRect();
        return [
            b('h').width > 50 && b('h').width < 150, b('h').height > 10,
            b('i').width === b('w').width && b('i').width > 10
        ]""",
        [True, True, True],
        TEXT_PAGE,
    ),
    Case(
        "canvas text measures and inks",
        """const g = document.createElement('canvas').getContext('2d'), w = t => g.measureText(t).width;
        g.font = '20px sans-serif'; g.fillText('Héllo', 5, 30);
        const d = g.getImageData(0, 0, 100, 50).data; let ink = 0;
        for (let i = 3; i < d.length; i += 4) ink += d[i] > 0;
        return [w('iii') < w('WWW'), w('é') > 0, w('Héllo!') > w('Héllo'), ink > 20]""",
        [True, True, True, True],
    ),
)
def test_basic_case(page: Driver, case: Case) -> None:
    check(page, case)
