"""Console messages, uncaught errors and unhandled rejections, as a person sees them in developer tools."""

import re

import pytest

from engine.host import ops, replies
from engine.host.driver import Driver
from tests.engine.servo_differences import expect
from tests.support.cases import BASE_URL
from tests.support.site import Site


def open_script(page: Driver, script: str) -> list[replies.ConsoleMessage]:
    page.open_html(f"<!doctype html><script>{script}</script>", base_url=BASE_URL)
    return page.console()


def test_levels_arrive_in_order_with_time_and_context(page: Driver) -> None:
    messages = open_script(
        page, "for (const l of ['log', 'debug', 'info', 'warn', 'error']) console[l]('said ' + l)"
    )
    assert [(m.level, m.text) for m in messages] == [
        (level, f"said {level}") for level in ("log", "debug", "info", "warn", "error")
    ]
    sequences = [m.sequence for m in messages]
    assert sequences == list(range(sequences[0], sequences[0] + 5))
    assert all(m.time_ms > 1_577_836_800_000 for m in messages)
    assert {m.context for m in messages} == {page.contexts()[0].context}


def test_a_drain_takes_messages_once(page: Driver) -> None:
    assert len(open_script(page, "console.log('one')")) == 1
    assert page.console() == []
    page.evaluate("console.log('two')")
    assert [m.text for m in page.console()] == ["two"]


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ("'a', 1, true, null, undefined", "a 1 true null undefined"),
        ("'%s is %d', 'x', 5", "x is 5"),
        ("'100%'", "100%"),
        ("'é💩'", "é💩"),
        ("-0.5, 10n", "-0.5 10"),
    ],
)
def test_arguments_are_joined_and_formatted(page: Driver, arguments: str, text: str) -> None:
    (message,) = open_script(page, f"console.log({arguments})")
    assert message.text.replace("10n", "10") == text


@pytest.mark.parametrize(
    ("argument", "parts"),
    [
        ("{ key: 'val', n: { m: 1 } }", ["key", "val"]),
        ("[1, 'two']", ["1", "two"]),
        ("new TypeError('broken')", ["TypeError", "broken"]),
        ("document.createElement('div')", ["div"]),
        ("function named() {}", ["named"]),
        ("Symbol('sym')", ["sym"]),
    ],
)
def test_objects_are_shown_by_what_is_in_them(page: Driver, argument: str, parts: list[str]) -> None:
    (message,) = open_script(page, f"console.log({argument})")
    for part in parts:
        assert part.lower() in message.text.lower()


def test_hostile_arguments_do_not_break_logging(page: Driver) -> None:
    """Getters, proxies and `toString` that throw, cycles: the message comes, and the next one too."""
    messages = open_script(
        page,
        """const o = {}; o.o = o; const bad = () => { throw new Error('trap'); };
        for (const v of [
            { get x() { throw 1; } }, { toString: bad }, new Proxy({}, { get: bad, ownKeys: bad }), o,
            Object.create(null)
        ])
            try { console.log('before', v); } catch (e) { console.log('before', 'threw'); }
        console.log('last')""",
    )
    seen = [m.text.split()[0] for m in messages]
    expect("logging what throws when it is looked at", seen, ["before"] * 5 + ["last"])


def test_other_console_methods(page: Driver) -> None:
    """Assertions, counters, timers, groups and traces say something; clearing does not fail."""
    messages = open_script(
        page,
        """
        console.assert(true, 'no'); console.assert(false, 'assert'); console.count('c'); console.count('c');
        console.group('g'); console.log('inner'); console.groupEnd(); console.time('t');
        console.timeEnd('t'); console.dir({ d: 1 }); console.trace('here'); console.table?.([1]);
        console.clear()""",
    )
    text = "\n".join(m.text for m in messages)
    assert "assert" in text
    assert "no" not in [m.text for m in messages]
    assert "c: 2" in text
    assert "inner" in text
    assert re.search(r"t: \d", text)
    assert "here" in text


def test_an_uncaught_error_is_an_exception_with_its_place(page: Driver) -> None:
    messages = open_script(page, "function broken() {\n throw new RangeError('lost') }\nbroken()")
    (message,) = [m for m in messages if m.level == "exception"]
    assert "RangeError: lost" in message.text
    assert f"{BASE_URL}:2" in message.text
    assert "broken" in message.text


@pytest.mark.parametrize(
    ("script", "text"),
    [
        ("setTimeout(() => { throw new Error('in timer') })", "in timer"),
        ("addEventListener('load', () => { throw new Error('in listener') })", "in listener"),
        ("Promise.reject(new Error('unhandled'))", "unhandled"),
        ("(async () => { await null; throw new TypeError('async') })()", "async"),
        ("queueMicrotask(() => { throw new Error('in microtask') })", "in microtask"),
        ("requestAnimationFrame(() => { throw new Error('in frame') })", "in frame"),
        ("new MutationObserver(() => { throw new Error('in observer') }).observe(document, "
         "{ childList: true, subtree: true })",
         "in observer"),
        ("let a = ;", "SyntaxError"),
        ("throw 'a string'", "a string"),
        ("throw { message: 'only looks like one' }", ""),
    ],
)  # fmt: skip
def test_errors_of_any_origin_are_reported(page: Driver, script: str, text: str) -> None:
    messages = open_script(page, script)
    exceptions = [m for m in messages if m.level == "exception"]
    assert len(exceptions) == 1
    assert text in exceptions[0].text


def test_handled_errors_are_not_reported(page: Driver) -> None:
    messages = open_script(
        page,
        """onerror = () => true; addEventListener('unhandledrejection', e => e.preventDefault());
        try { throw 1; } catch {} Promise.reject(2).catch(() => 0); Promise.reject(3);
        setTimeout(() => { throw new Error('handled'); })""",
    )
    assert [m for m in messages if m.level == "exception"] == []


def test_a_page_that_logs_without_end_is_bounded(page: Driver) -> None:
    """The oldest messages are dropped and counted; sequence numbers show the gap; long texts are cut."""
    page.open_html("<script>for (let i = 0; i < 5000; i++) console.log('m' + i)</script>", base_url=BASE_URL)
    body = page.perform(ops.Console())
    assert isinstance(body, replies.ConsoleBody)
    assert len(body.messages) + body.dropped == 5000
    assert body.dropped > 0
    assert body.messages[-1].text == "m4999"
    assert body.messages[-1].sequence - body.messages[0].sequence == len(body.messages) - 1
    page.evaluate("console.log('x'.repeat(2 ** 22))")
    page.settle()
    (long,) = page.console()
    assert len(long.text) < 2**20


def test_frames_and_later_documents_log_to_the_same_context(page: Driver, site: Site) -> None:
    site.serve("/", "<script>console.log('first')</script><iframe src=/frame></iframe>")
    site.serve("/frame", "<script>console.log('frame')</script>")
    page.open_url(site.url("/"))
    page.open_html("<script>console.log('second')</script>", base_url=BASE_URL)
    messages = page.console()
    assert [m.text for m in messages] == ["first", "frame", "second"]
    assert len({m.context for m in messages}) == 1
