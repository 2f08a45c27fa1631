"""The way through all phases for one text, shared by the commands, the tests and other tools.

    loaded = load(text, "layouts/llama.toml")
    if loaded.elaborated is not None:
        resolved = loaded.program.resolve(Given(params={"max_batch_tokens": 4096, ...}))

Opens no file. May import everything from parse to resolve.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from arenagen.diagnostics import Diagnostic, Note, Report
from arenagen.diagnostics.waivers import unused, waive
from arenagen.elaborate import Elaborated, elaborate
from arenagen.parse import parse_layout
from arenagen.resolve import Given, Program, ResolvedLayout, ResolveError, compile_layout, probe
from arenagen.rules import check, waivers_of

if TYPE_CHECKING:
    from arenagen.laws import Recorded, Settled

__all__ = ["Given", "Loaded", "ResolveError", "load", "load_proved", "load_tried", "resolve"]


@frozen(eq=False, slots=False)
class Loaded:
    """A layout as far as it came through the phases.

    source: the name of its file in messages; text: what was read.
    elaborated: None where `report` holds an error.
    laws: verdicts on everything that must hold for all values, where they were asked for.
    """

    source: str
    text: str
    report: Report
    elaborated: Elaborated | None
    laws: tuple[Settled, ...] = ()

    @property
    def believed(self) -> int:
        """How many laws stand by a proof of a solver that was recorded before."""
        return sum(each.kept and each.by_solver for each in self.laws)

    @cached_property
    def program(self) -> Program:
        """The layout compiled, to be resolved for many sets of values. Only for one without errors."""
        assert self.elaborated is not None, "a layout with errors has no program"  # noqa: S101
        return compile_layout(self.elaborated)


def load(text: str, source: str = "") -> Loaded:
    """Takes a layout through reading, elaboration and all rules; every fault and finding is in the report.

    Findings that the layout waives are marked; which waivers are of no use is told by `load_proved`.
    """
    report = Report(source)
    layout = parse_layout(text, report)
    elaborated = None if layout is None else elaborate(layout, report)
    sound = elaborated is not None and check(elaborated, report)
    if elaborated is not None:
        waive(report, waivers_of(elaborated, source))
    return Loaded(source, text, report, elaborated if sound else None)


def load_tried(text: str, source: str = "") -> Loaded:
    """`load`, and then the layout tried on values of its domain: what is fit to be built."""
    loaded = load(text, source)
    if loaded.elaborated is None:
        return loaded
    faults = tuple(_sourced(fault, source) for fault in probe(loaded.program))
    loaded.report.extend(faults)
    return evolve(loaded, elaborated=None) if faults else loaded


def load_proved(
    text: str,
    source: str = "",
    recorded: Callable[[str], Recorded] = lambda name: {},
    *,
    anew: bool = False,
) -> Loaded:
    """`load_tried`, and then what must hold for all values proved: what `build` and `check` ask.

    recorded: gives the verdicts of an earlier run for the name of a layout; they are taken over where nothing has
        changed. anew: only what needed a solver is.
    """
    loaded = load_tried(text, source)
    if loaded.elaborated is None:
        return loaded
    from arenagen.laws import (  # commands that prove nothing need not load it
        findings,
        installed_solver,
        settle_all,
    )

    known, solver = recorded(loaded.elaborated.name), installed_solver()
    proofs = settle_all(loaded.program, known, solver, anew=anew)
    found = (*proofs.complaints, *findings(loaded.elaborated, proofs.settled, source))
    loaded.report.extend(_sourced(fault, source) for fault in found)
    sound = loaded.report.ok
    waivers = waivers_of(loaded.elaborated, source)
    waive(loaded.report, waivers)
    if sound:
        loaded.report.extend(unused(loaded.report, waivers))
    return evolve(loaded, elaborated=loaded.elaborated if sound else None, laws=proofs.settled)


def resolve(loaded: Loaded, given: Given) -> ResolvedLayout:
    """The numbers for given values. Raises ResolveError whose places all name their file.

    `given.source` must be set: it tells faults of the values from those of the layout.
    """
    try:
        return loaded.program.resolve(given)
    except ResolveError as fault:
        raise ResolveError(tuple(_sourced(d, loaded.source) for d in fault.diagnostics)) from None


def _sourced(diagnostic: Diagnostic, source: str) -> Diagnostic:
    """The diagnostic with the layout as the file of every place that names none."""
    notes = tuple(_sourced_note(note, source) for note in diagnostic.also)
    return evolve(diagnostic, source=diagnostic.source or source, also=notes)


def _sourced_note(note: Note, source: str) -> Note:
    if note.place.source is not None:
        return note
    return evolve(note, place=evolve(note.place, source=source))
