"""Random layouts: what generated Python works out is what resolve works out, and both refuse the
same values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from arenagen.api import Given, ResolveError
from arenagen.resolve.ranges import Counts, merge, padding_gaps, routine_ranges
from tests.python_target.packages import Package, imported
from tests.strategies import asked, compiled, layouts, values_for

if TYPE_CHECKING:
    from arenagen.resolve import ResolvedLayout
    from arenagen.resolve.model import Resolved


def numbers(made: Resolved) -> dict[str, Any]:
    """What resolve says of a node, in the words of a generated extent."""
    found = {
        "exists": made.exists,
        "bytes": made.bytes,
        "offset": made.offset,
        "rows": made.rows,
        "row_bytes": made.row_bytes,
        "planes": made.planes,
        "extent_bytes": made.extent_bytes,
        "overread": made.overread_bytes,
    }
    if made.exists:
        name = "" if made.dtype is None else made.dtype.name
        found |= {"shape": made.shape, "dtype": name, "at": made.at}
    return found


def resolved_or_refused(package: Package, values: Given) -> tuple[Any, ResolvedLayout | None]:
    """Sizes from both; None and None where both refuse."""
    try:
        resolved = package.loaded.program.resolve(values)
    except ResolveError:
        resolved = None
    try:
        sizes = package.sizes(values)
    except ValueError:
        sizes = None
    assert (sizes is None) == (resolved is None)
    return sizes, resolved


@settings(max_examples=60)
@given(layouts(), st.data())
def test_sizes_are_those_of_resolve(layout: dict[str, Any], data: st.DataObject) -> None:
    package = imported(compiled(layout))
    for _ in range(3):
        values = data.draw(values_for(layout), label="values")
        sizes, resolved = resolved_or_refused(package, values)
        if resolved is None:
            continue
        package.verify_layout(sizes)
        for made in resolved.nodes.values():
            extent = sizes.extents[made.node.identifier]
            assert {name: getattr(extent, name) for name in numbers(made)} == numbers(made)
        assert sizes.total_bytes == resolved.total_bytes
        assert {name: arena.bytes for name, arena in sizes.arenas.items()} == {
            name: arena.bytes for name, arena in resolved.arenas.items()
        }
        assert {name: arena.align for name, arena in sizes.arenas.items()} == {
            name: arena.base_align for name, arena in resolved.arenas.items()
        }


@settings(max_examples=60)
@given(layouts(), st.data())
def test_routines_write_the_ranges_of_resolve(layout: dict[str, Any], data: st.DataObject) -> None:
    package = imported(compiled(layout))
    sizes, resolved = resolved_or_refused(package, data.draw(values_for(layout), label="values"))
    if resolved is None:
        return
    resets = package.sub("resets")
    for plan in resolved.elaborated.plans:
        arguments: tuple[Any, ...] = ()
        counts = Counts()
        if plan.counts_rows and plan.axis is not None:
            call = data.draw(asked(sizes.axes[plan.axis]), label=plan.routine.name)
            counts = Counts(call.live, call.padded, call.rows)
            arguments = {
                "live": (call.live,),
                "padding": (call.live, call.padded),
                "rows": (call.rows,),
            }[plan.routine.range]
        ranges = routine_ranges(package.loaded.program, resolved, plan, counts)
        wanted = merge(ranges, padding_gaps(resolved))
        found = getattr(resets, f"{plan.routine.name}_ranges")(sizes, *arguments)
        assert [tuple(fill) for fill in found] == [
            (r.arena, r.offset, r.size, r.pattern) for r in wanted
        ]
