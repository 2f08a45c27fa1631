"""The layouts of a project taken through all phases up to the texts of their generated files; nothing is written.

What `build` and the full `check` share. May import everything below `cli`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from keyword import iskeyword
from typing import Final

from attrs import define, field, frozen

from arenagen.api import Loaded, ResolveError, load_proved
from arenagen.diagnostics import Diagnostic, Place, Report
from arenagen.elaborate import Elaborated
from arenagen.emit.identifiers import check_identifiers
from arenagen.emit.plugins import GROUP, TargetError, load_target, target_names
from arenagen.emit.render import Chosen, FileNameError, Origin, render
from arenagen.emit.target import SettingsError, completed
from arenagen.files.digests import inputs_digest
from arenagen.files.disk import UnreadableError, read_text
from arenagen.files.entry_points import find_entry_point
from arenagen.files.ledger import recorded_laws
from arenagen.files.presets import Preset, check_layout_names, read_preset
from arenagen.files.problem import nearest
from arenagen.files.project import LayoutFile, Project, preset_names
from arenagen.files.settings import TargetSettings
from arenagen.files.status import Scope
from arenagen.files.values import ValueSet
from arenagen.files.waivers import waive_by_settings
from arenagen.resolve import Value

_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
MAX_NAME: Final = 60


@frozen
class Member:
    """A sound layout of the project: its file, what it says, and the presets that are for it."""

    file: LayoutFile
    loaded: Loaded
    presets: tuple[Preset, ...]

    @property
    def name(self) -> str:
        """Name of the layout, which is that of its folder."""
        return self.layout.name

    @property
    def layout(self) -> Elaborated:
        """What it says."""
        assert self.loaded.elaborated is not None  # noqa: S101 - only sound layouts are members
        return self.loaded.elaborated


@define
class Workspace:
    """What was read. `texts` has every text read, by the name that diagnostics give its file."""

    project: Project
    report: Report = field(factory=Report)
    texts: dict[str, str] = field(factory=dict)
    members: tuple[Member, ...] = ()
    rendered: list[Member] = field(factory=list)
    wanted: dict[str, str] = field(factory=dict)
    """Texts of all files of the rendered layouts, by path from the project's root."""
    whole: bool = False

    @property
    def scope(self) -> Scope:
        """The generated files that the rendered layouts are answerable for."""
        folder = self.project.settings.generated
        return Scope(
            layouts=frozenset(member.file.name for member in self.rendered),
            folders=tuple(f"{folder}/{member.name}" for member in self.rendered),
            whole=self.whole and self.report.ok,
        )


def open_workspace(
    project: Project,
    layouts: Sequence[LayoutFile],
    every: Sequence[LayoutFile],
    *,
    anew: bool = False,
) -> Workspace:
    """Reads, checks and renders layouts. Every fault is in the report.

    every: all layouts of the project, to tell names that clash and presets for layouts that do not exist.
    anew: proves again what the committed ledgers hold proofs of.
    """
    space = Workspace(project, whole=set(layouts) >= set(every))
    if project.settings_file.shown:
        space.texts[project.settings_file.shown] = project.settings_file.text
    loaded = [(file, found) for file in layouts if (found := _load(space, file, anew)) is not None]
    names = _names(space, loaded, every)
    all_named = set(every) <= set(names)
    presets = _read_presets(space, names.values(), all_named=all_named)
    space.members = tuple(
        _member(file, found, presets) for file, found in loaded if found.elaborated is not None
    )
    targets = _targets(space)
    for member in space.members:
        values = _preset_values(space, member)
        if len(targets) == len(project.settings.targets):
            _render(space, member, targets, values)
    waive_by_settings(project, space.report, [file for file, _ in loaded], every)
    return space


def _load(space: Workspace, file: LayoutFile, anew: bool) -> Loaded | None:
    try:
        text = space.texts[file.shown] = read_text(file.path)
    except UnreadableError as fault:
        message = f"cannot be read: {fault}"
        space.report.add(fault.code, message, (), source=file.shown)
        return None
    loaded = load_proved(
        text, file.shown, lambda name: recorded_laws(space.project, name), anew=anew
    )
    space.report.extend(loaded.report)
    return loaded


def _names(
    space: Workspace, loaded: Iterable[tuple[LayoutFile, Loaded]], every: Iterable[LayoutFile]
) -> dict[LayoutFile, str]:
    """The name of each layout of the project that has one; names that clash or cannot be folders are reported."""
    here = dict(loaded)
    names: dict[LayoutFile, str] = {}
    for file in dict.fromkeys([*every, *here]):
        found = here[file].elaborated if file in here else None
        name = found.name if found is not None else _stated_name(file)
        if name is not None:
            names[file] = name
    for file in here:
        if file in names:
            _check_name(space, file, names)
    return names


