"""JavaScript modules over a real server: static and dynamic import, import maps, failures, live bindings."""

from engine.host.driver import Driver
from tests.support.site import Site

JS = "text/javascript"


def serve(site: Site, files: dict[str, str]) -> None:
    for path, body in files.items():
        site.serve(path, body, content_type=JS if path.endswith(".js") else "text/html")


def test_imports_run_once_in_dependency_order(page: Driver, site: Site) -> None:
    """Each module of a diamond runs once, dependencies first, and bindings are live."""
    serve(
        site,
        {
            "/": "<script>log = []</script><script type=module src=/a.js></script>"
            "<script type=module>import { n, up } from './b.js';log.push('inline ' + n); up(); "
            "log.push(n)</script>",
            "/a.js": "import './b.js'; import './c.js'; log.push('a')",
            "/b.js": "import './d.js'; export let n = 1; export const up = () => n++; log.push('b')",
            "/c.js": "import * as d from './d.js'; log.push('c ' + d.default)",
            "/d.js": "log.push('d'); export default 'dee'",
        },
    )
    page.open_url(site.url("/"))
    assert page.evaluate("log") == ["d", "b", "c dee", "a", "inline 1", 2]


def test_dynamic_import_gives_a_namespace_or_a_rejection(page: Driver, site: Site) -> None:
    serve(
        site,
        {
            "/": "<p>x",
            "/m.js": "export const a = 1; export default class K {} export * as self from './m.js'",
            "/throws.js": "throw new RangeError('inside')",
            "/syntax.js": "export const = 1",
            "/none.js": "import { nothing } from './m.js'",
        },
    )
    site.serve("/text.js", "export {}", content_type="text/plain")
    page.open_url(site.url("/"))
    seen = page.evaluate(
        """(async () => {
            const m = await import('./m.js'), fail = f => import(f).then(() => 'fine', e => e.name);
            return [
                Object.keys(m).join(), m.self === m, m === (await import('/m.js')),
                m === (await import('./m.js?2')), await fail('./throws.js'), await fail('./syntax.js'),
                await fail('./none.js'), await fail('./missing.js'), await fail('./text.js'),
                await fail('bare')
            ];
        })()"""
    )
    assert seen == [
        "a,default,self", True, True, False, "RangeError", "SyntaxError", "SyntaxError",
        "TypeError", "TypeError", "TypeError",
    ]  # fmt: skip


def test_import_maps_resolve_bare_names_prefixes_and_scopes(page: Driver, site: Site) -> None:
    serve(
        site,
        {
            "/": """<script type=importmap>{"imports": {"lib": "/lib/index.js", "lib/": "/lib/"},
                "scopes": {"/old/": {"lib": "/lib/old.js"}}}</script>
                <script type=module>import v from 'lib'; import part from 'lib/part.js'; import old from
                '/old/user.js';
                window.out = [v, part, old, import.meta.resolve('lib').endsWith('/lib/index.js')]</script>""",
            "/lib/index.js": "export default 'new'",
            "/lib/part.js": "export default 'part'",
            "/lib/old.js": "export default 'old'",
            "/old/user.js": "export { default } from 'lib'",
        },
    )
    page.open_url(site.url("/"))
    assert page.evaluate("out") == ["new", "part", "old", True]


def test_modules_are_strict_deferred_and_await_at_top_level(page: Driver, site: Site) -> None:
    serve(
        site,
        {
            "/": "<script type=module>import './slow.js'; "
            "log.push(typeof this, document.querySelector('b') !== null, "
            "import.meta.url === location.href)</script><script nomodule>log.push('legacy')</script>"
            "<script>log = []</script><b></b>",
            "/slow.js": "await new Promise(r => setTimeout(r, 20)); log.push('slow')",
        },
    )
    page.open_url(site.url("/"))
    assert page.evaluate("log") == ["slow", "undefined", True, True]


def test_json_modules_and_module_metadata(page: Driver, site: Site) -> None:
    """JSON is imported with a type attribute; a module knows its own address."""
    serve(site, {"/": "<p>x", "/dir/m.js": "export const url = import.meta.url"})
    site.serve("/d.json", '{"k": [1, 2]}', content_type="application/json")
    page.open_url(site.url("/"))
    seen = page.evaluate(
        """(async () => [
            (await import('./d.json', { with: { type: 'json' } })).default.k,
            (await import('/dir/m.js?q')).url.endsWith('/dir/m.js?q'),
            await import('./d.json').catch(e => e.name)
        ])()"""
    )
    assert seen == [[1, 2], True, "TypeError"]


def test_a_failed_module_fires_error_and_the_page_goes_on(page: Driver, site: Site) -> None:
    serve(
        site,
        {
            "/": "<script>log = []; onerror = m => log.push('reported')</script>"
            "<script type=module src=/gone.js onerror=\"log.push('error')\"></script>"
            "<script type=module>throw new Error('x')</script><script type=module>log.push('next')"
            "</script>",
        },
    )
    page.open_url(site.url("/"))
    assert sorted(page.evaluate("log")) == ["error", "next", "reported"]


def test_classic_scripts_import_dynamically_relative_to_themselves(page: Driver, site: Site) -> None:
    serve(
        site,
        {
            "/": "<script src=/deep/classic.js></script>",
            "/deep/classic.js": "import('./m.js').then(m => window.out = m.default)",
            "/deep/m.js": "export default 'deep'",
        },
    )
    page.open_url(site.url("/"))
    assert page.evaluate("out") == "deep"


def test_deferred_and_async_scripts_keep_their_rules(page: Driver, site: Site) -> None:
    """Deferred scripts run in order after parsing; each async script runs when it is there."""
    serve(
        site,
        {
            "/": "<script>log = []</script><script defer src=/1.js></script><script defer src=/2.js>"
            "</script><script async src=/3.js></script><script>log.push('inline')</script>",
            "/1.js": "log.push(1)",
            "/2.js": "log.push(2)",
            "/3.js": "log.push('async')",
        },
    )
    page.open_url(site.url("/"))
    log = page.evaluate("log")
    assert [entry for entry in log if entry != "async"] == ["inline", 1, 2]
    assert log.count("async") == 1
