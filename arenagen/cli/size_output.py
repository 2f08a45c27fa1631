"""The forms in which `size` prints results: a table for people; JSON, lines of JSON and CSV for programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from typing import Any

from attrs import frozen

from arenagen.cli.tables import aligned, human_bytes
from arenagen.diagnostics import Diagnostic
from arenagen.diagnostics.printable import one_line
from arenagen.elaborate import Elaborated
from arenagen.emit.describe import parts_text
from arenagen.model import Buffer
from arenagen.resolve import Resolved, ResolvedLayout
from arenagen.resolve.placement import twin_arena


@frozen
class Outcome:
    """One set of values: its label and its numbers, or why it has none."""

    label: str | None
    resolved: ResolvedLayout | None
    faults: tuple[Diagnostic, ...] = ()


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


def json_line(layout: Elaborated, outcome: Outcome) -> str:
    """One result as a line of JSON."""
    return json.dumps(result_data(outcome)) + "\n"


def json_document(outcomes: Iterable[Outcome]) -> str:
    """One result as an object, several as an array."""
    found = [result_data(outcome) for outcome in outcomes]
    return json.dumps(found[0] if len(found) == 1 else found, indent=2) + "\n"


def csv_heading(layout: Elaborated) -> str:
    """Names of the columns: label, every buffer, the sum, every arena."""
    buffers = [buffer.name for buffer in layout.buffers]
    arenas = [f"arena {name}" for name in _arena_names(layout)]
    return _csv_line(["label", *buffers, "total_bytes", *arenas])


def csv_line(layout: Elaborated, outcome: Outcome) -> str:
    """One result as a line of CSV; of a set without numbers only the label."""
    cells: list[Any] = [outcome.label or ""]
    if outcome.resolved is not None:
        data = result_data(outcome)
        cells += [*data["buffers"].values(), data["total_bytes"]]
        cells += [data["arenas"][name] for name in _arena_names(layout)]
    return _csv_line(cells)


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


def table(label: str | None, resolved: ResolvedLayout) -> str:
    """One result for people."""
    rows = [("buffer", "dtype", "shape", "bytes", ""), *map(_row, resolved.buffers.values())]
    rows.append(("sum of buffers", "", "", *_bytes(resolved.total_bytes)))
    rows += [
        (f"arena {name}", "", "", *_bytes(arena.bytes)) for name, arena in resolved.arenas.items()
    ]
    name = resolved.elaborated.name
    heading = f"{name}: {one_line(label)}\n" if label else f"{name}\n"
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
