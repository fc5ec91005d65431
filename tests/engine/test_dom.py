"""The document tree: selectors, mutation, ranges, observers, geometry."""

from engine.host.driver import Driver
from tests.support.cases import Case, check, each

TREE = """<!doctype html><ul id=list class="a b"><li class=x>one<li class=x data-item-id=7>two<li>three</ul>
<p id=p>before <b>bold</b> after</p>"""


@each(
    Case(
        "template content is inert and parsed",
        """const t = document.querySelector('template');
        return [
            t.childNodes.length, t.content.firstElementChild.textContent, document.querySelector('i'),
            t.content.querySelector('[data-kind^="ro"]').matches('td.cell'), window.ran === undefined
        ]""",
        [0, "a & b < c", None, True, True],
        "<template><i>a &amp; b &lt; c</i><table><tr><td class=cell data-kind=row></table>"
        "<script>window.ran = 1</script></template>",
    ),
    Case(
        "entities decode in text and attributes",
        "const e = document.querySelector('p'); return [e.textContent, e.title]",
        ["é ∉ ℵ &notit; ¬it; €", "a&b©=1&copy=2"],
        '<!doctype html><p title="a&amp;b&copy;=1&copy=2">&eacute; &notin; &alefsym; &amp;notit; &notit; '
        "&#128;</p>",
    ),
    Case(
        "misnested markup is repaired by the standard's rules",
        "return document.body.innerHTML",
        "<p>1<b>2<i>3</i></b><i>4</i>5</p>6<table><tbody><tr><td>7</td></tr></tbody></table>",
        "<!doctype html><body><p>1<b>2<i>3</b>4</i>5</p>6<table><tr><td>7</table>",
    ),
    Case(
        "selectors: attribute, structural, negation, is, where",
        """const n = s => document.querySelectorAll(s).length;
        return [
            n('li'), n('li:nth-child(2n+1)'), n('li:not(.x)'), n('[data-item-id="7" i]'),
            n(':is(ul, p) > :where(b, li)'), n('li:nth-last-of-type(1)'), n('p:empty'), n('#list ~ p')
        ]""",
        [3, 2, 1, 1, 4, 1, 0, 1],
        TREE,
    ),
    Case(
        "the selector has",
        "return document.querySelectorAll('ul:has(> li.x + li.x)').length",
        1,
        TREE,
    ),
    Case(
        "an invalid selector is a SyntaxError",
        "try { document.querySelector('p::(') } catch (e) { return [e.name, e instanceof DOMException, "
        "e.code] }",
        ["SyntaxError", True, 12],
    ),
    Case(
        "closest and matches walk up from a node",
        """const li = document.querySelector('[data-item-id]');
        return [li.closest('ul').id, li.closest('p'), li.matches('ul > li.x'), li.dataset.itemId]""",
        ["list", None, True, "7"],
        TREE,
    ),
    Case(
        "live collections follow, static lists do not",
        """const live = document.getElementsByClassName('x'), fixed = document.querySelectorAll('.x');
        document.querySelector('.x').remove(); return [live.length, fixed.length, document.links.length]""",
        [1, 2, 0],
        TREE,
    ),
    Case(
        "inserting a fragment empties it",
        """const f = document.createDocumentFragment(); f.append('a', document.createElement('b'), 'c');
        const d = document.createElement('div'); d.append(f); return [f.childNodes.length, d.innerHTML]""",
        [0, "a<b></b>c"],
    ),
    Case(
        "a deep clone is independent",
        """const ul = document.querySelector('ul'), copy = ul.cloneNode(true);
        copy.firstElementChild.textContent = 'changed'; copy.id = 'copy';
        return [
            ul.id, ul.firstElementChild.textContent, copy.children.length, ul.cloneNode().children.length
        ]""",
        ["list", "one", 3, 0],
        TREE,
    ),
    Case(
        "child and parent node mutation methods",
        """const d = document.createElement('div'); d.innerHTML = '<i></i>'; const i = d.firstChild;
        i.before('1', document.createElement('u')); i.after('2'); d.prepend('0'); d.append('3');
        i.replaceWith('x', 'y'); const first = d.innerHTML; d.replaceChildren('z');
        return [first, d.innerHTML, d.childNodes.length]""",
        ["01<u></u>xy23", "z", 1],
    ),
    Case(
        "insertAdjacentHTML in four places",
        """const p = document.querySelector('#p'); p.insertAdjacentHTML('beforebegin', '<a></a>');
        p.insertAdjacentHTML('afterbegin', '<s></s>'); p.insertAdjacentHTML('beforeend', '<u></u>');
        p.insertAdjacentHTML('afterend', '<em></em>');
        return [
            p.previousSibling.localName, p.firstChild.localName, p.lastChild.localName,
            p.nextSibling.localName
        ]""",
        ["a", "s", "u", "em"],
        TREE,
    ),
    Case(
        "a move that makes a cycle is refused",
        """const d = document.createElement('div'), c = document.createElement('p'); d.append(c);
        try { c.append(d); } catch (e) { return e.name; }""",
        "HierarchyRequestError",
    ),
    Case(
        "moveBefore or insertBefore keeps one parent",
        """
        const ul = document.querySelector('ul'); ul.insertBefore(ul.lastElementChild, ul.firstElementChild);
        return [...ul.children].map(e => e.textContent.trim()).join()""",
        "three,one,two",
        TREE,
    ),
    Case(
        "token lists and reflected attributes",
        """const u = document.querySelector('ul'); u.classList.add('c', 'a'); u.classList.replace('b', 'd');
        const on = u.classList.toggle('e', false); u.toggleAttribute('hidden'); u.tabIndex = 3;
        u.dir = 'RTL';
        return [u.className, on, u.hidden, u.getAttribute('tabindex'), u.dir, u.getAttribute('dir')]""",
        ["a d c", False, True, "3", "rtl", "RTL"],
        TREE,
    ),
    Case(
        "serialisation escapes and keeps void elements",
        """const d = document.createElement('div'); d.textContent = '<&>\\u00a0"';
        d.append(document.createElement('br')); d.setAttribute('t', '"<&'); return d.outerHTML""",
        '<div t="&quot;&lt;&amp;">&lt;&amp;&gt;&nbsp;"<br></div>',
    ),
    Case(
        "innerText follows rendering, textContent does not",
        "const d = document.querySelector('div'); return [d.innerText, d.textContent]",
        ["A b\n\nc\n\nd", "a  b<hidden>cd"],
        "<!doctype html><style>h6{display:none}i{text-transform:uppercase}</style><div><i>a</i>  b"
        "<h6>&lt;hidden></h6><p style=margin:0>c</p><p style=margin:0>d</p></div>",
    ),
    Case(
        "document position and equality",
        """const [a, b] = document.querySelectorAll('li'), u = a.parentNode;
        return [
            a.compareDocumentPosition(b), u.compareDocumentPosition(a), u.contains(a), a.contains(u),
            a.isEqualNode(a.cloneNode(true)), a.isSameNode(b)
        ]""",
        [4, 20, True, False, True, False],
        TREE,
    ),
    Case(
        "normalize joins text; splitText cuts it",
        """const p = document.createElement('p'); p.append('ab', '', 'cd'); p.normalize();
        const tail = p.firstChild.splitText(1);
        return [p.childNodes.length, tail.data, tail.wholeText, tail.previousSibling.data]""",
        [2, "bcd", "abcd", "a"],
    ),
    Case(
        "tree walker and node iterator filter",
        """const w = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, n =>
            n.data.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP
        );
        const texts = []; while (w.nextNode()) texts.push(w.currentNode.data.trim());
        const i = document.createNodeIterator(document.querySelector('ul'), NodeFilter.SHOW_ELEMENT);
        let count = 0; while (i.nextNode()) count++; return [texts.join('|'), count]""",
        ["one|two|three|before|bold|after", 4],
        TREE,
    ),
    Case(
        "a range extracts, clones, surrounds and measures",
        """const p = document.querySelector('#p'), r = document.createRange(); r.setStart(p.firstChild, 3);
        r.setEnd(p.querySelector('b').firstChild, 2);
        const text = r.toString(),
            copy = r.cloneContents().childNodes.length, wide = r.getBoundingClientRect().width > 0;
        const out = r.extractContents(), left = p.innerHTML; r.selectNodeContents(p); r.collapse(true);
        r.insertNode(document.createElement('hr'));
        return [text, copy, wide, out.lastChild.outerHTML, left, p.firstChild.localName]""",
        ["ore bo", 2, True, "<b>bo</b>", "bef<b>ld</b> after", "hr"],
        TREE,
    ),
    Case(
        "a selection holds a range and its text",
        """const s = getSelection(), b = document.querySelector('b'); s.selectAllChildren(b);
        const before = [s.toString(), s.rangeCount, s.isCollapsed, s.anchorNode === b]; s.removeAllRanges();
        return [...before, s.rangeCount, s.type]""",
        ["bold", 1, False, True, 0, "None"],
        TREE,
    ),
    Case(
        "mutation observers batch; takeRecords empties the queue",
        """let calls = 0; const d = document.createElement('div');
        const o = new MutationObserver(() => calls++); o.observe(d, { attributes: true, childList: true });
        d.id = 'x'; d.append('t'); const taken = o.takeRecords().map(r => r.type), during = calls;
        d.id = 'y'; d.id = 'z'; d.append('u'); await null; return [taken, during, calls]""",
        [["attributes", "childList"], 0, 1],
    ),
    Case(
        "mutation records carry old values, filters and subtrees",
        """const d = document.createElement('div'); d.innerHTML = '<p a=1>t</p>'; const seen = [];
        const o = new MutationObserver(rs =>
            seen.push(
                ...rs.map(r =>
                    [r.type, r.attributeName, r.oldValue, r.addedNodes.length, r.removedNodes.length].join()
                )
            )
        );
        o.observe(d, {
            subtree: true, attributeFilter: ['a'], attributeOldValue: true, characterDataOldValue: true,
            childList: true
        });
        d.firstChild.setAttribute('b', 1); d.firstChild.setAttribute('a', 2);
        d.firstChild.firstChild.data = 'u'; d.replaceChildren('v'); await null; o.disconnect();
        d.append('w'); await null; return seen""",
        ["attributes,a,1,0,0", "characterData,,t,0,0", "childList,,,1,1"],
    ),
    Case(
        "DOMParser for XML",
        """const x = new DOMParser().parseFromString(
            '<r xmlns="urn:a" xmlns:q="urn:b"><q:c k="1"/>é</r>', 'text/xml'
        );
        const c = x.getElementsByTagNameNS('urn:b', 'c')[0];
        return [x.documentElement.namespaceURI, c.getAttribute('k'), c.prefix, c.localName, c.tagName]""",
        ["urn:a", "1", "q", "c", "q:c"],
    ),
    Case(
        "XMLSerializer keeps prefixes and empty elements",
        """const text = '<r xmlns="urn:a" xmlns:q="urn:b"><q:c/></r>';
        const x = new DOMParser().parseFromString(text, 'text/xml');
        return new XMLSerializer().serializeToString(x)""",
        '<r xmlns="urn:a" xmlns:q="urn:b"><q:c/></r>',
    ),
    Case(
        "broken XML is a parser error in the document",
        "return new DOMParser().parseFromString('<r><', 'text/xml').querySelector('parsererror') !== null",
        True,
    ),
    Case(
        "DOMParser does not run scripts; importNode crosses documents",
        """
        const d = new DOMParser().parseFromString('<p>hi<script>window.ran = 1</' + 'script>', 'text/html');
        const p = document.importNode(d.querySelector('p'), true); document.body.append(p);
        const adopted = document.adoptNode(d.body);
        return [window.ran, p.ownerDocument === document, adopted.ownerDocument === document, d.body].map(
            v => v ?? null
        )""",
        [None, True, True, None],
    ),
    Case(
        "XPath finds nodes, strings and counts",
        """const at = (e, t) => document.evaluate(e, document, null, t, null);
        return [
            at('count(//li)', 1).numberValue,
            at('//li[@data-item-id="7"]', 9).singleNodeValue.textContent.trim(),
            at('string(//b)', 2).stringValue
        ]""",
        [3, "two", "bold"],
        TREE,
    ),
    Case(
        "quirks mode and doctype",
        "return [document.compatMode, document.doctype, "
        "getComputedStyle(document.querySelector('td')).fontSize]",
        ["BackCompat", None, "16px"],
        "<body style='font-size:40px'><table><tr><td>x</table>",
    ),
    Case(
        "elementFromPoint, client rects and hit order",
        """const at = document.elementFromPoint(50, 50),
            all = document.elementsFromPoint(15, 15).map(e => e.id || e.localName);
        const r = document.querySelector('#top').getBoundingClientRect();
        return [at.id, all.slice(0, 2), r.x, r.y, r.width, r.bottom, document.elementFromPoint(-1, 0)]""",
        ["top", ["under", "body"], 20, 20, 60, 80, None],
        "<!doctype html><style>body{margin:0;height:300px}div{position:absolute}</style>"
        "<div id=under style='left:10px;top:10px;width:50px;height:50px'></div>"
        "<div id=top style='left:20px;top:20px;width:60px;height:60px'></div>",
    ),
    Case(
        "scrollIntoView and scroll offsets",
        """const box = document.querySelector('#box'); document.querySelector('#far').scrollIntoView();
        const into = box.scrollTop; box.scrollTo(0, 40); const to = box.scrollTop; box.scrollBy(0, -1000);
        return [into, to, box.scrollTop, box.scrollHeight, box.clientHeight]""",
        [500, 40, 0, 1000, 100],
        "<!doctype html><div id=box style='overflow:auto;width:100px;height:100px'>"
        "<div style='height:500px'></div><p id=far style='margin:0;height:500px'></p></div>",
    ),
    Case(
        "offset geometry",
        """const e = document.querySelector('b');
        return [
            e.offsetLeft, e.offsetTop, e.offsetWidth, e.offsetHeight, e.offsetParent.localName, e.clientLeft
        ]""",
        [15, 27, 54, 44, "div", 2],
        "<!doctype html><style>*{margin:0;padding:0}</style><div style='position:relative;padding:7px'>"
        "<b style='display:block;position:absolute;left:15px;top:27px;width:50px;height:40px;border:2px "
        "solid'></b></div>",
    ),
    Case(
        "resize observer reports a changed box",
        """const d = document.querySelector('div'), seen = [];
        await new Promise(done => {
            const o = new ResizeObserver(es => {
                seen.push(es[0].contentRect.width);
                if (seen.length === 2) done(); else d.style.width = '80px';
            });
            o.observe(d);
        });
        return seen""",
        [50, 80],
        "<!doctype html><div style='width:50px;height:10px'></div>",
    ),
    Case(
        "intersection observer reports entering the viewport",
        """const seen = [];
        await new Promise(done => {
            const o = new IntersectionObserver(es => {
                for (const e of es) seen.push(e.isIntersecting);
                if (seen.length === 2) done(); else document.querySelector('p').scrollIntoView();
            });
            o.observe(document.querySelector('p'));
        });
        return seen""",
        [False, True],
        "<!doctype html><div style='height:5000px'></div><p>here</p>",
    ),
    Case(
        "details toggles with its summary",
        """const d = document.querySelector('details');
        const seen = new Promise(r => (d.ontoggle = () => r(d.open))); d.querySelector('summary').click();
        return [await seen, d.hasAttribute('open')]""",
        [True, True],
        "<!doctype html><details><summary>s</summary>body</details>",
    ),
    Case(
        "legacy names: named access on window and document",
        """return [window.frm === document.forms[0], window.i === document.querySelector('i'),
            document.forms.frm.elements.q.value, document.frm === window.frm]""",
        [True, True, "v", True],
        "<!doctype html><form name=frm><input name=q value=v></form><i id=i></i>",
    ),
    Case(
        "an element with the same name and id is one named property",
        "return window.both === document.forms[0]",
        True,
        "<!doctype html><form name=both id=both></form>",
    ),
)
def test_document_tree(page: Driver, case: Case) -> None:
    check(page, case)
