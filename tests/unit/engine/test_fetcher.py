"""The plain HTTP client, against servers that behave and servers that do not."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.host.events import Event, HttpChunk, HttpEnd, HttpError, HttpErrorKind, HttpHead, HttpStart
from engine.host.fetcher import Fetcher
from engine.host.local_files import FolderFetcher


@contextmanager
def server(answer: Callable[[socket.socket, bytes], None]) -> Iterator[str]:
    """Calls `answer` with each connection and the head of its request; the address."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                head = b""
                try:
                    # A client that begins TLS will not send the end of a head.
                    while b"\r\n\r\n" not in head and head[:1] != b"\x16":
                        head += connection.recv(65_536) or b"\r\n\r\n"
                    answer(connection, head)
                except OSError:
                    continue

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join(10)


def sends(data: bytes) -> Callable[[socket.socket, bytes], None]:
    return lambda connection, _head: connection.sendall(data)


def request(url: str, number: int = 1, method: str = "GET", body: bytes = b"", **headers: bytes) -> HttpStart:
    named = [(name.replace("_", "-"), value) for name, value in headers.items()]
    return HttpStart(id=number, method=method, url=url, headers=named, body=body)


def collect(fetcher: Fetcher, count: int = 1, timeout_s: float = 60) -> list[Event]:
    """All events until so many exchanges have ended."""
    events: list[Event] = []
    deadline = time.monotonic() + timeout_s
    while count and (left := deadline - time.monotonic()) > 0:
        batch = fetcher.take(left)
        count -= sum(isinstance(event, HttpEnd | HttpError) for event in batch)
        events += batch
    assert not count, events
    return events


def fetch(start: HttpStart, **options: float) -> list[Event]:
    with Fetcher(**options) as fetcher:
        fetcher.start(start)
        return collect(fetcher)


def error_of(start: HttpStart, **options: float) -> HttpError:
    last = fetch(start, **options)[-1]
    assert isinstance(last, HttpError), last
    return last


OK = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Raw: \xe9\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n\r\nhello"


def test_a_response_comes_as_head_body_and_end() -> None:
    with server(sends(OK)) as url:
        head, chunk, end = fetch(request(url))
    assert head == HttpHead(
        id=1,
        status=200,
        headers=(
            ("Content-Length", b"5"),
            ("X-Raw", b"\xe9"),
            ("Set-Cookie", b"a=1"),
            ("Set-Cookie", b"b=2"),
        ),
    )
    assert chunk == HttpChunk(id=1, data=b"hello")
    assert end == HttpEnd(id=1)


def test_the_request_is_sent_as_given() -> None:
    heads: list[bytes] = []

    def answer(connection: socket.socket, head: bytes) -> None:
        heads.append(head)
        connection.sendall(OK)

    with server(answer) as url:
        fetch(request(f"{url}/a/b%20c?q=%C3%A9", method="POST", body=b"body!", accept=b"x/y", cookie=b"k=v"))
    line, *fields = heads[0].partition(b"\r\n\r\n")[0].split(b"\r\n")
    assert line == b"POST /a/b%20c?q=%C3%A9 HTTP/1.1"
    assert {b"accept: x/y", b"cookie: k=v", b"Content-Length: 5", b"Connection: close"} < set(fields)
    assert not any(field.lower().startswith(b"accept-encoding") for field in fields)
    assert sum(field.lower().startswith(b"host:") for field in fields) == 1


def test_redirects_cookies_and_compression_are_left_to_the_engine() -> None:
    body = b"\x1f\x8bnot unpacked"
    data = (
        b"HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n"
        % len(body)
    )
    with server(sends(data + body)) as url:
        head, chunk, _ = fetch(request(url))
    assert isinstance(head, HttpHead)
    assert head.status == 302
    assert chunk == HttpChunk(id=1, data=body)


