"""Diagnostics as text for people: a line with place and message, the source line, carets, notes, help.

Takes diagnostics that are located. Decides on colours only as it is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen

from arenagen.diagnostics.catalog import severity_of
from arenagen.diagnostics.locate import Located, Region, Sources
from arenagen.diagnostics.printable import blank, one_line, width

MAX_SHOWN: Final = 120
"""Characters of a source line that are shown; of longer ones, those around the place."""

_COLOURS = {"error": "1;31", "warning": "1;33", "note": "1;36", "frame": "1;34", "strong": "1"}


@frozen
class _Paint:
    """Puts colours around text, or leaves it alone."""

    on: bool

    def __call__(self, colour: str, text: str) -> str:
        return f"\x1b[{_COLOURS[colour]}m{text}\x1b[0m" if self.on else text


def write_text(located: Sequence[Located], sources: Sources, *, colour: bool = False) -> str:
    """Diagnostics in the order given, a blank line between two, and a summary; "" for none.

    What is waived is only counted.
    """
    if not located:
        return ""
    paint = _Paint(colour)
    shown = (each for each in located if each.waived is None)
    blocks = ["\n".join(_diagnostic(each, sources, paint)) for each in shown]
    return "\n\n".join([*blocks, summary(located)]) + "\n"


def summary(located: Iterable[Located]) -> str:
    """For example "2 errors, 1 warning, 1 finding waived"; "no errors" where there is nothing."""
    kinds = ["" if each.waived else severity_of(each.diagnostic.code) for each in located]
    words = {"error": "error{s}", "warning": "warning{s}", "": "finding{s} waived"}
    counts = ((kinds.count(kind), word) for kind, word in words.items())
    told = [f"{n} {word.format(s='' if n == 1 else 's')}" for n, word in counts if n]
    return ", ".join(told) or "no errors"


def _diagnostic(located: Located, sources: Sources, paint: _Paint) -> list[str]:
    diagnostic = located.diagnostic
    severity = severity_of(diagnostic.code)
    gutter = _gutter(located)
    what = paint(severity, f"{severity}[{diagnostic.code}]")
    message = paint("strong", one_line(diagnostic.message))
    lines = [f"{_where(diagnostic.file, located.region)}{what}: {message}"]
    lines += _frame(sources, diagnostic.file, located.region, gutter, paint, severity)
    if diagnostic.hint is not None:
        sign = paint("frame", " " * gutter + " =")
        lines.append(f"{sign} help: {one_line(diagnostic.hint)}")
    for each in located.notes:
        label = one_line(each.note.label)
        lines.append(f"{_where(each.source, each.region)}{paint('note', 'note')}: {label}")
        lines += _frame(sources, each.source, each.region, gutter, paint, "note")
    return lines


def _gutter(located: Located) -> int:
    """Width of the largest line number that a diagnostic shows."""
    regions = [located.region, *(note.region for note in located.notes)]
    return max(len(str(region.line)) if region else 1 for region in regions)


def _where(source: str, region: Region | None) -> str:
    place = [one_line(source)] if source else []
    place += [str(region.line), str(region.column)] if region and source else []
    return "".join(f"{part}:" for part in place) + (" " if place else "")


def _frame(
    sources: Sources,
    source: str,
    region: Region | None,
    gutter: int,
    paint: _Paint,
    colour: str,
) -> list[str]:
    """The source line with its number, and carets below; nothing where there is no such line."""
    text = sources.text(source)
    if text is None or region is None or region.line > len(text.lines):
        return []
    line, start, end = _window(text.lines[region.line - 1], region)
    bar = paint("frame", "|")
    empty = f"{' ' * gutter} {bar}"
    number = paint("frame", str(region.line).rjust(gutter))
    carets = paint(colour, "^" * max(1, width(line[start:end])))
    return [
        empty,
        f"{number} {bar} {line}".rstrip(),
        f"{empty} {blank(line[:start])}{carets}",
    ]


def _window(line: str, region: Region) -> tuple[str, int, int]:
    """The part of a source line to show, and where in it carets start and end."""
    start = region.column - 1
    end = region.end_column - 1 if region.end_line == region.line else len(line)
    first = 0 if len(line) <= MAX_SHOWN else max(0, start - MAX_SHOWN // 2)
    last = first + MAX_SHOWN
    shown = one_line(line[first:last])
    before, after = "..." if first else "", "..." if last < len(line) else ""
    moved = len(before) - first
    return f"{before}{shown}{after}", start + moved, min(end, last) + moved
