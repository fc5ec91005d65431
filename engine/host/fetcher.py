"""A plain HTTP/1.1 client for the command line and tests: no redirects, no cookies, no decompression.

Each exchange runs on a thread of its own and its events are queued. It reaches whatever the machine reaches:
a service that opens pages of strangers has a client of its own with an address policy.
"""

import contextlib
import http.client
import queue
import socket
import ssl
import threading
from collections.abc import Sequence
from typing import Final, Self
from urllib.parse import urlsplit

from engine.host.events import Event, HttpChunk, HttpEnd, HttpError, HttpErrorKind, HttpHead, HttpStart

CHUNK_BYTES: Final = 64 << 10
# What is read ahead of an engine that is busy.
QUEUED_EVENTS: Final = 256
BATCH_BYTES: Final = 4 << 20
PARALLEL: Final = 16


class _Fault(Exception):
    def __init__(self, kind: HttpErrorKind, message: str) -> None:
        self.kind = kind
        super().__init__(message)


class Fetcher:
    """Carries out HTTP exchanges in the background.

    `start` and `cancel` never wait; `take` gives the events. Events of a cancelled exchange may still come:
    the engine drops them. `close` ends everything.
    """

    def __init__(self, timeout_s: float = 30.0, body_bytes: int = 256 << 20) -> None:
        """`timeout_s` limits each wait for the server, `body_bytes` a response's body."""
        self._timeout_s = timeout_s
        self._body_bytes = body_bytes
        self._events: queue.Queue[Event] = queue.Queue(QUEUED_EVENTS)
        self._ready: list[Event] = []
        self._slots = threading.Semaphore(PARALLEL)
        self._lock = threading.Lock()
        self._exchanges: dict[int, _Exchange] = {}
        self._closed = threading.Event()
        self._tls: ssl.SSLContext | None = None

    def start(self, request: HttpStart) -> None:
        """Begin an exchange; its end comes as HttpEnd or HttpError."""
        exchange = _Exchange(request)
        with self._lock:
            self._exchanges[request.id] = exchange
        threading.Thread(target=self._run, args=(exchange,), name=f"fetch-{request.id}", daemon=True).start()

    def cancel(self, identifier: int) -> None:
        with self._lock:
            exchange = self._exchanges.pop(identifier, None)
        if exchange is not None:
            exchange.cancel()

    def enqueue(self, events: Sequence[Event]) -> None:
        """Add events that come from elsewhere, without waiting for room."""
        with self._lock:
            self._ready.extend(events)

    def take(self, timeout_s: float = 0.0) -> list[Event]:
        """Events that are there, waiting for the first at most so long. One batch has a bounded size."""
        with self._lock:
            events, self._ready = self._ready, []
        if events:
            return events
        size = 0
        with contextlib.suppress(queue.Empty):
            while size < BATCH_BYTES:
                wait = not events and timeout_s > 0
                event = self._events.get(wait, timeout_s if wait else None)
                events.append(event)
                size += len(event.data) if isinstance(event, HttpChunk) else 0
        return events

    def close(self) -> None:
        self._closed.set()
        with self._lock:
            exchanges = list(self._exchanges.values())
            self._exchanges.clear()
        for exchange in exchanges:
            exchange.cancel()

    def stats(self) -> dict[str, int]:
        with self._lock:
            return {"open": len(self._exchanges), "queued": self._events.qsize()}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, exchange: "_Exchange") -> None:
        request = exchange.request
        try:
            with self._slots:
                self._exchange(exchange)
            end: Event = HttpEnd(id=request.id)
        except Exception as error:
            fault = _explain(error)
            end = HttpError(id=request.id, error=fault.kind, message=f"{request.url}: {fault}")
        finally:
            exchange.close()
        with self._lock:
            self._exchanges.pop(request.id, None)
        self._put(exchange, end)

    def _exchange(self, exchange: "_Exchange") -> None:
        request = exchange.request
        connection = self._connect(request.url)
        exchange.connect(connection)
        url = urlsplit(request.url)
        names = {name.lower() for name, _ in request.headers}
        connection.putrequest(
            request.method,
            (url.path or "/") + (f"?{url.query}" if url.query else ""),
            skip_host="host" in names,
            skip_accept_encoding=True,
        )
        for name, value in request.headers:
            if name.lower() not in ("connection", "content-length", "transfer-encoding"):
                connection.putheader(name, value)
        connection.putheader("Connection", "close")
        if request.body or request.method in ("POST", "PUT", "PATCH"):
            connection.putheader("Content-Length", str(len(request.body)))
        connection.endheaders(request.body or None)
        response = exchange.response(connection)
        headers = tuple((name, value.encode("latin-1", "replace")) for name, value in response.getheaders())
        self._put(exchange, HttpHead(id=request.id, status=response.status, headers=headers))
        received = 0
        while chunk := response.read1(CHUNK_BYTES):
            received += len(chunk)
            if received > self._body_bytes:
                raise _Fault(HttpErrorKind.TOO_LARGE, f"more than {self._body_bytes} bytes")
            self._put(exchange, HttpChunk(id=request.id, data=chunk))
        # read1 answers "no more" for a connection that was cut as well.
        if response.length:
            raise _Fault(HttpErrorKind.PROTOCOL, f"the body ended {response.length} bytes early")

    def _connect(self, address: str) -> http.client.HTTPConnection:
        try:
            url = urlsplit(address)
            port = url.port
        except ValueError as error:
            raise _Fault(HttpErrorKind.PROTOCOL, f"not a URL: {error}") from error
        if url.scheme not in ("http", "https") or not url.hostname:
            raise _Fault(HttpErrorKind.POLICY, "only http and https can be fetched")
        if url.scheme == "https":
            self._tls = self._tls or ssl.create_default_context()
            return http.client.HTTPSConnection(url.hostname, port, timeout=self._timeout_s, context=self._tls)
        return http.client.HTTPConnection(url.hostname, port, timeout=self._timeout_s)

    def _put(self, exchange: "_Exchange", event: Event) -> None:
        """Queue, waiting for room: a fast server must not fill the memory of a slow engine."""
        while not self._closed.is_set() and not exchange.cancelled:
            with contextlib.suppress(queue.Full):
                self._events.put(event, timeout=0.1)
                return


