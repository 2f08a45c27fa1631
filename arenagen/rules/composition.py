"""What a buffer or part consists of: exactly one extent, an element type, named sections, gaps that are only gaps."""

from __future__ import annotations

from attrs import fields

from arenagen.diagnostics import Place, Report
from arenagen.elaborate import Elaborated, Node
from arenagen.model import Buffer, Use


def check_composition(layout: Elaborated, report: Report) -> None:
    """The rules about extents of every buffer, use and section."""
    for buffer in layout.buffers:
        _node(buffer, None, report)


def _node(node: Node, parent: Node | None, report: Report) -> None:
    if node.kind == "gap":
        _gap(node, report)
        return
    _named(node, report)
    _extents(node, report)
    _idle(node, report)
    _fits(node, parent, report)
    for child in node.children:
        _node(child, node, report)


def _named(node: Node, report: Report) -> None:
    if node.kind == "section" and not node.name:
        message = f"a section of `{node.path[-2]}` has neither a name nor a gap"
        report.add("AG306", message, node.where)


def _gap(node: Node, report: Report) -> None:
    for attribute in fields(type(node.written)):
        if attribute.name in ("gap", "when", "where"):
            continue
        if getattr(node.written, attribute.name) != attribute.default:
            message = f"a gap takes no `{attribute.name}`"
            report.add("AG307", message, (*node.where, attribute.name))


def _extents(node: Node, report: Report) -> None:
    written, where = node.written, Place(node.where, of="key")
    given = [key for key in ("row", "shape") if getattr(written, key) is not None]
    if written.uses and written.sections:
        report.add("AG301", f"`{node.dotted}` has both `uses` and `sections`", where)
    if len(given) > 1 or (given and node.composed == "sections"):
        both = [*given, *(["sections"] if node.composed == "sections" else [])]
        message = f"`{node.dotted}` has {' and '.join(f'`{key}`' for key in both)}"
        report.add("AG301", message, where, hint="keep one of them")
    if not given and node.composed is None:
        message = f"`{node.dotted}` has no `row`, `shape`, `uses` or `sections`"
        report.add("AG302", message, where)
    if node.children and all(child.kind == "gap" for child in node.children):
        message = f"`{node.dotted}` consists of gaps, which nobody reaches"
        report.add("AG302", message, (*node.where, "sections"))
    if node.dtype is None and (given or written.overread is not None):
        report.add("AG305", f"`{node.dotted}` has no dtype", where)
    if node.row is not None and node.rows is None:
        message = f"nothing says how many rows `{node.dotted}` has"
        hint = "add `rows` or `axis`, or write the whole extent as `shape`"
        report.add("AG303", message, (*node.where, "row"), hint=hint)


_ROW_KEYS = ("rows", "live_rows", "row_align", "tile", "overread")
_EXTENT_KEYS = ("planes", "row_align", "tile")


def _idle(node: Node, report: Report) -> None:
    """Keys about rows beside a `shape`, and about an extent where the parts have theirs."""
    keys: tuple[str, ...] = ()
    instead = ""
    if node.shape is not None and node.row is None:
        keys, instead = _ROW_KEYS if node.composed else ("axis", *_ROW_KEYS), "a `shape`"
    elif node.composed is not None and not node.stated:
        keys, instead = _EXTENT_KEYS, f"`{node.composed}` and no extent of its own"
    for key in keys:
        if getattr(node.written, key):
            message = f"`{node.dotted}` has {instead}, so `{key}` means nothing"
            report.add("AG304", message, (*node.where, key))
    if isinstance(node.written, Buffer) and node.written.pad != 0 and not node.rowed:
        message = f"`{node.dotted}` has no rows of its own to pad, so `pad` means nothing"
        hint = "sections are padded with their `fill`" if node.composed == "sections" else None
        report.add("AG304", message, (*node.where, "pad"), hint=hint)


def _fits(node: Node, parent: Node | None, report: Report) -> None:
    """Keys that make sense only beside others."""
    written = node.written
    if isinstance(written, Use) and written.if_fits and parent is not None and not parent.stated:
        message = f"`{parent.dotted}` has no size of its own and grows with `{node.name}`"
        report.add("AG353", message, (*node.where, "if_fits"))
    if written.carve and node.composed != "sections" and not _has_sections(node):
        report.add("AG354", f"`{node.dotted}` has no sections to lay out", (*node.where, "carve"))
    if isinstance(written, Buffer) and written.placeholder is not None and not _can_be_absent(node):
        message = f"`{node.dotted}` has no condition, so its placeholder is never used"
        report.add("AG363", message, (*node.where, "placeholder"))


def _has_sections(node: Node) -> bool:
    return any(part.composed == "sections" for part in node.walk())


def _can_be_absent(node: Node) -> bool:
    """By a condition of its own, or because each of its parts has one; sizes of 0 are for the domains."""
    if node.when is not None:
        return True
    return (
        bool(node.children)
        and not node.stated
        and all(child.kind == "gap" or _can_be_absent(child) for child in node.children)
    )
