"""`python -m engine.host` as a person runs it."""

import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image as Picture

from engine.host.module import Image
from tests.support.site import Site

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _module_is_ready(image: Image) -> None:
    """Otherwise the first command would compile it, and its progress would be in the way."""
    assert image.preinitialised


def run(*arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
    """Exit status, standard output and standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "engine.host", *arguments],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        timeout=150,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_a_file_is_opened_evaluated_and_drawn(tmp_path: Path) -> None:
    (tmp_path / "style.css").write_text("body { margin: 0; background: rgb(1, 2, 3) }")
    document = tmp_path / "a page.html"
    document.write_text("<!doctype html><link rel=stylesheet href=style.css><title>f\u00fc</title>")
    drawn = tmp_path / "out.png"
    status, out, err = run(
        str(document),
        "--evaluate",
        "[document.title, innerWidth]",
        "--viewport",
        "300x200",
        "--screenshot",
        str(drawn),
    )
    assert (status, json.loads(out)) == (0, ["f\u00fc", 300]), err
    with Picture.open(drawn) as picture:
        assert picture.size == (300, 200)
        assert picture.convert("RGB").getpixel((150, 100)) == (1, 2, 3)


def test_standard_input_and_promises() -> None:
    status, out, err = run(
        "-", "--evaluate", "new Promise(r => setTimeout(r, 30, document.body.textContent))", stdin=b"<p>piped"
    )
    assert (status, json.loads(out)) == (0, "piped"), err


def test_a_url_is_loaded_and_the_console_goes_to_standard_error(site: Site) -> None:
    site.serve("/", "<title>t</title><script>console.warn('careful')</script>")
    status, out, err = run(site.url("/"), "--evaluate", "document.title")
    assert (status, out) == (0, '"t"\n')
    assert "console warn: careful" in err


def test_tagged_values_are_json() -> None:
    status, out, _ = run("data:text/html,x", "--evaluate", "new Map([[1n, undefined]])")
    assert status == 0
    assert json.loads(out) == {
        "$type": "map",
        "entries": [[{"$type": "bigint", "value": "1"}, {"$type": "undefined"}]],
    }


def test_an_error_of_the_script_has_status_1() -> None:
    status, out, err = run("data:text/html,x", "--evaluate", "nothing.at.all")
    assert (status, out) == (1, "")
    assert "ReferenceError: nothing is not defined" in err
    assert "Traceback" not in err


def test_an_endless_script_has_status_1() -> None:
    status, out, err = run("data:text/html,x", "--evaluate", "for (;;);", "--timeout", "0.5")
    assert (status, out) == (1, "")
    assert "stopped after 0.5 s" in err


def test_an_unreachable_url_has_status_1_and_the_reason() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        url = f"http://127.0.0.1:{free.getsockname()[1]}/"
    status, out, err = run(url, "--evaluate", "1")
    assert (status, out) == (1, "")
    assert f"cannot load {url}: connection refused" in err
    status, _, err = run("http://no-such-host.invalid/")
    assert status == 1
    assert "the name does not resolve" in err


def test_loads_that_the_engine_refuses_itself_have_status_1(site: Site) -> None:
    status, out, err = run("http://127.0.0.1:1/", "--evaluate", "1")
    assert (status, out) == (1, "")
    assert "cannot load http://127.0.0.1:1/: Request attempted on bad port" in err
    site.serve("/", "", headers=[("Location", "/")], status=302)
    status, _, err = run(site.url("/"))
    assert status == 1
    assert "cannot load" in err


def test_bad_usage_has_status_2() -> None:
    status, out, err = run("no/such/file.html")
    assert (status, out) == (2, "")
    assert "no such file" in err
