"""bytes.json: the table as data. A line for a parameter, buffer or part has one value for each set of values, so that
the change of one is seen as one.

May import elaborate and resolve.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, cast

from arenagen.elaborate import Node
from arenagen.emit.json_text import Json, Line
from arenagen.emit.table.model import ByteTable, Point
from arenagen.model import Buffer
from arenagen.resolve import Resolved

FORMAT_VERSION: Final = 1
"""Rises when a key of bytes.json changes its meaning or goes away."""


def table_data(table: ByteTable) -> dict[str, Json]:
    """The content of bytes.json, without a header.

    `exists` is there for what can be absent and have bytes nevertheless. An offset is null where there is no memory:
    `offsets` of buffers are in their arena, `places` of parts in their buffer, `twins` in the arena of the twin.
    """
    buffers = table.layout.buffers
    parts = [node for node in table.layout.nodes() if node.kind != "buffer"]
    written = table.layout.layout
    return {
        "format": FORMAT_VERSION,
        "name": table.layout.name,
        "sets": [point.name for point in table.points],
        "params": {
            p.name: [cast("Json", at.params[p.name]) for at in table.points] for p in written.params
        },
        "flags": {f.name: [at.flags[f.name] for at in table.points] for f in written.flags},
        "sum_of_buffers": [at.resolved.total_bytes for at in table.points],
        "arenas": _arenas(table),
        "bytes": _rows(table, (*buffers, *parts), lambda _, made: made.bytes),
        "exists": _rows(table, filter(_replaced, buffers), lambda _, made: made.exists),
        "offsets": _rows(table, buffers, lambda _, made: made.offset),
        "places": _rows(table, parts, _place),
        "twins": _rows(table, filter(_mirrored, buffers), _twin),
        "clearings": list(_clearings(table)),
    }


def _rows(
    table: ByteTable, nodes: Iterable[Node], ask: Callable[[Point, Resolved], Json]
) -> dict[str, Json]:
    return {
        node.dotted: [ask(at, at.resolved.nodes[node.dotted]) for at in table.points]
        for node in nodes
    }


def _arenas(table: ByteTable) -> dict[str, Json]:
    """The bytes of each allocation."""
    names = dict.fromkeys(name for at in table.points for name in at.resolved.arenas)
    return {name: [at.resolved.arenas[name].bytes for at in table.points] for name in names}


def _replaced(node: Node) -> bool:
    return isinstance(node.written, Buffer) and node.written.placeholder is not None


def _mirrored(node: Node) -> bool:
    return isinstance(node.written, Buffer) and node.written.mirror is not None


def _twin(point: Point, made: Resolved) -> int | None:
    return point.resolved.twins.get(made.node.name)


def _place(point: Point, made: Resolved) -> int | None:
    """Where a part starts in its buffer; None where it is absent."""
    whole = point.resolved.buffers[made.node.buffer]
    return None if made.offset is None or whole.offset is None else made.offset - whole.offset


def _clearings(table: ByteTable) -> Iterator[Json]:
    for point in table.points:
        for clearing in point.clearings:
            yield Line(
                set=point.name,
                routine=clearing.name,
                arguments=list(clearing.arguments),
                ranges=[[r.arena, r.offset, r.size, r.pattern.hex()] for r in clearing.ranges],
            )
