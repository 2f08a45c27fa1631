"""Runs one case: a layout, its value sets and calls of routines, as text and data that a file can keep.

A case is a folder with `layout.toml` and perhaps `values.json`, a list of value sets. A set is
`{"label", "params", "flags", "env", "routines"}`, all but the label optional; a routine is called as
`{"name", "live", "padded", "rows"}`. Without a file there is one set with no values.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from attrs import field, frozen

from arenagen.api import Given, Loaded, ResolveError, load, resolve
from arenagen.diagnostics import Diagnostic
from arenagen.diagnostics.locate import Sources
from arenagen.diagnostics.write_text import write_text
from arenagen.elaborate import Plan
from arenagen.resolve import Program, Resolved, ResolvedLayout
from arenagen.resolve.model import ByteRange
from arenagen.resolve.ranges import (
    CountError,
    Counts,
    merge,
    padding_gaps,
    routine_ranges,
)

LAYOUT = "layout.toml"
VALUES = "values.json"


@frozen
class CallOutcome:
    """What one call of a routine clears, or the message that refuses it."""

    call: dict[str, Any]
    plan: Plan
    counts: Counts
    ranges: tuple[ByteRange, ...] = ()
    merged: tuple[ByteRange, ...] = ()
    refused: str | None = None

    def data(self) -> dict[str, Any]:
        """As a file keeps it: ranges as [arena, offset, bytes, pattern]."""
        if self.refused is not None:
            return {"call": self.call, "refused": self.refused}
        return {
            "call": self.call,
            "ranges": [[r.arena, r.offset, r.size, r.pattern.hex()] for r in self.merged],
        }


@frozen
class SetOutcome:
    """What one value set came to: numbers, or the diagnostics that refuse it."""

    label: str
    resolved: ResolvedLayout | None = None
    calls: tuple[CallOutcome, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    def data(self) -> dict[str, Any] | None:
        """As a file keeps it; None where there are no numbers."""
        if self.resolved is None:
            return None
        calls = [call.data() for call in self.calls]
        return {"label": self.label, **describe(self.resolved), "routines": calls}


@frozen
class Outcome:
    """What a case came to."""

    sources: Sources = field(repr=False)
    diagnostics: tuple[Diagnostic, ...] = ()
    sets: tuple[SetOutcome, ...] = ()

    def text(self) -> str:
        """All diagnostics as people see them, those of value sets below their labels."""
        parts = [self._written(self.diagnostics)] if self.diagnostics else []
        parts += [
            f"--- {made.label}\n{self._written(made.diagnostics)}"
            for made in self.sets
            if made.diagnostics
        ]
        return "\n".join(parts)

    def _written(self, diagnostics: Iterable[Diagnostic]) -> str:
        return write_text(self.sources.locate(diagnostics), self.sources)

    def json(self) -> str:
        """The numbers of every set that has some; "" for none. A node a line, so that diffs are read."""
        return "".join(_set_text(data) for made in self.sets if (data := made.data()) is not None)


def run_case(folder: Path) -> Outcome:
    """The outcome of the case in a folder."""
    text = (folder / LAYOUT).read_text(encoding="utf-8")
    loaded = load(text, LAYOUT)
    sources = Sources({LAYOUT: text})
    if loaded.elaborated is None:
        return Outcome(sources, loaded.report.diagnostics)
    sets = tuple(_run_set(loaded, values) for values in _value_sets(folder))
    return Outcome(sources, loaded.report.diagnostics, sets)


def _value_sets(folder: Path) -> list[dict[str, Any]]:
    path = folder / VALUES
    if not path.exists():
        return [{"label": "defaults"}]
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _run_set(loaded: Loaded, values: dict[str, Any]) -> SetOutcome:
    label = values["label"]
    given = Given(
        params=values.get("params", {}),
        flags=values.get("flags", {}),
        env=values.get("env", {}),
        source=f"{VALUES} ({label})",
    )
    try:
        resolved = resolve(loaded, given)
    except ResolveError as refused:
        return SetOutcome(label, diagnostics=refused.diagnostics)
    calls = tuple(_call(loaded.program, resolved, call) for call in values.get("routines", ()))
    return SetOutcome(label, resolved, calls)


def describe(resolved: ResolvedLayout) -> dict[str, Any]:
    """A resolved layout as plain data."""
    return {
        "total_bytes": resolved.total_bytes,
        "arenas": {
            name: {"bytes": arena.bytes, "base_align": arena.base_align}
            for name, arena in resolved.arenas.items()
        },
        "twins": dict(resolved.twins),
        "nodes": {path: _node(made, resolved) for path, made in resolved.nodes.items()},
    }


def _node(made: Resolved, resolved: ResolvedLayout) -> dict[str, Any]:
    """The offset of a part is counted from the start of its buffer, as expressions do."""
    root = resolved.buffers[made.node.buffer]
    offset = made.offset
    if offset is not None and made is not root:
        offset -= root.offset or 0
    found: dict[str, Any] = {"exists": made.exists, "bytes": made.bytes, "offset": offset}
    if made.exists:
        found |= {"dtype": made.dtype and made.dtype.name, "shape": list(made.shape)}
        if made.rows:
            found |= {"rows": made.rows, "row_bytes": made.row_bytes}
    return found


def _call(program: Program, resolved: ResolvedLayout, call: dict[str, Any]) -> CallOutcome:
    counts = Counts(call.get("live", 0), call.get("padded", 0), tuple(call.get("rows", ())))
    plan = next(p for p in program.layout.plans if p.routine.name == call["name"])
    try:
        ranges = routine_ranges(program, resolved, plan, counts)
    except CountError as refused:
        return CallOutcome(call, plan, counts, refused=str(refused))
    merged = merge(ranges, padding_gaps(resolved))
    return CallOutcome(call, plan, counts, ranges, merged)


def _set_text(data: dict[str, Any]) -> str:
    lines = [f"{json.dumps(key)}: {text}" for key, text in _entries(data)]
    return "{\n" + ",\n".join(f"  {line}" for line in lines) + "\n}\n"


def _entries(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in data.items():
        if key in ("nodes", "routines") and value:
            opening, closing = "{}" if key == "nodes" else "[]"
            yield key, f"{opening}\n" + ",\n".join(_rows(value)) + f"\n  {closing}"
        else:
            yield key, json.dumps(value)


def _rows(value: dict[str, Any] | list[Any]) -> Iterator[str]:
    if isinstance(value, list):
        yield from (f"    {json.dumps(item)}" for item in value)
        return
    yield from (f"    {json.dumps(key)}: {json.dumps(item)}" for key, item in value.items())
