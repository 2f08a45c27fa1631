"""`arenagen fmt`: puts the white space of layouts in order; comments stay, nothing is sorted."""

from __future__ import annotations

import difflib
import os
import sys
from argparse import Namespace
from collections.abc import Iterator

from attrs import frozen

from arenagen.cli.main import BAD_INPUT, FINDINGS, FINE
from arenagen.cli.output import put, show, show_error
from arenagen.diagnostics import Report
from arenagen.files.disk import UnreadableError, decoded, read_bytes, reason
from arenagen.files.problem import Problem, ProblemError
from arenagen.files.project import LayoutFile, find_layouts, find_project
from arenagen.files.write import replace_file
from arenagen.parse import read_toml
from arenagen.parse.formatting import formatted


@frozen
class _Layout:
    """A layout and what it would be. `changes` also where only line ends or a byte-order mark differ."""

    file: LayoutFile
    text: str
    wanted: str
    changes: bool


def run(options: Namespace) -> int:
    """Formats layouts; with `--check` or `--diff` only says which would change."""
    report, texts = Report(), dict[str, str]()
    try:
        layouts = find_layouts(find_project(), options.layouts)
        found = tuple(_read(layouts, report, texts))
        changed = [layout for layout in found if layout.changes]
        if not (options.check or options.diff):
            for layout in changed:
                _write(layout)
    except ProblemError as error:
        show_error(error, color=options.color)
        return BAD_INPUT
    show(report.diagnostics, texts, color=options.color, stream=sys.stderr)
    _tell(found, changed, options)
    if not report.ok:
        return BAD_INPUT
    return FINDINGS if changed and (options.check or options.diff) else FINE


def _read(
    layouts: tuple[LayoutFile, ...], report: Report, texts: dict[str, str]
) -> Iterator[_Layout]:
    """The layouts that are TOML; what is wrong with others is reported."""
    for file in layouts:
        try:
            data = read_bytes(file.path)
            text = texts[file.shown] = decoded(data)
        except UnreadableError as fault:
            report.add(fault.code, f"cannot be read: {fault}", (), source=file.shown)
            continue
        report.source = file.shown
        if read_toml(text, report) is not None:
            try:
                wanted = formatted(text)
            except RecursionError:
                report.add("AG231", "arrays or tables nest too deeply", ())
                continue
            yield _Layout(file, text, wanted, wanted.encode() != data)


def _write(layout: _Layout) -> None:
    try:
        replace_file(os.path.realpath(layout.file.path), layout.wanted)
    except OSError as fault:
        message = f"the system refused to write it: {reason(fault)}"
        raise ProblemError([Problem("AG606", message, layout.file.shown)]) from None


def _tell(found: tuple[_Layout, ...], changed: list[_Layout], options: Namespace) -> None:
    dry = options.check or options.diff
    if options.diff:
        put("".join(map(_difference, changed)))
    word = "would be formatted" if dry else "formatted"
    stream = sys.stderr if options.diff else sys.stdout
    for layout in changed:
        put(f"{word}  {layout.file.shown}\n", stream)
    layouts = "1 layout" if len(found) == 1 else f"{len(found)} layouts"
    put(f"{layouts}: {len(changed)} {word}, {len(found) - len(changed)} unchanged\n", stream)


def _difference(layout: _Layout) -> str:
    name = layout.file.shown
    lines = difflib.unified_diff(
        layout.text.splitlines(keepends=True),
        layout.wanted.splitlines(keepends=True),
        name,
        f"{name} (formatted)",
    )
    return "".join(_with_end(line) for line in lines)


def _with_end(line: str) -> str:
    return line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
