"""`arenagen build`: generates the code of layouts and writes what changed.

Where digests say that nothing changed since the last build, no phase of the compiler is loaded.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from arenagen.cli.main import BAD_INPUT, FINE
from arenagen.cli.output import put
from arenagen.cli.reports import DOCUMENTS, put_document, tell, tell_error
from arenagen.files.problem import ProblemError
from arenagen.files.project import LayoutFile, Project, find_layouts, find_project
from arenagen.files.unchanged import unchanged_files

if TYPE_CHECKING:
    from arenagen.files.workspace import Workspace
    from arenagen.files.write import Changes


def run(options: Namespace) -> int:
    """Builds what is not current; nothing is written where any layout has an error."""
    try:
        project = find_project()
        layouts = find_layouts(project, options.layouts)
        every = find_layouts(project) if options.layouts else layouts
        whole = set(layouts) >= set(every)
        current = () if options.full else unchanged_files(project, layouts, whole=whole)
        if current:
            _tell_unchanged(len(layouts), len(current), options.format)
            return FINE
        return _build(project, layouts, every, options)
    except ProblemError as error:
        tell_error(error, options)
        return BAD_INPUT


def _tell_unchanged(layouts: int, files: int, form: str) -> None:
    if form in DOCUMENTS:
        put_document(form, (), {}, {"files": {"written": [], "deleted": []}})
    else:
        put(f"{_layouts(layouts)}: 0 written, {files} unchanged\n")


def _layouts(count: int) -> str:
    return "1 layout" if count == 1 else f"{count} layouts"


def _build(
    project: Project, layouts: Sequence[LayoutFile], every: Sequence[LayoutFile], options: Namespace
) -> int:
    from arenagen.files.workspace import open_workspace
    from arenagen.files.write import bring_up_to_date

    space = open_workspace(project, layouts, every, anew=options.full)
    changes = None
    if space.report.ok:
        changes = bring_up_to_date(project, space.wanted, space.scope)
    _report(space, changes, options)
    return BAD_INPUT if changes is None else FINE


def _report(space: Workspace, changes: Changes | None, options: Namespace) -> None:
    if options.format in DOCUMENTS:
        files = {} if changes is None else _file_data(space.project, changes)
        put_document(options.format, space.report.diagnostics, space.texts, {"files": files})
        return
    tell(space.report.diagnostics, space.texts, options, sys.stderr)
    if changes is not None:
        put(_summary(space, changes))


def _file_data(project: Project, changes: Changes) -> dict[str, list[str]]:
    deleted = (*changes.strays, *changes.orphans)
    return {
        "written": [project.shown(name) for name, _ in changes.writes],
        "deleted": [project.shown(name) for name in deleted],
    }


def _summary(space: Workspace, changes: Changes) -> str:
    project = space.project
    lines = [f"written  {project.shown(name)}\n" for name, _ in changes.writes]
    deleted = (*changes.strays, *changes.orphans)
    lines += [f"deleted  {project.shown(name)}\n" for name in deleted]
    counts = (
        f"{len(changes.writes)} written",
        *((f"{len(deleted)} deleted",) if deleted else ()),
        f"{changes.current} unchanged",
    )
    return "".join(lines) + f"{_layouts(len(space.rendered))}: {', '.join(counts)}\n"
