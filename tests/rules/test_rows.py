"""Rows: what token-major means, rows of uses, pitch, alignment, live rows."""

from __future__ import annotations

import pytest

from rules.builders import BOTH, N, Told, around, buffer, free, layout, others


def params(text: str) -> str:
    """Parameters: `n`, and those of the text."""
    return f"{N}\n{text}"


CASES = [
    pytest.param(
        around(buffer("y", planes="{ k = 2 }")),
        [
            Told(
                "AG340",
                "{ k = 2 }",
                "`y` is called token-major and has planes: rows repeat in each",
                "set `token_major = false`",
            )
        ],
        id="tm_planes",
    ),
    pytest.param(
        around(buffer("y", rows="128", tile="[64, 4]")),
        [
            Told(
                "AG341",
                "[64, 4]",
                "`y` is called token-major and has tiles: rows are mixed within each",
                "set `token_major = false`",
            )
        ],
        id="tm_tile",
    ),
    pytest.param(
        around(buffer("y", axis='"requests"'), axes=BOTH),
        [
            Told(
                "AG342",
                '"requests"',
                "`y` is called token-major and its rows count requests",
                "set `token_major = false`",
            )
        ],
        id="tm_axis",
    ),
    pytest.param(
        around(buffer("y", row=None, shape="[4]")),
        [Told("AG344", "[4]", "`y` is called token-major and has `shape` instead of rows")],
        id="tm_shape",
    ),
    pytest.param(
        around(buffer("y", row=None, sections='[{ name = "a", row = [4] }]')),
        [
            Told(
                "AG344",
                '[{ name = "a", row = [4] }]',
                "`y` is called token-major and has `sections` instead of rows",
            )
        ],
        id="tm_sections",
    ),
    pytest.param(
        around(buffer("y", row=None, uses="{ a = { rows = 4, row = [4] } }")),
        [Told("AG343", "4", "`y.a` has `rows` of its own in a token-major buffer")],
        id="tm_use_rows",
    ),
    pytest.param(
        around(buffer("y", row=None, uses='{ a = { axis = "requests", row = [4] } }'), axes=BOTH),
        [Told("AG343", '"requests"', "`y.a` has `axis` of its own in a token-major buffer")],
        id="tm_use_axis",
    ),
    pytest.param(
        around(buffer("y", row=None, uses="{ a = { row = [4] }, b = { at = 8, row = [2] } }")),
        [Told("AG343", "8", "`y.b` has `at` of its own in a token-major buffer")],
        id="tm_use_at",
    ),
    pytest.param(
        around(buffer("y", row=None, uses="{ a = { shape = [4] } }")),
        [Told("AG344", "[4]", "`y.a` has no rows in a token-major buffer")],
        id="tm_use_shape",
    ),
    pytest.param(
        around(buffer("y", row=None, uses='{ a = { sections = [{ name = "b", row = [4] }] } }')),
        [Told("AG344", '[{ name = "b", row = [4] }]', "`y.a` has no rows in a token-major buffer")],
        id="tm_use_sections",
    ),
    pytest.param(
        around(buffer("y", row=None, rows="128", uses="{ a = { row = [4], tile = [64, 4] } }")),
        [Told("AG341", "[64, 4]", "`y.a` has tiles in a token-major buffer")],
        id="tm_use_tile",
    ),
    pytest.param(
        around(free(shape=None, axis='"tokens"', uses="{ a = { rows = 4, row = [4] } }")),
        [Told("AG343", "4", "`y.a` has `rows` of its own in a buffer with rows of tokens")],
        id="axis_use_rows",
    ),
    pytest.param(
        around(buffer("y", row_align="2")),
        [Told("AG322", "2", "rows of `y` would start at multiples of 2, its elements need 4")],
        id="row_align_small",
    ),
    pytest.param(
        layout(
            buffer(dtype='"d"', row_align="2"),
            params=params('d = { type = "dtype", values = ["u8", "f32"], doc = "d" }'),
        ),
        [Told("AG322", "2", "rows of `x` would start at multiples of 2, its elements need 4")],
        id="row_align_dtype_param",
    ),
    pytest.param(
        around(free(align="2")),
        [Told("AG323", "2", "`y` asks for alignment 2, what it holds needs 4")],
        id="align_small",
    ),
    pytest.param(
        around(
            free(
                dtype='"u8"',
                shape=None,
                align="2",
                sections='[{ name = "a", dtype = "i64", shape = [1] }]',
            )
        ),
        [Told("AG323", "2", "`y` asks for alignment 2, what it holds needs 8")],
        id="align_section_need",
    ),
    pytest.param(
        around(
            free(
                dtype='"u8"',
                shape=None,
                sections='[{ name = "a", align = 2, sections = [{ name = "b", dtype = "i64", shape = [1] }] }]',
            )
        ),
        [Told("AG323", "2", "`y.a` asks for alignment 2, what it holds needs 8")],
        id="align_section_of_sections",
    ),
    pytest.param(
        around(
            free(
                shape=None,
                dtype='"u8"',
                sections='[{ name = "a", shape = [1] }, { name = "b", dtype = "f32", align = 1, shape = [1] }]',
            )
        ),
        [],
        id="packed_section",
    ),
    pytest.param(
        around(free(shape=None, row="[4]", rows="8", live_rows='"n"')),
        [Told("AG347", '"n"', "`y` has no axis to count live rows of")],
        id="live_no_axis",
    ),
    pytest.param(
        around(
            buffer("y", live_rows='"requests"'),
            free("z", row="[4]", shape=None, axis='"requests"'),
            axes=BOTH,
        ),
        [Told("AG220", "requests", "rows of `y` count tokens, not requests")],
        id="live_other_axis",
    ),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_what_is_said(text: str, expected: list[Told]) -> None:
    assert others(text, *expected) == []
