"""layout.json and resets.md hold what the layout means, each buffer in one run of lines."""

from __future__ import annotations

import difflib
import json
from pathlib import Path

import pytest

from arenagen.api import load
from arenagen.elaborate import Elaborated
from arenagen.emit.json_text import json_text
from arenagen.emit.layout_json import layout_data
from arenagen.emit.resets_table import resets_markdown, resets_table
from arenagen.model import Buffer

LAYOUTS = Path(__file__).parents[2] / "layouts"


def elaborated(text: str) -> Elaborated:
    loaded = load(text, "layout.toml")
    assert loaded.elaborated is not None, loaded.report.errors
    return loaded.elaborated


@pytest.fixture(scope="module", params=["spark", "decode_inputs", "llama"])
def layout(request: pytest.FixtureRequest) -> Elaborated:
    """Each shipped layout."""
    return elaborated((LAYOUTS / f"{request.param}.toml").read_text(encoding="utf-8"))


def records(data: list[dict[str, object]]) -> list[dict[str, object]]:
    """Records of buffers and of everything in them but gaps, parents first."""
    found: list[dict[str, object]] = []
    for record in data:
        if record["kind"] != "gap":
            parts = record.get("uses") or record.get("sections") or []
            found += [record, *records(parts)]  # type: ignore[arg-type]
    return found


def test_every_node_is_there_in_the_order_of_the_file(layout: Elaborated) -> None:
    data = json.loads(json_text(layout_data(layout)))
    found = records(data["buffers"])
    assert [record["path"] for record in found] == [node.dotted for node in layout.nodes()]
    for record, node in zip(found, layout.nodes(), strict=True):
        assert record["kind"] == node.kind
        assert record["reset"] == node.reset
        assert record["identifier"] == node.identifier
        assert record.get("dtype") == node.dtype
        assert ("when" in record) is (node.when is not None)


def test_what_each_routine_clears_is_said_twice_alike(layout: Elaborated) -> None:
    data = layout_data(layout)
    by_routine = {
        (routine["name"], target["path"], target["mode"])  # type: ignore[index, call-overload]
        for routine in data["routines"]  # type: ignore[union-attr]
        for target in routine["targets"]  # type: ignore[index, call-overload, union-attr]
    }
    by_buffer = {
        (line["name"], line["path"], line["mode"])
        for buffer in data["buffers"]  # type: ignore[union-attr]
        for line in buffer["routines"]  # type: ignore[index, call-overload, union-attr]
    }
    assert by_routine == by_buffer
    table = resets_table(layout)
    names = table.columns[6:]
    by_table = {
        (name, row[1], mode)
        for row in table.rows
        for name, mode in zip(names, row[6:], strict=True)
    }
    assert {cell for cell in by_table if cell[2]} == by_routine


def test_placeholders_and_conditions(layout: Elaborated) -> None:
    for buffer, record in zip(
        layout.buffers,
        layout_data(layout)["buffers"],  # type: ignore[arg-type]
        strict=True,
    ):
        assert isinstance(buffer.written, Buffer)
        assert isinstance(record, dict)
        assert record.get("placeholder") == buffer.written.placeholder


def changed_lines(before: str, after: str) -> list[str]:
    """Lines that differ, each with its sign."""
    lines = difflib.ndiff(before.splitlines(), after.splitlines())
    return [line for line in lines if line[0] in "+-"]


def test_a_change_of_one_buffer_changes_its_lines_only() -> None:
    text = (LAYOUTS / "llama.toml").read_text(encoding="utf-8")
    more = text + (
        '\n[buffers.more]\ndtype = "u8"\ntoken_major = true\nrow = [7]\nreset = "none"\ndoc = "x"\n'
    )
    assert "none = {" in text
    before, after = elaborated(text), elaborated(more)
    lines = changed_lines(json_text(layout_data(before)), json_text(layout_data(after)))
    assert lines[0] in ("+     },", "-     }")
    assert sum(line[0] == "-" for line in lines) <= 1
    table = changed_lines(resets_markdown(before), resets_markdown(after))
    assert [line[0] for line in table] == ["+"]
    assert "`more`" in table[0]
