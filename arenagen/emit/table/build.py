"""Works the table out, and has every number in it confirmed by `verify`.

May import elaborate, resolve and verify.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from arenagen.elaborate import Elaborated, Plan
from arenagen.elaborate.selection import plan_creation
from arenagen.emit.table.choose import chosen
from arenagen.emit.table.model import CREATION, ByteTable, Clearing, Point
from arenagen.resolve import Program, ResolvedLayout, Value, compile_layout
from arenagen.resolve.model import ByteRange
from arenagen.resolve.ranges import Counts, axis_max, merged_ranges
from arenagen.verify import Asked, Fill, blocks, cleared, created, verify_layout

MAX_RANGES: Final = 32
"""Calls of routines that write more ranges are left out: smaller values show the same."""

MAX_PIECES: Final = 128
"""Calls that are about more runs of rows are not worked out."""


class DisagreementError(AssertionError):
    """`resolve` and `verify` have come to different results, so one of them is wrong."""


def byte_table(layout: Elaborated, presets: Mapping[str, Mapping[str, Value]]) -> ByteTable:
    """The table of a layout. `presets` have every parameter and flag. Raises DisagreementError."""
    program = compile_layout(layout)
    points = (_point(program, *named) for named in chosen(program, presets))
    return ByteTable(layout, tuple(points))


def _point(program: Program, name: str, resolved: ResolvedLayout) -> Point:
    findings = verify_layout(resolved)
    if findings:
        raise DisagreementError(f"{program.layout.name}, {name}: {findings[0]}")
    written = program.layout.layout
    return Point(
        name=name,
        params={param.name: resolved.values[param.name] for param in written.params},
        flags={flag.name: bool(resolved.values[flag.name]) for flag in written.flags},
        resolved=resolved,
        clearings=tuple(_clearings(program, name, resolved)),
    )


def _clearings(program: Program, name: str, resolved: ResolvedLayout) -> Iterator[Clearing]:
    layout = program.layout
    creation = plan_creation(layout.buffers, layout.classes)
    if creation.targets:
        ranges = merged_ranges(program, resolved, creation, Counts())
        confirm(f"{name}: creation", ranges, resolved, created(resolved))
        yield Clearing(CREATION, creation, (), ranges)
    for plan in layout.plans:
        for arguments in arguments_of(program, resolved, plan):
            if pieces(plan, resolved, arguments) > MAX_PIECES:
                continue
            ranges = merged_ranges(program, resolved, plan, counts_of(plan, arguments))
            wanted = cleared(resolved, plan.routine, asked_of(plan, arguments))
            confirm(f"{name}: {plan.routine.name}{arguments}", ranges, resolved, wanted)
            if len(ranges) <= MAX_RANGES:
                yield Clearing(plan.routine.name, plan, arguments, ranges)


def arguments_of(
    program: Program, resolved: ResolvedLayout, plan: Plan
) -> tuple[tuple[int, ...], ...]:
    """What a routine is told: a few counts or rows, the smallest and the largest among them."""
    if plan.axis is None or not plan.counts_rows:
        return ((),)
    most = axis_max(program.layout.axes[plan.axis], program.environment(resolved))
    one, half = min(1, most), most // 2
    found: tuple[tuple[int, ...], ...]
    match plan.routine.range:
        case "live":
            found = ((one,), (half,), (most,))
        case "padding":
            found = ((0, one), (one, most), (half, min(half + 3, most)))
        case _:
            found = ((0,), (half,), (0, most - 1)) if most > 1 else ((0,),) if most else ((),)
    return tuple(dict.fromkeys(found))


def counts_of(plan: Plan, arguments: Sequence[int]) -> Counts:
    """What a routine is told, as `resolve` takes it."""
    if plan.routine.range == "rows":
        return Counts(rows=tuple(arguments))
    live, padded = (*arguments, 0, 0)[:2]
    return Counts(live, padded)


def asked_of(plan: Plan, arguments: Sequence[int]) -> Asked:
    """What a routine is told, as `verify` takes it."""
    if plan.routine.range == "rows":
        return Asked(rows=tuple(arguments))
    live, padded = (*arguments, 0, 0)[:2]
    return Asked(live, padded)


def pieces(plan: Plan, resolved: ResolvedLayout, arguments: Sequence[int]) -> int:
    """Runs of rows that a call is about, in all planes, at most."""
    each = len(arguments) if plan.routine.range == "rows" else 1
    return sum(resolved.nodes[t.node.dotted].plane_count * each for t in plan.targets)


def confirm(
    what: str, found: Sequence[ByteRange], resolved: ResolvedLayout, wanted: Sequence[Fill]
) -> None:
    """Raises DisagreementError where verify would have something else written."""
    made = blocks(resolved)
    derived = [(made[f.block].arena, f.offset, f.size, f.pattern) for f in wanted]
    resolves = [(r.arena, r.offset, r.size, r.pattern) for r in found]
    if derived != resolves:
        raise DisagreementError(f"{what} should write {derived}, not {resolves}")
