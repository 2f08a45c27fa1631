"""Whatever is wrong in a resolved layout or in a list of ranges is found, and named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from arenagen.resolve import ResolvedLayout
from arenagen.resolve.model import ByteRange
from arenagen.resolve.ranges import Counts, merge, padding_gaps, routine_ranges
from arenagen.verify import Asked, Finding, verify_layout, verify_merged, verify_ranges
from tests.verify.example import loaded, numbers


def test_nothing_is_found_where_nothing_is_wrong() -> None:
    assert verify_layout(numbers()) == ()


def _set(path: str, **values: Any) -> Callable[[ResolvedLayout], None]:
    def change(resolved: ResolvedLayout) -> None:
        for name, value in values.items():
            setattr(resolved.nodes[path], name, value)

    return change


@pytest.mark.parametrize(
    ("damage", "node", "what"),
    [
        (_set("hidden", bytes=81), "hidden", "bytes"),
        (_set("hidden", rows=5), "hidden", "rows"),
        (_set("hidden", row_bytes=12), "hidden", "row_bytes"),
        (_set("hidden", offset=64), "hidden", "offset"),
        (_set("hidden", offset=None), "hidden", "offset"),
        (_set("hidden", exists=False), "hidden", "exists"),
        (_set("hidden.wide", exists=False), "hidden.wide", "exists"),
        (_set("hidden.narrow", dtype=None), "hidden.narrow", "dtype"),
        (_set("hidden.narrow", shape=(3, 4)), "hidden.narrow", "shape"),
        (_set("parts.scale", at=4), "parts.scale", "its start in its parent"),
        (_set("parts.scale", offset=0), "parts.scale", "offset"),
        (_set("parts.scale", overread_bytes=0), "parts.scale", "overread_bytes"),
        (_set("parts.ids", at=8), "parts.scale", "bytes apart from a section"),
        (_set("parts", bytes=36), "parts.scale", "an end inside `parts`"),
        (_set("trace", exists=True), "trace", "exists"),
        (_set("trace", bytes=0), "trace", "bytes of what is absent"),
        (_set("trace", offset=0), "trace", "offset"),
    ],
)
def test_a_wrong_number_of_a_node(
    damage: Callable[[ResolvedLayout], None], node: str, what: str
) -> None:
    resolved = numbers()
    damage(resolved)
    assert (node, what) in {(finding.node, finding.what) for finding in verify_layout(resolved)}


def _total(resolved: ResolvedLayout) -> None:
    resolved.total_bytes += 16


def _arena(resolved: ResolvedLayout) -> None:
    resolved.arenas["main"].bytes -= 64


def _base(resolved: ResolvedLayout) -> None:
    resolved.arenas["main"].base_align = 32


def _twin(resolved: ResolvedLayout) -> None:
    del resolved.twins["notes"]


def _node(resolved: ResolvedLayout) -> None:
    del resolved.nodes["parts.ids"]


def _order(resolved: ResolvedLayout) -> None:
    resolved.buffers = dict(reversed(resolved.buffers.items()))


@pytest.mark.parametrize(
    ("damage", "what"),
    [
        (_total, "total of its buffers"),
        (_arena, "bytes of the arena"),
        (_base, "alignment of the base"),
        (_twin, "offset of its twin"),
        (_node, "the nodes"),
        (_order, "buffers in the order of the file"),
    ],
)
def test_a_wrong_number_of_the_whole(damage: Callable[[ResolvedLayout], None], what: str) -> None:
    resolved = numbers()
    damage(resolved)
    assert what in {finding.what for finding in verify_layout(resolved)}


def _ranges(name: str, live: int = 0) -> tuple[ResolvedLayout, tuple[ByteRange, ...]]:
    resolved, program = numbers(), loaded().program
    plan = next(p for p in resolved.elaborated.plans if p.routine.name == name)
    return resolved, routine_ranges(program, resolved, plan, Counts(live=live))


def _found(
    resolved: ResolvedLayout, name: str, ranges: tuple[ByteRange, ...], live: int = 0
) -> tuple[Finding, ...]:
    plan = next(p for p in resolved.elaborated.plans if p.routine.name == name)
    return verify_ranges(resolved, plan.routine, Asked(live=live), ranges)


def test_ranges_that_are_right() -> None:
    resolved, ranges = _ranges("clear")
    assert [r.name for r in ranges] == ["hidden", "parts"]
    assert _found(resolved, "clear", ranges) == ()


@pytest.mark.parametrize("change", [{"size": 79}, {"size": 81}, {"offset": 4}, {"pattern": b"\0"}])
def test_a_range_that_is_wrong(change: dict[str, Any]) -> None:
    resolved, (hidden, *rest) = _ranges("clear")
    assert _found(resolved, "clear", (evolve(hidden, **change), *rest)) != ()


def test_a_range_too_few_or_twice() -> None:
    resolved, ranges = _ranges("clear")
    assert _found(resolved, "clear", ranges[1:]) != ()
    assert _found(resolved, "clear", (*ranges, ranges[0])) != ()


def test_rows_of_another_count() -> None:
    resolved, ranges = _ranges("clear_rows", live=3)
    assert _found(resolved, "clear_rows", ranges, live=3) == ()
    assert _found(resolved, "clear_rows", ranges, live=2) != ()


def test_what_is_merged_may_cover_padding_and_nothing_else() -> None:
    resolved, (hidden, parts) = _ranges("clear")
    zeros = evolve(hidden, pattern=b"\0")
    merged = merge((zeros, parts), padding_gaps(resolved))
    assert len(merged) == 1
    assert verify_merged(resolved, (zeros, parts), merged) == ()
    (whole,) = merged
    for wrong in (
        evolve(whole, size=whole.size + 32),
        evolve(whole, size=whole.size - 1),
        evolve(whole, offset=whole.offset + 1),
    ):
        assert verify_merged(resolved, (zeros, parts), (wrong,)) != ()
