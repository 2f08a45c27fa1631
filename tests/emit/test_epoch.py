"""Output does not change unnoticed: what is generated for the shipped layouts is recorded with the epoch it belongs to.

Where this fails and the layouts are as they were, a change of the compiler changes the bytes that users have committed:
raise OUTPUT_EPOCH, say so in the changelog, and record the new digests with --update-golden.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from arenagen.emit.epoch import OUTPUT_EPOCH, RULES_EPOCH
from arenagen.emit.headers import digest
from arenagen.emit.json_text import json_text
from arenagen.files.project import find_layouts, find_project
from arenagen.files.workspace import Workspace, open_workspace

ROOT = Path(__file__).parents[2]


def test_output_is_that_of_its_epoch(golden: Callable[[Path, str], None]) -> None:
    project = find_project(str(ROOT))
    layouts = find_layouts(project)
    space = open_workspace(project, layouts, layouts)
    assert space.report.errors == ()
    recorded = {
        "output": OUTPUT_EPOCH,
        "rules": RULES_EPOCH,
        "layouts": {
            member.name: {
                "text": digest(member.loaded.text),
                "files": digest("".join(f"{n}\n{t}" for n, t in sorted(files(space, member.name)))),
            }
            for member in space.rendered
        },
    }
    golden(Path(__file__).parent / "epoch.json", json_text(recorded))


def files(space: Workspace, name: str) -> list[tuple[str, str]]:
    """Names and texts of what is generated for a layout, but for the manifest, which presets change."""
    return [
        (path, text)
        for path, text in space.wanted.items()
        if path.startswith(f"generated/{name}/") and not path.endswith("/manifest.json")
    ]
