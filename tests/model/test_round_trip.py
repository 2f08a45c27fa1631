"""A layout that is written back and parsed again is the same layout."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import given, settings

from arenagen.diagnostics import Report
from arenagen.model import Layout
from arenagen.model.write import to_data
from arenagen.parse import parse_layout
from tests.strategies import layouts, written

SHIPPED = sorted((Path(__file__).parents[2] / "layouts").glob("*.toml"))


def _parsed(text: str) -> Layout:
    report = Report()
    layout = parse_layout(text, report)
    assert report.diagnostics == ()
    assert layout is not None
    return layout


def _again(layout: Layout) -> Layout:
    return _parsed(tomli_w.dumps(to_data(layout)))


@settings(max_examples=100)
@given(layouts())
def test_random_layouts(layout: dict[str, Any]) -> None:
    parsed = _parsed(written(layout))
    assert _again(parsed) == parsed
    assert to_data(_again(parsed)) == to_data(parsed)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_layouts(path: Path) -> None:
    parsed = _parsed(path.read_text(encoding="utf-8"))
    assert _again(parsed) == parsed


def test_defaults_are_left_out_and_values_equal_to_them_of_another_type_are_not() -> None:
    text = """\
arenagen = 1
layout = { name = "x", doc = "" }
reset = { classes = { none = { doc = "", cleared = "never", keep = false } } }
[buffers.x]
dtype = "f32"
token_major = false
shape = []
fill = 0.0
reset = "none"
doc = ""
"""
    data = to_data(_parsed(text))
    assert data["reset"] == {"classes": {"none": {"doc": "", "cleared": "never"}}}
    assert data["buffers"]["x"]["shape"] == []
    assert isinstance(data["buffers"]["x"]["fill"], float)


@pytest.mark.parametrize("fill", ["-0.0", "nan", "inf", "-inf", "1e300", "9223372036854775807"])
def test_unusual_numbers_survive(fill: str) -> None:
    text = f"""\
arenagen = 1
layout = {{ name = "x", doc = "" }}
reset = {{ classes = {{ none = {{ doc = "" }} }} }}
[buffers.x]
dtype = "f64"
token_major = false
shape = [4]
fill = {fill}
reset = "none"
doc = ""
"""
    first = _parsed(text).buffers[0].fill
    again = _again(_parsed(text)).buffers[0].fill
    assert isinstance(first, int | float)
    assert isinstance(again, int | float)
    assert repr(again) == repr(first)
    assert math.copysign(1, again) == math.copysign(1, first)
