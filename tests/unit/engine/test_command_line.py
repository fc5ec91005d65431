"""`python -m engine.host`: bad usage is told before any engine is looked for, with status 2."""

import io
import sys
from pathlib import Path

import pytest

from engine.host import __main__ as command

PAGE = "<title>x</title>"


@pytest.fixture(autouse=True)
def no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever gets as far as needing the engine has passed the checks."""

    def reached(*_arguments: object) -> int:
        raise command._Failure("reached the engine")

    monkeypatch.setattr(command, "_run", reached)


def run(*arguments: str) -> int:
    try:
        return command.main(list(arguments))
    except SystemExit as ended:
        return int(ended.code or 0)


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "page.html"
    path.write_text(PAGE)
    return str(path)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "the following arguments are required: FILE|-|URL"),
        (["missing.html"], "missing.html: no such file, and not a URL"),
        (["/"], "/: is a folder"),
        (["ftp://x/"], "ftp: is not a scheme that can be opened"),
        (["javascript:1"], "javascript: is not a scheme"),
        (["http://"], "the URL has no host"),
        (["http://[::1/"], "http://[::1/: "),
        (["PAGE", "--viewport", "huge"], "'huge' is not WIDTHxHEIGHT"),
        (["PAGE", "--viewport", "0x10"], "each side must be 1 to 16384"),
        (["PAGE", "--viewport", "20000x10"], "each side must be 1 to 16384"),
        (["PAGE", "--viewport", "1280*720"], "is not WIDTHxHEIGHT"),
        (["PAGE", "--timeout", "soon"], "'soon' is not a number of seconds"),
        (["PAGE", "--timeout", "0"], "more than 0"),
        (["PAGE", "--timeout", "nan"], "more than 0"),
        (["PAGE", "--timeout", "-1"], "more than 0"),
        (["PAGE", "--screenshot", "out.gif"], "the name must end in .png"),
        (["PAGE", "--screenshot", "no/such/folder/out.png"], "the folder no/such/folder does not exist"),
        (["PAGE", "--colour"], "unrecognized arguments: --colour"),
    ],
)
def test_bad_usage_is_explained(
    arguments: list[str], said: str, page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*(page if argument == "PAGE" else argument for argument in arguments)) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""


def test_a_screenshot_cannot_replace_a_folder(
    page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "folder.png"
    folder.mkdir()
    assert run(page, "--screenshot", str(folder)) == 2
    assert "is a folder" in capsys.readouterr().err


@pytest.mark.parametrize("source", ["PAGE", "http://example.test/a", "data:text/html,x", "about:blank"])
def test_good_usage_reaches_the_engine_and_its_failures_have_status_1(
    source: str, page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [page if source == "PAGE" else source, "--viewport", "800x600", "--timeout", "2.5"]
    assert run(*arguments, "--screenshot", str(tmp_path / "OUT.PNG"), "--evaluate", "1") == 1
    assert capsys.readouterr().err == "error: reached the engine\n"


def test_help_has_status_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--help") == 0
    assert "Exit status: 0 on success" in capsys.readouterr().out


def test_a_document_may_come_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\ufeff<p>\u00fc".encode() + b"\xff")))
    source = command._source(command._parser(), "-")
    assert source == command.ops.Html("<p>\u00fc\ufffd")


def test_a_file_has_its_own_address(page: str) -> None:
    source = command._source(command._parser(), page)
    assert source == command.ops.Html(PAGE, "http://files.invalid/page.html")


def test_a_document_has_a_limit(
    page: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "DOCUMENT_BYTES", 10)
    assert run(page) == 2
    assert "more than 0 MiB" in capsys.readouterr().err
