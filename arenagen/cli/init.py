"""`arenagen init`: what a project starts with. Writes over nothing; run again, it does nothing."""

from __future__ import annotations

import os
from argparse import Namespace
from fnmatch import fnmatch
from typing import Final

from arenagen import __version__
from arenagen.cli.main import BAD_INPUT, FINE
from arenagen.cli.output import put, show_error
from arenagen.cli.reports import repository_root
from arenagen.files.disk import reason
from arenagen.files.problem import Problem, ProblemError
from arenagen.files.project import Project, find_layouts, find_project
from arenagen.files.start import (
    HOOKS,
    HOOKS_FILE,
    LAYOUT,
    WORKFLOW,
    WORKFLOW_FILE,
    Starter,
    add_attributes,
    add_settings,
)

_LAYOUT_FILE: Final = "layouts/arena.toml"


def run(options: Namespace) -> int:
    """Sets up a folder as a project."""
    try:
        try:
            os.makedirs(options.folder, exist_ok=True)
        except OSError as fault:
            message = f"the folder cannot be made: {reason(fault)}"
            raise ProblemError([Problem("AG606", message, options.folder)]) from None
        start = Starter(os.path.realpath(options.folder))
        _set_up(start)
    except ProblemError as error:
        show_error(error, color=options.color)
        return BAD_INPUT
    _tell(start, options.folder)
    return FINE


def _set_up(start: Starter) -> None:
    found = find_project(start.folder)
    if found.settings_file.shown:
        start.keep(found.settings_file.shown, "it has settings")
    else:
        add_settings(start)
    project = find_project(start.folder)
    if project.root != start.folder:
        start.keep("layouts", f"the project is in {project.root}")
        return
    _add_layout(start, project)
    add_attributes(start, project.settings.generated)
    if repository_root(start.folder) == start.folder:
        _add_automation(start)
    else:
        for name in (HOOKS_FILE, WORKFLOW_FILE):
            start.keep(name, "it belongs to the root of the repository, which is another folder")


def _add_layout(start: Starter, project: Project) -> None:
    from arenagen.model.json_schema import schema_text

    try:
        (first, *_) = find_layouts(project)
    except ProblemError:
        if any(fnmatch(_LAYOUT_FILE, pattern) for pattern in project.settings.layouts):
            start.write(_LAYOUT_FILE, LAYOUT)
            start.write("layouts/layout.schema.json", schema_text())
        else:
            start.keep("layouts", "the settings look for layouts elsewhere, and there are none")
    else:
        start.keep(first.name, "the project has layouts")


def _add_automation(start: Starter) -> None:
    hooks = start.read(HOOKS_FILE)
    if hooks is not None and "arenagen" not in hooks:
        start.keep(HOOKS_FILE, "it exists; add the hooks shown below to it")
    else:
        start.write(HOOKS_FILE, HOOKS)
    start.write(WORKFLOW_FILE, WORKFLOW.replace("{version}", __version__))


def _tell(start: Starter, folder: str) -> None:
    for did, name, why in start.steps:
        put(f"{did:<8}  {name}{f' ({why})' if why else ''}\n")
    if any("shown below" in step.why for step in start.steps):
        put(f"\n{HOOKS}")
    where = "" if os.path.realpath(folder) == os.path.realpath(".") else f"cd {folder} && "
    put(
        "\nNext:\n"
        f"  {where}arenagen build    generates code; commit it\n"
        f"  {where}arenagen check    says whether layouts are sound and code is current\n"
        f"  {where}arenagen size {_LAYOUT_FILE} --set max_batch_tokens=1024 --set hidden_size=4096\n"
        if any(step.name == _LAYOUT_FILE for step in start.steps)
        else f"\nNext: {where}arenagen build\n"
    )
