"""Values that clearing writes: each element that is written can hold them."""

from __future__ import annotations

from collections.abc import Iterator

from arenagen.diagnostics import Report
from arenagen.elaborate import Elaborated, Node
from arenagen.encoding import EncodingError, is_zero, pattern
from arenagen.model import Buffer, Use


def check_fills(layout: Elaborated, report: Report) -> None:
    """Every literal `fill` and `pad`, and 0 where neither is stated and something is cleared."""
    for node, key, value in _filled(layout):
        _fill(node, key, value, report)


def _filled(layout: Elaborated) -> Iterator[tuple[Node, str, object]]:
    """(node, key, value) of everything that is written: by routines, when the arena is made, or stated."""
    for plan in layout.plans:
        for target in plan.targets:
            written = target.node.written
            if target.mode == "padding" and isinstance(written, Buffer):
                yield target.node, "pad", written.pad
            else:
                yield target.node, "fill", target.node.fill
    created = {cls.name for cls in layout.classes if cls.cleared == "create"}
    for node in layout.nodes():
        written = node.written
        if not isinstance(written, Use) and (node.reset in created or written.fill is not None):
            yield node, "fill", node.fill
        if isinstance(written, Buffer) and written.pad != 0:
            yield node, "pad", written.pad


def _fill(node: Node, key: str, value: object, report: Report) -> None:
    """A literal value that the elements can hold. Expressions are for the values given."""
    if not isinstance(value, int | float):
        return
    where = (*node.where, key)
    dtypes = {d.name: d for part in node.walk() if part.composed is None for d in part.dtypes}
    named = {part.dtype for part in node.walk() if part.composed is None and part.kind != "gap"}
    if not is_zero(value) and named != {node.dtype}:
        message = f"`{node.dotted}` has no single dtype, so no pattern but 0 fits all of it"
        report.add("AG409", message, where)
        return
    for dtype in dtypes.values():
        try:
            pattern(dtype, value)
        except EncodingError as fault:
            hint = None if value else f"state `{key}`"
            report.add("AG409", f"`{node.dotted}`: {fault}", where, hint=hint)
