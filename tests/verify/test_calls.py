"""What verify says an arena asks of its backend: the ranges of resolve on random layouts, and a few by hand."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from arenagen.api import Given, load, resolve
from arenagen.elaborate.selection import plan_creation
from arenagen.resolve import ResolvedLayout
from arenagen.resolve.ranges import Counts, merged_ranges
from arenagen.verify import Asked, Fill, blocks, cleared, created
from tests.strategies import asked, compiled, layouts, values_for

LAYOUT = """
arenagen = 1

[layout]
name = "small"
doc = "Small."

[arenas.main]
align = 16

[arenas.early]
align = 16
order = "declared"

[params]
n = { min = 0, max = 9, doc = "rows" }
there = { type = "bool", default = true, doc = "a buffer" }

[axes]
tokens = { max = "n" }

[reset.classes]
step = { doc = "of one pass", stale_read = true }
once = { doc = "set when made", cleared = "create", keep = true }

[reset.routines]
clear = { classes = ["step"] }
rows = { classes = ["step"], range = "rows", fixed = "skip" }

[buffers.a]
arena = "main"
dtype = "u8"
token_major = true
row = [3]
reset = "step"
doc = "Ends in the middle of 16 bytes."

[buffers.b]
arena = "main"
dtype = "i16"
token_major = true
row = [2]
fill = 258
reset = "step"
doc = "Has a pattern of two bytes."

[buffers.c]
arena = "main"
dtype = "u8"
token_major = false
shape = [5]
when = "there"
placeholder = 16
reset = "step"
doc = "Absent at times."

[buffers.d]
arena = "early"
dtype = "u8"
token_major = true
row = [4]
fill = 7
mirror = "pinned"
reset = "once"
doc = "In another arena."

[buffers.e]
arena = "early"
dtype = "u8"
token_major = true
row = [16]
reset = "step"
doc = "Behind it."
"""


def small(**params: int) -> ResolvedLayout:
    loaded = load(LAYOUT, "small.toml")
    assert loaded.report.errors == ()
    return resolve(loaded, Given(params, source="values"))


def clear(resolved: ResolvedLayout, name: str, asked: Asked, **how: Any) -> list[Fill]:
    routine = next(r for r in resolved.elaborated.layout.reset.routines if r.name == name)
    return list(cleared(resolved, routine, asked, **how))


def test_arenas_are_allocated_as_declared_and_twins_behind_them() -> None:
    assert [(b.name, b.bytes) for b in blocks(small(n=2))] == [
        ("main", 37),
        ("early", 48),
        ("early_pinned", 8),
    ]


def test_nothing_of_no_bytes_is_allocated() -> None:
    resolved = small(n=0, there=False)
    assert [(b.name, b.bytes) for b in blocks(resolved)] == [("main", 16)]
    assert [b.name for b in blocks(resolved, "separate")] == ["c"]


def test_fills_are_by_the_names_of_arenas_and_join_over_bytes_of_nobody() -> None:
    # main: a [0, 6), b [16, 24), c [32, 37); early: d [0, 8), e [16, 48)
    assert clear(small(n=2), "clear", Asked()) == [
        Fill(1, 16, 32, b"\0"),
        Fill(0, 0, 6, b"\0"),
        Fill(0, 16, 8, b"\2\1"),
        Fill(0, 32, 5, b"\0"),
    ]


def test_a_placeholder_is_somebody_and_never_written() -> None:
    fills = clear(small(n=2, there=False), "clear", Asked())
    assert fills[1:] == [Fill(0, 0, 6, b"\0"), Fill(0, 16, 8, b"\2\1")]


def test_single_rows_join_where_they_follow_each_other() -> None:
    fills = clear(small(n=4), "rows", Asked(rows=(3, 1, 2, 1)))
    assert fills == [Fill(1, 32, 48, b"\0"), Fill(0, 3, 9, b"\0"), Fill(0, 20, 12, b"\2\1")]


def test_buffers_of_their_own_are_in_the_order_of_the_file() -> None:
    resolved = small(n=2)
    made = blocks(resolved, "separate")
    assert [(b.name, b.bytes) for b in made] == [
        ("a", 6),
        ("b", 8),
        ("c", 5),
        ("d", 8),
        ("e", 32),
        ("d_pinned", 8),
    ]
    assert clear(resolved, "clear", Asked(), how="separate") == [
        Fill(0, 0, 6, b"\0"),
        Fill(1, 0, 8, b"\2\1"),
        Fill(2, 0, 5, b"\0"),
        Fill(4, 0, 32, b"\0"),
    ]
    assert created(resolved, "separate") == (Fill(3, 0, 8, b"\7"),)


def test_what_is_set_once_is_written_when_the_arena_is_made() -> None:
    assert created(small(n=2)) == (Fill(1, 0, 8, b"\7"),)
    assert created(small(n=0)) == ()


@settings(max_examples=80)
@given(layouts(), st.data())
def test_random_layouts_write_the_ranges_of_resolve(
    layout: dict[str, Any], data: st.DataObject
) -> None:
    loaded = compiled(layout)
    resolved = resolve(loaded, data.draw(values_for(layout), label="values"))
    made = blocks(resolved)
    elaborated = resolved.elaborated
    creation = plan_creation(elaborated.buffers, elaborated.classes)
    pairs = [(merged_ranges(loaded.program, resolved, creation, Counts()), created(resolved))]
    for plan in elaborated.plans:
        call = Asked()
        if plan.axis is not None:
            most = resolved.values[layout["axes"][plan.axis]["max"]]
            call = data.draw(asked(int(most)), label=plan.routine.name)  # type: ignore[arg-type]
        counts = Counts(call.live, call.padded, call.rows)
        ranges = merged_ranges(loaded.program, resolved, plan, counts)
        pairs.append((ranges, cleared(resolved, plan.routine, call)))
    for ranges, fills in pairs:
        assert [(made[f.block].arena, f.offset, f.size, f.pattern) for f in fills] == [
            (r.arena, r.offset, r.size, r.pattern) for r in ranges
        ]
