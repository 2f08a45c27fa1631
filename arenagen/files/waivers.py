"""Waivers that stand in the settings of a project: for any layout, or for one, or for a path of keys in it.

May import diagnostics and what lies beside it in this package.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from arenagen.diagnostics import Place, Report
from arenagen.diagnostics.waivers import Waiver, check_waiver, unused, waive
from arenagen.files.problem import nearest
from arenagen.files.project import LayoutFile, Project


def settings_waivers(project: Project, called: Mapping[str, str]) -> tuple[Waiver, ...]:
    """The waivers for some layouts. `called`: what diagnostics call them, by their paths from the root."""
    return tuple(_waivers(project, called))


def _waivers(project: Project, called: Mapping[str, str]) -> Iterator[Waiver]:
    for i, item in enumerate(project.settings.waive):
        if item.layout is None or item.layout in called:
            yield Waiver(
                code=item.id,
                reason=item.reason,
                place=_place(project, i, "id"),
                at=_place(project, i, "reason"),
                path=tuple(item.path.split(".")) if item.path else (),
                file=called[item.layout] if item.layout else None,
            )


def _place(project: Project, number: int, key: str) -> Place:
    file = project.settings_file
    return Place((*file.base, "waive", number, key), source=file.shown)


def waive_by_settings(
    project: Project,
    report: Report,
    looked_at: Collection[LayoutFile],
    every: Collection[LayoutFile],
) -> None:
    """Sets aside what the settings waive, and reports what is wrong with their waivers.

    looked_at: the layouts that the report is about; every: all of the project. One without use is found only where
    nothing stopped the search, and where what it is for was looked at.
    """
    names = {file.name: file.shown for file in every}
    for i, item in enumerate(project.settings.waive):
        if item.layout is not None and item.layout not in names:
            message = f"a waiver is for `{item.layout}`, which is no layout of the project"
            report.add(
                "AG601", message, _place(project, i, "layout"), hint=nearest(item.layout, names)
            )
    waivers = settings_waivers(project, names)
    for waiver in waivers:
        check_waiver(waiver, report)
    waive(report, waivers)
    if report.ok:
        files = {file.shown for file in looked_at}
        whole = set(names.values()) <= files
        told = (w for w in waivers if (whole if w.file is None else w.file in files))
        report.extend(tuple(unused(report, told)))
