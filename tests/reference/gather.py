"""A server whose start page opens our test pages one after the other in a frame and posts what it finds."""

import http.server
import json
import queue
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PAGES = Path(__file__).resolve().parent.parent / "pages"
BOXES = Path(__file__).with_name("boxes.js").read_text()

# A frame of fixed size: browsers differ in what their window takes away from the viewport.
_START = """<!doctype html><meta charset="utf-8">
<style>body{margin:0}iframe{border:0;display:block}</style><body><script>
const wait = ms => new Promise(done => setTimeout(done, ms));
(async () => {
  const script = await (await fetch("/boxes.js")).text(), found = {};
  for (const name of await (await fetch("/names")).json()) {
    const frame = document.createElement("iframe");
    frame.width = 800; frame.height = 600;
    const loaded = new Promise(done => { frame.onload = done; });
    frame.src = "/pages/layout/" + name + ".html";
    document.body.prepend(frame);
    await Promise.race([loaded, wait(3000)]);
    await wait(150);
    found[name] = frame.contentWindow.eval(script);
    frame.remove();
  }
  await fetch("/found", {method: "POST", body: JSON.stringify(found)});
})().catch(error => fetch("/found", {method: "POST", body: JSON.stringify(String(error))}));
</script>"""


class Gatherer:
    """The server and what was posted to it."""

    def __init__(self, host: str, names: list[str], files: Mapping[str, bytes]) -> None:
        posted: queue.Queue[Any] = queue.Queue()
        self._posted = posted

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path = self.path.partition("?")[0]
                if path == "/":
                    self._answer(_START.encode(), "text/html")
                elif path == "/names":
                    self._answer(json.dumps(names).encode(), "application/json")
                elif path.startswith("/show/"):
                    self._answer(_show(path), "text/html")
                elif path.rpartition("/")[2] in files:
                    self._answer(files[path.rpartition("/")[2]], "application/octet-stream")
                elif path == "/boxes.js":
                    self._answer(BOXES.encode(), "text/javascript")
                else:
                    file = (PAGES / path.removeprefix("/pages/")).resolve()
                    if file.is_file() and file.is_relative_to(PAGES):
                        kind = {".html": "text/html", ".svg": "image/svg+xml"}.get(file.suffix, "")
                        self._answer(file.read_bytes(), kind or "application/octet-stream")
                    else:
                        self.send_error(404)

            def do_POST(self) -> None:
                posted.put(json.loads(self.rfile.read(int(self.headers["content-length"]))))
                self._answer(b"", "text/plain")

            def _answer(self, body: bytes, kind: str) -> None:
                self.send_response(200)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing: the tools print their own progress."""

        self._server = http.server.ThreadingHTTPServer((host, 0), Handler)
        self.url = f"http://{host}:{self._server.server_address[1]}/"

    def boxes(self, timeout_s: float) -> dict[str, dict[str, list[float | None]]]:
        """Page -> name -> box, once they are posted. Raises RuntimeError with what the page threw."""
        found = self._posted.get(timeout=timeout_s)
        if isinstance(found, str):
            raise RuntimeError(found)
        return dict(found)

    def serve(self) -> None:
        self._server.serve_forever()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def _show(path: str) -> bytes:
    """A page that shows one paint page in a frame: /show/NAME/WIDTHxHEIGHT."""
    _, _, name, size = path.split("/")
    width, _, height = size.partition("x")
    return (
        '<!doctype html><meta charset="utf-8"><style>body{margin:0}iframe{border:0;display:block}</style>'
        f'<iframe src="/pages/paint/{name}.html" width={int(width)} height={int(height)}></iframe>'
    ).encode()


@contextmanager
def gathering(host: str, names: list[str], files: Mapping[str, bytes] | None = None) -> Iterator[Gatherer]:
    """Serve for as long as the block lasts; `files` are found by their name in any folder."""
    gatherer = Gatherer(host, names, files or {})
    thread = threading.Thread(target=gatherer.serve, daemon=True)
    thread.start()
    try:
        yield gatherer
    finally:
        gatherer.stop()
        thread.join()


def names(family: str) -> list[str]:
    """The names of our pages of a family (`layout`, `paint`)."""
    return sorted(file.stem for file in (PAGES / family).glob("*.html"))
