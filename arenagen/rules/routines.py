"""Routines: each clears something, exactly what is counted, and nothing that is to be kept."""

from __future__ import annotations

from arenagen.diagnostics import Place, Report
from arenagen.elaborate import Elaborated, Plan


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
        if target.mode == "rows" and target.node.written.tile is not None:
            message = f"single rows of `{target.node.dotted}` cannot be cleared: its rows are tiled"
            report.add("AG417", message, where)


def _selection(plan: Plan, report: Report) -> None:
    routine = plan.routine
    where = Place(routine.where, of="key")
    if plan.on_host and not plan.selected:
        message = f"everything that `{routine.name}` selects lies in host memory"
        report.add("AG405", message, where)
    elif not plan.targets and (plan.axis is not None or not plan.counts_rows):
        report.add("AG402", f"`{routine.name}` clears nothing", where)
    if routine.count is not None and routine.count != len(plan.selected):
        message = f"`{routine.name}` clears {len(plan.selected)} buffers, not {routine.count}"
        hint = ", ".join(buffer.name for buffer in plan.selected)
        report.add(
            "AG404", message, (*routine.where, "count"), hint=f"they are: {hint}" if hint else None
        )
