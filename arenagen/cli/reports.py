"""Diagnostics in the form that a command was asked for: for people, for programs, for services that run checks.

Forms for services name files from the root of the repository, which is the nearest folder with `.git`, because that is
what these services resolve names against.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, TextIO

from arenagen.cli.failures import OutputError
from arenagen.cli.output import document, locate, put, show

if TYPE_CHECKING:
    from arenagen.diagnostics import Diagnostic, Note, Place
    from arenagen.diagnostics.locate import Located
    from arenagen.files.problem import ProblemError

DOCUMENTS: Final = ("json", "gitlab", "sarif")
"""Forms that are one document: nothing else is printed beside them."""

SUMMARY_VARIABLE: Final = "GITHUB_STEP_SUMMARY"


def put_document(
    form: str,
    diagnostics: Iterable[Diagnostic],
    texts: Mapping[str, str],
    more: Mapping[str, object],
) -> None:
    """Prints the document of a form; `more` is what a command reports besides, which only JSON has a place for."""
    if form == "json":
        put(document(diagnostics, texts, more))
        return
    located = _from_the_root(diagnostics, texts)
    if form == "gitlab":
        from arenagen.diagnostics.write_gitlab import write_gitlab

        put(write_gitlab(located))
    else:
        from arenagen import __version__
        from arenagen.diagnostics.write_sarif import write_sarif

        put(write_sarif(located, __version__))


def tell(
    diagnostics: Iterable[Diagnostic],
    texts: Mapping[str, str],
    options: Namespace,
    stream: TextIO | None,
) -> None:
    """Prints diagnostics in a form that leaves room for other lines."""
    if options.format == "github":
        _tell_github(diagnostics, texts)
    else:
        show(diagnostics, texts, color=options.color, stream=stream)


def tell_error(error: ProblemError, options: Namespace) -> None:
    """Prints faults of the project: to standard error for people."""
    from arenagen.files.problem import diagnostics_of

    found = diagnostics_of(error.problems)
    if options.format in DOCUMENTS:
        put_document(options.format, found, error.texts, {})
    else:
        tell(found, error.texts, options, sys.stderr)


def _tell_github(diagnostics: Iterable[Diagnostic], texts: Mapping[str, str]) -> None:
    """Annotations on standard output; all diagnostics in the job's summary, where the runner names a file for it."""
    found = tuple(diagnostics)
    if not found:
        return
    from arenagen.diagnostics.write_github import chosen, write_annotations, write_summary
    from arenagen.diagnostics.write_text import summary

    located = _from_the_root(found, texts)
    put(write_annotations(located))
    waived = [each for each in located if each.waived]
    if waived:
        put(f"{summary(waived)}\n")
    left = len(located) - len(waived) - len(chosen(located))
    path = os.environ.get(SUMMARY_VARIABLE)
    if path:
        _append(path, write_summary(located))
        if left:
            put(f"{left} more in the summary of the job\n")
    elif left:
        put(f"{left} more, which no annotation shows: run the same without `--format github`\n")


def _append(path: str, text: str) -> None:
    try:
        with open(path, "a", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(text)
    except OSError as fault:
        raise OutputError(fault.errno, f"{SUMMARY_VARIABLE}: {fault.strerror}") from None


def _from_the_root(
    diagnostics: Iterable[Diagnostic], texts: Mapping[str, str]
) -> tuple[Located, ...]:
    """Diagnostics with their regions and with file names from the root of the repository."""
    found = tuple(diagnostics)
    if not found:
        return ()
    from attrs import evolve

    from arenagen.diagnostics.locate import Sources

    cwd = os.path.realpath(".")
    root = repository_root(cwd)

    def name(file: str) -> str:
        return os.path.relpath(os.path.join(cwd, file), root).replace(os.sep, "/") if file else ""

    def place(old: Place) -> Place:
        return evolve(old, source=name(old.source)) if old.source else old

    def note(old: Note) -> Note:
        return evolve(old, place=place(old.place))

    moved = [
        evolve(
            d,
            source=name(d.source),
            place=place(d.place),
            also=tuple(map(note, d.also)),
            waived=d.waived and evolve(d.waived, note=note(d.waived.note)),
        )
        for d in found
    ]
    return locate(moved, Sources({name(file): text for file, text in texts.items()}))


def repository_root(folder: str) -> str:
    """The nearest folder upwards that has `.git`, or the folder itself where there is none."""
    above = folder
    while not os.path.lexists(os.path.join(above, ".git")):
        if os.path.dirname(above) == above:
            return folder
        above = os.path.dirname(above)
    return above