class _Exchange:
    """One exchange and what it holds open. The socket is kept apart: http.client forgets it early."""

    def __init__(self, request: HttpStart) -> None:
        self.request = request
        self.cancelled = False
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._open: list[http.client.HTTPConnection | http.client.HTTPResponse] = []

    def connect(self, connection: http.client.HTTPConnection) -> None:
        self._open.append(connection)
        connection.connect()
        with self._lock:
            self._socket = connection.sock
            if self.cancelled:
                raise _Fault(HttpErrorKind.CANCELLED, "cancelled")

    def response(self, connection: http.client.HTTPConnection) -> http.client.HTTPResponse:
        response = connection.getresponse()
        self._open.append(response)
        return response

    def cancel(self) -> None:
        """Wake the thread, whatever it waits for."""
        with self._lock:
            self.cancelled = True
            if self._socket is not None:
                with contextlib.suppress(OSError):
                    self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        with self._lock:
            self._socket = None
        for part in self._open:
            part.close()


def _explain(error: Exception) -> _Fault:
    match error:
        case _Fault():
            return error
        case socket.gaierror():
            return _Fault(HttpErrorKind.DNS, f"the name does not resolve ({error.strerror})")
        case ssl.SSLError():
            return _Fault(HttpErrorKind.TLS, f"TLS: {error.reason or error}")
        case TimeoutError():
            return _Fault(HttpErrorKind.TIMEOUT, "no answer in time")
        case http.client.RemoteDisconnected() | ConnectionResetError() | BrokenPipeError():
            return _Fault(HttpErrorKind.RESET, "the server closed the connection")
        case http.client.HTTPException():
            return _Fault(HttpErrorKind.PROTOCOL, f"not HTTP: {error or type(error).__name__}")
        case ConnectionRefusedError():
            return _Fault(HttpErrorKind.REFUSED, "connection refused")
        case OSError():
            return _Fault(HttpErrorKind.REFUSED, error.strerror or str(error))
        case _:
            return _Fault(HttpErrorKind.PROTOCOL, str(error))
