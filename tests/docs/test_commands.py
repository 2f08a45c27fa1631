"""The pages that show commands, played through: every output is what comes out."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from .markdown import ROOT, blocks, rewritten
from .sandbox import Sandbox

PAGES: dict[str, tuple[str, ...]] = {
    "README.md": ("layouts", "pyproject.toml"),
    "docs/guide.md": (),
    "docs/laws.md": ("layouts", "pyproject.toml"),
}
"""Pages, each with what its folder holds at the beginning. Layouts in it are built."""


@pytest.mark.skipif(shutil.which("git") is None, reason="the guide shows diffs of git")
@pytest.mark.parametrize("name", PAGES)
def test_commands_print_what_the_page_shows(
    name: str, tmp_path: Path, golden: Callable[[Path, str], None]
) -> None:
    sandbox = Sandbox(tmp_path)
    sandbox.install()
    if PAGES[name]:
        sandbox.copy(*PAGES[name])
        sandbox.output("arenagen build", name)
    golden(ROOT / name, rewritten(name, dict(sandbox.play(blocks(name)))))
