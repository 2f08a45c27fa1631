"""Names that must be declared elsewhere: reported where they are not, with the nearest name that is."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Sequence

from arenagen.diagnostics import Report
from arenagen.elaborate.nodes import Node
from arenagen.model import Arena, KeyPath, Layout


def unknown(
    report: Report, code: str, what: str, name: str, declared: Iterable[str], where: KeyPath
) -> None:
    """Reports a name that is not declared."""
    candidates = list(declared)
    near = difflib.get_close_matches(name, candidates, 1)
    if near:
        hint = f"did you mean `{near[0]}`?"
    elif candidates:
        hint = "declared: " + ", ".join(candidates[:12]) + (", ..." if len(candidates) > 12 else "")
    else:
        hint = f"no {what} is declared"
    report.add(code, f"unknown {what} `{name}`", where, hint=hint)


def known(
    report: Report,
    code: str,
    what: str,
    name: str | None,
    declared: Collection[str],
    where: KeyPath,
) -> None:
    """Reports a name, if there is one, that is not declared."""
    if name is not None and name not in declared:
        unknown(report, code, what, name, declared, where)


def each_known(
    report: Report,
    code: str,
    what: str,
    used: Iterable[str],
    declared: Collection[str],
    where: KeyPath,
) -> None:
    """Reports each name of an array that is not declared."""
    for i, name in enumerate(used):
        known(report, code, what, name, declared, (*where, i))


def check_references(
    layout: Layout, arenas: Sequence[Arena], buffers: Sequence[Node], report: Report
) -> None:
    """Every reference by name, except dtypes, axes of parts and shared parts, which the tree looks up."""
    _routines(layout, report)
    buffer_names = [b.name for b in layout.buffers]
    for group in layout.groups:
        known(report, "AG214", "buffer", group.first, buffer_names, (*group.where, "first"))
    arena_names = [arena.name for arena in arenas]
    for buffer in layout.buffers:
        known(report, "AG216", "arena", buffer.arena, arena_names, (*buffer.where, "arena"))
        if buffer.arena is None and len(arenas) > 1:
            report.add(
                "AG217", f"`{buffer.name}` does not say in which arena it lies", buffer.where
            )
    _phases(layout, report)
    for buffer_node in buffers:
        for node in buffer_node.walk():
            _of_node(node, layout, report)


def _routines(layout: Layout, report: Report) -> None:
    classes = [c.name for c in layout.reset.classes]
    buffers = [b.name for b in layout.buffers]
    axes = [a.name for a in layout.axes]
    for routine in layout.reset.routines:
        where = routine.where
        each_known(report, "AG401", "reset class", routine.classes, classes, (*where, "classes"))
        each_known(report, "AG214", "buffer", routine.buffers, buffers, (*where, "buffers"))
        known(report, "AG210", "axis", routine.axis, axes, (*where, "axis"))
        known(report, "AG215", "phase", routine.phase, _phase_names(layout), (*where, "phase"))


def _phase_names(layout: Layout) -> tuple[str, ...]:
    return layout.phases.names if layout.phases is not None else ()


def _phases(layout: Layout, report: Report) -> None:
    if layout.phases is None:
        return
    for i, together in enumerate(layout.phases.concurrent):
        where = ("phases", "concurrent", i)
        each_known(report, "AG215", "phase", together, layout.phases.names, where)


def _of_node(node: Node, layout: Layout, report: Report) -> None:
    written = node.written
    phases = _phase_names(layout)
    each_known(report, "AG215", "phase", written.phase, phases, (*node.where, "phase"))
    each_known(report, "AG215", "phase", written.live_in, phases, (*node.where, "live_in"))
    given = [p.name for p in layout.params if p.type == "int"] + [let.name for let in layout.let]
    each_known(
        report, "AG218", "parameter or derived value", written.carve, given, (*node.where, "carve")
    )
    classes = [c.name for c in layout.reset.classes]
    known(report, "AG401", "reset class", written.reset, classes, (*node.where, "reset"))