def test_a_body_in_chunks_and_a_body_until_the_end_are_read() -> None:
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
    open_ended = b"HTTP/1.0 200 OK\r\n\r\nabcde"
    for data in (chunked, open_ended):
        with server(sends(data)) as url:
            events = fetch(request(url))
        assert b"".join(event.data for event in events if isinstance(event, HttpChunk)) == b"abcde"
        assert events[-1] == HttpEnd(id=1)


def test_parts_arrive_while_the_server_still_sends() -> None:
    go_on = threading.Event()

    def answer(connection: socket.socket, _head: bytes) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc")
        go_on.wait(60)
        connection.sendall(b"def")

    with server(answer) as url, Fetcher() as fetcher:
        fetcher.start(request(url))
        seen: list[Event] = []
        while len(seen) < 2:
            seen += fetcher.take(60)
        assert seen[1] == HttpChunk(id=1, data=b"abc")
        go_on.set()
        assert collect(fetcher)[-1] == HttpEnd(id=1)


def test_exchanges_run_side_by_side() -> None:
    """One that hangs must not hold up the others."""
    hang = threading.Event()
    with server(lambda _connection, _head: hang.wait(60) and None) as stuck, server(sends(OK)) as url:
        with Fetcher() as fetcher:
            fetcher.start(request(stuck, 1))
            fetcher.start(request(url, 2))
            assert collect(fetcher)[-1] == HttpEnd(id=2)
            assert fetcher.stats()["open"] == 1
        hang.set()


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", HttpErrorKind.RESET),
        (b"SSH-2.0-OpenSSH\r\n\r\n", HttpErrorKind.PROTOCOL),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello", HttpErrorKind.PROTOCOL),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc", HttpErrorKind.PROTOCOL),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc", HttpErrorKind.PROTOCOL),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 500 + b"\r\n", HttpErrorKind.PROTOCOL),
        (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000 + b"\r\n\r\n", HttpErrorKind.PROTOCOL),
    ],
)
def test_broken_answers_have_a_kind(data: bytes, kind: HttpErrorKind) -> None:
    """A body that was cut off must not look complete."""
    with server(sends(data)) as url:
        assert error_of(request(url)).error is kind


def test_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    error = error_of(request(f"http://127.0.0.1:{port}/x"))
    assert error.error is HttpErrorKind.REFUSED
    assert error.message == f"http://127.0.0.1:{port}/x: connection refused"


def test_a_name_that_does_not_resolve() -> None:
    assert error_of(request("http://no-such-name.invalid/")).error is HttpErrorKind.DNS


def test_a_server_that_does_not_answer() -> None:
    done = threading.Event()
    with server(lambda _connection, _head: done.wait(60) and None) as url:
        assert error_of(request(url), timeout_s=0.1).error is HttpErrorKind.TIMEOUT
        done.set()


def test_a_server_without_tls() -> None:
    with server(sends(b"HTTP/1.1 400 Bad\r\n\r\n")) as url:
        assert error_of(request(url.replace("http:", "https:"))).error is HttpErrorKind.TLS


@pytest.mark.parametrize("url", ["ftp://127.0.0.1/x", "file:///etc/passwd", "http:///path", "javascript:1"])
def test_other_schemes_are_refused(url: str) -> None:
    assert error_of(request(url)).error is HttpErrorKind.POLICY


@pytest.mark.parametrize("url", ["http://127.0.0.1:99999/", "http://[::1/", "http://127.0.0.1:x/"])
def test_what_is_no_url_is_refused(url: str) -> None:
    assert error_of(request(url)).error is HttpErrorKind.PROTOCOL


def test_control_characters_cannot_split_a_request() -> None:
    with server(sends(OK)) as url:
        assert error_of(request(f"{url}/a\r\nX: y")).error is HttpErrorKind.PROTOCOL
        assert error_of(request(url, accept=b"a\r\nX: y")).error is HttpErrorKind.PROTOCOL
        assert (
            error_of(request(url, method="GET /x HTTP/1.1\r\nX: y\r\n\r\n")).error is HttpErrorKind.PROTOCOL
        )


