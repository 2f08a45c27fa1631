"""`arenagen size`: bytes of every buffer and the total, for one or many sets of values."""

from __future__ import annotations

import csv
import io
import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from typing import Any, Final

from attrs import frozen

from arenagen.api import Loaded, ResolveError
from arenagen.cli.main import BAD_INPUT, FINE
from arenagen.cli.output import put, show
from arenagen.cli.sources import Stop, load_layout, value_sets
from arenagen.cli.tables import aligned, human_bytes
from arenagen.diagnostics import Diagnostic
from arenagen.elaborate import Elaborated
from arenagen.emit.describe import parts_text
from arenagen.files.value_files import ValuesError, is_stream
from arenagen.model import Buffer
from arenagen.resolve import Resolved, ResolvedLayout
from arenagen.resolve.placement import twin_arena


@frozen
class Outcome:
    """One set of values: its label and its numbers, or why it has none."""

    label: str | None
    resolved: ResolvedLayout | None
    faults: tuple[Diagnostic, ...] = ()


def run(options: Namespace) -> int:
    """Prints results in the order of the sets, faults on standard error; one bad set does not stop the others."""
    texts: dict[str, str] = {}
    faults: list[Diagnostic] = []
    try:
        loaded, layout = load_layout(options)
        texts[loaded.source] = loaded.text
        outcomes = (_outcome(loaded, item) for item in value_sets(options, layout, texts))
        write = _WRITERS[options.format or _default_format(options)]
        for text in write(loaded, _noting(outcomes, faults)):
            put(text)
    except Stop:
        return BAD_INPUT
    show(faults, texts, color=options.color, stream=sys.stderr)
    return BAD_INPUT if faults else FINE


def _default_format(options: Namespace) -> str:
    return "jsonl" if options.values is not None and is_stream(options.values) else "table"


def _outcome(loaded: Loaded, item: Any) -> Outcome:
    if isinstance(item, ValuesError):
        return Outcome(None, None, item.diagnostics)
    try:
        return Outcome(item.label, item.resolve(loaded))
    except ResolveError as fault:
        return Outcome(item.label, None, fault.diagnostics)


def _noting(outcomes: Iterator[Outcome], faults: list[Diagnostic]) -> Iterator[Outcome]:
    for outcome in outcomes:
        faults += outcome.faults
        yield outcome


def result_data(outcome: Outcome) -> dict[str, Any]:
    """One result as JSON: bytes by buffer, their sum, and bytes of each arena with alignment."""
    if outcome.resolved is None:
        errors = [{"code": fault.code, "message": fault.message} for fault in outcome.faults]
        return {"label": outcome.label, "errors": errors}
    resolved = outcome.resolved
    return {
        "label": outcome.label,
        "buffers": {name: made.bytes for name, made in resolved.buffers.items()},
        "total_bytes": resolved.total_bytes,
        "arenas": {name: arena.bytes for name, arena in resolved.arenas.items()},
    }


def _jsonl(loaded: Loaded, outcomes: Iterator[Outcome]) -> Iterator[str]:
    return (json.dumps(result_data(outcome)) + "\n" for outcome in outcomes)


def _json(loaded: Loaded, outcomes: Iterator[Outcome]) -> Iterator[str]:
    found = [result_data(outcome) for outcome in outcomes]
    yield json.dumps(found[0] if len(found) == 1 else found, indent=2) + "\n"


def _csv(loaded: Loaded, outcomes: Iterator[Outcome]) -> Iterator[str]:
    """A line for each set: label, every buffer, the sum, every arena. A set without numbers has its label only."""
    layout = loaded.elaborated
    assert layout is not None  # noqa: S101 - a layout with errors was refused before
    arenas = _arena_names(layout)
    buffers = [buffer.name for buffer in layout.buffers]
    yield _csv_line(["label", *buffers, "total_bytes", *(f"arena {name}" for name in arenas)])
    for outcome in outcomes:
        data = result_data(outcome)
        cells = [outcome.label or ""]
        if outcome.resolved is not None:
            cells += [*data["buffers"].values(), data["total_bytes"]]
            cells += [data["arenas"][name] for name in arenas]
        yield _csv_line(cells)


def _arena_names(layout: Elaborated) -> tuple[str, ...]:
    """The arenas as stated, then those of host twins."""
    twins = (
        twin_arena(layout.arena_of(buffer), buffer.written.mirror)
        for buffer in layout.buffers
        if isinstance(buffer.written, Buffer) and buffer.written.mirror is not None
    )
    return tuple(dict.fromkeys((*(arena.name for arena in layout.arenas), *twins)))


def _csv_line(cells: list[Any]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells)
    return out.getvalue()


def _tables(loaded: Loaded, outcomes: Iterator[Outcome]) -> Iterator[str]:
    for i, outcome in enumerate(outcomes):
        if outcome.resolved is not None:
            yield ("\n" if i else "") + _table(outcome.label, outcome.resolved)


def _table(label: str | None, resolved: ResolvedLayout) -> str:
    rows = [("buffer", "dtype", "shape", "bytes", ""), *map(_row, resolved.buffers.values())]
    rows.append(("sum of buffers", "", "", *_bytes(resolved.total_bytes)))
    rows += [
        (f"arena {name}", "", "", *_bytes(arena.bytes)) for name, arena in resolved.arenas.items()
    ]
    name = resolved.elaborated.name
    heading = f"{name}: {label}\n" if label else f"{name}\n"
    return heading + "".join(f"{line}\n" for line in aligned(rows, right=(3, 4)))


def _row(made: Resolved) -> tuple[str, str, str, str, str]:
    name = made.node.name
    if not made.exists:
        what = "absent, placeholder" if made.bytes else "absent"
        return (name, "", what, *(_bytes(made.bytes) if made.bytes else ("0", "")))
    if made.children and made.node.row is None and made.node.shape is None:
        return (name, "", _composed(made), *_bytes(made.bytes))
    dtype = made.dtype.name if made.dtype is not None else ""
    return (name, dtype, " x ".join(map(str, made.shape)) or "1", *_bytes(made.bytes))


def _composed(made: Resolved) -> str:
    """What something is made of that has no shape of its own."""
    return f"{made.rows} x {made.row_bytes} bytes" if made.rows else parts_text(made.node)


def _bytes(count: int) -> tuple[str, str]:
    return f"{count:,}", human_bytes(count)


_WRITERS: Final[dict[str, Callable[[Loaded, Iterator[Outcome]], Iterator[str]]]] = {
    "table": _tables,
    "json": _json,
    "jsonl": _jsonl,
    "csv": _csv,
}
