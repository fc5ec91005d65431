"""Services of the platform: cloning, Intl, language, URLs, encodings, files, streams, storage, crypto."""

from engine.host.driver import Driver
from tests.support.cases import BASE_URL, Case, check, each, run


@each(
    Case(
        "structuredClone keeps kinds, cycles and identity",
        """const o = {
            d: new Date(0), r: /a/gi, m: new Map([[1, new Set(['x'])]]), b: new Uint8Array([1, 2]), n: 12n,
            u: undefined, z: -0
        };
        o.self = o; o.again = o.d; const c = structuredClone(o);
        return [
            c !== o, c.self === c, c.again === c.d, c.d.getTime(), String(c.r), c.m.get(1).has('x'),
            [...c.b], typeof c.n, 'u' in c, Object.is(c.z, -0), c.d instanceof Date
        ]""",
        [True, True, True, 0, "/a/gi", True, [1, 2], "bigint", True, True, True],
    ),
    Case(
        "structuredClone of errors, blobs and transferred buffers",
        """const b = new ArrayBuffer(8), t = structuredClone({ b }, { transfer: [b] });
        const e = structuredClone(new RangeError('r'));
        return [
            b.byteLength, t.b.byteLength, e instanceof RangeError, e.message,
            structuredClone(new Blob(['ab'])).size
        ]""",
        [0, 8, True, "r", 2],
    ),
    Case(
        "structuredClone refuses functions, symbols and nodes",
        """return [() => 1, Symbol(), document.body, new WeakMap()].map(v => {
            try { structuredClone(v); return 'cloned'; } catch (e) { return e.name; }
        })""",
        ["DataCloneError"] * 4,
    ),
    Case(
        "numbers and currencies are formatted for a locale",
        """const n = (l, o) => new Intl.NumberFormat(l, o).format(1234567.891);
        return [
            n('en-US'), n('de-DE'), n('en-US', { style: 'currency', currency: 'USD' }),
            n('en', { notation: 'compact' }), n('ar-EG', { maximumFractionDigits: 0 }),
            (1e6).toLocaleString('fr-FR')
        ]""",
        [
            "1,234,567.891",
            "1.234.567,891",
            "$1,234,567.89",
            "1.2M",
            "\u0661\u066c\u0662\u0663\u0664\u066c\u0665\u0666\u0668",
            "1\u202f000\u202f000",
        ],
    ),
    Case(
        "dates are formatted for a locale and zone",
        """const d = new Date(Date.UTC(2020, 1, 29, 15, 4)),
            f = (l, o) => new Intl.DateTimeFormat(l, { timeZone: 'UTC',...o }).format(d);
        return [
            f('en-US'), f('de-DE', { dateStyle: 'long' }), f('ja-JP', { weekday: 'long' }),
            f('en-US', { timeZone: 'America/New_York', hour: 'numeric', hourCycle: 'h23' }),
            f('en-GB', { month: 'short', year: '2-digit' })
        ]""",
        ["2/29/2020", "29. Februar 2020", "土曜日", "10", "Feb 20"],
    ),
    Case(
        "collation, plurals, lists, relative times, names and segments",
        """return [
            ['ä', 'z', 'a'].sort(new Intl.Collator('de').compare).join(),
            ['ä', 'z', 'a'].sort(new Intl.Collator('sv').compare).join(),
            new Intl.PluralRules('ru').select(3), new Intl.ListFormat('en').format(['a', 'b', 'c']),
            new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-1, 'day'),
            new Intl.DisplayNames('en', { type: 'region' }).of('DE'),
            [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment('e\\u0301👨‍👩‍👧')].length,
            'İ'.toLocaleLowerCase('tr')
        ]""",
        ["a,ä,z", "a,z,ä", "few", "a, b, and c", "yesterday", "Germany", 2, "i"],
    ),
    Case(
        "strings normalise, match Unicode properties and order code points",
        """return [
            'e\\u0301'.normalize() === 'é', /^\\p{L}+$/u.test('añ字'), [...'a💩'].length,
            'a💩'.at(-1).charCodeAt(0) > 0xd7ff, /(?<y>\\d{4})/.exec('in 2024').groups.y,
            'aXbX'.replaceAll('X', '-'), '\\ud800'.isWellFormed(), /[\\p{L}--[a-z]]/v.test('é')
        ]""",
        [True, True, 2, True, "2024", "a-b-", False, True],
    ),
    Case(
        "recent language features run",
        """class P {
            #x = 1; static { P.made = true; } get x() { return this.#x; } static has(o) { return #x in o; }
        }
        let o = { a: null }; o.a ??= { b: [1, 2, 3] }; const { a: { b: [first, ...rest] },...others } = o;
        label: for (const i of [1]) for (;;) break label;
        return [
            P.made, new P().x, P.has(new P()), o?.z?.y, first, rest, [3, 1, 2].toSorted(),
            [1, [2, [3]]].flat(9), 2n ** 70n > 1,
            Object.groupBy([1, 2, 3], n => (n % 2 ? 'odd' : 'even')).odd, [1, 2].findLast(n => n),
            new Set([1]).union(new Set([2])).size, [1, 2, 3].values().map(n => n * 2).toArray()
        ].map(v => v ?? null)""",
        [True, 1, True, None, 1, [2, 3], [1, 2, 3], [1, 2, 3], True, [1, 3], 2, 2, [2, 4, 6]],
    ),
    Case(
        "weak references, finalisers, proxies and shared memory types exist",
        """const t = new Proxy({}, { get: (o, k) => k, has: () => true });
        return [
            typeof WeakRef, typeof FinalizationRegistry, t.any, 'x' in t,
            Reflect.ownKeys({ b: 1, [Symbol.iterator]: 2 }).length,
            new DataView(new ArrayBuffer(8)).getFloat64(0)
        ]""",
        ["function", "function", "any", True, 2, 0],
    ),
    Case(
        "URLs parse, resolve, normalise and refuse",
        """const u = new URL('../b?x=1&y=a%20b#h', 'http://User:p%40@EXAMPLE.com:80/a/c/d');
        u.searchParams.append('z', 'é&'); u.port = 8080;
        return [
            u.href, u.username, u.origin, URL.canParse('http://[::1'),
            new URL('http://ñandú.test/').hostname, u.searchParams.get('y')
        ]""",
        [
            "http://User:p%40@example.com:8080/a/b?x=1&y=a+b&z=%C3%A9%26#h",
            "User",
            "http://example.com:8080",
            False,
            "xn--and-6ma2c.test",
            "a b",
        ],
    ),
    Case(
        "query parameters keep order, sort and iterate",
        """const q = new URLSearchParams('b=2&a=1&b=3&c'); q.delete('b', '3'); q.sort();
        return [String(q), q.has('c'), q.size, [...q.keys()].join('')]""",
        ["a=1&b=2&c=", True, 3, "abc"],
    ),
    Case(
        "text encodings, fatal errors and base64",
        """const bytes = new TextEncoder().encode('é💩'); let bad;
        try {
            new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([255]));
        } catch (e) {
            bad = e.name;
        }
        return [
            [...bytes].join(), new TextDecoder('shift_jis').decode(new Uint8Array([0x82, 0xa0])),
            new TextDecoder('windows-1252').decode(new Uint8Array([0x80])), bad, btoa('\\xff'),
            atob(' /w == ').charCodeAt(0)
        ]""",
        ["195,169,240,159,146,169", "あ", "€", "TypeError", "/w==", 255],
    ),
    Case(
        "blobs, files, readers and object URLs",
        """const b = new Blob(['ab', new Uint8Array([99])], { type: 'Text/X' }),
            r = new FileReader(), data = new Promise(d => (r.onload = () => d(r.result)));
        r.readAsDataURL(b); const u = URL.createObjectURL(b), got = await (await fetch(u)).text();
        URL.revokeObjectURL(u); const gone = await fetch(u).catch(e => e.name);
        return [
            b.size, b.type, await b.slice(1, 2).text(), await data, got, gone,
            new File(['x'], 'n', { lastModified: 5 }).lastModified, [...(await b.bytes())].length
        ]""",
        [3, "text/x", "b", "data:text/x;base64,YWJj", "abc", "TypeError", 5, 3],
    ),
    Case(
        "streams pipe, tee, transform and decode",
        """
        const s = new ReadableStream({ start(c) { for (const t of ['a', 'b']) c.enqueue(t); c.close(); } });
        const [x, y] = s.tee();
        const up = new TransformStream({ transform(v, c) { c.enqueue(v.toUpperCase()); } });
        const read = async s => {
            let t = ''; const r = s.getReader();
            for (;;) { const { done, value } = await r.read(); if (done) return t; t += value; }
        };
        const text = new Response('é!').body.pipeThrough(new TextDecoderStream());
        return [await read(x.pipeThrough(up)), await read(y), await read(text)]""",
        ["AB", "ab", "é!"],
    ),
    Case(
        "gzip round trip through compression streams",
        """const c = new Response('z'.repeat(1000)).body.pipeThrough(new CompressionStream('gzip')),
            packed = await new Response(c).bytes();
        const d = new Response(packed).body.pipeThrough(new DecompressionStream('gzip'));
        return [packed.length < 100, (await new Response(d).text()).length]""",
        [True, 1000],
    ),
    Case(
        "random values",
        """const a = crypto.getRandomValues(new Uint8Array(32)),
            b = crypto.getRandomValues(new Uint8Array(32));
        return [
            a.join() !== b.join(), Math.random() !== Math.random(),
            crypto.getRandomValues(new Uint8Array(0)).length
        ]""",
        [True, True, 0],
    ),
    Case(
        "headers, requests and responses as objects",
        """const h = new Headers({ B: '2', a: '1' }); h.append('b', '3');
        const q = new Request('/p', { method: 'POST', body: 'x', headers: h });
        const r = Response.json({ k: 1 }, { status: 201 }), c = r.clone();
        return [
            [...h].join('|'), q.url, q.method, await q.text(), r.status, (await r.json()).k, r.bodyUsed,
            await c.text(), Response.error().type
        ]""",
        ["a,1|b,2, 3", "http://page.test/p", "POST", "x", 201, 1, True, '{"k":1}', "error"],
    ),
    Case(
        "IndexedDB upgrades, stores and iterates",
        """const done = r =>
            new Promise((y, n) => { r.onsuccess = () => y(r.result); r.onerror = () => n(r.error); });
        const o = indexedDB.open('d', 2);
        o.onupgradeneeded = () => o.result.createObjectStore('s', { keyPath: 'id' }).createIndex('by', 'n');
        const db = await done(o); const t = db.transaction('s', 'readwrite').objectStore('s');
        for (const id of [3, 1, 2]) t.put({ id, n: 9 - id, d: new Date(id) });
        const first = await done(t.get(3)), all = await done(t.getAll()), n = await done(t.count());
        const dates = all.every(v => v.d instanceof Date);
        return [db.version, first.n, all.map(v => v.id), n, dates, t.index('by').keyPath]""",
        [2, 6, [1, 2, 3], 3, True, "n"],
    ),
    Case(
        "IndexedDB indexes are read",
        """const done = r =>
            new Promise((y, n) => { r.onsuccess = () => y(r.result); r.onerror = () => n(r.error); });
        const o = indexedDB.open('d'); o.onupgradeneeded = () =>
            o.result.createObjectStore('s', { keyPath: 'id' }).createIndex('by', 'n');
        const t = (await done(o)).transaction('s', 'readwrite').objectStore('s'); t.put({ id: 1, n: 6 });
        return (await done(t.index('by').get(6))).id""",
        1,
    ),
    Case(
        "storage is full, not broken, when too much is written",
        """try {
            for (let i = 0; i < 200; i++) localStorage.setItem('k' + i, 'x'.repeat(1 << 17));
            return 'unbounded';
        } catch (e) {
            localStorage.clear(); localStorage.a = 1; return [e.name, localStorage.a];
        }""",
        ["QuotaExceededError", "1"],
    ),
    Case(
        "geometry interfaces compute",
        """const m = new DOMMatrix([1, 2, 3, 4, 5, 6]).multiply(new DOMMatrix().scale(2)),
            p = new DOMPoint(1, 1).matrixTransform(m);
        return [
            m.a, m.d, p.x, p.y, new DOMRect(1, 2, -3, 4).left,
            new DOMMatrix('translate(5px) rotate(90deg)').e, m.inverse().a.toFixed(2)
        ]""",
        [2, 8, 13, 18, -2, 5, "-1.00"],
    ),
    Case(
        "performance marks and measures",
        """performance.mark('a'); performance.mark('b'); performance.measure('m', 'a', 'b');
        const e = performance.getEntriesByName('m')[0];
        return [e.entryType, e.duration >= 0, performance.getEntriesByType('mark').length]""",
        ["measure", True, 2],
    ),
    Case(
        "navigator and screen describe a plausible client",
        """return [
            navigator.onLine, navigator.cookieEnabled, typeof navigator.userAgent,
            navigator.language.length >= 2, navigator.languages[0] === navigator.language,
            navigator.hardwareConcurrency >= 1, screen.colorDepth, isSecureContext
        ]""",
        [True, True, "string", True, True, True, 24, False],
    ),
    Case("a page is told that it is not isolated", "return crossOriginIsolated", False),
)
def test_platform_service(page: Driver, case: Case) -> None:
    check(page, case)


