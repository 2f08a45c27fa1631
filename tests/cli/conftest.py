"""A project for each test."""

from __future__ import annotations

from pathlib import Path

import pytest
from files.project_tree import Tree, make_tree


@pytest.fixture
def tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Tree:
    """A project with one layout that was not built yet."""
    return make_tree(tmp_path / "project", monkeypatch, capsys)


@pytest.fixture
def built(tree: Tree) -> Tree:
    """The same, built."""
    assert tree.run("build").code == 0
    return tree
