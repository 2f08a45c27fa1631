"""What is declared and not used: findings, because something that should depend on it may have been forgotten."""

from __future__ import annotations

from collections.abc import Iterable

from arenagen.diagnostics import Place, Report
from arenagen.elaborate import Elaborated, Node
from arenagen.expressions import free_names
from arenagen.model import Item
from arenagen.rules.formulas import formulas


def check_unused(layout: Elaborated, report: Report) -> None:
    """Declarations that nothing refers to."""
    written = layout.layout
    used = _names_used(layout)
    nodes = list(layout.nodes())
    _report(report, "AG240", "parameter", written.params, used)
    _report(report, "AG241", "derived value", written.let, used)
    _report(report, "AG242", "flag", written.flags, used)
    _report(report, "AG243", "constant", written.consts, used)
    _report(report, "AG244", "axis", written.axes, _axes_used(layout, nodes))
    _report(report, "AG245", "block type", written.dtypes, _dtypes_used(layout, nodes))
    _report(report, "AG246", "arena", written.arenas, {layout.arena_of(b) for b in layout.buffers})
    _report(report, "AG248", "reset class", written.reset.classes, _classes_used(nodes))
    _phases(layout, nodes, report)


def _report(
    report: Report, code: str, what: str, items: Iterable[Item], used: Iterable[str]
) -> None:
    known = set(used)
    for item in items:
        if item.name not in known:
            report.add(code, f"{what} `{item.name}` is not used", Place(item.where, of="key"))


def _names_used(layout: Elaborated) -> set[str]:
    """Names in expressions, those in [let] only where something uses the derived value."""
    pending = [name for found in formulas(layout.layout) for name in free_names(found.expr)]
    pending += [node.dtype for node in layout.nodes() if node.dtype is not None]
    pending += [name for node in layout.nodes() for name in node.written.carve]
    used: set[str] = set()
    while pending:
        name = pending.pop()
        if name not in used:
            used.add(name)
            if name in layout.scope.definitions:
                pending += free_names(layout.scope.definitions[name])
    return used


def _axes_used(layout: Elaborated, nodes: Iterable[Node]) -> set[str]:
    named = {node.axis for node in nodes if node.axis is not None}
    return named | {plan.routine.axis for plan in layout.plans if plan.routine.axis is not None}


def _dtypes_used(layout: Elaborated, nodes: Iterable[Node]) -> set[str]:
    return {dtype.name for node in nodes for dtype in node.dtypes}


def _classes_used(nodes: Iterable[Node]) -> set[str]:
    used = {node.reset for node in nodes}
    return used | {reset for node in nodes if (reset := getattr(node.written, "reset", None))}


def _phases(layout: Elaborated, nodes: Iterable[Node], report: Report) -> None:
    if layout.layout.phases is None:
        return
    used = {phase for node in nodes for phase in (*node.written.phase, *node.written.live_in)}
    used |= {plan.routine.phase for plan in layout.plans if plan.routine.phase is not None}
    for i, name in enumerate(layout.layout.phases.names):
        if name not in used:
            report.add("AG247", f"phase `{name}` is not used", ("phases", "names", i))
