"""Custom elements, shadow trees, slots, element internals."""

from engine.host.driver import Driver
from tests.support.cases import Case, check, each

HOST = """const host = document.createElement('div'), root = host.attachShadow({ mode: 'open' });
document.body.append(host);"""


@each(
    Case(
        "an existing element is upgraded once",
        """const e = document.querySelector('x-a'); let n = 0;
        const before = e instanceof HTMLElement && !e.up;
        class A extends HTMLElement {
            constructor() { super(); this.up = true; } connectedCallback() { n++; }
        }
        customElements.define('x-a', A);
        return [
            before, n, e instanceof A, e.up, customElements.get('x-a') === A, customElements.getName(A)
        ]""",
        [True, 1, True, True, True, "x-a"],
        "<!doctype html><x-a></x-a>",
    ),
    Case(
        "life-cycle callbacks come in order, also for moves",
        """const log = [];
        customElements.define(
            'x-b',
            class extends HTMLElement {
                static observedAttributes = ['v']; constructor() { super(); log.push('new'); }
                connectedCallback() { log.push('in ' + this.isConnected); }
                disconnectedCallback() { log.push('out'); } adoptedCallback() { log.push('adopted'); }
                attributeChangedCallback(n, o, v) { log.push([n, o, v].join()); }
            }
        );
        const e = document.createElement('x-b'); e.setAttribute('v', 1); e.setAttribute('w', 1);
        document.body.append(e); e.setAttribute('v', 2); e.removeAttribute('v'); document.body.prepend(e);
        e.remove(); new Document().adoptNode(e); return log""",
        ["new", "v,,1", "in true", "v,1,2", "v,2,", "out", "in true", "out", "adopted"],
    ),
    Case(
        "callbacks run synchronously within the call that caused them",
        """const log = [];
        customElements.define('x-c', class extends HTMLElement { connectedCallback() { log.push('in'); } });
        const d = document.createElement('div'); document.body.append(d); d.innerHTML = '<x-c></x-c>';
        log.push('after'); return log""",
        ["in", "after"],
    ),
    Case(
        "whenDefined resolves with the constructor",
        """const p = customElements.whenDefined('x-d'); class D extends HTMLElement {}
        customElements.define('x-d', D); return [(await p) === D, customElements.get('x-none') ?? null]""",
        [True, None],
    ),
    Case(
        "wrong definitions are refused by name",
        """class E extends HTMLElement {} customElements.define('x-e', E); const names = [];
        for (const f of [
            () => customElements.define('x-e', class extends HTMLElement {}),
            () => customElements.define('x-f', E),
            () => customElements.define('noDash', class extends HTMLElement {}),
            () => new (class extends HTMLElement {})(), () => customElements.define('x-g', () => 1)
        ])
            try { f(); } catch (e) { names.push(e.name); }
        return names""",
        ["NotSupportedError", "NotSupportedError", "SyntaxError", "TypeError", "TypeError"],
    ),
    Case(
        "a constructor that throws leaves an unknown element and reports",
        """let reported = 0; onerror = () => { reported++; return true; };
        customElements.define(
            'x-h', class extends HTMLElement { constructor() { super(); throw new Error('no'); } }
        );
        const e = document.createElement('x-h'); return [e instanceof HTMLUnknownElement, reported]""",
        [True, 1],
    ),
    Case(
        "customised built-in elements extend their base",
        """customElements.define(
            'x-list', class extends HTMLUListElement { get n() { return this.children.length; } },
            { extends: 'ul' }
        );
        const made = document.createElement('ul', { is: 'x-list' });
        return [document.querySelector('ul').n, made.n, made.outerHTML]""",
        [2, 0, '<ul is="x-list"></ul>'],
        "<!doctype html><ul is=x-list><li>a<li>b</ul>",
    ),
    Case(
        "an element made while parsing sees no children; its clone is upgraded",
        """return [window.seen, document.querySelector('x-i').cloneNode(true).constructor.name]""",
        [0, "I"],
        "<!doctype html><script>class I extends HTMLElement { connectedCallback() "
        "{ window.seen ??= this.childNodes.length } }customElements.define('x-i', I)</script><x-i>text"
        "</x-i>",
    ),
    Case(
        "shadow trees are out of reach of outer selectors",
        HOST
        + """root.innerHTML = '<p class=in>x</p>'; const p = root.querySelector('.in');
        return [
            document.querySelector('.in'), p.getRootNode() === root,
            p.getRootNode({ composed: true }) === document, root.host === host, p.isConnected,
            p.parentNode === root, host.textContent, host.contains(p)
        ]""",
        [None, True, True, True, True, True, "", False],
    ),
    Case(
        "a closed root is not exposed; a second root is refused",
        """const h = document.createElement('div'), r = h.attachShadow({ mode: 'closed' }); const names = [];
        for (const f of [
            () => h.attachShadow({ mode: 'open' }),
            () => document.createElement('img').attachShadow({ mode: 'open' })
        ])
            try { f(); } catch (e) { names.push(e.name); }
        return [h.shadowRoot, r.mode, names]""",
        [None, "closed", ["NotSupportedError", "NotSupportedError"]],
    ),
    Case(
        "slots take assigned nodes and tell of changes",
        HOST
        + """root.innerHTML = '<slot name=a></slot><slot>fallback</slot>';
        const [a, d] = root.querySelectorAll('slot');
        const none = d.assignedNodes({ flatten: true }).map(n => n.data),
            heard = new Promise(r => (a.onslotchange = () => r('heard')));
        host.innerHTML = '<b slot=a>1</b>text<i>2</i>'; const b = host.firstChild;
        return [
            none, a.assignedElements().length, d.assignedNodes().length, b.assignedSlot === a, await heard
        ]""",
        [["fallback"], 1, 2, True, "heard"],
    ),
    Case(
        "slots can be assigned by hand",
        """const h = document.createElement('div'),
            r = h.attachShadow({ mode: 'open', slotAssignment: 'manual' });
        h.innerHTML = '<b></b><i></i>'; r.innerHTML = '<slot></slot>';
        const s = r.firstChild, none = s.assignedNodes().length; s.assign(h.lastChild);
        return [none, s.assignedNodes().map(n => n.localName)]""",
        [0, ["i"]],
    ),
    Case(
        "style is scoped: host, slotted, part, and inheritance",
        HOST
        + """const out = document.createElement('style');
        out.textContent = 'p{color:rgb(9,9,9)} div::part(x){color:rgb(4,4,4)}'; document.head.append(out);
        root.innerHTML = `<style>:host{color:rgb(1,1,1)} :host(.k) em{color:rgb(2,2,2)}
            ::slotted(b){color:rgb(3,3,3)} p{font-weight:700}</style>
            <p>x</p><em>y</em><i part=x>z</i><slot></slot>`;
        host.innerHTML = '<b>s</b>'; host.className = 'k';
        const c = e => getComputedStyle(e).color, q = s => root.querySelector(s);
        return [c(q('p')), c(q('em')), c(q('i')), c(host.firstChild), c(host)]""",
        ["rgb(1, 1, 1)", "rgb(2, 2, 2)", "rgb(4, 4, 4)", "rgb(3, 3, 3)", "rgb(1, 1, 1)"],
    ),
    Case(
        "declarative shadow roots come from markup",
        """const h = document.querySelector('div');
        return [
            h.shadowRoot?.mode ?? null, h.shadowRoot?.querySelector('p').textContent ?? null,
            h.querySelector('template')
        ]""",
        ["open", "in", None],
        "<!doctype html><div><template shadowrootmode=open><p>in</p></template>light</div>",
    ),
    Case(
        "setHTMLUnsafe and getHTML handle shadow roots",
        """const d = document.createElement('div');
        d.setHTMLUnsafe('<p><template shadowrootmode=open shadowrootserializable>s</template></p>');
        return [d.firstChild.shadowRoot.textContent, d.getHTML({ serializableShadowRoots: true })]""",
        ["s", '<p><template shadowrootmode="open" shadowrootserializable="">s</template></p>'],
    ),
    Case(
        "active element is told per tree",
        HOST
        + """root.innerHTML = '<input>'; root.firstChild.focus();
        return [document.activeElement === host, root.activeElement === root.firstChild]""",
        [True, True],
    ),
    Case(
        "form-associated elements take part in forms",
        """customElements.define(
            'x-field',
            class extends HTMLElement {
                static formAssociated = true; i = this.attachInternals();
                set value(v) {
                    this.i.setFormValue(v); this.i.setValidity(v ? {} : { valueMissing: true }, 'need');
                }
                formResetCallback() { this.wasReset = true; }
            }
        );
        const f = document.querySelector('form'), e = f.querySelector('x-field'); e.value = '';
        const bad = f.checkValidity(); e.value = 'v'; const data = [...new FormData(f)]; f.reset();
        return [bad, f.checkValidity(), data, e.i.form === f, e.wasReset, f.elements.length]""",
        [False, True, [["k", "v"]], True, True, 1],
        "<!doctype html><form><x-field name=k></x-field></form>",
    ),
    Case(
        "custom states match in selectors",
        """customElements.define('x-s', class extends HTMLElement { i = this.attachInternals(); });
        const e = document.createElement('x-s'); e.i.states.add('on');
        return [e.matches(':state(on)'), e.matches(':state(off)'), e.matches(':defined')]""",
        [True, False, True],
    ),
    Case(
        "events from slots bubble through the shadow tree",
        HOST
        + """root.innerHTML = '<section><slot></slot></section>'; host.innerHTML = '<b></b>'; const log = [];
        root
            .querySelector('section')
            .addEventListener('go', e => log.push('section ' + e.target.localName));
        host.addEventListener('go', () => log.push('host'));
        host.firstChild.dispatchEvent(new Event('go', { bubbles: true })); return log""",
        ["section b", "host"],
    ),
    Case(
        "a template clone is upgraded when it enters the document",
        """let made = 0;
        customElements.define('x-t', class extends HTMLElement { constructor() { super(); made++; } });
        const t = document.querySelector('template'); const inert = made;
        const f = t.content.cloneNode(true), cloned = made; document.body.append(f);
        return [inert, cloned, made]""",
        [0, 0, 1],
        "<!doctype html><template><x-t></x-t></template>",
    ),
)
def test_components(page: Driver, case: Case) -> None:
    check(page, case)
