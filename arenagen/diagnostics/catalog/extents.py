"""Rules about what a buffer or part is: rows, shapes, dtypes, order (AG300 on).

Where it lies and how large it may be is in `placement`.
"""

from __future__ import annotations

from arenagen.diagnostics.catalog.examples import N, buffer, layout
from arenagen.diagnostics.rule import Rule

_Q8 = "[dtypes.q8_1]\nblock = 32\nbytes = 36\n"


def _sections(text: str, **changes: str | None) -> str:
    """A sound layout with a buffer `y` made of sections besides."""
    keys = {"axis": '"tokens"', "row": None, **changes, "sections": text}
    return layout(buffer(), buffer("y", token_major=False, **keys))


RULES: tuple[Rule, ...] = (
    Rule(
        "AG300",
        "Missing token_major",
        "error",
        "A buffer does not say whether it is token-major: rows counted in tokens, one behind the "
        "other, and nothing outside them, so that the first n rows are the first n times the row "
        "bytes. There is no default on purpose: clearing rows of a buffer of another order "
        "clears the wrong bytes.",
        layout(buffer(), buffer("y", token_major=None)),
        "Write `token_major = true` if that holds, otherwise `token_major = false`.",
    ),
    Rule(
        "AG301",
        "More than one extent",
        "error",
        "Something has a `row` and a `shape`, or `uses` and `sections`. A `row` is one of many "
        "rows, a `shape` is the whole.",
        layout(buffer(), buffer("y", token_major=False, axis='"tokens"', shape='["n", 4]')),
        "Keep the one that is meant.",
    ),
    Rule(
        "AG302",
        "No extent",
        "error",
        "Something has neither `row` nor `shape`, `uses` or `sections`, so nothing says how "
        "large it is; or its only sections are gaps.",
        layout(buffer(), buffer("y", row=None)),
        "Give it a `row` (times the rows), or a `shape`. `row = []` is one element a row.",
    ),
    Rule(
        "AG303",
        "A row without rows",
        "error",
        "`row` says how large one row is, but nothing says how many there are: the buffer is not "
        "token-major, and neither it nor what it lies in has an `axis` or `rows`.",
        layout(buffer(), buffer("y", token_major=False)),
        "Add `axis`, or `rows`, or write the whole extent as a `shape`.",
    ),
    Rule(
        "AG304",
        "A key without what it is about",
        "error",
        "`axis`, `rows`, `live_rows`, `row_align`, `tile`, `overread` or `pad` is about rows, but "
        "something with a `shape` has none. `planes`, `row_align` or `tile` is about an extent, "
        "but what consists of uses or sections has only theirs.",
        layout(buffer(), buffer("y", token_major=False, row=None, rows='"n"', shape="[4]")),
        "Write `row` in place of `shape`, state the key at each part, or remove it.",
    ),
    Rule(
        "AG305",
        "No dtype",
        "error",
        "Something with a `row` or a `shape` has no dtype, and nothing that it lies in has one.",
        layout(buffer(), buffer("y", dtype=None)),
        "Add `dtype`.",
    ),
    Rule(
        "AG306",
        "Section without a name",
        "error",
        "A section is neither named nor a gap, so nobody could reach it.",
        _sections("[{ row = [4] }]"),
        "Add `name`, or write `{ gap = BYTES }` for bytes that nobody reaches.",
    ),
    Rule(
        "AG307",
        "Gap with other keys",
        "error",
        "A gap is a number of bytes without an accessor. Only `when` may stand beside it.",
        _sections('[{ name = "a", row = [4] }, { gap = 64, dtype = "f32" }]'),
        "Remove the other keys, or make it a section with a name and an extent.",
    ),
    Rule(
        "AG308",
        "Part with the name of another",
        "error",
        "Two uses or sections of the same parent have one name.",
        _sections('[{ name = "a", row = [4] }, { name = "a", row = [8] }]'),
        "Rename one of them.",
    ),
    Rule(
        "AG320",
        "Packed row ends inside a byte",
        "error",
        "Elements of a packed dtype share bytes, and the row has a number of them that does not "
        "fill its last byte. The next row would begin inside that byte.",
        layout(buffer(), buffer("y", dtype='"i4"', row="[7]")),
        "Make the row longer, or pad it: `row_align = 1` lets each row begin on a byte.",
    ),
    Rule(
        "AG321",
        "Row is no whole number of blocks",
        "error",
        "Elements of a block type are stored in blocks, and the row has a number of them that "
        "does not fill its last block.",
        layout(buffer(), buffer("y", dtype='"q8_1"', row="[40]"), tables=_Q8),
        "Round the row up to whole blocks, for example `align_up(width, 32)`, or pad it with "
        "`row_align`.",
    ),
    Rule(
        "AG322",
        "Rows that start between elements",
        "error",
        "`row_align` is smaller than an element, or no multiple of it, so that rows after the "
        "first would not be aligned for their dtype.",
        layout(buffer(), buffer("y", row_align="2")),
        "Use a `row_align` that is a multiple of the size of an element.",
    ),
    Rule(
        "AG323",
        "Alignment below that of the dtype",
        "error",
        "A buffer asks for an alignment smaller than what its elements and parts need, so that "
        "reading an element could fail.",
        layout(buffer(), buffer("y", align="2")),
        "Raise `align`, or leave it out. A part that is packed with `align = 1` needs nothing of "
        "its buffer.",
    ),
    Rule(
        "AG324",
        "Index too narrow",
        "error",
        "`index` names the integer that kernels index something with. Its largest element, or "
        "byte, does not fit that integer for the largest parameters.",
        layout(buffer(row='["n"]', index='"i32"'), params=N.replace("64", "1000000")),
        "Use a wider integer, count in elements in place of bytes, or lower the `max` of a "
        "parameter.",
    ),
    Rule(
        "AG340",
        "Token-major with planes",
        "error",
        "With `planes`, rows repeat in each plane: the first n rows are not the first n times "
        "the row bytes of the buffer.",
        layout(buffer(), buffer("y", planes="{ kv = 2 }")),
        "Write `token_major = false`. Routines then clear the rows in every plane.",
    ),
    Rule(
        "AG341",
        "Token-major with a tile",
        "error",
        "With `tile`, elements of several rows are mixed within a tile, so that a number of rows "
        "is not a run of bytes.",
        layout(buffer(), buffer("y", rows="128", tile="[128, 4]")),
        "Write `token_major = false`. Ranges of rows then grow to whole tiles.",
    ),
    Rule(
        "AG342",
        "Token-major with another axis",
        "error",
        "The rows of a token-major buffer count tokens. This one has another `axis`.",
        layout(
            buffer(),
            buffer("y", axis='"requests"'),
            axes='tokens = { max = "n" }\nrequests = { max = "n" }',
        ),
        "Write `token_major = false`, or remove `axis`.",
    ),
    Rule(
        "AG343",
        "Rows of its own in a token-major buffer",
        "error",
        "Uses of a token-major buffer take turns in its rows. One that states `rows` would not "
        "begin its rows where the others do.",
        layout(buffer(), buffer("y", row=None, uses='{ a = { rows = "2 * n", row = [4] } }')),
        "Remove `rows` from the use; if it has more rows, give them to the buffer.",
    ),
    Rule(
        "AG344",
        "Token-major without rows",
        "error",
        "A token-major buffer consists of rows. This one has a `shape`, or sections, or a use "
        "with a `shape`.",
        layout(buffer(), buffer("y", row=None, shape='["n", 4]')),
        'Write `row = [4]` in place of `shape = ["n", 4]`, or `token_major = false`.',
    ),
    Rule(
        "AG345",
        "Fewer rows than the axis can count",
        "error",
        "`rows` can be smaller than the maximum of the axis, so a full pass would run past the "
        "last row. Either the rows are counted in something else, or they are too few.",
        layout(buffer(), buffer("y", rows='"n // 2 + 1"')),
        "Give it at least as many rows as the axis has, or the axis that it counts.",
    ),
    Rule(
        "AG346",
        "Live rows above the rows",
        "error",
        "`live_rows` says how many rows a pass may touch. For some count up to the maximum of "
        "the axis that is more than there are.",
        layout(buffer(), buffer("y", live_rows='"align_up(tokens, 128)"')),
        "Round `rows` up the same way as `live_rows`.",
    ),
    Rule(
        "AG347",
        "Live rows without an axis",
        "error",
        "`live_rows` follows the live count of an axis, and there is no axis here.",
        layout(
            buffer(),
            buffer("y", token_major=False, rows='"n"', live_rows='"n"'),
        ),
        "Add `axis`, or remove `live_rows`.",
    ),
    Rule(
        "AG348",
        "Tiles that are not whole",
        "error",
        "The rows, or the last dimension of the row, are no whole number of tiles.",
        layout(
            buffer(),
            buffer("y", token_major=False, axis='"tokens"', rows="100", tile="[128, 4]"),
        ),
        'Round up to whole tiles: `rows = "align_up(n, 128)"`.',
    ),
)
