"""Open a page with the engine: `python -m engine.host FILE|-|URL [--evaluate JS] [--screenshot OUT.png]`.

The evaluation's value goes to standard output as JSON, everything else to standard error. Exit status: 0 on
success, 1 on an error of the page or the script, 2 on bad usage.
"""

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Final, NoReturn
from urllib.parse import urlsplit

from engine.host import local_files, module, ops, replies, stack
from engine.host.driver import Driver
from engine.host.errors import EngineError, OperationTimedOut, ScriptError, ScriptStopped
from engine.host.fetcher import Fetcher
from engine.host.fonts import FontFiles
from engine.host.instance import Instance
from engine.host.local_files import FolderFetcher
from engine.host.log import Level
from engine.host.module import Image

DOCUMENT_BYTES: Final = 64 << 20
VIEWPORT_MAX: Final = 16_384
TIMEOUT_S_MAX: Final = 3_600.0
# How Servo's page for a failed load begins.
_ERROR_PAGE: Final = "Could not load the requested page:"
_SCHEMES: Final = ("http", "https", "data", "about")
_FORMATS: Final[dict[str, ops.ImageFormat]] = {
    ".png": ops.Png(),
    ".jpg": ops.Jpeg(),
    ".jpeg": ops.Jpeg(),
    ".webp": ops.Webp(),
}

OK, FAILED, USAGE = 0, 1, 2


