"""Native Servo, through the package `servo-fetch` (0.15: Servo 0.5), on our own pages.

`servo-fetch` is not among the test requirements; install it beside them to run this. It takes neither a
viewport nor an address of this machine, so pages are shown in a frame, and everything runs in a network
namespace of its own in which a public-looking address is this machine.
"""

import os
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

from engine.builder.paths import user_cache
from tests.reference import fontconfig

_HOST = "93.184.216.34"
_INSIDE = "SERVO_MCP_NATIVE_REFERENCE"


def enter(module: str) -> str:
    """The address to serve at; outside the namespace, starts this program again inside it."""
    if not os.environ.get(_INSIDE):
        _again(module)
    return _HOST


def _again(module: str) -> NoReturn:
    scratch = tempfile.mkdtemp()
    cache = user_cache()
    # The tunable is for the large thread-local storage of a library that Python loads late.
    environment = {
        **os.environ,
        _INSIDE: "1",
        "FONTCONFIG_FILE": str(fontconfig.write(Path(scratch), cache)),
        "GLIBC_TUNABLES": "glibc.rtld.optional_static_tls=200000",
        "XDG_RUNTIME_DIR": scratch,
    }
    script = f'ip link set lo up && ip address add {_HOST}/32 dev lo && exec "$@"'
    again = [sys.executable, "-m", module, *sys.argv[1:]]
    os.execvpe("unshare", ["unshare", "-rn", "sh", "-c", script, "sh", *again], environment)
