"""Random buffers: every make of extent, with class, arena, floors, placeholder, fills and twin."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from tests.strategies.parts import (
    common,
    in_sections,
    in_uses,
    rowed,
    shaped,
    uses,
    uses_of_rows,
)
from tests.strategies.world import World

Table = dict[str, Any]

CLEARED = ("carried", "step")
CLASSES = (*CLEARED, "once", "none")


@cache
def _token_rows(world: World) -> st.SearchStrategy[Table]:
    return rowed(world, "tokens", strict=True).map(lambda t: {**t, "token_major": True})


@cache
def _token_uses(world: World) -> st.SearchStrategy[Table]:
    made = uses_of_rows(world, token_major=True)
    return made.map(lambda found: {"token_major": True, "uses": found})


@cache
def _axis_rows(world: World) -> st.SearchStrategy[Table]:
    axes = st.sampled_from([axis for axis, _ in world.axes])
    return axes.flatmap(lambda axis: rowed(world, axis))


@cache
def _axis_uses(world: World) -> st.SearchStrategy[Table]:
    axes = st.sampled_from([axis for axis, _ in world.axes])
    made = uses_of_rows(world, token_major=False)
    return st.tuples(axes, made).map(lambda pair: {"axis": pair[0], "uses": pair[1]})


@cache
@st.composite
def _stated(draw: st.DrawFn, world: World) -> Table:
    """A size of its own in which uses lie where they fit."""
    found = draw(uses(world))
    for use in found.values():
        use["if_fits"] = True
    return {**draw(shaped(world)), "uses": found}


@cache
def _plain_uses(world: World) -> st.SearchStrategy[Table]:
    return in_uses(world)


@cache
def _plain_sections(world: World) -> st.SearchStrategy[Table]:
    return in_sections(world) | in_sections(world, 2, CLASSES)


@cache
@st.composite
def buffers(draw: st.DrawFn, world: World) -> Table:
    """One buffer with all its keys."""
    make = draw(
        st.sampled_from(
            (
                _token_rows,
                shaped,
                _axis_rows,
                _token_uses,
                _plain_sections,
                _plain_sections,
                _plain_uses,
                _axis_uses,
                _stated,
            )
        )
    )
    table: Table = {"token_major": False, **draw(make(world)), **draw(common(world))}
    table["reset"] = draw(st.sampled_from((*CLEARED, *CLASSES)))
    _let_go(table)
    table["doc"] = "What it holds."
    memory = "device"
    if world.arenas:
        table["arena"], memory = draw(st.sampled_from(world.arenas))
    if draw(st.integers(0, 3)) > 0 and "when" in table:
        table["placeholder"] = draw(st.sampled_from((16, 256)))
    if memory == "device" and draw(st.integers(0, 5)) == 5:
        table["mirror"] = draw(st.sampled_from(("pinned", "mapped", "host")))
    if "align" in table and ("uses" in table or "sections" in table):
        table["align"] = 64  # not below what a part asks for
    if "sections" in table and draw(st.booleans()):
        table["carve"] = ["n"]
    if table.get("dtype") in _FILLS and not {"uses", "sections"} & set(table):
        table |= draw(_fills(table))
    return table


def _let_go(part: Table) -> None:
    """Keeps nothing in which uses take turns: they would write over it."""
    if part.get("reset") == "once" and _takes_turns(part):
        part["reset"] = "none"
    for section in part.get("sections", ()):
        _let_go(section)


def _takes_turns(part: Table) -> bool:
    return "uses" in part or any(_takes_turns(section) for section in part.get("sections", ()))


_FILLS: dict[str, tuple[Any, ...]] = {
    "u8": (0, 255, "n"),
    "i8": (0, -1, "n"),
    "f32": (0, 1, -1.5, "n"),
    "bf16": (0, 1.0),
    "i32": (0, -1, 7, "n"),
    "i64": (0, -1, 3),
    "bool": (0, 1),
    "f8e4m3": (0, 1.5),
    "f4e2m1": (0, 6),
    "u2": (0, 3),
    "i4": (0, -8),
}


def _fills(table: Table) -> st.SearchStrategy[Table]:
    values = st.sampled_from(_FILLS[table["dtype"]])
    fill = st.fixed_dictionaries({"fill": values})
    both = st.fixed_dictionaries({"fill": values, "pad": values | st.just("keep")})
    return st.just({}) | fill | both if "row" in table else st.just({}) | fill
