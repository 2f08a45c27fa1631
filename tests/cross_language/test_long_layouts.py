"""A long layout is divided among files, in every language, and a buffer more changes only files that speak of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.cross_language.languages import Language
from tests.strategies import compiled

COUNT = 160
NEW = "an_insertion"
OF_NUMBERS = ("self_test",)
"""Tests of their own may embed numbers of the whole layout, all of which move."""


def layout_of(names: list[str], first_of_groups: tuple[str, ...]) -> dict[str, Any]:
    """Buffers of every make, in two groups."""
    made = [_rows, _shape, _uses, _sections]
    return {
        "arenagen": 1,
        "layout": {"name": "many", "doc": "Many buffers."},
        "params": {
            "n": {"min": 1, "max": 64, "doc": "rows"},
            "on": {"type": "bool", "default": False, "doc": "a switch"},
        },
        "axes": {"tokens": {"max": "n"}},
        "reset": {
            "classes": {"step": {"doc": "holds one pass", "stale_read": True}},
            "routines": {
                "clear": {"classes": ["step"], "doc": "All."},
                "clear_rows": {
                    "classes": ["step"],
                    "range": "live",
                    "fixed": "whole",
                    "doc": "Rows.",
                },
            },
        },
        "groups": {
            f"group_{first}": {"first": first, "doc": "A few."} for first in first_of_groups
        },
        "buffers": {name: made[sum(name.encode()) % len(made)](name) for name in names},
    }


def _buffer(name: str) -> dict[str, Any]:
    return {"token_major": False, "reset": "step", "doc": f"What {name} holds."}


def _rows(name: str) -> dict[str, Any]:
    return {**_buffer(name), "token_major": True, "dtype": "f32", "row": [8], "when": "on"}


def _shape(name: str) -> dict[str, Any]:
    return {**_buffer(name), "dtype": "bf16", "shape": ["n + 1", 4]}


def _uses(name: str) -> dict[str, Any]:
    parts = {
        part: {"dtype": "u8", "shape": ["n", 3], "doc": f"The {part}."} for part in ("one", "two")
    }
    return {**_buffer(name), "uses": parts}


def _sections(name: str) -> dict[str, Any]:
    parts = [{"name": part, "dtype": "i32", "shape": ["n"]} for part in ("first", "second")]
    return {**_buffer(name), "sections": parts}


def files_of(language: Language, names: list[str]) -> dict[str, str]:
    loaded = compiled(layout_of(names, ("buffer_0", f"buffer_{COUNT // 2}")))
    assert loaded.elaborated is not None
    return language.chosen.target.render(loaded.elaborated, language.chosen.settings)


BEFORE = [f"buffer_{i}" for i in range(COUNT)]


def test_no_file_is_longer_than_the_setting(language: Language) -> None:
    files = files_of(language, BEFORE)
    limit = int(language.chosen.settings["max_lines"])
    assert max(text.count("\n") for text in files.values()) <= limit
    assert sum(text.count("\n") for text in files.values()) > 3 * limit


@pytest.mark.parametrize("place", [3, 60, 121])
def test_a_buffer_more_changes_only_files_that_speak_of_it(language: Language, place: int) -> None:
    old = files_of(language, BEFORE)
    new = files_of(language, [*BEFORE[:place], NEW, *BEFORE[place:]])
    changed = {name for name in {*old, *new} if old.get(name) != new.get(name)}
    changed = {name for name in changed if not any(part in name for part in OF_NUMBERS)}
    silent = {name for name in changed if NEW not in new.get(name, "").lower()}
    divided = {name for name in silent if name not in old or name not in new}
    left = silent - {*divided, *_indexes(old, new, silent)}
    # A part whose end has moved to the one behind it: that one goes, and comes under another name.
    shorter = {name for name in left if divided and old[name].count("\n") > new[name].count("\n")}
    assert left <= shorter, silent
    assert len(shorter) <= 1, silent
    assert len(changed) < len(old) / 2
    for name in changed & {*old} & {*new} - silent:
        assert _removed(old[name], new[name]) <= 8 or divided, f"{name} changes elsewhere too"


def _indexes(old: dict[str, str], new: dict[str, str], names: set[str]) -> set[str]:
    """Files that name a part which came or went."""
    moved = {name.rpartition("/")[2].partition(".")[0] for name in {*old} ^ {*new}}
    return {name for name in names if any(part in new.get(name, "") for part in moved)}


def _removed(old: str, new: str) -> int:
    """Words that go; where lines of a text break anew, none does."""
    return (Counter(old.split()) - Counter(new.split())).total()
