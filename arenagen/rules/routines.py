"""Routines: each clears something, exactly what is counted, and nothing that is to be kept."""

from __future__ import annotations

from itertools import chain

from arenagen.diagnostics import Note, Place, Report
from arenagen.elaborate import Elaborated, Node, Plan, Target


def check_routines(layout: Elaborated, report: Report) -> None:
    """Every routine clears something, exactly what is counted, and nothing that is to be kept."""
    for plan in layout.plans:
        _kept(layout, plan, report)
        _axis(plan, report)
        _selection(plan, report)
        _needed(layout, plan, report)


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
        where = (*routine.where, "buffers", i)
        kept = next((part for part in by_name[name].walk() if classes[part.reset].keep), None)
        if kept is not None:
            message = f"`{routine.name}` clears `{kept.dotted}`, whose class {kept.reset} is kept"
            report.add("AG410", message, where)
        if by_name[name].reset in routine.classes:
            report.add("AG414", f"`{name}` is selected by its class already", where)
        elif name in routine.buffers[:i]:
            report.add("AG414", f"`{name}` is named twice", where)


def _axis(plan: Plan, report: Report) -> None:
    routine = plan.routine
    where = Place(routine.where, of="key")
    if not plan.counts_rows:
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
        _row_by_row(target, where, report)


def _row_by_row(target: Target, where: Place, report: Report) -> None:
    """Rows that are not the first ones can be told from others only where all rows lie alike."""
    node = target.node
    if target.mode == "rows" and node.written.tile is not None:
        message = f"single rows of `{node.dotted}` cannot be cleared: its rows are tiled"
        report.add("AG417", message, where)
    rows = [_row(part) for part in (node, *node.children) if part.row is not None]
    if target.mode in ("rows", "padding") and any(row != rows[0] for row in rows):
        what = "single rows" if target.mode == "rows" else "padding rows"
        message = f"{what} of `{node.dotted}` cannot be cleared: those of its uses are not one size"
        report.add("AG417", message, where)


def _row(node: Node) -> tuple[object, ...]:
    """What the size of a row is worked out from."""
    widths = tuple((dtype.bits, *dtype.granule) for dtype in node.dtypes)
    return widths, node.row, node.written.row_align, node.planes


def _selection(plan: Plan, report: Report) -> None:
    routine = plan.routine
    where = Place(routine.where, of="key")
    if plan.on_host and not plan.selected:
        message = f"everything that `{routine.name}` selects lies in host memory"
        report.add("AG405", message, where)
    elif not plan.targets and (plan.axis is not None or not plan.counts_rows):
        report.add("AG402", f"`{routine.name}` clears nothing", where)
    if routine.count is not None and routine.count != len(plan.cleared):
        number = len(plan.cleared)
        buffers = "buffer" if number == 1 else "buffers"
        message = f"`{routine.name}` clears {number} {buffers}, not {routine.count}"
        hint = ", ".join(buffer.name for buffer in plan.cleared)
        report.add(
            "AG404", message, (*routine.where, "count"), hint=f"they are: {hint}" if hint else None
        )


def _needed(layout: Elaborated, plan: Plan, report: Report) -> None:
    """Nothing is cleared whose contents must survive the phase of a routine, or that a phase beside it needs."""
    phase, phases = plan.routine.phase, layout.layout.phases
    if phase is None or phases is None:
        return
    beside = {name for together in phases.concurrent if phase in together for name in together}
    cleared = [target.node for target in plan.targets if target.mode != "overread"]
    for node in layout.nodes():
        if not any(target.along(node) for target in cleared):
            continue
        alive = (("live_in", p) for p in node.written.live_in if p in {phase, *beside})
        used = (("phase", p) for p in node.written.phase if p in beside - {phase})
        key, needed = next(chain(alive, used), ("", ""))
        if key:
            where = (*plan.routine.where, "phase")
            message = f"`{plan.routine.name}` clears `{node.dotted}` in {phase}, which is needed in {needed}"
            note = Note(Place((*node.where, key)), "said here")
            report.add("AG419", message, where, also=[note])
