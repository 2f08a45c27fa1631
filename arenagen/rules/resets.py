"""Reset classes and routines: what each class promises is kept, and each routine does something, as counted."""

from __future__ import annotations

from arenagen.diagnostics import Place, Report
from arenagen.elaborate import Elaborated, Node, Plan
from arenagen.encoding import EncodingError, pattern
from arenagen.model import Buffer, ResetClass, Section, Use

ROW_RANGES = ("live", "padding", "rows")


def check_classes(layout: Elaborated, report: Report) -> None:
    """Classes, claims of uses, classes of sections, and values to fill with."""
    cleared = {name for plan in layout.plans for name in plan.routine.classes}
    used = {node.reset for node in layout.nodes()}
    for cls in layout.classes:
        _class(cls, cls.name in cleared or cls.name not in used, report)
    classes = {cls.name: cls for cls in layout.classes}
    for buffer in layout.buffers:
        for node in buffer.walk():
            if isinstance(node.written, Use) and node.written.reset:
                _claim(node, buffer, classes, report)
            elif isinstance(node.written, Section) and node.written.reset:
                _section(layout, node, report)
            if not isinstance(node.written, Use):
                _fill(node, "fill", node.written.fill, report)
            if isinstance(node.written, Buffer):
                _fill(node, "pad", node.written.pad, report)


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


def _claim(use: Node, buffer: Node, classes: dict[str, ResetClass], report: Report) -> None:
    """A use may need less than its buffer's class gives, never more."""
    assert isinstance(use.written, Use)  # noqa: S101 - narrowed by the caller
    claimed, given = classes[str(use.written.reset)], classes[buffer.reset]
    where = (*use.where, "reset")
    if claimed.stale_read and not given.stale_read:
        message = (
            f"stale bytes of `{use.dotted}` can be read ({claimed.name}), "
            f"and the class of `{buffer.name}`, {given.name}, says they cannot"
        )
        report.add("AG407", message, where)
    if use.planes and buffer.token_major and claimed.stale_read:
        message = (
            f"`{use.dotted}` has planes: clearing rows of `{buffer.name}` does not clear its rows"
        )
        report.add("AG408", message, where)


def _section(layout: Elaborated, section: Node, report: Report) -> None:
    """Sections with a class of their own must lie one after another in a buffer that nothing else shares."""
    for depth in range(1, len(section.path)):
        around = layout.by_path[".".join(section.path[:depth])]
        placed = [c for c in around.children if getattr(c.written, "at", None) is not None]
        if around.composed != "sections" or placed:
            message = f"`{around.dotted}` is not divided into sections one after another"
            report.add("AG406", message, (*section.where, "reset"))
            return


def _fill(node: Node, key: str, value: object, report: Report) -> None:
    if value is None or value in (0, "keep"):
        return
    where = (*node.where, key)
    parts = {dtype.name for part in node.walk() if part.composed is None for dtype in part.dtypes}
    if len(parts) != 1 or len(node.dtypes) != 1:
        message = f"`{node.dotted}` has no single dtype, so no pattern but 0 fits all of it"
        report.add("AG409", message, where)
    elif isinstance(value, int | float):
        try:
            pattern(node.dtypes[0], value)
        except EncodingError as fault:
            report.add("AG409", str(fault), where)


def check_routines(layout: Elaborated, report: Report) -> None:
    """Every routine clears something, exactly what is counted, and nothing that is to be kept."""
    for plan in layout.plans:
        _kept(layout, plan, report)
        _axis(plan, report)
        _selection(plan, report)


def _kept(layout: Elaborated, plan: Plan, report: Report) -> None:
    routine = plan.routine
    classes = {cls.name: cls for cls in layout.classes}
    for i, name in enumerate(routine.classes):
        where = (*routine.where, "classes", i)
        if classes[name].keep:
            report.add("AG410", f"`{routine.name}` clears `{name}`, which is kept", where)
        elif classes[name].cleared == "never":
            report.add("AG415", f"`{routine.name}` clears `{name}`, which needs no clearing", where)
    by_name = {buffer.name: buffer for buffer in layout.buffers}
    for i, name in enumerate(routine.buffers):
        reset = by_name[name].reset
        where = (*routine.where, "buffers", i)
        if classes[reset].keep:
            report.add(
                "AG410", f"`{routine.name}` clears `{name}`, whose class {reset} is kept", where
            )
        if reset in routine.classes:
            report.add("AG414", f"`{name}` is selected by its class already", where)


def _axis(plan: Plan, report: Report) -> None:
    routine = plan.routine
    where = Place(routine.where, of="key")
    if routine.range not in ROW_RANGES:
        for key in ("axis", "fixed"):
            if getattr(routine, key) is not None:
                message = f"`{key}` means nothing where the range is {routine.range}"
                report.add("AG416", message, (*routine.where, key))
        return
    if plan.axis is None:
        message = f"`{routine.name}` does not say which axis its range counts"
        report.add("AG412", message, where, hint="add `axis`")
        return
    if plan.without_rows and routine.fixed is None:
        names = ", ".join(f"`{node.dotted}`" for node in plan.without_rows[:3])
        message = f"`{routine.name}` counts {plan.axis}, and {names} has no such rows"
        report.add("AG413", message, where, hint='add `fixed = "whole"` or `fixed = "skip"`')
    for target in plan.targets:
        if target.mode == "rows" and target.node.written.tile is not None:
            message = f"single rows of `{target.node.dotted}` cannot be cleared: its rows are tiled"
            report.add("AG417", message, where)


def _selection(plan: Plan, report: Report) -> None:
    routine = plan.routine
    where = Place(routine.where, of="key")
    if plan.on_host and not plan.selected:
        message = f"everything that `{routine.name}` selects lies in host memory"
        report.add("AG405", message, where)
    elif not plan.targets:
        report.add("AG402", f"`{routine.name}` clears nothing", where)
    if routine.count is not None and routine.count != len(plan.selected):
        message = f"`{routine.name}` clears {len(plan.selected)} buffers, not {routine.count}"
        hint = ", ".join(buffer.name for buffer in plan.selected)
        report.add(
            "AG404", message, (*routine.where, "count"), hint=f"they are: {hint}" if hint else None
        )
