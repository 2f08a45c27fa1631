"""bytes.json: which values are tried, what is recorded, and that nothing is recorded which verify does not confirm."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from files.project_tree import LAYOUT

from arenagen.api import load
from arenagen.elaborate import Elaborated
from arenagen.emit.json_text import json_text
from arenagen.emit.table import DisagreementError, byte_table, choose, table_data
from arenagen.resolve import Value
from arenagen.resolve.ranges import merged_ranges

ROOT = Path(__file__).parents[2]
SHIPPED = sorted(path.stem for path in (ROOT / "layouts").glob("*.toml"))


@pytest.fixture(scope="module")
def layout() -> Elaborated:
    loaded = load(LAYOUT.format(name="small"), "small.toml")
    assert loaded.elaborated is not None
    return loaded.elaborated


def preset(**values: Value) -> dict[str, Value]:
    return {"max_tokens": 32, "width": 64, "extra": False, **values}


def test_presets_come_first_and_then_ends_of_the_domain_and_switches(layout: Elaborated) -> None:
    table = byte_table(layout, {"wide": preset(width=128), "plain": preset()})
    assert [point.name for point in table.points] == [
        "plain",
        "wide",
        "smallest",
        "smallest, else defaults",
        "smallest, flags on",
        "smallest, else defaults, flags on",
        "largest",
        "largest, else defaults",
        "largest, flags on",
        "largest, else defaults, flags on",
        "extra = true",
        "width = 1",  # and not max_tokens = 1, which comes to the smallest with defaults
    ]
    assert table.points[-1].params == {"max_tokens": 32, "width": 1}
    assert table.points[-2].flags == {"extra": True}


def test_no_set_is_there_twice_and_every_name_once(layout: Elaborated) -> None:
    table = byte_table(layout, {"again": preset(), "plain": preset(), "smallest": preset(width=2)})
    names = [point.name for point in table.points]
    assert names[:3] == ["again", "smallest", "smallest'"]
    assert len(set(names)) == len(names)
    values = [(tuple(p.params.values()), tuple(p.flags.values())) for p in table.points]
    assert len(set(values)) == len(values)


def test_a_layout_of_many_parts_has_few_sets(
    layout: Elaborated, monkeypatch: pytest.MonkeyPatch
) -> None:
    presets = {f"p{i:02}": preset(width=i + 1) for i in range(40)}
    assert len(byte_table(layout, presets).points) == choose.MAX_SETS
    monkeypatch.setattr(choose, "MAX_NUMBERS", 20)
    assert [p.name for p in byte_table(layout, presets).points] == [
        "p00",
        "p01",
        "p02",
        "p03",
        "p04",
    ]
    monkeypatch.setattr(choose, "MAX_NUMBERS", 0)
    assert len(byte_table(layout, presets).points) == choose.LEAST_SETS


def test_what_is_refused_is_no_set_of_the_table() -> None:
    text = LAYOUT.format(name="small") + '\n[require]\nwide = { that = "width >= 8", doc = "so" }\n'
    loaded = load(text, "small.toml")
    assert loaded.elaborated is not None
    names = [point.name for point in byte_table(loaded.elaborated, {}).points]
    assert "smallest" not in names
    assert "width = 1" not in names
    assert "smallest, else defaults" in names


def test_the_file_has_a_line_for_each_thing(layout: Elaborated) -> None:
    table = byte_table(layout, {"plain": preset()})
    table = evolve(table, points=(table.points[0], table.points[-2]))
    assert (
        json_text(table_data(table))
        == """\
{
  "format": 1,
  "name": "small",
  "sets": ["plain", "extra = true"],
  "params": {
    "max_tokens": [32, 32],
    "width": [64, 64]
  },
  "flags": {
    "extra": [false, true]
  },
  "sum_of_buffers": [8192, 8704],
  "arenas": {
    "main": [8192, 8704]
  },
  "bytes": {
    "rows": [8192, 8192],
    "more": [0, 512]
  },
  "exists": {},
  "offsets": {
    "rows": [0, 0],
    "more": [null, 8192]
  },
  "places": {},
  "twins": {},
  "clearings": [
    {"set": "plain", "routine": "clear", "arguments": [], "ranges": [["main", 0, 8192, "00"]]},
    {"set": "extra = true", "routine": "clear", "arguments": [], "ranges": [["main", 0, 8192, "00"]]}
  ]
}
"""
    )


def test_a_wrong_size_is_never_written_down(
    layout: Elaborated, monkeypatch: pytest.MonkeyPatch
) -> None:
    from arenagen.resolve import program

    place = program.place

    def misplace(*given: Any) -> Any:
        made = place(*given)
        given[2]["rows"].offset = 256
        return made

    monkeypatch.setattr(program, "place", misplace)
    with pytest.raises(
        DisagreementError, match=r"small, smallest: rows: offset should be 0, not 256"
    ):
        byte_table(layout, {})


def test_a_wrong_range_is_never_written_down(
    layout: Elaborated, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shortened(*given: Any) -> Any:
        return tuple(evolve(r, size=r.size - 1) for r in merged_ranges(*given))

    monkeypatch.setattr("arenagen.emit.table.build.merged_ranges", shortened)
    with pytest.raises(DisagreementError, match=r"smallest: clear\(\) should write"):
        byte_table(layout, {})


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_tables_are_of_a_size_that_can_be_reviewed(name: str) -> None:
    text = (ROOT / "generated" / name / "bytes.json").read_text(encoding="utf-8")
    assert len(text) < 200_000
    data = json.loads(text)
    presets = (ROOT / "layouts/presets").glob("*.toml")
    named = {
        p.stem for p in presets if f'"{name}"' in p.read_text(encoding="utf-8").split("doc")[0]
    }
    assert set(data["sets"][: len(named)]) == named
    assert {entry["routine"] for entry in data["clearings"]} >= {
        routine["name"]
        for routine in json.loads(
            (ROOT / "generated" / name / "layout.json").read_text(encoding="utf-8")
        )["routines"]
    }
