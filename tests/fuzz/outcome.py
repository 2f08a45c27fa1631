"""What becomes of one text: diagnostics or numbers; anything else is a crash."""

from __future__ import annotations

import ast
import json
import traceback
from random import Random

from attrs import frozen

from arenagen.api import Given, Loaded, ResolveError, load, resolve
from arenagen.diagnostics import Diagnostic, Report
from arenagen.diagnostics.locate import Sources
from arenagen.diagnostics.write_text import write_text
from arenagen.elaborate import Elaborated
from arenagen.emit.identifiers import check_identifiers
from arenagen.emit.python import TARGET
from arenagen.emit.render import Chosen, Origin, render
from arenagen.emit.target import completed
from arenagen.model import Param
from arenagen.resolve import ResolvedLayout
from arenagen.resolve.ranges import CountError, Counts, merge, padding_gaps, routine_ranges
from arenagen.verify import Asked, verify_layout, verify_merged, verify_ranges

SOURCE = "fuzz.toml"
MAX_PLANES = 10_000
SMALL_BYTES = 100_000
"""Up to here the ranges of routines are compared byte for byte."""


@frozen
class Outcome:
    """kind: "refused", "no values", "resolved" or "crash"; code: of the first fault; trace: of a crash."""

    kind: str
    code: str = ""
    trace: str = ""

    @property
    def crashed(self) -> bool:
        """Whether something other than a result or a diagnostic came out."""
        return self.kind == "crash"


def run(text: str, random: Random, *, generate: bool = False) -> Outcome:
    """Takes a text through reading, rules, resolve and all routines, shows every diagnostic and verifies numbers.

    With `generate` also renders the code of what is sound, and reads it as Python.
    """
    try:
        return _run(text, random, generate)
    except Exception as crash:
        lines = traceback.format_exception(crash)
        return Outcome("crash", f"{type(crash).__name__} {_where(crash)}", "".join(lines[-12:]))


def _where(crash: Exception) -> str:
    frames = traceback.extract_tb(crash.__traceback__)
    inner = [frame for frame in frames if "arenagen" in frame.filename] or list(frames)
    return f"{inner[-1].filename.rpartition('arenagen/')[2]}:{inner[-1].lineno}"


def _run(text: str, random: Random, generate: bool) -> Outcome:
    loaded = load(text, SOURCE)
    _show(text, loaded.report.diagnostics)
    if loaded.elaborated is None:
        assert loaded.report.errors, "refused without a word"
        return Outcome("refused", loaded.report.errors[0].code)
    if generate:
        _render(text, loaded.elaborated)
    outcome = Outcome("no values")
    for _ in range(3):
        try:
            resolved = resolve(loaded, _given(loaded, random))
        except ResolveError as refused:
            found = refused.diagnostics
        else:
            findings = verify_layout(resolved)
            assert not findings, f"verification: {findings[0]}"
            _routines(loaded, resolved, random)
            return Outcome("resolved")
        _show(text, found)
        outcome = Outcome("no values", found[0].code)
    return outcome


def _show(text: str, diagnostics: tuple[Diagnostic, ...]) -> None:
    sources = Sources({SOURCE: text})
    assert bool(write_text(sources.locate(diagnostics), sources)) == bool(diagnostics)


def _render(text: str, layout: Elaborated) -> None:
    report = Report(SOURCE)
    check_identifiers(layout, TARGET, report)
    if report.errors:
        _show(text, report.diagnostics)
        return
    chosen = Chosen(TARGET, completed(TARGET, {}))
    for name, made in render(layout, Origin("layouts/fuzz.toml", "0" * 64), [chosen]).items():
        if name.endswith(".py"):
            ast.parse(made)
        elif name.endswith(".json"):
            json.loads(made)


def _given(loaded: Loaded, random: Random) -> Given:
    """Mostly values of the domains."""
    assert loaded.elaborated is not None
    params = {p.name: _value(p, random) for p in loaded.elaborated.layout.params}
    flags = {f.name: random.random() < 0.5 for f in loaded.elaborated.layout.flags}
    return Given(params, flags, source="values")


def _value(param: Param, random: Random) -> object:
    if random.random() < 0.02:
        return random.choice((-1, 2**70, True, "f32", None, 1.5))
    if param.type == "bool":
        return random.random() < 0.5
    if param.values:
        return random.choice(param.values)
    step = param.multiple_of
    first, last = -(-param.min // step), (param.max or 0) // step
    return (
        random.choice((first, last, random.randint(first, max(first, min(last, first + 9))))) * step
    )


def _routines(loaded: Loaded, resolved: ResolvedLayout, random: Random) -> None:
    """Calls every routine, unless rows of very many planes would be ranges by the million."""
    if any(made.plane_count > MAX_PLANES for made in resolved.nodes.values()):
        return
    small = sum(arena.bytes for arena in resolved.arenas.values()) < SMALL_BYTES
    for plan in resolved.elaborated.plans:
        live = random.randint(0, 4)
        counts = Counts(live, live + random.randint(0, 2), (random.randint(0, 3),))
        try:
            ranges = routine_ranges(loaded.program, resolved, plan, counts)
        except CountError:
            continue
        merged = merge(ranges, padding_gaps(resolved))
        if small:
            asked = Asked(counts.live, counts.padded, counts.rows)
            findings = verify_ranges(resolved, plan.routine, asked, ranges)
            findings += verify_merged(resolved, ranges, merged)
            assert not findings, f"verification: {plan.routine.name}: {findings[0]}"
