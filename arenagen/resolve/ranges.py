"""The byte ranges that a routine clears, for given values and counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from attrs import frozen

from arenagen.elaborate import Elaborated, Node, Plan, Target
from arenagen.encoding import is_zero, pattern
from arenagen.expressions import Expr
from arenagen.model import Axis, Buffer
from arenagen.resolve.extents import align_up
from arenagen.resolve.formulas import Environment, Formula
from arenagen.resolve.model import ByteRange, Resolved, ResolvedLayout
from arenagen.resolve.program import Program


@frozen
class Counts:
    """The arguments of a routine: the live count of its axis, the padded count, or single rows."""

    live: int = 0
    padded: int = 0
    rows: tuple[int, ...] = ()


class CountError(ValueError):
    """A count or a row lies outside what the axis allows."""


def routine_ranges(
    program: Program, resolved: ResolvedLayout, plan: Plan, counts: Counts
) -> tuple[ByteRange, ...]:
    """What a routine clears, a range or more for each target, in the order of the file. Empty ranges are left out."""
    env = program.environment(resolved)
    if plan.axis is not None and plan.counts_rows:
        _check_counts(program.layout, plan, counts, env)
    found: list[ByteRange] = []
    for target in plan.targets:
        made = resolved.nodes[target.node.dotted]
        if made.exists and made.offset is not None:
            found += _target_ranges(program.layout, target, made, counts, env)
    return tuple(r for r in found if r.size)


def merged_ranges(
    program: Program, resolved: ResolvedLayout, plan: Plan, counts: Counts
) -> tuple[ByteRange, ...]:
    """What a routine clears in as few ranges as possible, by the names of arenas and by offset."""
    ranges = routine_ranges(program, resolved, plan, counts)
    return merge(ranges, padding_gaps(resolved))


def axis_max(axis: Axis, env: Environment) -> int:
    """The largest count of an axis, for values that have been resolved."""
    return Formula(axis.max, (*axis.where, "max")).number(env)


def _check_counts(layout: Elaborated, plan: Plan, counts: Counts, env: Environment) -> None:
    assert plan.axis is not None  # noqa: S101 - narrowed by the caller
    axis = layout.axes[plan.axis]
    most = axis_max(axis, env)
    if plan.routine.range == "rows":
        bad = [row for row in counts.rows if not 0 <= row < most]
        if bad:
            raise CountError(f"rows of {axis.name} are 0 to {most - 1}, not {bad[0]}")
        return
    if not 0 <= counts.live <= most:
        raise CountError(f"{axis.name} counts 0 to {most}, not {counts.live}")
    if plan.routine.range == "padding" and not counts.live <= counts.padded <= most:
        raise CountError(f"padded {axis.name} count {counts.live} to {most}, not {counts.padded}")


def _target_ranges(
    layout: Elaborated, target: Target, made: Resolved, counts: Counts, env: Environment
) -> Iterator[ByteRange]:
    value = _fill(target, env)
    mixed = made.node.composed is not None and is_zero(value)
    raw = b"\0" if made.dtype is None or mixed else pattern(made.dtype, value)
    arena = layout.arena_of(layout.by_path[made.node.buffer])
    for start, size in _spans(target, made, counts, env):
        yield ByteRange(made.node.dotted, arena, (made.offset or 0) + start, size, raw)


def _fill(target: Target, env: Environment) -> int | float:
    value, key = target.node.fill, "fill"
    if target.mode == "padding" and isinstance(target.node.written, Buffer):
        value, key = target.node.written.pad, "pad"
    if isinstance(value, Expr):
        return Formula(value, (*target.node.where, key)).number(env)
    assert not isinstance(value, str)  # noqa: S101 - "keep" is never a target
    return value


def _spans(
    target: Target, made: Resolved, counts: Counts, env: Environment
) -> Iterator[tuple[int, int]]:
    """(start in the node, bytes) of what a mode covers."""
    match target.mode:
        case "whole":
            yield 0, made.bytes
        case "overread":
            yield made.extent_bytes, made.overread_bytes
        case "live":
            yield from _row_spans(made, 0, live_rows(made.node, counts.live, env))
        case "padding":
            first, last = (live_rows(made.node, n, env) for n in (counts.live, counts.padded))
            yield from _row_spans(made, _behind_tile(made, first), last)
        case "rows":
            for row in counts.rows:
                yield from _row_spans(made, row, row + 1)


def live_rows(node: Node, count: int, env: Environment) -> int:
    """Rows that a pass with `count` live on the node's axis may touch."""
    if node.live_rows is None or node.axis is None:
        return count
    env[node.axis] = count
    try:
        return Formula(node.live_rows, (*node.where, "live_rows")).count(env, "the live rows")
    finally:
        del env[node.axis]


def _tile_rows(made: Resolved) -> int:
    tile = made.node.written.tile
    return tile[0] if tile is not None else 1


def _behind_tile(made: Resolved, row: int) -> int:
    """The first row that shares no tile with those before it: padding must not write over live rows."""
    return align_up(row, _tile_rows(made))


def _row_spans(made: Resolved, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Rows [first, last) of every plane, grown to whole tiles, never past the last row."""
    tile = _tile_rows(made)
    first, last = first - first % tile, min(align_up(last, tile), made.rows)
    if first >= last:
        return
    for plane in range(made.plane_count):
        yield plane * made.plane_bytes + first * made.row_bytes, (last - first) * made.row_bytes


def merge(
    ranges: Sequence[ByteRange], gaps: Sequence[tuple[str, int, int]]
) -> tuple[ByteRange, ...]:
    """Neighbours with one pattern as one range, in the order of offsets.

    `gaps` are (arena, start, end) of alignment padding, which belongs to nobody and may be written over.
    """
    bridges = {(arena, start): end for arena, start, end in gaps}
    merged: list[ByteRange] = []
    for r in sorted(ranges, key=lambda r: (r.arena, r.offset)):
        if merged and _joins(merged[-1], r, bridges):
            last = merged.pop()
            size = max(r.offset + r.size - last.offset, last.size)
            merged.append(ByteRange(last.name, r.arena, last.offset, size, r.pattern))
        else:
            merged.append(r)
    return tuple(merged)


def _joins(last: ByteRange, r: ByteRange, bridges: dict[tuple[str, int], int]) -> bool:
    if last.arena != r.arena or last.pattern != r.pattern:
        return False
    if (r.offset - last.offset) % len(r.pattern):
        return False  # the pattern would not go on in step
    end = last.offset + last.size
    return r.offset <= end or bridges.get((r.arena, end)) == r.offset


def padding_gaps(resolved: ResolvedLayout) -> tuple[tuple[str, int, int], ...]:
    """Alignment padding between the buffers of each arena."""
    found = []
    layout = resolved.elaborated
    by_arena: dict[str, list[Resolved]] = {}
    for name, made in resolved.buffers.items():
        if made.offset is not None:
            by_arena.setdefault(layout.arena_of(layout.by_path[name]), []).append(made)
    for arena, placed in by_arena.items():
        placed.sort(key=lambda made: made.offset or 0)
        for left, right in pairwise(placed):
            end, start = (left.offset or 0) + left.bytes, right.offset or 0
            if end < start:
                found.append((arena, end, start))
    return tuple(found)
