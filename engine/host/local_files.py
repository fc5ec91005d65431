"""Files beside a document on disk, for the command line: under a host name that cannot exist."""

import mimetypes
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from engine.host.events import Event, HttpChunk, HttpEnd, HttpHead, HttpStart
from engine.host.fetcher import Fetcher

# Names below .invalid never resolve (RFC 6761, section 6.4).
HOST: Final = "files.invalid"
FILE_BYTES: Final = 64 << 20


def address(path: Path) -> str:
    """The URL of a document in its folder."""
    return f"http://{HOST}/{quote(path.name)}"


class FolderFetcher(Fetcher):
    """Answers `http://files.invalid/...` with the files of a folder, all else from the network."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder.resolve()

    def start(self, request: HttpStart) -> None:
        url = urlsplit(request.url)
        if url.hostname != HOST:
            super().start(request)
            return
        found = self._read(unquote(url.path).lstrip("/"))
        if found is None:
            self.answer(request.id, 404, b"not found", "text/plain")
        else:
            kind, _ = mimetypes.guess_type(url.path)
            self.answer(request.id, 200, found, kind or "application/octet-stream")

    def answer(self, identifier: int, status: int, body: bytes, kind: str) -> None:
        """Queue a whole response."""
        head = HttpHead(id=identifier, status=status, headers=[("content-type", kind.encode())])
        events: list[Event] = [head, HttpChunk(id=identifier, data=body), HttpEnd(id=identifier)]
        self.enqueue(events)

    def _read(self, name: str) -> bytes | None:
        try:
            path = (self._folder / name).resolve()
            # A page must not read what lies outside of its folder, by `..` or by a link.
            if not path.is_relative_to(self._folder) or path.stat().st_size > FILE_BYTES:
                return None
            return path.read_bytes()
        except (OSError, ValueError):
            return None
