"""What a buffer or part consists of: one extent, an element type, and only keys that mean something."""

from __future__ import annotations

import pytest

from rules.builders import Told, around, buffer, free, others

CASES = [
    pytest.param(
        around(free(row="[4]", rows="2")),
        [Told("AG301", "[buffers.y]", "`y` has `row` and `shape`", "keep one of them")],
        id="row_and_shape",
    ),
    pytest.param(
        around(
            free(
                shape=None, uses="{ a = { shape = [4] } }", sections='[{ name = "b", shape = [4] }]'
            )
        ),
        [Told("AG301", "[buffers.y]", "`y` has both `uses` and `sections`")],
        id="uses_and_sections",
    ),
    pytest.param(
        around(free(sections='[{ name = "b", shape = [4] }]')),
        [Told("AG301", "[buffers.y]", "`y` has `shape` and `sections`", "keep one of them")],
        id="shape_and_sections",
    ),
    pytest.param(
        around(free(shape=None)),
        [Told("AG302", "[buffers.y]", "`y` has no `row`, `shape`, `uses` or `sections`")],
        id="no_extent",
    ),
    pytest.param(
        around(free(shape=None, uses='{ a = { doc = "d" } }')),
        [Told("AG302", "a", "`y.a` has no `row`, `shape`, `uses` or `sections`")],
        id="no_extent_in_use",
    ),
    pytest.param(
        around(free(shape=None, sections="[]")),
        [Told("AG302", "[buffers.y]", "`y` has no `row`, `shape`, `uses` or `sections`")],
        id="empty_sections",
    ),
    pytest.param(
        around(free(shape=None, sections="[{ gap = 4 }]")),
        [Told("AG302", "[{ gap = 4 }]", "`y` consists of gaps, which nobody reaches")],
        id="gaps_only",
    ),
    pytest.param(
        around(free(shape=None, row="[4]")),
        [
            Told(
                "AG303",
                "[4]",
                "nothing says how many rows `y` has",
                "add `rows` or `axis`, or write the whole extent as `shape`",
            )
        ],
        id="no_rows",
    ),
    pytest.param(
        around(free(shape=None, sections='[{ name = "a", row = [4] }]')),
        [
            Told(
                "AG303",
                "[4]",
                "nothing says how many rows `y.a` has",
                "add `rows` or `axis`, or write the whole extent as `shape`",
            )
        ],
        id="no_rows_in_section",
    ),
    pytest.param(
        around(
            free(
                rows="4", live_rows="4", row_align="4", tile="[1, 1]", overread="4", axis='"tokens"'
            )
        ),
        [
            Told("AG304", '"tokens"', "`y` has a `shape`, so `axis` means nothing"),
            Told("AG304", "4", "`y` has a `shape`, so `rows` means nothing"),
            Told("AG304", "4", "`y` has a `shape`, so `live_rows` means nothing"),
            Told("AG304", "4", "`y` has a `shape`, so `row_align` means nothing"),
            Told("AG304", "[1, 1]", "`y` has a `shape`, so `tile` means nothing"),
            Told("AG304", "4", "`y` has a `shape`, so `overread` means nothing"),
        ],
        id="shape_rows",
    ),
    pytest.param(
        around(
            free(
                shape=None,
                planes="{ k = 2 }",
                row_align="64",
                tile="[1, 4]",
                uses="{ a = { shape = [4] } }",
            )
        ),
        [
            Told(
                "AG304",
                "{ k = 2 }",
                "`y` has `uses` and no extent of its own, so `planes` means nothing",
            ),
            Told(
                "AG304",
                "64",
                "`y` has `uses` and no extent of its own, so `row_align` means nothing",
            ),
            Told(
                "AG304",
                "[1, 4]",
                "`y` has `uses` and no extent of its own, so `tile` means nothing",
            ),
        ],
        id="uses_planes",
    ),
    pytest.param(
        around(free(pad="1")),
        [Told("AG304", "1", "`y` has no rows of its own to pad, so `pad` means nothing")],
        id="pad_without_rows",
    ),
    pytest.param(
        around(
            free(shape=None, axis='"tokens"', pad='"keep"', sections='[{ name = "a", row = [4] }]')
        ),
        [
            Told(
                "AG304",
                '"keep"',
                "`y` has no rows of its own to pad, so `pad` means nothing",
                "sections are padded with their `fill`",
            )
        ],
        id="pad_sections",
    ),
    pytest.param(
        around(free(dtype=None)),
        [Told("AG305", "[buffers.y]", "`y` has no dtype")],
        id="dtype_none",
    ),
    pytest.param(
        around(
            free(
                dtype=None,
                shape=None,
                sections='[{ name = "a", shape = [4] }, { name = "b", dtype = "u8", shape = [4] }]',
            )
        ),
        [Told("AG305", '{ name = "a", shape = [4] }', "`y.a` has no dtype")],
        id="dtype_none_in_section",
    ),
    pytest.param(
        around(
            buffer(
                "y", dtype=None, row=None, overread="4", uses='{ a = { dtype = "u8", row = [4] } }'
            )
        ),
        [Told("AG305", "[buffers.y]", "`y` has no dtype")],
        id="overread_no_dtype",
    ),
    pytest.param(
        around(free(shape=None, sections="[{ shape = [4] }]")),
        [Told("AG306", "{ shape = [4] }", "a section of `y` has neither a name nor a gap")],
        id="section_no_name",
    ),
    pytest.param(
        around(
            free(
                shape=None,
                sections='[{ name = "a", shape = [4] }, { gap = 4, name = "b", align = 8 }]',
            )
        ),
        [
            Told("AG307", "8", "a gap takes no `align`"),
            Told("AG307", '"b"', "a gap takes no `name`"),
        ],
        id="gap_keys",
    ),
    pytest.param(
        around(free(shape=None, uses="{ a = { shape = [4], if_fits = true } }")),
        [Told("AG353", "true", "`y` has no size of its own and grows with `a`")],
        id="if_fits",
    ),
    pytest.param(
        around(free(carve='["n"]')),
        [Told("AG354", '["n"]', "`y` has no sections to lay out")],
        id="carve",
    ),
    pytest.param(
        around(free(placeholder="256")),
        [Told("AG363", "256", "`y` has no condition, so its placeholder is never used")],
        id="placeholder",
    ),
    pytest.param(
        around(
            free(
                shape=None,
                placeholder="256",
                uses='{ a = { shape = [4], when = "n > 4" }, b = { shape = [4] } }',
            )
        ),
        [Told("AG363", "256", "`y` has no condition, so its placeholder is never used")],
        id="placeholder_partial",
    ),
    pytest.param(
        around(
            free(
                shape=None,
                placeholder="256",
                uses='{ a = { shape = [4], when = "n > 4" }, b = { shape = [4], when = "n > 5" } }',
            )
        ),
        [],
        id="placeholder_ok",
    ),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_what_is_said(text: str, expected: list[Told]) -> None:
    assert others(text, *expected) == []
