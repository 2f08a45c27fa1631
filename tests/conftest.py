"""What all tests share: settings of hypothesis, and files that tests compare and can rewrite.

The same examples are tried in every run; `--hypothesis-profile=search` looks for new ones.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("arenagen", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("search", settings.get_profile("arenagen"), derandomize=False)
settings.load_profile("arenagen")

Golden = Callable[[Path, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite the files that tests compare with"
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares a text with a committed file, byte for byte; with --update-golden, writes the file."""
    update = request.config.getoption("--update-golden")

    def compare(path: Path, text: str) -> None:
        wanted = text.encode("utf-8")
        found = path.read_bytes() if path.exists() else None
        if found == wanted:
            return
        if not update:
            pytest.fail(f"{_difference(path, found, text)}\n(--update-golden rewrites it)", False)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(wanted)

    return compare


def _difference(path: Path, found: bytes | None, text: str) -> str:
    if found is None:
        return f"{path} does not exist"
    before = found.decode("utf-8", "replace").splitlines(keepends=True)
    lines = difflib.unified_diff(before, text.splitlines(keepends=True), str(path), "new", n=1)
    return f"{path} differs:\n" + "".join(list(lines)[:40])
