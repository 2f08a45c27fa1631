"""`arenagen size`: bytes of every buffer and the total, for one or many sets of values."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final

from arenagen.api import Loaded, ResolveError
from arenagen.cli.main import BAD_INPUT, FINE
from arenagen.cli.output import put, show
from arenagen.cli.size_output import (
    Outcome,
    csv_heading,
    csv_line,
    json_document,
    json_line,
    table,
)
from arenagen.cli.sources import Asked, Stop, asked_values, load_layout
from arenagen.cli.turns import in_turns, processes
from arenagen.diagnostics import Diagnostic
from arenagen.elaborate import Elaborated
from arenagen.files.value_files import ValuesError, is_stream, read_line, stream_lines
from arenagen.files.values import ValueSet

LARGE: Final = 512 * 1024
"""Bytes of a file of lines from which on several processes share it."""

CHUNK: Final = 100
"""Lines that a process answers at a time."""

LineWriter = Callable[[Elaborated, Outcome], str]
_LINE_WRITERS: Final[dict[str, LineWriter]] = {"jsonl": json_line, "csv": csv_line}
_Answers = tuple[str, tuple[Diagnostic, ...]]


def run(options: Namespace) -> int:
    """Prints results in the order of the sets, faults on standard error; one bad set does not stop the others."""
    texts: dict[str, str] = {}
    faults: list[Diagnostic] = []
    form = options.format or _default_format(options)
    try:
        loaded, layout = load_layout(options)
        texts[loaded.source] = loaded.text
        asked = asked_values(options, layout, texts)
        if form in _LINE_WRITERS:
            put(csv_heading(layout) if form == "csv" else "")
            answers = _lines(options, asked, loaded, layout, _LINE_WRITERS[form], texts)
        else:
            outcomes = (_outcome(loaded, item) for item in asked.sets(options, texts))
            answers = _documents(form, outcomes)
        for text, found in answers:
            put(text)
            faults += found
    except Stop:
        return BAD_INPUT
    show(faults, texts, color=options.color, stream=sys.stderr)
    return BAD_INPUT if faults else FINE


def _default_format(options: Namespace) -> str:
    return "jsonl" if options.values is not None and is_stream(options.values) else "table"


def _outcome(loaded: Loaded, item: ValueSet | ValuesError) -> Outcome:
    if isinstance(item, ValuesError):
        return Outcome(None, None, item.diagnostics)
    try:
        return Outcome(item.label, item.resolve(loaded))
    except ResolveError as fault:
        return Outcome(item.label, None, fault.diagnostics)


def _documents(form: str, outcomes: Iterable[Outcome]) -> Iterator[_Answers]:
    """Tables one below the other, or one document of all results."""
    if form == "json":
        found = list(outcomes)
        yield json_document(found), tuple(fault for outcome in found for fault in outcome.faults)
        return
    between = ""
    for outcome in outcomes:
        if outcome.resolved is None:
            yield "", outcome.faults
        else:
            yield between + table(outcome.label, outcome.resolved), ()
            between = "\n"


def _lines(
    options: Namespace,
    asked: Asked,
    loaded: Loaded,
    layout: Elaborated,
    write: LineWriter,
    texts: dict[str, str],
) -> Iterator[_Answers]:
    """A line for each set; large files are shared among processes."""

    def answer(item: ValueSet | ValuesError) -> _Answers:
        outcome = _outcome(loaded, item)
        return write(layout, outcome), outcome.faults

    count = processes() if _is_large(options.values) else 1
    if count == 1:
        yield from (answer(item) for item in asked.sets(options, texts))
        return
    assert loaded.program is not None  # noqa: S101 - compiled once, before the processes part

    def work(number: int) -> Iterator[_Answers]:
        for chunk in _chunks(options.values, number, count):
            answers = [answer(asked.of(read_line(raw, n, options.values))) for n, raw in chunk]
            yield "".join(text for text, _ in answers), tuple(f for _, fs in answers for f in fs)

    yield from in_turns(count, work)


def _is_large(path: str | None) -> bool:
    """Whether a file can be read several times at once and is worth it."""
    if path is None or not is_stream(path) or not os.path.isfile(path):
        return False
    return os.path.getsize(path) >= LARGE


def _chunks(path: str, number: int, count: int) -> Iterator[list[tuple[int, bytes]]]:
    """Every `count`-th run of lines of a file, from the one with a number on."""
    lines = stream_lines(path)
    turn = 0
    while chunk := list(islice(lines, CHUNK)):
        if turn % count == number:
            yield chunk
        turn += 1
