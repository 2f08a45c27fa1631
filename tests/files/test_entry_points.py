"""Entry points are found as importlib.metadata finds them."""

from __future__ import annotations

import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from arenagen.emit.plugins import GROUP
from arenagen.files.entry_points import find_entry_point


def test_the_shipped_target_is_found() -> None:
    (point,) = entry_points(group=GROUP, name="python")
    assert find_entry_point(GROUP, "python") == point.value


@pytest.mark.parametrize("group", [GROUP, "console_scripts", "pytest11"])
def test_every_installed_entry_point_is_found_alike(group: str) -> None:
    for point in entry_points(group=group):
        found = find_entry_point(point.group, point.name)
        assert found == point.value.partition("[")[0].strip()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[arenagen.targets]\nmine = pack.mod:TARGET\n", "pack.mod:TARGET"),
        ("# x\n[other]\nmine = no:no\n\n[arenagen.targets]\n; y\nmine=a:b [extra]\n", "a:b"),
        ("[other]\nmine = no:no\n", None),
        ("[arenagen.targets]\nmin = a:b\n", None),
        ("", None),
    ],
)
def test_what_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, found: str | None
) -> None:
    info = tmp_path / "pack-1.0.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text(text)
    (tmp_path / "empty-1.0.dist-info").mkdir()
    monkeypatch.setattr(sys, "path", [str(tmp_path / "absent"), str(tmp_path)])
    assert find_entry_point(GROUP, "mine") == found
