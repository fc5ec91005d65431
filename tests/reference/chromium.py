"""Debian's Chromium, headless, with the fonts of the product, quiet on the network."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.reference import fontconfig

_FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --hide-scrollbars "
    "--font-render-hinting=none --window-size=1000,800"
)


@contextmanager
def showing(url: str, scratch: Path, cache: Path) -> Iterator[None]:
    """Show a page for as long as the block lasts.

    `scratch` takes the profile, `cache` is the user's cache folder. Raises RuntimeError without Chromium.
    """
    if shutil.which("chromium") is None:
        raise RuntimeError("chromium is missing: apt-get install chromium")
    environment = {**os.environ, "FONTCONFIG_FILE": str(fontconfig.write(scratch, cache))}
    profile = f"--user-data-dir={scratch / 'profile'}"
    command = ["chromium", *_FLAGS.split(), profile, "--remote-debugging-port=0", url]
    with (scratch / "chromium.log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            yield
        finally:
            process.terminate()
            process.wait()


def version() -> str:
    """As Chromium tells it."""
    told = subprocess.run(["chromium", "--version"], capture_output=True, text=True, check=True)
    return told.stdout.strip()
