"""Names in generated Python: collisions that only arise there are found, with the things they
belong to.
"""

from __future__ import annotations

from typing import Any

import pytest

from arenagen.diagnostics import Report
from arenagen.emit.identifiers import check_identifiers
from arenagen.emit.python import TARGET
from arenagen.emit.python.names import escaped
from tests.python_target.packages import SHIPPED, shipped
from tests.python_target.test_values import buffer, package_of, small
from tests.strategies import compiled


def messages(data: dict[str, Any]) -> list[str]:
    loaded = compiled(data)
    assert loaded.elaborated is not None
    report = Report("layout.toml")
    check_identifiers(loaded.elaborated, TARGET, report)
    return [found.message for found in report.errors]


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_layouts_have_no_collisions(name: str) -> None:
    loaded = shipped(name)
    assert loaded.elaborated is not None
    report = Report(name)
    check_identifiers(loaded.elaborated, TARGET, report)
    assert report.errors == ()


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        (
            {"buffers": {"at": buffer(), "at_": buffer()}},
            "buffer `at` and buffer `at_` are both called `at_` in python",
        ),
        (
            {
                "consts": {"f32": {"value": 3, "doc": "three"}},
                "buffers": {"a": buffer(row=["f32"])},
            },
            "constant `f32` and dtype `f32` are both called `F32` in python",
        ),
        (
            {
                "reset": {
                    "classes": {
                        "none": {"doc": "written before it is read", "cleared": "never"},
                        "step": {"doc": "a pass"},
                    },
                    "routines": {"first": {"classes": ["step"]}},
                },
                "buffers": {"first": buffer(reset="step")},
            },
            "buffer `first` and routine `first` are both called `first` in python",
        ),
    ],
)
def test_collisions_are_told(changes: dict[str, Any], wanted: str) -> None:
    assert messages(small(**changes)) == [wanted]


def test_escaping_goes_on_until_the_name_is_free() -> None:
    assert escaped("while") == "while_"
    assert escaped("rows", {"rows", "rows_"}) == "rows__"
    assert escaped("hidden") == "hidden"


def test_a_twin_is_found_where_the_name_of_its_buffer_is_escaped() -> None:
    package = package_of(buffers={"class": buffer(mirror="pinned")})
    arena = package.Arena.allocate(package.Params(n=3))
    assert arena.class__pinned.shape == arena.class_.shape == (3, 4)


@pytest.mark.parametrize("name", ["f32", "Mapping", "values", "forget", "NamedTuple"])
def test_flags_may_have_names_that_generated_code_uses(name: str) -> None:
    package = package_of(
        flags={name: {"env": "SWITCH", "on": ["1"], "doc": "a switch"}},
        buffers={"a": buffer(when=name)},
    )
    sizes = package.Sizes(package.Params(n=3))
    assert sizes.a.bytes == 0
