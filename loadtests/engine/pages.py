"""Framework pages: from the start of the navigation until mounted and loaded, told by the page itself.

`python -m loadtests.engine.pages` needs Chromium and the package `servo-fetch`; what is missing is left out.
"""

import importlib
import importlib.util
import shutil
import statistics
import tempfile
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final, Self
from urllib.parse import parse_qs, urlsplit

from engine.builder import artifact, paths
from engine.host import module, stack
from engine.host.driver import Driver
from engine.host.instance import Instance
from tests.reference import chromium, native
from tests.support import bundles

_ROUNDS: Final = 5
_REPORT: Final = (
    "addEventListener('load', () => setTimeout(() => "
    "fetch('/mounted?ms=' + performance.now() + '&items=' + document.querySelectorAll('*').length)))"
)


class _Server:
    """Serves the bundles and takes the reports of the pages."""

    def __init__(self, host: str) -> None:
        self._reports: list[float] = []
        self._arrived = threading.Condition()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer._answer(self)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer((host, 0), Handler)
        self._host = host
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def url(self, name: str) -> str:
        return f"http://{self._host}:{self._server.server_port}/{name}"

    def mounted_ms(self, show: Callable[[], object]) -> float:
        """Show a page and wait for its report. Raises RuntimeError if none comes."""
        with self._arrived:
            self._reports.clear()
        show()
        with self._arrived:
            if not self._arrived.wait_for(lambda: bool(self._reports), timeout=60):
                raise RuntimeError("the page did not report")
            return self._reports[0]

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        parts = urlsplit(request.path)
        kind, body = "text/html; charset=utf-8", b""
        if parts.path == "/mounted":
            with self._arrived:
                self._reports.append(float(parse_qs(parts.query)["ms"][0]))
                self._arrived.notify_all()
        elif parts.path.endswith(".js"):
            kind, body = "text/javascript", bundles.script(parts.path[1:-3])
        elif parts.path != "/favicon.ico":
            body = (
                f"<!doctype html><script>{_REPORT}</script><div id=app></div>"
                f"<script src={parts.path}.js></script>"
            ).encode()
        request.send_response(200)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)


def measure(host: str) -> dict[str, dict[str, float]]:
    """Median milliseconds by page and engine."""
    image = module.load(artifact.ready_module())
    names = [name for name in bundles.NAMES if name != "htmx"]
    rows: dict[str, dict[str, float]] = {}
    with _Server(host) as server, tempfile.TemporaryDirectory() as scratch:
        for name in names:
            taken: dict[str, list[float]] = {}
            for round_number in range(_ROUNDS):
                folder = Path(scratch) / f"{name}-{round_number}"
                for engine, show in _engines(server.url(name), image, folder).items():
                    taken.setdefault(engine, []).append(server.mounted_ms(show))
            rows[name] = {engine: statistics.median(values) for engine, values in taken.items()}
    return rows


def _engines(url: str, image: module.Image, scratch: Path) -> dict[str, Callable[[], object]]:
    def ours() -> None:
        with Driver(Instance(image)) as driver:
            driver.open_url(url)

    shows: dict[str, Callable[[], object]] = {"engine": ours}
    if importlib.util.find_spec("servo_fetch") is not None:
        fetch = importlib.import_module("servo_fetch").fetch
        shows["native Servo 0.5"] = lambda: fetch(url, timeout=30)
    if shutil.which("chromium"):
        scratch.mkdir(parents=True, exist_ok=True)
        shows["Chromium"] = lambda: _in_chromium(url, scratch)
    return shows


def _in_chromium(url: str, scratch: Path) -> None:
    with chromium.showing(url, scratch, paths.user_cache()):
        threading.Event().wait(3)


def table(rows: dict[str, dict[str, float]]) -> str:
    """The medians as a Markdown table, milliseconds."""
    engines = list(dict.fromkeys(engine for row in rows.values() for engine in row))
    lines = [f"| page, ms until mounted | {' | '.join(engines)} |", f"| --- |{' --- |' * len(engines)}"]
    lines += [
        f"| {name} | {' | '.join(f'{row[engine]:.0f}' for engine in engines)} |" for name, row in rows.items()
    ]
    return "\n".join(lines)


def main() -> None:
    host = native.enter("loadtests.engine.pages") if importlib.util.find_spec("servo_fetch") else "127.0.0.1"
    print(table(stack.run(lambda: measure(host))))


if __name__ == "__main__":
    main()