class _Failure(Exception):
    """The page or the script failed; the message is for the person."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    source = _source(parser, options.page)
    _check_screenshot(parser, options.screenshot)
    try:
        return stack.run(_run, options, source)
    except _Failure as error:
        _say(f"error: {error}")
    except EngineError as error:
        _say(f"error: {error}")
    except KeyboardInterrupt:
        _say("interrupted")
    return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine.host",
        description="Open a page in Servo, evaluate a script in it, draw it.",
        epilog="Exit status: 0 on success, 1 on an error of the page or the script, 2 on bad usage.",
    )
    parser.add_argument("page", metavar="FILE|-|URL", help="an HTML file, - for standard input, or a URL")
    parser.add_argument("--evaluate", metavar="JS", help="print the value of this script as JSON")
    parser.add_argument(
        "--screenshot", metavar="OUT.png", type=Path, help="draw the viewport; .png, .jpg or .webp"
    )
    parser.add_argument(
        "--viewport",
        metavar="WIDTHxHEIGHT",
        type=_viewport,
        default=ops.ViewportSize(1_280, 720),
        help="in CSS pixels (default 1280x720)",
    )
    parser.add_argument(
        "--timeout",
        metavar="SECONDS",
        type=_timeout,
        default=10.0,
        help="for the load and for the script, each (default 10)",
    )
    parser.add_argument("--verbose", action="store_true", help="show the engine's own log")
    return parser


def _viewport(text: str) -> ops.ViewportSize:
    match = re.fullmatch(r"(\d{1,9})[xX](\d{1,9})", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not WIDTHxHEIGHT, such as 1280x720")
    width, height = int(match[1]), int(match[2])
    if not (1 <= width <= VIEWPORT_MAX and 1 <= height <= VIEWPORT_MAX):
        raise argparse.ArgumentTypeError(f"{text}: each side must be 1 to {VIEWPORT_MAX} CSS pixels")
    return ops.ViewportSize(width, height)


def _timeout(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds") from None
    if not 0 < seconds <= TIMEOUT_S_MAX:
        raise argparse.ArgumentTypeError(f"{text}: more than 0 and at most {TIMEOUT_S_MAX:g} seconds")
    return seconds


def _source(parser: argparse.ArgumentParser, page: str) -> ops.Source:
    """What to open. Ends the program with status 2 if there is no such thing."""
    if page == "-":
        return ops.Html(_text(parser, sys.stdin.buffer.read(DOCUMENT_BYTES + 1), "standard input"))
    path = Path(page)
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]*):", page)
    if scheme is not None and not path.exists():
        name = scheme[1].lower()
        if name not in _SCHEMES:
            _bad(parser, f"{page}: {name}: is not a scheme that can be opened ({', '.join(_SCHEMES)})")
        try:
            host = urlsplit(page).hostname
        except ValueError as error:
            _bad(parser, f"{page}: {error}")
        if name in ("http", "https") and not host:
            _bad(parser, f"{page}: the URL has no host")
        return ops.Url(page)
    try:
        with path.open("rb") as file:
            data = file.read(DOCUMENT_BYTES + 1)
    except FileNotFoundError:
        _bad(parser, f"{page}: no such file, and not a URL (a URL begins with http:// or https://)")
    except IsADirectoryError:
        _bad(parser, f"{page}: is a folder")
    except OSError as error:
        _bad(parser, f"{page}: {error.strerror}")
    return ops.Html(_text(parser, data, page), local_files.address(path))


def _text(parser: argparse.ArgumentParser, data: bytes, name: str) -> str:
    if len(data) > DOCUMENT_BYTES:
        _bad(parser, f"{name}: more than {DOCUMENT_BYTES >> 20} MiB")
    return data.decode("utf-8", "replace").removeprefix("\ufeff")


def _check_screenshot(parser: argparse.ArgumentParser, path: Path | None) -> None:
    if path is None:
        return
    if path.suffix.lower() not in _FORMATS:
        _bad(parser, f"--screenshot {path}: the name must end in {', '.join(_FORMATS)}")
    if not path.parent.is_dir():
        _bad(parser, f"--screenshot {path}: the folder {path.parent} does not exist")
    if path.is_dir():
        _bad(parser, f"--screenshot {path}: is a folder")


def _bad(parser: argparse.ArgumentParser, message: str) -> NoReturn:
    parser.exit(USAGE, f"{parser.prog}: error: {message}\n")


def _run(options: argparse.Namespace, source: ops.Source) -> int:
    image = _image()
    log = (lambda level, line: _say(f"{level.name.lower()}: {line}")) if options.verbose else _panics
    on_disk = isinstance(source, ops.Html) and source.base_url is not None
    fetcher = FolderFetcher(Path(options.page).parent) if on_disk else Fetcher()
    with Instance(image, log=log) as instance, fetcher:
        instance.boot(ops.Start(viewport=options.viewport))
        driver = Driver(instance, fetcher)
        driver.set_viewport(options.viewport.width, options.viewport.height)
        _open(driver, source, options.timeout)
        status = OK
        if options.evaluate is not None:
            status = _evaluate(driver, options.evaluate, options.timeout)
        if options.screenshot is not None:
            _screenshot(driver, options.screenshot, options.timeout)
        for message in driver.console():
            _say(f"console {message.level}: {message.text}")
        return status


def _image() -> Image:
    # The one place where the host needs the builder: to find the module, or to build it.
    from engine.builder import artifact, errors, fonts, paths

    try:
        path = artifact.ready_module()
        files = fonts.faces(paths.user_cache())
    except (errors.BuildError, fonts.FontsError) as error:
        raise _Failure(str(error)) from error
    return module.load(path, fonts=FontFiles([file.path for file in files]), progress=_say)


def _open(driver: Driver, source: ops.Source, timeout_s: float) -> None:
    page = (
        driver.open_url(source.url, timeout_s)
        if isinstance(source, ops.Url)
        else driver.open_html(source.html, source.base_url, timeout_s)
    )
    for failed in driver.failed_requests:
        if isinstance(source, ops.Url) and _same(failed.url, source.url):
            raise _Failure(f"cannot load {failed.message} [{failed.error.value}]")
        _say(f"cannot load {failed.message} [{failed.error.value}]")
    if isinstance(source, ops.Url):
        _check_loaded(source.url, page)
    if page.crashed is not None:
        raise _Failure(f"the page crashed: {page.crashed}")
    if page.load is not replies.LoadState.COMPLETE:
        reasons = "; ".join(driver.idle().reasons)
        _say(f"warning: not loaded completely within {timeout_s:g} s{f' ({reasons})' if reasons else ''}")


def _check_loaded(url: str, page: replies.Page) -> None:
    """Some failures never reach the network, as a blocked port: the engine shows those itself."""
    if page.details.text.startswith(_ERROR_PAGE):
        raise _Failure(f"cannot load {url}: {page.details.text.removeprefix(_ERROR_PAGE).strip()}")
    if page.url == "about:blank" and not url.startswith("about:"):
        raise _Failure(f"cannot load {url}: the engine gave up, perhaps at a redirect loop")


def _same(one: str, other: str) -> bool:
    return one.partition("#")[0].rstrip("/") == other.partition("#")[0].rstrip("/")


def _evaluate(driver: Driver, script: str, timeout_s: float) -> int:
    try:
        value = driver.evaluate(script, timeout_s)
    except ScriptError as error:
        _say(f"error: {error}")
        if error.exception.stack:
            _say(error.exception.stack.rstrip())
        return FAILED
    except ScriptStopped:
        _say(f"error: the script was stopped after {timeout_s:g} s")
        return FAILED
    except OperationTimedOut as error:
        _say(f"error: {error}")
        return FAILED
    # Lone surrogates are legal in JavaScript but not in UTF-8: JSON's escapes can say both.
    print(json.dumps(value, ensure_ascii=True))
    return OK


def _screenshot(driver: Driver, path: Path, timeout_s: float) -> None:
    shot = driver.screenshot(format=_FORMATS[path.suffix.lower()], timeout_s=max(timeout_s, 30.0))
    try:
        path.write_bytes(shot.image)
    except OSError as error:
        raise _Failure(f"--screenshot {path}: {error.strerror}") from error
    _say(f"{path}: {shot.width} x {shot.height}")


def _panics(level: Level, line: str) -> None:
    if level is Level.ERROR:
        _say(f"engine: {line}")


def _say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
