"""A generated package tells whether it comes to the numbers of bytes.json."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from arenagen.emit.table import byte_table, table_data
from tests.python_target.packages import ROOT, SHIPPED, imported, shipped_package
from tests.strategies import compiled, layouts


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_packages_come_to_what_is_recorded(name: str) -> None:
    table = ROOT / "generated" / name / "bytes.json"
    sets = len(json.loads(table.read_text(encoding="utf-8"))["sets"])
    done = subprocess.run(
        [sys.executable, "-m", f"generated.{name}.python.self_test"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{sets} sets of values agree\n"


@settings(max_examples=25)
@given(layouts())
def test_random_packages_come_to_what_is_recorded(layout: dict[str, Any]) -> None:
    package = imported(compiled(layout))
    table = table_data(byte_table(package.loaded.elaborated, {}))
    if table["sets"]:
        assert package.sub("self_test").self_test(table) == len(table["sets"])


def longer(table: dict[str, Any]) -> None:
    table["bytes"]["kv_cache"][1] += 1


def moved(table: dict[str, Any]) -> None:
    table["offsets"]["logits"][0] += 256


def part_moved(table: dict[str, Any]) -> None:
    table["places"]["sampler.top_p"][0] += 4


def twin_moved(table: dict[str, Any]) -> None:
    table["twins"]["next_tokens"][2] = None


def larger(table: dict[str, Any]) -> None:
    table["arenas"]["main_pinned"][0] += 1


def other_sum(table: dict[str, Any]) -> None:
    table["sum_of_buffers"][0] += 1


def other_pattern(table: dict[str, Any]) -> None:
    entry = next(e for e in table["clearings"] if e["routine"] == "clear_all")
    entry["ranges"][0][3] = "01"


def not_made(table: dict[str, Any]) -> None:
    entry = next(e for e in table["clearings"] if e["routine"] == "")
    entry["ranges"] = []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (longer, "smallest: bytes of kv_cache: 9 is recorded, 8 is worked out"),
        (moved, "llama_3_8b: offsets of logits"),
        (part_moved, "llama_3_8b: places of sampler.top_p: 100 is recorded, 96 is worked out"),
        (twin_moved, "largest: twins of next_tokens: None is recorded, 0 is worked out"),
        (larger, "llama_3_8b: arena main_pinned: 33 is recorded, 32 is worked out"),
        (other_sum, "llama_3_8b: sum of buffers"),
        (other_pattern, r"llama_3_8b: clear_all\(\[\]\)"),
        (not_made, r"llama_3_8b: creation\(\[\]\): \[\] is recorded"),
    ],
)
def test_every_difference_is_told(change: Callable[[dict[str, Any]], None], message: str) -> None:
    table = json.loads(Path(ROOT / "generated/llama/bytes.json").read_text(encoding="utf-8"))
    package = shipped_package("llama")
    assert package.sub("self_test").self_test(table) == len(table["sets"])
    change(table)
    with pytest.raises(AssertionError, match=message):
        package.sub("self_test").self_test(table)


def test_a_table_without_sets_is_no_success() -> None:
    with pytest.raises(AssertionError, match="no set of values is recorded"):
        shipped_package("llama").sub("self_test").self_test({"sets": []})
