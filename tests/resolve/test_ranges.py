"""Which bytes a routine writes for given counts, and how ranges are joined."""

from __future__ import annotations

import pytest

from arenagen.api import Given, resolve
from arenagen.resolve.model import ByteRange
from arenagen.resolve.ranges import CountError, Counts, merge, padding_gaps, routine_ranges
from tests.builder import buffer, sound

ALL = Counts()
"""For routines that count nothing."""


def ranges(routine: str, *blocks: str, counts: Counts = ALL, **params: object) -> list[ByteRange]:
    """What the routine `try` writes; arenas are packed, so that offsets are easy to follow."""
    loaded = sound("[arenas.main]\nalign = 1\n", f"[reset.routines.try]\n{routine}\n", *blocks)
    resolved = resolve(loaded, Given(params, source="values"))
    plan = next(p for p in resolved.elaborated.plans if p.routine.name == "try")
    return list(routine_ranges(loaded.program, resolved, plan, counts))


def spans(
    routine: str, *blocks: str, counts: Counts = ALL, **params: object
) -> list[tuple[int, int]]:
    """(start, bytes) behind the ten bytes of the buffer `base`."""
    found = ranges(routine, *blocks, counts=counts, **params)
    return [(r.offset - 10, r.size) for r in found]


def rows(keys: str = "") -> str:
    return buffer("x", f'dtype = "u8"\nrow = [4]\n{keys}', token_major=True)


LIVE = 'classes = ["step"]\nrange = "live"\naxis = "tokens"\nfixed = "skip"'
PADDING = LIVE.replace("live", "padding")
SINGLE = LIVE.replace("live", "rows").replace("tokens", "requests")


@pytest.mark.parametrize(
    ("live", "wanted"), [(0, []), (1, [(0, 4)]), (9, [(0, 36)]), (10, [(0, 40)])]
)
def test_live_rows_end_where_the_count_says(live: int, wanted: list[tuple[int, int]]) -> None:
    assert spans(LIVE, rows("overread = 3\nmin_bytes = 64"), counts=Counts(live)) == wanted


@pytest.mark.parametrize("live", [-1, 11])
def test_counts_that_the_axis_does_not_have(live: int) -> None:
    with pytest.raises(CountError, match="tokens counts 0 to 10"):
        spans(LIVE, rows(), counts=Counts(live))


def test_live_rows_may_round_up() -> None:
    keys = 'rows = "align_up(n, 8)"\nlive_rows = "align_up(tokens, 8)"'
    assert spans(LIVE, rows(keys), counts=Counts(3)) == [(0, 32)]
    assert spans(LIVE, rows(keys), counts=Counts(9)) == [(0, 64)]


def test_rows_repeat_in_every_plane() -> None:
    block = buffer("x", 'dtype = "u8"\naxis = "tokens"\nplanes = { kv = 2 }\nrow = [4]')
    assert spans(LIVE, block, counts=Counts(3)) == [(0, 12), (40, 12)]


def test_tiles_are_cleared_whole_and_padding_spares_those_with_live_rows() -> None:
    block = buffer(
        "x", 'dtype = "u8"\naxis = "tokens"\nrows = "align_up(n, 4)"\ntile = [4, 2]\nrow = [2]'
    )
    assert spans(LIVE, block, counts=Counts(5)) == [(0, 16)]
    assert spans(PADDING, block, counts=Counts(5, 10)) == [(16, 8)]
    assert spans(PADDING, block, counts=Counts(5, 8)) == []


def test_padding_lies_between_two_counts_and_holds_its_own_value() -> None:
    block = buffer("x", 'dtype = "i16"\nrow = []\nfill = 7\npad = "0 - width"', token_major=True)
    (found,) = ranges(PADDING, block, counts=Counts(4, 6), width=2)
    assert (found.offset - 10, found.size, found.pattern) == (8, 4, b"\xfe\xff")
    assert spans(PADDING, block, counts=Counts(6, 6)) == []
    with pytest.raises(CountError, match="padded"):
        spans(PADDING, block, counts=Counts(6, 4))


def test_single_rows_in_every_plane() -> None:
    block = buffer("x", 'dtype = "u8"\naxis = "requests"\nplanes = { layer = 2 }\nrow = [5]')
    assert spans(SINGLE, block, counts=Counts(rows=(2, 0))) == [(10, 5), (25, 5), (0, 5), (15, 5)]
    with pytest.raises(CountError, match="rows of requests are 0 to 2, not 3"):
        spans(SINGLE, block, counts=Counts(rows=(1, 3)))


def test_whole_buffers_with_floor_and_overread_and_overread_alone() -> None:
    block = rows("overread = 3\nmin_bytes = 64")
    assert spans('classes = ["step"]', block) == [(0, 64)]
    assert spans('classes = ["step"]\nrange = "overread"', block) == [(40, 3)]


def test_what_is_absent_is_never_written_nor_is_its_placeholder() -> None:
    block = rows('when = "moe"\nplaceholder = 16')
    assert spans('classes = ["step"]', block) == [(0, 40)]
    assert spans('classes = ["step"]', block, moe=False) == []
    assert spans('classes = ["step"]', rows().replace("[4]", '["width"]'), width=0) == []


def test_values_that_one_byte_cannot_repeat_are_patterns() -> None:
    block = buffer("x", 'dtype = "f32"\nshape = [4]\nfill = 1')
    (found,) = ranges('classes = ["step"]', block)
    assert (found.size, found.pattern) == (16, b"\x00\x00\x80\x3f")
    block = buffer("x", 'dtype = "i4"\nshape = [4]\nfill = -1')
    (found,) = ranges('classes = ["step"]', block)
    assert (found.size, found.pattern) == (2, b"\xff")


def test_neighbours_with_a_byte_of_another_between_them_stay_apart() -> None:
    blocks = [
        buffer("a", 'dtype = "u8"\nshape = [10]'),
        buffer("between", 'dtype = "u8"\nshape = [1]', reset="none"),
        buffer("b", 'dtype = "u8"\nshape = [10]'),
    ]
    arena = '[arenas.main]\norder = "declared"\nalign = 1\n'
    loaded = sound(arena, *blocks, base=False)
    resolved = resolve(loaded, Given(source="values"))
    (plan,) = resolved.elaborated.plans
    found = routine_ranges(loaded.program, resolved, plan, Counts())
    assert merge(found, padding_gaps(resolved)) == found


def test_zero_bytes_clear_parts_of_any_types() -> None:
    """The dtype of a buffer is that of parts that state none; here all do, and f8e8m0 has no zero."""
    block = buffer("x", 'dtype = "f8e8m0"\nuses = { a = { dtype = "f32", shape = [4] } }')
    (found,) = ranges('classes = ["step"]', block)
    assert (found.size, found.pattern) == (16, b"\0")


def test_neighbours_are_joined_across_alignment_and_not_across_what_others_own() -> None:
    blocks = [buffer(name, 'dtype = "u8"\nshape = [10]') for name in "ab"]
    apart = buffer("c", 'dtype = "u8"\nshape = [10]', reset="none")
    loaded = sound(*blocks, apart, '[reset.routines.try]\nclasses = ["step"]\n')
    resolved = resolve(loaded, Given(source="values"))
    plan = resolved.elaborated.plans[1]
    found = routine_ranges(loaded.program, resolved, plan, Counts())
    assert [(r.name, r.offset, r.size) for r in found] == [("a", 256, 10), ("b", 512, 10)]
    (merged,) = merge(found, padding_gaps(resolved))
    assert (merged.offset, merged.size) == (256, 266)
    assert merge(found, ()) == found