def _stated_name(file: LayoutFile) -> str | None:
    """The name in a layout that is not looked at otherwise."""
    try:
        name = tomllib.loads(read_text(file.path))["layout"]["name"]
    except (UnreadableError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return name if isinstance(name, str) else None


def _check_name(space: Workspace, file: LayoutFile, names: Mapping[LayoutFile, str]) -> None:
    name = names[file]
    where = ("layout", "name")
    if not _NAME.match(name) or len(name) > MAX_NAME or iskeyword(name):
        message = f"a layout cannot be called {name!r}"
        hint = f"up to {MAX_NAME} lower-case letters, digits and underscores, a letter first"
        space.report.add("AG608", message, where, hint=hint, source=file.shown)
    for other, taken in names.items():
        if other != file and taken == name:
            message = f"{other.shown} has the same name `{name}`"
            space.report.add("AG607", message, where, source=file.shown)


def _read_presets(space: Workspace, names: Iterable[str], *, all_named: bool) -> tuple[Preset, ...]:
    """The presets. Their layouts are only looked for where each layout could be read as far as its name."""
    read = (
        read_preset(space.project, name, space.report, space.texts)
        for name in preset_names(space.project)
    )
    presets = tuple(preset for preset in read if preset is not None)
    if all_named:
        check_layout_names(presets, sorted(set(names)), space.report)
    return presets


def _member(file: LayoutFile, loaded: Loaded, presets: Iterable[Preset]) -> Member:
    assert loaded.elaborated is not None  # noqa: S101 - asked by the caller
    name = loaded.elaborated.name
    return Member(file, loaded, tuple(preset for preset in presets if name in preset.layouts))


def _preset_values(space: Workspace, member: Member) -> Mapping[str, Mapping[str, Value]]:
    """The values of each preset of a layout that has some; what is wrong is reported at the preset."""
    found: dict[str, Mapping[str, Value]] = {}
    declared = {item.name for item in (*member.layout.layout.params, *member.layout.layout.flags)}
    for preset in member.presets:
        try:
            values = ValueSet((preset.layer,)).resolve(member.loaded).values
        except ResolveError as fault:
            space.report.extend(fault.diagnostics)
        else:
            found[preset.name] = {name: v for name, v in values.items() if name in declared}
    return found


def _targets(space: Workspace) -> tuple[Chosen, ...]:
    chosen = (_target(space, wanted) for wanted in space.project.settings.targets)
    return tuple(target for target in chosen if target is not None)


def _target(space: Workspace, wanted: TargetSettings) -> Chosen | None:
    try:
        place = wanted.module or find_entry_point(GROUP, wanted.name)
        target = load_target(wanted.name, place)
    except TargetError as fault:
        hint = None if wanted.module else nearest(wanted.name, target_names())
        space.report.extend([_setting_fault(space, "AG630", str(fault), wanted.name, hint=hint)])
        return None
    known = [setting.name for setting in target.settings]
    unknown = [name for name in wanted.options if name not in known]
    for name in unknown:
        message = f"target {wanted.name} has no setting `{name}`"
        hint = nearest(name, known)
        space.report.extend([_setting_fault(space, "AG600", message, wanted.name, name, hint=hint)])
    try:
        return Chosen(
            target, completed(target, {k: v for k, v in wanted.options.items() if k in known})
        )
    except SettingsError as error:
        for name, message in error.faults:
            space.report.extend([_setting_fault(space, "AG601", message, wanted.name, name)])
        return None


def _setting_fault(
    space: Workspace, code: str, message: str, *path: str, hint: str | None = None
) -> Diagnostic:
    file = space.project.settings_file
    place = Place((*file.base, "targets", *path), of="value" if code == "AG601" else "key")
    return Diagnostic(code, message, place, hint=hint, source=file.shown)


def _render(
    space: Workspace,
    member: Member,
    targets: Iterable[Chosen],
    values: Mapping[str, Mapping[str, Value]],
) -> None:
    layout = member.layout
    names = Report(member.file.shown)
    for chosen in targets:
        check_identifiers(layout, chosen.target, names, chosen.settings)
    space.report.extend(names)
    if not names.ok:
        return
    origin = Origin(
        layout=member.file.name,
        inputs=inputs_digest(member.file.name, member.loaded.text, space.project.settings),
        presets={preset.path: preset.digest for preset in member.presets},
        findings=tuple(found.code for found in member.loaded.report.diagnostics),
        values=values,
    )
    try:
        files = render(layout, origin, targets, member.loaded.laws)
    except FileNameError as fault:
        space.report.extend([_setting_fault(space, "AG630", str(fault))])
        return
    folder = f"{space.project.settings.generated}/{member.name}"
    space.wanted.update((f"{folder}/{name}", text) for name, text in files.items())
    space.rendered.append(member)
