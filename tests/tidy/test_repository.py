"""Rules of the repository that no other tool checks (CONTRIBUTING.md)."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULE_LINES = 500
FUNCTION_LINES = 60
LARGEST_FILE_BYTES = 20 << 20

# Longer than a reader likes, with a reason each. Entries may only be removed.
LONG_FUNCTIONS: dict[str, str] = {}


def tracked(*patterns: str) -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *patterns],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_modules_are_small() -> None:
    """A module has one reason to change."""
    long = {
        str(path.relative_to(ROOT)): lines
        for path in tracked("*.py", "*.rs")
        if (lines := len(path.read_text().splitlines())) > MODULE_LINES
    }
    assert long == {}


def test_functions_are_short() -> None:
    """A function fits a screen."""
    long = set()
    for path in tracked("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None:
                lines = node.end_lineno - node.lineno
                if lines > FUNCTION_LINES:
                    long.add(f"{path.relative_to(ROOT)}:{node.name}")
    assert long == set(LONG_FUNCTIONS)


def imports_of(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


@pytest.mark.parametrize(
    ("folder", "forbidden", "except_for"),
    [
        ("engine/host", "engine.builder", {"__main__.py"}),
        ("engine", "app", set()),
        ("engine", "tests", set()),
        ("engine", "loadtests", set()),
    ],
)
def test_imports_point_one_way(folder: str, forbidden: str, except_for: set[str]) -> None:
    """The host must work without the builder; the engine knows nothing of the service."""
    guilty = [
        str(path.relative_to(ROOT))
        for path in tracked(f"{folder}/**.py", f"{folder}/*.py")
        if path.name not in except_for
        and any(name == forbidden or name.startswith(f"{forbidden}.") for name in imports_of(path))
    ]
    assert guilty == []


def test_no_module_is_a_package_front() -> None:
    """An import shows the file that a name is defined in: `__init__.py` is one docstring."""
    guilty = []
    for path in tracked("**/__init__.py", "*/__init__.py"):
        body = ast.parse(path.read_text()).body
        if body and not (len(body) == 1 and isinstance(body[0], ast.Expr)):
            guilty.append(str(path.relative_to(ROOT)))
    assert guilty == []


def test_text_is_about_the_product_alone() -> None:
    """No path of one machine, and no address of a package registry."""
    places = re.compile(
        r"/(?:root|tmp|home)/[a-z.]|index-url|registry\.npmjs|static\.crates\.io|\"resolved\":"
    )
    allowed = {"tests/tidy/test_repository.py"}
    guilty = []
    for path in tracked(
        "*.py", "*.rs", "*.md", "*.toml", "*.json", "*.lock", "Makefile", "*.sh", "*.yaml", "*.txt"
    ):
        name = str(path.relative_to(ROOT))
        if name in allowed:
            continue
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            if places.search(line):
                guilty.append(f"{name}:{number}: {line.strip()[:80]}")
    assert guilty == []


def test_files_are_not_too_large() -> None:
    """Larger ones belong into a package or are made by a command."""
    large = [str(path.relative_to(ROOT)) for path in tracked() if path.stat().st_size > LARGEST_FILE_BYTES]
    assert large == []


def test_links_of_the_documents_lead_somewhere() -> None:
    link = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")
    broken = [
        f"{path.relative_to(ROOT)}: {target}"
        for path in tracked("*.md")
        for target in link.findall(path.read_text())
        if not (path.parent / target).exists()
    ]
    assert broken == []