def test_a_body_has_a_limit() -> None:
    with server(sends(b"HTTP/1.0 200 OK\r\n\r\n" + b"x" * 5_000)) as url:
        events = fetch(request(url), body_bytes=4_000)
    assert isinstance(events[-1], HttpError)
    assert events[-1].error is HttpErrorKind.TOO_LARGE


def test_a_cancelled_exchange_ends_its_connection() -> None:
    closed = threading.Event()

    def answer(connection: socket.socket, _head: bytes) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
        if connection.recv(1) == b"":
            closed.set()

    with server(answer) as url, Fetcher() as fetcher:
        fetcher.start(request(url))
        seen: list[Event] = []
        while len(seen) < 2:
            seen += fetcher.take(60)
        fetcher.cancel(1)
        fetcher.cancel(1)
        fetcher.cancel(99)
        assert closed.wait(60)
        assert fetcher.take() == []
        assert fetcher.stats()["open"] == 0


def test_a_slow_engine_is_not_buried() -> None:
    """What is read ahead is bounded, whatever the server sends."""
    stop = threading.Event()

    def answer(connection: socket.socket, _head: bytes) -> None:
        connection.sendall(b"HTTP/1.0 200 OK\r\n\r\n")
        while not stop.is_set():
            connection.sendall(b"x" * 1_000)

    with server(answer) as url, Fetcher() as fetcher:
        fetcher.start(request(url))
        deadline = time.monotonic() + 60
        while fetcher.stats()["queued"] < 256 and time.monotonic() < deadline:
            time.sleep(0.01)
        assert fetcher.stats()["queued"] == 256
        batch = fetcher.take()
        assert sum(len(event.data) for event in batch if isinstance(event, HttpChunk)) <= (4 << 20) + 65_536
        stop.set()


def test_closing_ends_everything() -> None:
    fetcher = Fetcher()
    hang = threading.Event()
    with server(lambda _connection, _head: hang.wait(60) and None) as url:
        for number in range(30):
            fetcher.start(request(url, number))
        fetcher.close()
        assert fetcher.stats()["open"] == 0
        hang.set()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "site"
    (inside / "sub").mkdir(parents=True)
    (inside / "style.css").write_text("a{}")
    (inside / "sub" / "a b.json").write_text("{}")
    (tmp_path / "secret.txt").write_text("secret")
    (inside / "link.txt").symlink_to(tmp_path / "secret.txt")
    return inside


@pytest.mark.parametrize(
    ("path", "status", "kind", "body"),
    [
        ("/style.css?v=1", 200, b"text/css", b"a{}"),
        ("/sub/a%20b.json", 200, b"application/json", b"{}"),
        ("/missing.png", 404, b"text/plain", b"not found"),
        ("/sub", 404, b"text/plain", b"not found"),
        ("/../secret.txt", 404, b"text/plain", b"not found"),
        ("/%2e%2e/secret.txt", 404, b"text/plain", b"not found"),
        ("//etc/passwd", 404, b"text/plain", b"not found"),
        ("/link.txt", 404, b"text/plain", b"not found"),
        ("/nul%00", 404, b"text/plain", b"not found"),
    ],
)
def test_a_document_on_disk_sees_the_files_of_its_folder_only(
    folder: Path, path: str, status: int, kind: bytes, body: bytes
) -> None:
    with FolderFetcher(folder) as fetcher:
        fetcher.start(request(f"http://files.invalid{path}"))
        head, chunk, end = fetcher.take()
    assert head == HttpHead(id=1, status=status, headers=[("content-type", kind)])
    assert chunk == HttpChunk(id=1, data=body)
    assert end == HttpEnd(id=1)


def test_other_addresses_of_such_a_document_come_from_the_network(folder: Path) -> None:
    with server(sends(OK)) as url, FolderFetcher(folder) as fetcher:
        fetcher.start(request(url))
        assert collect(fetcher)[-1] == HttpEnd(id=1)
