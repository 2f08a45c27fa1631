"""`arenagen where`: from a line of generated code to what it is for in the layout, and back.

Generated files hold no line numbers, which would change in every review. The answer is worked out from the files as
they are on disk.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from typing import Final

from attrs import frozen

from arenagen.api import load
from arenagen.cli.main import BAD_INPUT, FINE
from arenagen.cli.output import put, show_error
from arenagen.diagnostics import Place
from arenagen.diagnostics.locate import SourceText
from arenagen.elaborate import Elaborated
from arenagen.emit.plugins import GROUP, TargetError, load_target
from arenagen.emit.provenance import (
    Line,
    Names,
    Vocabulary,
    items_of,
    learnt,
    lines_of,
    mentions_of,
    ranges_of,
)
from arenagen.files.disk import UnreadableError, read_text
from arenagen.files.entry_points import find_entry_point
from arenagen.files.problem import ProblemError, nearest
from arenagen.files.project import LayoutFile, Project, find_layouts, find_project
from arenagen.files.tree import source_of, walk
from arenagen.model import KeyPath

_WORDS: Final = {
    "params": "parameter",
    "flags": "flag",
    "let": "value",
    "consts": "constant",
    "axes": "axis",
    "views": "view",
    "reset": "routine",
}


class _Refused(Exception):  # noqa: N818 - what is wrong with the question, in words
    """The question has no answer."""


@frozen
class _Subject:
    """A layout: its file, text and meaning, and what its items are called."""

    project: Project
    file: LayoutFile
    text: SourceText
    layout: Elaborated
    called: Mapping[KeyPath, str]

    def place(self, item: KeyPath) -> str:
        """File, line and column of the declaration of an item."""
        region = self.text.region(Place(items_of(self.layout)[item], of="key"))
        return f"{self.file.shown}:{region.line}:{region.column}"

    @property
    def folder(self) -> str:
        """Its generated files, from the root."""
        return f"{self.project.settings.generated}/{self.layout.name}"


def run(options: Namespace) -> int:
    """Answers for FILE:LINE, or for a layout and a name in it."""
    try:
        project = find_project()
        put(_answer(project, options.place, options.name))
    except ProblemError as error:
        show_error(error, color=options.color)
        return BAD_INPUT
    except (_Refused, TargetError) as fault:
        put(f"arenagen: {fault}\n", sys.stderr)
        return BAD_INPUT
    return FINE


def _answer(project: Project, place: str, name: str | None) -> str:
    if name is not None:
        subject = _subject(project, _layout_called(project, place))
        return _of_item(subject, _item_called(subject, name))
    path, line = _split(place)
    inside = os.path.relpath(os.path.realpath(path), project.root).replace(os.sep, "/")
    source = source_of(project.root, inside)
    layouts = find_layouts(project)
    if source is not None:
        file = next((f for f in layouts if f.name == source), None)
        if file is None:
            raise _Refused(f"{path} is generated from {source}, which is no layout of the project")
        return _of_line(_subject(project, file), inside, line)
    subject = _subject(project, _layout_called(project, path))
    return _of_item(subject, _item_on(subject, line))


def _split(place: str) -> tuple[str, int]:
    path, _, digits = place.rpartition(":")
    if not path or not digits.isdecimal() or not digits.isascii() or int(digits) < 1:
        raise _Refused(f"`{place}` is no FILE:LINE; to ask for a name, give LAYOUT NAME")
    return path, int(digits)


def _layout_called(project: Project, asked: str) -> LayoutFile:
    """A layout by its path, or by its file's name without `.toml`."""
    layouts = find_layouts(project)
    path = os.path.realpath(asked)
    for file in layouts:
        stem = os.path.splitext(os.path.basename(file.name))[0]
        if asked == stem or path == os.path.realpath(file.path):
            return file
    known = [file.shown for file in layouts]
    hint = nearest(asked, known)
    raise _Refused(f"`{asked}` is neither a layout nor a file generated from one; {hint}")


