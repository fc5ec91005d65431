"""A real HTTP server on the loopback whose pages a test puts there."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self


@dataclass(frozen=True)
class Request:
    """One that arrived. Header names are in lower case."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def path(self) -> str:
        return self.target.partition("?")[0]


@dataclass(frozen=True)
class _Answer:
    body: bytes
    content_type: str
    headers: tuple[tuple[str, str], ...]
    status: int


class Site:
    """Answers each path as it was told to, whatever the method and the query; 404 for others."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self._answers: dict[str, _Answer] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def serve(
        self,
        path: str,
        body: str | bytes,
        content_type: str = "text/html",
        headers: Sequence[tuple[str, str]] = (),
        status: int = 200,
    ) -> None:
        """Put a page at `path`. Text is sent as UTF-8."""
        data = body.encode() if isinstance(body, str) else body
        if isinstance(body, str) and content_type == "text/html":
            content_type = "text/html; charset=utf-8"
        self._answers[path] = _Answer(data, content_type, tuple(headers), status)

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self._server.server_port}{path}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        site = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                request = Request(self.command, self.path, headers, body)
                site.requests.append(request)
                missing = _Answer(b"not found", "text/plain", (), 404)
                answer = site._answers.get(request.path, missing)
                self.send_response(answer.status)
                self.send_header("Content-Type", answer.content_type)
                self.send_header("Content-Length", str(len(answer.body)))
                for name, value in answer.headers:
                    self.send_header(name, value)
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(answer.body)

            do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = answer

            def log_message(self, *_: object) -> None:
                pass

            def handle(self) -> None:
                # A page that goes away in the middle of a response is not this server's fault.
                try:
                    super().handle()
                except ConnectionError:
                    self.close_connection = True

        return Handler
