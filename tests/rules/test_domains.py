"""Sizes, rows and tiles over all values of the parameters."""

from __future__ import annotations

import pytest

from rules.builders import BOTH, N, Told, around, buffer, free, layout, others

BLOCK = "[dtypes.q]\nblock = 32\nbytes = 36\n"


def params(text: str) -> str:
    """Parameters: `n`, and those of the text."""
    return f"{N}\n{text}"


CASES = [
    pytest.param(
        around(free(row='["2 * n - 3"]', shape=None, rows="4")),
        [Told("AG360", '"2 * n - 3"', "is negative for n = 1")],
        id="negative",
    ),
    pytest.param(
        around(free(shape='["9 - 2 * n"]')),
        [Told("AG360", '"9 - 2 * n"', "is negative for")],
        id="negative_shape",
    ),
    pytest.param(
        around(free(shape=None, row="[4]", rows='"9 - 2 * n"')),
        [Told("AG360", '"9 - 2 * n"', "is negative for")],
        id="negative_rows",
    ),
    pytest.param(
        around(free(planes='{ k = "9 - 2 * n" }')),
        [Told("AG360", '"9 - 2 * n"', "is negative for")],
        id="negative_plane",
    ),
    pytest.param(
        around(
            free(
                shape=None,
                sections='[{ name = "a", shape = [4] }, { gap = "8 - n" }, { name = "b", shape = [4] }]',
            )
        ),
        [Told("AG360", '"8 - n"', "is negative for")],
        id="negative_gap",
    ),
    pytest.param(
        around(buffer("y", overread='"8 - n"')),
        [Told("AG360", '"8 - n"', "is negative for")],
        id="negative_overread",
    ),
    pytest.param(
        around(free(shape=None, sections='[{ name = "a", shape = [4], at = "4 * n - 16" }]')),
        [Told("AG360", '"4 * n - 16"', "is negative for n = 1")],
        id="negative_at",
    ),
    pytest.param(around(free(shape='["n - 8"]', when='"n > 8"')), [], id="guarded"),
    pytest.param(
        around(free(shape='["n - 1"]')),
        [Told("AG362", '"n - 1"', "`y` comes out at 0 bytes although it exists, for n = 1")],
        id="zero",
    ),
    pytest.param(
        layout(buffer(row='["w"]'), params=params('w = { max = 8, doc = "d" }')),
        [Told("AG362", '"w"', "`x` comes out at 0 bytes although it exists, for")],
        id="zero_param",
    ),
    pytest.param(
        around(free(shape=None, row="[4]", rows='"n // 2"')),
        [Told("AG362", '"n // 2"', "`y` comes out at 0 bytes although it exists, for n = 1")],
        id="zero_rows",
    ),
    pytest.param(
        around(free(planes='{ k = "n // 2" }')),
        [Told("AG362", '"n // 2"', "`y` comes out at 0 bytes although it exists, for n = 1")],
        id="zero_plane",
    ),
    pytest.param(
        around(free(shape="[0]")),
        [Told("AG362", "0", "`y` comes out at 0 bytes although it exists, for all values")],
        id="zero_literal",
    ),
    pytest.param(
        around(
            free(
                shape=None,
                sections='[{ name = "a", shape = ["n - 1"] }, { name = "b", shape = [4] }]',
            )
        ),
        [Told("AG362", '"n - 1"', "`y.a` comes out at 0 bytes although it exists, for n = 1")],
        id="zero_section",
    ),
    pytest.param(
        layout(buffer(row='["w"]', when='"w > 0"'), params=params('w = { max = 8, doc = "d" }')),
        [],
        id="zero_guarded",
    ),
    pytest.param(
        around(free(dtype='"u4"', shape='["n"]')),
        [Told("AG320", '["n"]', "`y` ends inside a byte of u4 for n = 1")],
        id="packed",
    ),
    pytest.param(
        layout(
            buffer(dtype='"u4"', row='["w"]'),
            params=params('w = { min = 2, max = 8, multiple_of = 2, doc = "d" }'),
        ),
        [],
        id="packed_multiple",
    ),
    pytest.param(
        around(buffer("y", dtype='"u4"', row='["n"]', row_align="1")), [], id="packed_padded"
    ),
    pytest.param(
        layout(
            buffer(dtype='"d"', row="[\"3 if d == 'u8' else 4\"]"),
            params=params('d = { type = "dtype", values = ["u4", "u8"], doc = "d" }'),
        ),
        [],
        id="packed_by_dtype",
    ),
    pytest.param(
        layout(
            buffer(dtype='"d"', row="[3]"),
            params=params('d = { type = "dtype", values = ["u4", "u8"], doc = "d" }'),
        ),
        [
            Told(
                "AG320",
                "[3]",
                "`x` ends inside a byte of u4 for all values",
                "pad each row with `row_align`",
            )
        ],
        id="packed_some_dtype",
    ),
    pytest.param(
        around(buffer("y", dtype='"u4"', overread="3")),
        [Told("AG320", "3", "the overread of `y` ends inside a byte of u4 for all values")],
        id="packed_overread",
    ),
    pytest.param(
        around(buffer("y", dtype='"u4"', overread='"2 * n"')),
        [],
        id="packed_overread_of_whole_bytes",
    ),
    pytest.param(
        around(buffer("y", dtype='"q"', row='["n"]'), tables=BLOCK),
        [
            Told(
                "AG321",
                '["n"]',
                "`y` ends inside a block of q for n = 1",
                "pad each row with `row_align`",
            )
        ],
        id="blocks",
    ),
    pytest.param(
        around(buffer("y", dtype='"q"', row='["align_up(n, 32)"]'), tables=BLOCK),
        [],
        id="blocks_up",
    ),
    pytest.param(
        around(free(shape=None, axis='"tokens"', rows='"n + 64"', row="[4]", tile="[64, 4]")),
        [
            Told(
                "AG348",
                "[64, 4]",
                "rows of `y` are no whole number of tiles for n = 1",
                "write `align_up(..., 64)`",
            )
        ],
        id="tile_rows",
    ),
    pytest.param(
        around(
            free(shape=None, axis='"tokens"', rows='"align_up(n, 64)"', row="[6]", tile="[64, 4]")
        ),
        [
            Told(
                "AG348",
                "[64, 4]",
                "columns of `y` are no whole number of tiles for all values",
                "write `align_up(..., 4)`",
            )
        ],
        id="tile_columns",
    ),
    pytest.param(
        around(buffer("y", rows='"n // 2 + 1"')),
        [
            Told(
                "AG345",
                '"n // 2 + 1"',
                "`y` has fewer rows than a pass may touch, for",
            )
        ],
        id="few_rows",
    ),
    pytest.param(
        around(free(shape=None, axis='"requests"', row="[4]", rows='"min(n, 32)"'), axes=BOTH),
        [
            Told(
                "AG345",
                '"min(n, 32)"',
                "`y` has fewer rows than a pass may touch, for",
            )
        ],
        id="few_rows_axis",
    ),
    pytest.param(around(buffer("y", rows='"max(n, 4)"')), [], id="more_rows"),
    pytest.param(
        around(buffer("y", live_rows='"align_up(tokens, 16)"')),
        [
            Told(
                "AG346",
                '"align_up(tokens, 16)"',
                "`y` has fewer rows than a pass may touch, for",
            )
        ],
        id="live_rows",
    ),
    pytest.param(
        around(buffer("y", rows='"align_up(n, 16)"', live_rows='"align_up(tokens, 16)"')),
        [],
        id="live_rows_ok",
    ),
    pytest.param(
        around(
            buffer("y", rows='"rung(n, r)"', live_rows='"rung(tokens, r)"'),
            tables='[consts]\nr = { value = [4, 16, 64], doc = "d" }\n',
        ),
        [],
        id="live_rung",
    ),
    pytest.param(
        around(buffer("y", live_rows='"tokens if tokens != 7 else 65"')),
        [
            Told(
                "AG346",
                '"tokens if tokens != 7 else 65"',
                "`y` has fewer rows than a pass may touch, for",
            )
        ],
        id="live_not_monotonic",
    ),
    pytest.param(
        around(buffer("y", live_rows='"tokens - 1"')),
        [Told("AG360", '"tokens - 1"', "is negative for")],
        id="live_negative",
    ),
    pytest.param(
        around(buffer("y", rows="128", live_rows='"64 // tokens"')),
        [
            Told(
                "AG140",
                "tokens",
                "division by zero: `tokens` is 0 (for tokens = 0, n = 64)",
                "guard it",
            )
        ],
        id="live_zero",
    ),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_what_is_said(text: str, expected: list[Told]) -> None:
    assert others(text, *expected) == []
