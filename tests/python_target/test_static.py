"""The modules that every generated package has a copy of: sizes of parts, domains, checks, and the
self-check.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import pytest

from arenagen.emit.python.static.arithmetic import LayoutError, refuse
from arenagen.emit.python.static.checks import inside, not_indexable, over_budget, points, unmet
from arenagen.emit.python.static.domain import (
    boolean,
    field_faults,
    one_of,
    switch,
    switches,
    whole,
)
from arenagen.emit.python.static.extents import DType, Extent
from arenagen.emit.python.static.parts import Sections, Uses
from arenagen.emit.python.static.placement import ArenaSpec, BaseSizes, Check, Recipe, buffer
from arenagen.emit.python.static.verify import verify_layout

U8 = DType("u8", 1, 1, 1)
I32 = DType("i32", 1, 4, 4)
U4 = DType("u4", 2, 1, 1)
Q8 = DType("q8", 32, 36, 4)


def test_rows_are_padded_to_their_alignment() -> None:
    out = Uses()
    out.rows("a", U4, 3, 5, row_align=4)
    out.rows("b", U4, 3, 5, row_align=1)
    assert [part.row_bytes for part in out.found] == [4, 3]


@pytest.mark.parametrize("dtype", [U4, Q8])
def test_elements_that_end_inside_a_byte_or_block_are_refused(dtype: DType) -> None:
    with pytest.raises(LayoutError, match=f"5 elements of {dtype.name} are not whole"):
        Uses().rows("a", dtype, 3, 5)
    with pytest.raises(LayoutError, match="are not whole"):
        Uses().shape("a", dtype, 5)


@pytest.mark.parametrize(
    ("rows", "row", "planes", "message"),
    [
        (-1, 1, 1, "rows of a would be -1"),
        (1, -1, 1, "dimension of a would be -1"),
        (1, 1, -1, "plane of a would be -1"),
    ],
)
def test_negative_counts_are_refused(rows: int, row: int, planes: int, message: str) -> None:
    with pytest.raises(LayoutError, match=message):
        Uses().rows("a", U8, rows, row, planes=(planes,))


def test_sizes_beyond_64_bits_are_refused() -> None:
    with pytest.raises(LayoutError, match=r"more than 2\^63 - 1"):
        Uses().shape("a", U8, 2**62, 2)


def test_overread_floor_and_rounding_come_in_this_order() -> None:
    out = Uses()
    out.shape("a", I32, 3, overread=2, min_bytes=16, size_multiple=8)
    out.shape("b", I32, 3, min_bytes=30, size_multiple=8)
    out.shape("empty", I32, 0, overread=2, min_bytes=16)
    assert [part.bytes for part in out.found] == [24, 32]


def test_sections_follow_one_another_at_their_alignment() -> None:
    parts = Sections()
    parts.shape("a", U8, 3)
    parts.shape("b", I32, 1)
    parts.gap(5)
    parts.shape("none", I32, 0)
    parts.shape("c", U8, 1, align=16)
    parts.shape("d", U8, 1, at=40)
    assert [(part.name, part.at) for part in parts.found] == [
        ("a", 0),
        ("b", 4),
        ("c", 16),
        ("d", 40),
    ]
    assert parts.part("c").end == 17
    assert not parts.part("none").exists


def test_sections_that_share_bytes_are_refused() -> None:
    out = Uses()
    parts = Sections(out)
    parts.shape("a", U8, 8)
    parts.shape("b", U8, 4, at=6)
    with pytest.raises(LayoutError, match="a and b share 2 bytes"):
        out.sections("whole", parts)
    with pytest.raises(LayoutError, match="starts at 2, no multiple of 4"):
        parts.shape("c", I32, 1, at=2)


def test_uses_fit_a_stated_size_or_are_absent_if_they_may_be() -> None:
    out = Uses()
    uses = Uses(out)
    uses.shape("large", U8, 9, if_fits=True)
    uses.shape("small", U8, 8)
    out.shape("whole", U8, 8, uses=uses)
    assert [part.name for part in out.found[0].parts] == ["small"]
    uses.shape("too_large", U8, 9)
    with pytest.raises(LayoutError, match="too_large ends at byte 9 of whole, which has 8"):
        out.shape("whole", U8, 8, uses=uses)


def test_rows_of_uses_are_as_wide_as_the_widest() -> None:
    out = Uses()
    uses = Uses(out)
    uses.rows("a", U8, 4, 3, planes=(2,))
    uses.rows("b", U8, 4, 5)
    out.uses("whole", uses, 4, axis="tokens")
    (made,) = out.found
    assert (made.rows, made.row_bytes, made.bytes) == (4, 6, 24)


@dataclass
class Record:
    n: Any = field(default=8, metadata=whole(1, 16, multiple_of=4))
    kind: Any = field(default="a", metadata=one_of("a", "b"))
    on: Any = field(default=False, metadata=boolean())


@dataclass
class Flags:
    fast: bool = field(default=False, metadata=switch("FAST", "1", "yes"))


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({}, None),
        ({"n": 20}, "n lies between 1 and 16, not at 20"),
        ({"n": 6}, "n is a multiple of 4, which 6 is not"),
        ({"n": True}, "n is a whole number, not True"),
        ({"n": "8"}, "n is a whole number, not '8'"),
        ({"kind": "c"}, "kind is one of a, b, not 'c'"),
        ({"kind": True}, "kind is one of a, b, not True"),
        ({"on": 1}, "on is a bool, not 1"),
    ],
)
def test_domains(changes: dict[str, Any], fault: str | None) -> None:
    assert list(field_faults(Record(**changes))) == ([] if fault is None else [fault])


def test_a_field_without_a_domain_is_a_mistake() -> None:
    @dataclass
    class Bare:
        n: int = 1

    with pytest.raises(TypeError, match="n has no domain"):
        list(field_faults(Bare()))


def test_switches_are_on_for_their_values_alone() -> None:
    for value, on in (("1", True), ("yes", True), ("YES", False), ("", False)):
        assert switches(Flags, {"FAST": value}) == {"fast": on}
    assert switches(Flags, {}) == {"fast": False}


def test_faults_are_one_error() -> None:
    refuse([])
    with pytest.raises(ValueError, match="one\ntwo") as error:
        refuse(["one", "two"])
    assert error.value.faults == ("one", "two")  # type: ignore[attr-defined]


def test_checks_say_what_is_wrong() -> None:
    assert list(over_budget("a", 8, 8)) == []
    assert list(over_budget("a", 9, 8)) == ["a takes 9 bytes, 1 over its budget of 8"]
    assert unmet("law x", "1 == 2", "why", {}) == "law x does not hold: 1 == 2 (why)"
    assert list(points((1, 2), (0, 1))) == [(1, 0), (1, 1), (2, 0), (2, 1)]
    assert sum(1 for _ in points((1, 10**6))) == 65536
    extent = Extent(
        name="a", dtype="i32", granule=(1, 4), extent_bytes=2**33, bytes=2**33, offset=512
    )
    assert list(not_indexable(extent, "i32")) == []
    assert list(not_indexable(extent, "i32_bytes")) == [
        "the last byte of a has index 8589934591, beyond i32"
    ]
    assert inside(extent, replace(extent, offset=256)) == 256
    assert inside(Extent(name="absent"), extent) == -512


class Sizes(BaseSizes[Record, None, SimpleNamespace]):
    ARENAS = (
        ArenaSpec("main", "device", align=64),
        ArenaSpec("main_pinned", "pinned", align=64, size_multiple=100),
    )

    def __init__(self, params: Record) -> None:
        super().__init__(params, None, SimpleNamespace(params=params, flags=None))

    first: Extent
    first_low: Extent
    first_pinned: Extent
    second: Extent
    third: Extent

    @buffer("first", "main", align=64, rank=1, mirror="pinned")
    def _size_first(self, out: Uses) -> None:
        parts = Sections(out)
        parts.shape("first_low", I32, self.params.n)
        out.sections("first", parts)

    @buffer("second", "main", align=32)
    def _size_second(self, out: Uses) -> None:
        out.shape("second", U8, 5)

    @buffer("third", "main", align=32, placeholder=16)
    def _size_third(self, out: Uses) -> None:
        if self.params.on:
            out.shape("third", U8, 1 // (self.params.n - 8))

    @Check
    def _check(self) -> Any:
        if self.params.n == 12:
            yield "n is 12"
        if self.params.n == 16:
            yield str(1 // (self.params.n - 16))


def test_buffers_lie_by_rank_then_in_order_and_placeholders_behind() -> None:
    sizes = Sizes(Record())
    assert isinstance(vars(Sizes)["_size_first"], Recipe)
    assert {name: extent.offset for name, extent in sizes.extents.items()} == {
        "first": 64,
        "first_low": 64,
        "first_pinned": 0,
        "second": 0,
        "third": 96,
    }
    assert sizes.arenas["main"].bytes == 112
    assert sizes.arenas["main"].padding == {5: 64}
    assert sizes.arenas["main_pinned"].bytes == 100
    assert sizes.total_bytes == 32 + 5 + 16
    verify_layout(sizes)


@pytest.mark.parametrize(
    ("record", "fault"),
    [
        (Record(on=True), "third: integer division or modulo by zero"),
        (Record(n=12), "n is 12"),
        (Record(n=16), "integer division or modulo by zero"),
    ],
)
def test_faults_of_sizes_are_layout_errors(record: Record, fault: str) -> None:
    with pytest.raises(LayoutError, match=fault):
        Sizes(record)


@pytest.mark.parametrize(
    ("name", "change", "fault"),
    [
        ("first", {"offset": None}, "first has 32 bytes and no offset"),
        ("first", {"offset": 65}, "first starts at 65, not at 64"),
        ("first", {"align": 128}, "first needs 128, main has 64"),
        ("second", {"offset": 1024}, "second lies outside main"),
        ("second", {"offset": 64}, "first and second share bytes"),
        ("first_low", {"at": 4}, "first_low starts at 4 of first"),
        ("first_low", {"bytes": 64}, "first_low ends at 64 of first"),
        ("first_low", {"offset": None}, "first_low or first has no offset"),
        ("third", {"shape": (1,)}, "third is absent and has a shape"),
        ("first_pinned", {"exists": True, "bytes": 0}, "first_pinned exists without bytes"),
    ],
)
def test_the_self_check_finds_what_is_damaged(
    name: str, change: dict[str, Any], fault: str
) -> None:
    sizes = Sizes(Record())
    damaged = replace(sizes.extents[name], **change)
    sizes.extents = {**sizes.extents, name: damaged}
    sizes.buffers = {key: sizes.extents[key] for key in sizes.buffers}
    with pytest.raises(AssertionError, match=fault):
        verify_layout(sizes)