def test_subtle_crypto_in_a_secure_context(page: Driver) -> None:
    """Digest, HMAC and AES-GCM against published values."""
    page.open_html("<p>x", base_url="https://page.test/")
    seen = run(
        page,
        """const hex = b => [...new Uint8Array(b)].map(v => v.toString(16).padStart(2, '0')).join(''),
            e = t => new TextEncoder().encode(t);
        const d = hex(await crypto.subtle.digest('SHA-256', e('abc'))).slice(0, 16);
        const k = await crypto.subtle.importKey('raw', e('key'), { name: 'HMAC', hash: 'SHA-256' }, false, [
            'sign'
        ]);
        const h = hex(
            await crypto.subtle.sign('HMAC', k, e('The quick brown fox ' + 'jumps over the lazy dog'))
        ).slice(0, 16);
        const a = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, [
            'encrypt', 'decrypt']), iv = new Uint8Array(12);
        const c = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, a, e('secret'));
        const p = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, a, c);
        const id = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(
            crypto.randomUUID()
        );
        return [d, h, new TextDecoder().decode(p), id, isSecureContext]""",
    )
    assert seen == ["ba7816bf8f01cfea", "f7bc83f430538424", "secret", True, True]


def test_storage_belongs_to_an_origin_and_outlives_a_document(page: Driver) -> None:
    """What one origin stores, its next document finds, and another origin does not."""
    page.open_html(
        "<script>localStorage.k = 'mine'; sessionStorage.k = 'too'; document.cookie = 'c=1'</script>",
        base_url=BASE_URL,
    )
    page.open_html("<p>other", base_url="http://other.test/")
    assert page.evaluate("[localStorage.k ?? null, sessionStorage.k ?? null, document.cookie]") == [
        None,
        None,
        "",
    ]
    page.open_html("<p>back", base_url=BASE_URL + "again")
    assert page.evaluate("[localStorage.k, sessionStorage.k, document.cookie]") == ["mine", "too", "c=1"]


def test_an_opaque_document_has_no_storage(page: Driver) -> None:
    page.open_html("<p>no base URL")
    script = "try { localStorage.k; return 'open' } catch (e) { return [e.name, origin] }"
    assert run(page, script) == ["SecurityError", "null"]