def _subject(project: Project, file: LayoutFile) -> _Subject:
    try:
        text = read_text(file.path)
    except UnreadableError as fault:
        raise _Refused(f"{file.shown} cannot be read: {fault}") from None
    layout = load(text, file.shown).elaborated
    if layout is None:
        raise _Refused(f"{file.shown} has errors; `arenagen check {file.shown}` shows them")
    return _Subject(project, file, SourceText(text), layout, dict(_called(layout)))


def _called(layout: Elaborated) -> Iterator[tuple[KeyPath, str]]:
    """What everything that has a name in generated code is called in messages."""
    kinds = {node.dotted: node.kind for node in layout.nodes()}
    for item in items_of(layout):
        name = ".".join(str(part) for part in item[2 if item[0] == "reset" else 1 :])
        word = kinds[name] if item[0] == "buffers" else _WORDS[str(item[0])]
        yield item, f"{word} `{name}`"


def _item_called(subject: _Subject, name: str) -> KeyPath:
    names = {called.split("`")[1]: where for where, called in subject.called.items()}
    if name not in names:
        hint = nearest(name, names)
        raise _Refused(f"layout {subject.layout.name} has nothing called `{name}`; {hint}")
    return names[name]


def _item_on(subject: _Subject, line: int) -> KeyPath:
    """The innermost item in whose declaration a line of the layout lies."""
    from arenagen.diagnostics.toml_index import index

    if line > len(subject.text.lines):
        raise _Refused(f"{subject.file.shown} has {len(subject.text.lines)} lines")
    found = index("\n".join(subject.text.lines).encode("utf-8", "surrogatepass"))
    on = [
        path
        for part in (found.keys, found.values)
        for path, stretch in part.items()
        if stretch.start[0] < line <= stretch.end[0] + 1
    ]
    items = [
        (len(where), item)
        for path in on
        for item, where in items_of(subject.layout).items()
        if path[: len(where)] == where
    ]
    if not items:
        raise _Refused(f"{subject.file.shown}:{line} declares nothing that generated code names")
    deepest = max(length for length, _ in items)
    return next(item for length, item in items if length == deepest)


def _of_line(subject: _Subject, name: str, number: int) -> str:
    """What a line of a generated file belongs to, and what it names."""
    for file, lines in _generated(subject):
        if file == name:
            if number > len(lines):
                raise _Refused(f"{subject.project.shown(name)} has {len(lines)} lines")
            found = lines[number - 1]
            paths = dict.fromkeys([*([found.owner] if found.owner else []), *found.names])
            if not paths:
                return f"{subject.file.shown}: the line belongs to the layout as a whole\n"
            return "".join(
                f"{subject.place(path)}: {'' if path == found.owner else 'names '}{subject.called[path]}\n"
                for path in paths
                if path in subject.called
            )
    raise _Refused(
        f"{subject.project.shown(name)} cannot be read, or is from a target that is not asked for any more"
    )


def _of_item(subject: _Subject, where: KeyPath) -> str:
    """Where an item is declared, and the lines of generated files that belong to it or name it."""
    told = [f"{subject.place(where)}: {subject.called[where]}\n"]
    for file, lines in _generated(subject):
        shown = subject.project.shown(file)
        owned = ranges_of(lines, where)
        told += [f"{shown}:{a}\n" if a == b else f"{shown}:{a}-{b}\n" for a, b in owned]
        inside = {n for a, b in owned for n in range(a, b + 1)}
        told += [f"{shown}:{n}: named\n" for n in mentions_of(lines, where) if n not in inside]
    return "".join(told)


def _generated(subject: _Subject) -> Iterator[tuple[str, tuple[Line, ...]]]:
    """The generated files of a layout on disk, with their lines."""
    names = {"": Names(subject.layout, (), Vocabulary())}
    for wanted in subject.project.settings.targets:
        target = load_target(wanted.name, wanted.module or find_entry_point(GROUP, wanted.name))
        names[wanted.name] = Names(
            subject.layout, target.identifiers(subject.layout), learnt(target)
        )
    for file in walk(subject.project.root, subject.folder):
        first, _, rest = file.removeprefix(f"{subject.folder}/").partition("/")
        known = names.get(first if rest else "")
        try:
            text = read_text(os.path.join(subject.project.root, file))
        except UnreadableError:
            continue
        if known is not None:
            yield file, lines_of(text, known, data=file.endswith(".json"))
