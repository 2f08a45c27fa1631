"""What `size` and `show` are asked about: one layout by its path, and sets of values for it.

Expected faults are printed here and end in `Stop`.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping
from typing import NoReturn

from attrs import frozen

from arenagen.api import Loaded, ResolveError, load
from arenagen.cli.output import show, show_error
from arenagen.diagnostics import Diagnostic, Report
from arenagen.elaborate import Elaborated
from arenagen.files.disk import UnreadableError, read_text
from arenagen.files.hf_config import read_hf_config
from arenagen.files.presets import Preset, read_preset
from arenagen.files.problem import Problem, ProblemError, nearest
from arenagen.files.project import find_project, preset_names
from arenagen.files.value_files import ValuesError, read_values
from arenagen.files.values import Layer, ValueSet, command_line_layer, nowhere


class Stop(Exception):  # noqa: N818 - it is no error: what was wrong has been said
    """Nothing more can be done; why was printed."""


def load_layout(options: Namespace) -> tuple[Loaded, Elaborated]:
    """The layout that the command line names; its findings are left to `check`."""
    path = options.layout
    try:
        text = read_text(path)
    except UnreadableError as fault:
        message = f"cannot be read: {fault}"
        problem = Problem(fault.code, message, path, hint=_near_path(path))
        show_error(ProblemError([problem]), color=options.color)
        raise Stop from None
    loaded = load(text, path)
    if loaded.elaborated is None:
        complain(loaded.report.errors, {path: text}, options)
    return loaded, loaded.elaborated


def _near_path(path: str) -> str | None:
    """A hint with the path of a layout of the project whose name is like the one given."""
    from arenagen.files.project import find_layouts

    try:
        project = find_project()
        known = [layout.shown for layout in find_layouts(project)]
    except ProblemError:
        return None
    stem = os.path.splitext(os.path.basename(path))[0]
    same = [name for name in known if os.path.splitext(os.path.basename(name))[0] == stem]
    return f"did you mean `{same[0]}`?" if same else nearest(path, known)


def complain(
    diagnostics: Iterable[Diagnostic], texts: Mapping[str, str], options: Namespace
) -> NoReturn:
    """Prints what is wrong, and stops."""
    show(diagnostics, texts, color=options.color, stream=sys.stderr)
    raise Stop


@frozen
class Asked:
    """Values that the command line gives around those of a file: `below` they go before, `above` after."""

    below: tuple[Layer, ...]
    above: tuple[Layer, ...]

    def of(self, item: Layer | ValuesError) -> ValueSet | ValuesError:
        """A set of a file with what the command line adds; what is wrong with it stays so."""
        if isinstance(item, ValuesError):
            return item
        return ValueSet((*self.below, item, *self.above))

    def sets(self, options: Namespace, texts: dict[str, str]) -> Iterator[ValueSet | ValuesError]:
        """All sets in order. The text of a file that is read as a whole is added to `texts`."""
        if options.values is None:
            yield ValueSet((*self.below, *self.above) or (_nothing(),))
            return
        try:
            for item in read_values(options.values, texts):
                yield self.of(item)
        except ValuesError as fault:
            complain(fault.diagnostics, texts, options)


def _nothing() -> Layer:
    return Layer(source="", locate=nowhere)


def asked_values(options: Namespace, layout: Elaborated, texts: dict[str, str]) -> Asked:
    """What the command line gives beside a file of values. Texts that are read are added to `texts`."""
    try:
        below = list(_preset_layer(options, layout, texts))
        if options.hf is not None:
            below.append(read_hf_config(options.hf, layout, texts))
        above = (command_line_layer(options.set, layout),) if options.set else ()
    except (ValuesError, ResolveError) as fault:
        complain(fault.diagnostics, texts, options)
    return Asked(tuple(below), above)


def _preset_layer(
    options: Namespace, layout: Elaborated, texts: dict[str, str]
) -> tuple[Layer, ...]:
    if options.preset is None:
        return ()
    try:
        project = find_project()
    except ProblemError as error:
        show_error(error, color=options.color)
        raise Stop from None
    report = Report()
    names = preset_names(project)
    if options.preset not in names:
        hint = nearest(options.preset, names) or f"no file in {project.settings.presets}"
        report.add("AG620", f"there is no preset `{options.preset}`", (), hint=hint)
        complain(report.diagnostics, texts, options)
    preset = read_preset(project, options.preset, report, texts)
    if preset is None or not _is_for(preset, layout, report):
        complain(report.diagnostics, texts, options)
    return (preset.layer,)


def _is_for(preset: Preset, layout: Elaborated, report: Report) -> bool:
    if layout.name in preset.layouts:
        return True
    message = f"preset `{preset.name}` is not for layout `{layout.name}`"
    report.add("AG621", message, ("layouts",), source=preset.shown)
    return False
