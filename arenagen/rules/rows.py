"""Rows: what token-major means, rows of uses, tiles, pitch, alignment of elements."""

from __future__ import annotations

from arenagen.diagnostics import Report
from arenagen.elaborate import TOKENS, Elaborated, Node
from arenagen.expressions import names


def check_rows(layout: Elaborated, report: Report) -> None:
    """The rules about rows that hold whatever the values are."""
    for buffer in layout.buffers:
        if buffer.token_major:
            _token_major(buffer, report)
        if buffer.rowed and buffer.composed == "uses":
            _uses(buffer, report)
        for node in buffer.walk():
            _pitch(node, report)
            _live(layout, node, report)


def _token_major(buffer: Node, report: Report) -> None:
    written, where = buffer.written, buffer.where
    reasons = {
        "planes": ("AG340", "has planes: rows repeat in each"),
        "tile": ("AG341", "has tiles: rows are mixed within each"),
    }
    for key, (code, reason) in reasons.items():
        if getattr(written, key):
            message = f"`{buffer.name}` is called token-major and {reason}"
            report.add(code, message, (*where, key), hint="set `token_major = false`")
    if written.axis is not None and written.axis != TOKENS:
        message = f"`{buffer.name}` is called token-major and its rows count {written.axis}"
        report.add("AG342", message, (*where, "axis"), hint="set `token_major = false`")
    key = "shape" if buffer.shape is not None else "sections"
    if buffer.shape is not None or buffer.composed == "sections":
        message = f"`{buffer.name}` is called token-major and has `{key}` instead of rows"
        report.add("AG344", message, (*where, key))


def _uses(buffer: Node, report: Report) -> None:
    """Uses of a buffer that is made of rows take turns in those rows."""
    if buffer.stated:
        return
    what = "token-major buffer" if buffer.token_major else f"buffer with rows of {buffer.axis}"
    for use in buffer.children:
        written = use.written
        for key in ("rows", "axis", "at"):
            if getattr(written, key, None) is not None:
                message = f"`{use.dotted}` has `{key}` of its own in a {what}"
                report.add("AG343", message, (*use.where, key))
        if use.row is None:
            key = "shape" if use.shape is not None else use.composed or "row"
            message = f"`{use.dotted}` has no rows in a {what}"
            report.add("AG344", message, (*use.where, key))
        if written.tile is not None:
            message = f"`{use.dotted}` has tiles in a {what}"
            report.add("AG341", message, (*use.where, "tile"))


def _pitch(node: Node, report: Report) -> None:
    written = node.written
    need = max((dtype.align for dtype in node.dtypes), default=1)
    pitch = written.row_align
    if pitch is not None and pitch % need:
        message = (
            f"rows of `{node.dotted}` would start at multiples of {pitch}, its elements need {need}"
        )
        report.add("AG322", message, (*node.where, "row_align"))
    needs = max([child.align for child in node.children], default=1)
    if node.kind == "buffer" and (node.composed is None or node.stated):
        needs = max(needs, need)
    if written.align is not None and written.align < needs:
        message = f"`{node.dotted}` asks for alignment {written.align}, what it holds needs {needs}"
        report.add("AG323", message, (*node.where, "align"))


def _live(layout: Elaborated, node: Node, report: Report) -> None:
    live = node.written.live_rows
    if live is None:
        return
    where = (*node.where, "live_rows")
    if node.axis is None:
        report.add("AG347", f"`{node.dotted}` has no axis to count live rows of", where)
        return
    for name in names(live):
        if name.dotted in layout.axes and name.dotted != node.axis:
            message = f"rows of `{node.dotted}` count {node.axis}, not {name.dotted}"
            report.add("AG220", message, where, span=name.span)
