"""Builds the tree of a buffer: parts inherit dtype, axis and rows; shared parts are copied to where they are used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from attrs import evolve, field, frozen

from arenagen.diagnostics import Report
from arenagen.dtypes import DType
from arenagen.elaborate.nodes import TOKENS, Composition, Node
from arenagen.elaborate.references import unknown
from arenagen.expressions import Expr
from arenagen.model import Axis, Buffer, Extent, FillValue, KeyPath, Section, Use

MAX_NESTING = 16
MAX_NODES = 100_000


@frozen
class Inherited:
    """What a part takes from what it lies in."""

    dtype: str | None = None
    axis: str | None = None
    rows: Expr | None = None
    live_rows: Expr | None = None
    reset: str = ""
    fill: FillValue = 0
    guards: tuple[Expr, ...] = ()
    sharing: tuple[str, ...] = ()


@frozen(eq=False)
class TreeBuilder:
    """Builds nodes for the buffers of one layout; faults go to the report."""

    buffers: Mapping[str, Buffer]
    axes: Mapping[str, Axis]
    dtypes: Mapping[str, tuple[DType, ...]]
    """Element types by name; a dtype parameter stands for all its values."""
    report: Report = field(repr=False)
    made: Iterator[int] = field(factory=count, repr=False)
    """Counts nodes: sharing parts of parts could make any number of them."""

    def build(self, buffer: Buffer) -> Node:
        """The tree of one buffer."""
        axis = TOKENS if buffer.token_major and buffer.axis is None else None
        node = self._node(buffer, (buffer.name,), Inherited(axis=axis, reset=buffer.reset))
        return evolve(node, token_major=buffer.token_major)

    def _node(
        self, written: Buffer | Use | Section, path: tuple[str, ...], above: Inherited
    ) -> Node:
        here = self._inherit(written, above)
        composed, parts, sharing = self._parts(written, here)
        below = evolve(here, sharing=sharing)
        if len(path) > MAX_NESTING or next(self.made) > MAX_NODES:
            self.report.add("AG231", f"`{'.'.join(path)}`: too deep, or too many", written.where)
            parts = ()
        children = tuple(self._node(part, (*path, part.name), below) for part in parts)
        dtypes = self._dtypes(written, here.dtype)
        return Node(
            kind=_kind(written),
            path=path,
            where=written.where,
            written=written,
            dtype=here.dtype,
            dtypes=dtypes,
            axis=here.axis,
            rows=here.rows,
            live_rows=here.live_rows,
            reset=here.reset,
            fill=here.fill,
            guards=here.guards,
            align=_align(written, dtypes, children),
            composed=composed,
            children=children,
        )

    def _inherit(self, written: Buffer | Use | Section, above: Inherited) -> Inherited:
        axis = self._axis(written, above)
        rows, live = above.rows, above.live_rows
        if written.rows is not None:
            rows, live = written.rows, written.live_rows
        elif written.axis is not None or rows is None:
            rows, live = None if axis is None else self.axes[axis].max, written.live_rows
        own = () if written.when is None else (written.when,)
        reset = written.reset if isinstance(written, Section) and written.reset else above.reset
        fill = None if isinstance(written, Use) else written.fill
        return Inherited(
            dtype=written.dtype or above.dtype,
            axis=axis,
            rows=rows,
            live_rows=written.live_rows or live,
            reset=reset,
            fill=above.fill if fill is None else fill,
            guards=(*above.guards, *own),
            sharing=above.sharing,
        )

    def _axis(self, written: Extent, above: Inherited) -> str | None:
        """The axis that its rows count; none where that is not declared, so that parts do not repeat the fault."""
        axis = written.axis or above.axis
        if axis is None or axis in self.axes:
            return axis
        key = "axis" if written.axis is not None else "token_major"
        unknown(self.report, "AG210", "axis", axis, self.axes, (*written.where, key))
        return None

    def _dtypes(self, written: Extent, name: str | None) -> tuple[DType, ...]:
        if name is None:
            return ()
        if name not in self.dtypes and written.dtype is not None:
            unknown(self.report, "AG211", "dtype", name, self.dtypes, (*written.where, "dtype"))
        return self.dtypes.get(name, ())

    def _parts(
        self, written: Extent, here: Inherited
    ) -> tuple[Composition | None, tuple[Use, ...] | tuple[Section, ...], tuple[str, ...]]:
        """How it is composed, its parts as written, and the paths it shares parts from on the way down."""
        for composed in ("uses", "sections"):
            value = getattr(written, composed)
            if isinstance(value, str):
                found = self._shared(value, composed, (*written.where, composed), here.sharing)
                return composed, found, (*here.sharing, value)
            if value:
                return composed, value, here.sharing
        return None, (), here.sharing

    def _shared(self, path: str, composed: str, where: KeyPath, sharing: tuple[str, ...]) -> Any:
        if path in sharing:
            self.report.add("AG212", f"`{path}` shares its own parts", where)
            return ()
        found = find_part(self.buffers, path)
        if found is None:
            unknown(self.report, "AG213", "buffer, use or section", path, self.buffers, where)
            return ()
        parts = getattr(found, composed)
        if isinstance(parts, str):
            return self._shared(parts, composed, where, (*sharing, path))
        if not parts:
            self.report.add("AG213", f"`{path}` has no {composed} to share", where)
        return parts


def find_part(
    buffers: Mapping[str, Buffer], path: str, seen: frozenset[str] = frozenset()
) -> Extent | None:
    """The buffer, use or section that a dotted path names, as it is written, also among shared parts.

    `seen` are the paths that lead here; None where they lead in a circle.
    """
    if path in seen:
        return None
    first, *rest = path.split(".")
    found: Extent | None = buffers.get(first)
    for name in rest:
        if found is None:
            return None
        listed = _parts_of(buffers, found, seen | {path})
        found = next((part for part in listed if part.name == name), None)
    return found


def _parts_of(
    buffers: Mapping[str, Buffer], whole: Extent, seen: frozenset[str]
) -> Iterator[Use | Section]:
    for composed in ("uses", "sections"):
        value = getattr(whole, composed)
        if isinstance(value, str):
            shared = find_part(buffers, value, seen)
            if shared is not None:
                yield from _parts_of(buffers, shared, seen | {value})
        else:
            yield from value


def _kind(written: Buffer | Use | Section) -> Any:
    if isinstance(written, Buffer):
        return "buffer"
    if isinstance(written, Use):
        return "use"
    return "section" if written.gap is None else "gap"


def _align(written: Extent, dtypes: tuple[DType, ...], children: tuple[Node, ...]) -> int:
    """What its start must be a multiple of: as written, or what its elements and parts need."""
    if written.align is not None:
        return written.align
    needs = [1, *(dtype.align for dtype in dtypes if not children), *(c.align for c in children)]
    if written.row is not None or written.shape is not None:
        needs += [dtype.align for dtype in dtypes]
    return max(needs)
