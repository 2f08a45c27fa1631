"""Reset classes: what each promises is kept, and what uses and sections say agrees with it."""

from __future__ import annotations

from collections.abc import Mapping

from arenagen.diagnostics import Place, Report
from arenagen.elaborate import Elaborated, Node, Plan
from arenagen.elaborate.selection import keeps_padding, reset_units
from arenagen.model import ResetClass, Section, Use

Classes = Mapping[str, ResetClass]


def check_classes(layout: Elaborated, report: Report) -> None:
    """Classes, claims of uses, classes of sections."""
    units = [unit for buffer in layout.buffers for unit in reset_units(buffer)]
    touched = _touched(layout)
    cleared = {unit for unit in units if _reached(touched, unit)}
    stated = all(map(_says_what_it_clears, layout.plans))
    for cls in layout.classes:
        members = [unit for unit in units if unit.reset == cls.name]
        reached = not stated or any(unit in cleared for unit in members)
        _class(cls, not members or reached, report)
        if cls.cleared == "routine" and stated and any(unit in cleared for unit in members):
            _uncleared(cls, [unit for unit in members if unit not in cleared], report)
    classes = {cls.name: cls for cls in layout.classes}
    for buffer in layout.buffers:
        for node in buffer.walk():
            if isinstance(node.written, Section) and node.written.reset:
                _section(layout, node, report)
            elif isinstance(node.written, Use):
                _claim(node, node.written, buffer, classes, report)
                _planes(node, node.written, buffer, classes, report)


def _says_what_it_clears(plan: Plan) -> bool:
    """Whether a routine that counts rows names its axis and what becomes of buffers without such rows."""
    return not plan.counts_rows or (
        plan.axis is not None and (not plan.without_rows or plan.routine.fixed is not None)
    )


def _touched(layout: Elaborated) -> dict[str, list[Node]]:
    """Buffer -> what routines clear in it. What no routine could reach counts as cleared whole."""
    found: dict[str, list[Node]] = {}
    for plan in layout.plans:
        for buffer in plan.on_host:
            found.setdefault(buffer.name, []).append(buffer)
        for target in plan.targets:
            if target.mode != "overread":
                found.setdefault(target.node.buffer, []).append(target.node)
    return found


def _reached(touched: Mapping[str, list[Node]], unit: Node) -> bool:
    """Whether some routine clears a buffer or section, or what it lies in, or parts of it; or none could."""
    return any(node.along(unit) for node in touched.get(unit.buffer, ()))


def _uncleared(cls: ResetClass, units: list[Node], report: Report) -> None:
    for unit in units:
        if keeps_padding(unit):  # the author has said so
            continue
        message = (
            f"no routine clears `{unit.dotted}`, although they clear others of class `{cls.name}`"
        )
        report.add("AG418", message, (*unit.where, "reset"))


def _class(cls: ResetClass, cleared: bool, report: Report) -> None:
    if cls.stale_read and cls.cleared == "never":
        message = f"stale bytes of `{cls.name}` can be read, and nothing clears them"
        report.add("AG411", message, (*cls.where, "cleared"))
    if cls.keep and cls.cleared == "routine":
        message = f"contents of `{cls.name}` are kept, and routines clear them"
        hint = 'say `cleared = "create"` or `cleared = "never"`'
        report.add("AG411", message, (*cls.where, "keep"), hint=hint)
    if cls.cleared == "routine" and not cls.keep and not cleared:
        message = f"no routine clears `{cls.name}`"
        hint = 'add it to a routine, or say `cleared = "create"` or `cleared = "never"`'
        report.add("AG403", message, Place(cls.where, of="key"), hint=hint)


def _claim(node: Node, use: Use, buffer: Node, classes: Classes, report: Report) -> None:
    """A use may need less than its buffer's class gives, never more."""
    claimed, given = classes[use.reset or buffer.reset], classes[buffer.reset]
    if claimed.stale_read and not given.stale_read:
        message = (
            f"stale bytes of `{node.dotted}` can be read ({claimed.name}), "
            f"and the class of `{buffer.name}`, {given.name}, says they cannot"
        )
        report.add("AG407", message, (*node.where, "reset"))
    if claimed.keep and not given.keep:
        message = (
            f"contents of `{node.dotted}` are kept ({claimed.name}), "
            f"and the class of `{buffer.name}`, {given.name}, does not keep them"
        )
        report.add("AG407", message, (*node.where, "reset"))


def _planes(node: Node, use: Use, buffer: Node, classes: Classes, report: Report) -> None:
    """Rows of a token-major buffer are not those of a use with planes, whose class is its own or the buffer's."""
    stale = classes[use.reset or buffer.reset].stale_read
    if not use.planes or not buffer.token_major or not stale:
        return
    message = (
        f"`{node.dotted}` has planes: clearing rows of `{buffer.name}` does not clear its rows"
    )
    hint = None if use.reset else "state a `reset` whose bytes are written before they are read"
    report.add("AG408", message, (*node.where, "reset" if use.reset else "planes"), hint=hint)


def _section(layout: Elaborated, section: Node, report: Report) -> None:
    """Sections with a class of their own must lie one after another in a buffer that nothing else shares."""
    for depth in range(1, len(section.path)):
        around = layout.by_path[".".join(section.path[:depth])]
        placed = [c for c in around.children if getattr(c.written, "at", None) is not None]
        if around.composed != "sections" or placed:
            message = f"`{around.dotted}` is not divided into sections one after another"
            report.add("AG406", message, (*section.where, "reset"))
            return
