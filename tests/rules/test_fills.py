"""Values that clearing writes."""

from __future__ import annotations

import pytest

from rules.builders import STEP, N, Told, buffer, free, layout, others, routines

BLOCK = "[dtypes.q]\nblock = 32\nbytes = 36\n"


def routine(text: str, *blocks: str, classes: str = STEP) -> str:
    """A layout with routines."""
    return layout(buffer(), *blocks, classes=routines(text, classes))


def params(text: str) -> str:
    """Parameters: `n`, and those of the text."""
    return f"{N}\n{text}"


CASES = [
    pytest.param(
        routine('r = { classes = ["step"] }', free(dtype='"u8"', reset='"step"', fill="256")),
        [Told("AG409", "256", "`y`: u8 holds 0 to 255, not 256")],
        id="range",
    ),
    pytest.param(
        routine('r = { classes = ["step"] }', free(dtype='"u8"', reset='"step"', fill="-1")),
        [Told("AG409", "-1", "`y`: u8 holds 0 to 255, not -1")],
        id="negative",
    ),
    pytest.param(
        routine(
            'r = { classes = ["step"], range = "padding" }',
            buffer("y", dtype='"i8"', reset='"step"', pad="128"),
        ),
        [Told("AG409", "128", "`y`: i8 holds -128 to 127, not 128")],
        id="pad",
    ),
    pytest.param(
        routine('r = { classes = ["step"] }', free(dtype='"i32"', reset='"step"', fill="0.5")),
        [Told("AG409", "0.5", "`y`: i32 holds whole numbers, not 0.5")],
        id="float",
    ),
    pytest.param(
        routine('r = { classes = ["step"] }', free(dtype='"f8e4m3"', reset='"step"', fill="0.3")),
        [Told("AG409", "0.3", "`y`: f8e4m3 cannot hold exactly 0.3")],
        id="inexact",
    ),
    pytest.param(
        routine('r = { classes = ["step"] }', free(dtype='"f16"', reset='"step"', fill="70000")),
        [Told("AG409", "70000", "`y`: f16 cannot hold 70000.0")],
        id="too_large",
    ),
    pytest.param(
        routine('r = { classes = ["step"] }', free(dtype='"bool"', reset='"step"', fill="2")),
        [Told("AG409", "2", "`y`: bool holds 0 to 1, not 2")],
        id="bool",
    ),
    pytest.param(
        routine('r = { classes = ["step"] }', free(dtype='"f8e8m0"', reset='"step"')),
        [Told("AG409", "[buffers.y]", "`y`: f8e8m0 cannot hold exactly 0.0", "state `fill`")],
        id="no_zero",
    ),
    pytest.param(
        routine('r = { classes = ["step"] }', free(dtype='"f8e8m0"', reset='"step"', fill="1")),
        [],
        id="zero_stated",
    ),
    pytest.param(
        routine(
            'r = { classes = ["step"] }',
            free(
                dtype=None,
                shape=None,
                reset='"step"',
                fill="1",
                sections='[{ name = "a", dtype = "u8", shape = [4] }, { name = "b", dtype = "f32", shape = [4] }]',
            ),
        ),
        [Told("AG409", "1", "`y` has no single dtype, so no pattern but 0 fits all of it")],
        id="mixed",
    ),
    pytest.param(
        routine(
            'r = { classes = ["step"] }',
            free(
                dtype='"f32"',
                shape=None,
                reset='"step"',
                sections='[{ name = "a", dtype = "u8", shape = [], fill = 1 }, { name = "b", shape = [4] }]',
            ),
        ),
        [],
        id="mixed_by_section",
    ),
    pytest.param(
        layout(
            buffer(),
            free(dtype='"d"', fill="1"),
            params=params('d = { type = "dtype", values = ["u8", "f32"], doc = "d" }'),
        ),
        [],
        id="dtype_param",
    ),
    pytest.param(
        layout(buffer(), free(dtype='"q"', shape="[32]", fill="1"), tables=BLOCK),
        [Told("AG409", "1", "`y`: a block type such as q can only be cleared to 0")],
        id="block",
    ),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_what_is_said(text: str, expected: list[Told]) -> None:
    assert others(text, *expected) == []
