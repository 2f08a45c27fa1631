"""`arenagen check`: whether layouts are sound and their generated files current. Writes nothing.

Where nothing changed since the last build, digests say so and no phase of the compiler is loaded.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from arenagen.cli.main import BAD_INPUT, FINDINGS, FINE
from arenagen.cli.output import put
from arenagen.cli.reports import DOCUMENTS, put_document, tell, tell_error
from arenagen.files.problem import ProblemError
from arenagen.files.project import LayoutFile, Project, find_layouts, find_project
from arenagen.files.unchanged import unchanged_files

if TYPE_CHECKING:
    from arenagen.files.status import FileState
    from arenagen.files.workspace import Workspace


def run(options: Namespace) -> int:
    """Checks by digests, or fully where these do not settle it or where that is asked for."""
    try:
        project = find_project()
        layouts = find_layouts(project, options.layouts)
        every = find_layouts(project) if options.layouts else layouts
        if not options.full:
            whole = set(layouts) >= set(every)
            current = unchanged_files(project, layouts, whole=whole)
            if current:
                _tell_current(project, len(layouts), current, options.format)
                return FINE
        return _full(project, layouts, every, options)
    except ProblemError as error:
        tell_error(error, options)
        return BAD_INPUT


def _tell_current(project: Project, layouts: int, files: Sequence[str], form: str) -> None:
    if form not in DOCUMENTS:
        put(f"{_layouts(layouts)}: {_files(len(files))}, all current\n")
        return
    if form != "json":
        put_document(form, (), {}, {})
        return
    from json import dumps

    listed = [{"path": project.shown(name), "state": "current"} for name in files]
    summary = {"errors": 0, "warnings": 0, "waived": 0}
    put(dumps({"diagnostics": [], "summary": summary, "files": listed}, indent=2) + "\n")


def _layouts(count: int) -> str:
    return "1 layout" if count == 1 else f"{count} layouts"


def _files(count: int) -> str:
    return "1 generated file" if count == 1 else f"{count} generated files"


def _full(
    project: Project, layouts: Sequence[LayoutFile], every: Sequence[LayoutFile], options: Namespace
) -> int:
    from arenagen.files.problem import diagnostics_of
    from arenagen.files.status import file_states
    from arenagen.files.workspace import open_workspace
    from arenagen.files.write import outside

    space = open_workspace(project, layouts, every, anew=options.full)
    space.report.extend(diagnostics_of(outside(project, space.wanted)))
    states = file_states(project, space.wanted, space.scope)
    space.report.extend(s.diagnostic(project) for s in states if s.state != "current")
    _tell(space, states, options)
    if not space.report.ok:
        return BAD_INPUT
    return FINDINGS if space.report.findings else FINE


def _tell(space: Workspace, states: Sequence[FileState], options: Namespace) -> None:
    if options.format in DOCUMENTS:
        files = [{"path": space.project.shown(s.name), "state": s.state} for s in states]
        put_document(options.format, space.report.diagnostics, space.texts, {"files": files})
        return
    tell(space.report.diagnostics, space.texts, options, sys.stdout)
    put(f"{_layouts(len(space.members))}: {_counts(states)}\n")
    believed = sum(member.loaded.believed for member in space.members)
    if believed:
        laws = "1 law" if believed == 1 else f"{believed} laws"
        put(f"{laws} proved by a solver before; that was taken from the ledger\n")


def _counts(states: Sequence[FileState]) -> str:
    words = [state.state for state in states]
    if all(word == "current" for word in words):
        return f"{_files(len(words))}, all current" if words else "no generated file was compared"
    counts = (f"{words.count(word)} {word}" for word in dict.fromkeys(sorted(words)))
    return f"{_files(len(words))}: {', '.join(counts)}"
