"""Waivers that stand in a layout, at buffers, uses and sections."""

from __future__ import annotations

from arenagen.diagnostics import Place, Report
from arenagen.diagnostics.waivers import Waiver, check_waiver
from arenagen.elaborate import Elaborated


def check_waivers(layout: Elaborated, report: Report) -> None:
    """Whether each waiver names a finding that can be waived, and gives a reason."""
    for waiver in waivers_of(layout, report.source):
        check_waiver(waiver, report)


def waivers_of(layout: Elaborated, source: str) -> tuple[Waiver, ...]:
    """All waivers of a layout, in the order of the file; those of shared parts once. `source` is its file."""
    nodes = {node.where: node for node in layout.nodes()}
    return tuple(
        Waiver(
            code=code,
            reason=reason,
            place=Place((*where, "waive", code), of="key", source=source),
            at=Place((*where, "waive", code), source=source),
            path=where,
            file=source,
            in_source=True,
        )
        for where, node in nodes.items()
        for code, reason in node.written.waive
    )
