"""What a routine should write, byte by byte, from the words of the layout; finds out by itself what it selects.

May import elaborate, encoding, expressions, model and the data classes of resolve.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from arenagen.elaborate import Elaborated, Node
from arenagen.encoding import is_zero, pattern
from arenagen.expressions import Bindings, Expr
from arenagen.model import Buffer, Routine
from arenagen.resolve.model import Resolved, ResolvedLayout
from arenagen.verify.values import names_of, number

Picture = dict[str, list[int | None]]
"""Arena -> what is written into each of its bytes; None where nothing is."""

_ROW_RANGES = ("live", "padding", "rows")


@frozen
class Asked:
    """The arguments of a routine: live and padded count of its axis, or single rows."""

    live: int = 0
    padded: int = 0
    rows: tuple[int, ...] = ()


def blank(resolved: ResolvedLayout) -> Picture:
    """Memory that nothing has been written to."""
    return {name: [None] * arena.bytes for name, arena in resolved.arenas.items()}


def repeated(pattern: bytes, size: int) -> bytes:
    """A run of bytes that repeats a pattern from its first byte on."""
    return (pattern * (size // len(pattern) + 1))[:size]


@frozen
class Run:
    """Bytes of an arena that are written with a pattern, which starts at the first of them."""

    arena: str
    place: range
    pattern: bytes


class Words:
    """What the words of one routine say.

    `on_host` is whether they are about host memory too, which routines of the device never touch.
    """

    def __init__(
        self, resolved: ResolvedLayout, routine: Routine, asked: Asked, *, on_host: bool = False
    ) -> None:
        self._resolved = resolved
        self._on_host = on_host
        self._layout: Elaborated = resolved.elaborated
        self._routine = routine
        self._asked = asked
        self._known: Bindings | None = None

    @property
    def _names(self) -> Bindings:
        """Values by name, which few words need."""
        if self._known is None:
            self._known = names_of(self._layout, self._resolved.values)
        return self._known

    def picture(self) -> Picture:
        """Every byte that is written, with its value."""
        painted = blank(self._resolved)
        for run in self.runs():
            cells, start, stop = painted[run.arena], run.place.start, run.place.stop
            cells[start:stop] = repeated(run.pattern, stop - start)
        return painted

    def runs(self) -> Iterator[Run]:
        """What is written, in the order of the file; runs may touch each other."""
        memory = {arena.name: arena.memory for arena in self._layout.arenas}
        for buffer in self._layout.buffers:
            arena = self._layout.arena_of(buffer)
            if memory[arena] != "device" and not self._on_host:
                continue
            for node in self._chosen(buffer):
                made = self._resolved.nodes[node.dotted]
                if made.exists and made.offset is not None:
                    yield from self._written(arena, made, made.offset)

    def _written(self, arena: str, made: Resolved, offset: int) -> Iterator[Run]:
        pattern = self._value(made, self._routine.range)
        for run in self._runs(made):
            if run:
                yield Run(arena, range(offset + run.start, offset + run.stop), pattern)

    def _chosen(self, buffer: Node) -> Iterator[Node]:
        """A buffer by name; or what has a class of the routine, section by section where they or their fills differ."""
        if buffer.name in self._routine.buffers:
            yield from self._counted(buffer)
            return
        pending = [buffer]
        while pending:
            node = pending.pop(0)
            alike = all((p.reset, p.fill) == (node.reset, node.fill) for p in node.walk())
            if node.composed != "sections" or alike:
                if node.reset in self._routine.classes:
                    yield from self._counted(node)
            else:
                pending = [part for part in node.children if part.kind != "gap"] + pending

    def _counted(self, node: Node) -> Iterator[Node]:
        """Where rows are counted, those of the sections of a node that have such rows somewhere; and their overread."""
        parts = [part for part in node.children if part.kind != "gap"]
        if node.composed == "sections" and any(self._concerns(n) for n in _undivided(node)):
            for part in parts:
                yield from self._counted(part)
        else:
            yield node

    def _concerns(self, part: Node) -> bool:
        """Whether the range is about this part of something rather than about the whole."""
        if self._routine.range == "overread":
            return any(inner.written.overread is not None for inner in part.walk())
        return self._routine.range in _ROW_RANGES and self._has_rows(part)

    def _axis(self) -> str | None:
        axes = list(self._layout.axes)
        return self._routine.axis or (axes[0] if len(axes) == 1 else None)

    def _has_rows(self, node: Node) -> bool:
        return node.rowed and node.axis == self._axis()

    def _runs(self, made: Resolved) -> Iterator[range]:
        """Runs of bytes that each begin with an element."""
        kind = self._routine.range
        if kind == "overread":
            yield range(made.extent_bytes, made.extent_bytes + made.overread_bytes)
        elif kind == "whole" or (not self._has_rows(made.node) and self._routine.fixed == "whole"):
            yield range(made.bytes)
        elif self._has_rows(made.node) and not (kind == "padding" and self._keeps(made.node)):
            for plane in range(made.plane_count):
                for rows in self._rows(made):
                    first, behind = plane * made.rows + rows.start, plane * made.rows + rows.stop
                    yield range(first * made.row_bytes, behind * made.row_bytes)

    def _keeps(self, node: Node) -> bool:
        return isinstance(node.written, Buffer) and node.written.pad == "keep"

    def _rows(self, made: Resolved) -> list[range]:
        """Rows that are meant, and those that share a tile with one; padding spares tiles with live rows."""
        live, padded = (self._live(made, n) for n in (self._asked.live, self._asked.padded))
        high = made.node.written.tile[0] if made.node.written.tile else 1
        tiles = [range(_tiles(live, high))]
        if self._routine.range == "padding":
            tiles = [range(_tiles(live, high), _tiles(padded, high))]
        elif self._routine.range == "rows":
            tiles = [
                range(tile, tile + 1) for tile in sorted({n // high for n in self._asked.rows})
            ]
        return [range(run.start * high, min(run.stop * high, made.rows)) for run in tiles]

    def _live(self, made: Resolved, count: int) -> int:
        node = made.node
        if node.live_rows is None or node.axis is None:
            return count
        here = Bindings({**self._names, node.axis: count})
        return number(node.live_rows, here)

    def _value(self, made: Resolved, kind: str) -> bytes:
        """The bytes of an element that holds what clearing writes there."""
        written = made.node.written
        value = made.node.fill
        if kind == "padding" and self._has_rows(made.node) and isinstance(written, Buffer):
            value = written.pad
        if isinstance(value, Expr):
            value = number(value, self._names)
        if made.dtype is None or isinstance(value, str):
            return b"\0"
        if made.node.composed is not None and is_zero(value):
            return b"\0"
        return pattern(made.dtype, value)


def _tiles(rows: int, high: int) -> int:
    """Tiles that the first rows take, the last one perhaps in part."""
    return rows // high + (rows % high > 0)


def _undivided(node: Node) -> list[Node]:
    """The sections of a node, and theirs, down to those that are not divided further."""
    if node.composed != "sections":
        return [node]
    return [part for child in node.children if child.kind != "gap" for part in _undivided(child)]
