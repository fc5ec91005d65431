"""Run cargo in the build workspace and show how far it is."""

import json
import os
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from engine.builder import edits, toolchain
from engine.builder.errors import BuildError
from engine.builder.log import say
from engine.builder.paths import Cache

_TAIL_LINES = 40
_REPORT_EVERY_S = 10.0


def command(cache: Cache, *arguments: str) -> list[str]:
    """Cargo with the builder's configuration. The first argument is the sub-command."""
    configs = (toolchain.cargo_config(cache), cache.edited / edits.PATCHES)
    return [str(toolchain.CARGO), *(part for path in configs for part in ("--config", str(path))), *arguments]


def run(cache: Cache, *arguments: str, folder: Path | None = None) -> str:
    """Run a quick cargo command; its standard output. Raises BuildError with its standard error."""
    done = subprocess.run(
        command(cache, *arguments),
        cwd=folder or cache.workspace,
        env=toolchain.environment(cache),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise BuildError(f"cargo {arguments[0]} failed:\n{done.stderr.strip()}")
    return done.stdout


def plain(cache: Cache, *arguments: str, folder: Path) -> None:
    """Run cargo without the replacements, in another package. Raises BuildError with its standard error."""
    done = subprocess.run(
        [str(toolchain.CARGO), *arguments],
        cwd=folder,
        env=toolchain.environment(cache),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise BuildError(f"cargo {arguments[0]} failed:\n{done.stderr.strip()}")


def hand_over(cache: Cache, arguments: Sequence[str]) -> int:
    """Run a cargo command for a person, who sees its output; its exit code."""
    return subprocess.run(
        command(cache, *arguments), cwd=cache.workspace, env=toolchain.environment(cache)
    ).returncode


@dataclass(slots=True)
class Progress:
    """How far a build is. A unit is one run of the compiler or of a build script."""

    units: int
    name: str
    done: int = 0
    current: str = ""
    files: list[Path] = field(default_factory=list)
    started_s: float = field(default_factory=time.monotonic)
    said_s: float = 0.0

    def message(self, message: Mapping[str, Any]) -> None:
        """Take one line of cargo's JSON output."""
        match message.get("reason"):
            case "compiler-artifact":
                self.done += 1
                self.files += [Path(name) for name in message["filenames"]]
            case "build-script-executed":
                self.done += 1

    def line(self) -> str:
        minutes, seconds = divmod(int(time.monotonic() - self.started_s), 60)
        current = self.current or "starting"
        return f"{self.name}: {self.done} of {self.units}, {minutes}:{seconds:02} elapsed, {current}"

    def show(self, last: bool = False) -> None:
        """On a terminal one line that changes, elsewhere a line now and then."""
        now = time.monotonic()
        if sys.stderr.isatty():
            print(f"\r\x1b[K{self.line()}", end="\n" if last else "", file=sys.stderr, flush=True)
        elif last or now - self.said_s >= _REPORT_EVERY_S:
            self.said_s = now
            say(self.line())


def build(
    cache: Cache,
    name: str,
    arguments: Sequence[str],
    *,
    folder: Path | None = None,
    extra: Mapping[str, str] | None = None,
) -> list[Path]:
    """Run a long cargo build, with progress; the files that it made.

    `name` is what is built, for people and for the log. `extra` are more environment variables. The target
    folder is always the same, so an interrupted build goes on where it was. Raises BuildError with the end
    of the log.
    """
    folder = folder or cache.workspace
    environment = toolchain.environment(cache) | dict(extra or {})
    progress = Progress(_units(cache, arguments, folder, environment), name)
    cache.logs.mkdir(parents=True, exist_ok=True)
    log = cache.logs / f"{name}.log"
    with log.open("w") as sink:
        process = subprocess.Popen(
            command(cache, *_with_option(arguments, "--message-format=json-render-diagnostics")),
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )
        assert process.stdout is not None
        assert process.stderr is not None
        reader = threading.Thread(target=_follow, args=(process.stderr, sink, progress), daemon=True)
        reader.start()
        try:
            for line in process.stdout:
                progress.message(json.loads(line) if line.startswith("{") else {})
                progress.show()
            code = process.wait()
        except BaseException:
            process.terminate()
            raise
        finally:
            reader.join(timeout=10)
    progress.show(last=True)
    if code:
        with log.open(errors="replace") as lines:
            tail = "".join(deque(lines, _TAIL_LINES))
        raise BuildError(f"{name}: cargo ended with {code}. The end of {log}:\n{tail}")
    return progress.files


def _follow(stream: IO[str], sink: IO[str], progress: Progress) -> None:
    """Copy cargo's own output to the log, and note what it is at."""
    for line in stream:
        sink.write(line)
        sink.flush()
        words = line.split()
        if words[:1] in (["Compiling"], ["Checking"]) and len(words) > 1:
            progress.current = words[1]
        progress.show()


def _units(cache: Cache, arguments: Sequence[str], folder: Path, environment: Mapping[str, str]) -> int:
    """How many units a build has."""
    done = subprocess.run(
        command(cache, *_with_option(arguments, "--unit-graph", "-Zunstable-options")),
        cwd=folder,
        env=dict(environment),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise BuildError(f"cargo cannot plan the build:\n{done.stderr.strip()}")
    return len(json.loads(done.stdout)["units"])


def _with_option(arguments: Sequence[str], *options: str) -> list[str]:
    """Put options before what is meant for rustc."""
    split = arguments.index("--") if "--" in arguments else len(arguments)
    return [*arguments[:split], *options, *arguments[split:]]


def jobs() -> int:
    """How many cores may be used."""
    return len(os.sched_getaffinity(0))
