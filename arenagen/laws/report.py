"""What the verdicts say to a user: laws that are broken, that could not be proved, and assumptions that do not help."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from arenagen.diagnostics import Diagnostic, Place
from arenagen.elaborate import Elaborated
from arenagen.expressions import Value, shown_value, to_text
from arenagen.laws.counterexample import smallest
from arenagen.laws.growth import GROWTH
from arenagen.laws.ledger import Settled
from arenagen.laws.obligation import Goal, Verdict
from arenagen.laws.stated import NEVER

SAID_BY_RULES = ("can_exist", "has_value")
"""Obligations about which the rules report what cannot be shown, under codes of their own."""

MAX_SHOWN = 6


def findings(
    layout: Elaborated, settled: Sequence[Settled], source: str = ""
) -> Iterator[Diagnostic]:
    """Broken and unproved obligations, in the order of the ledger."""
    for each in settled:
        obligation, verdict = each.obligation, each.verdict
        if not obligation.stated and obligation.law in SAID_BY_RULES:
            continue
        if verdict.status == "refuted" and obligation.law == GROWTH:
            yield _shrinking(layout, each, source)
        elif verdict.status == "refuted":
            yield _refuted(layout, each, source)
        elif verdict.status == "unknown":
            message = f"{_called(each)} could not be proved, and no values were found that break it"
            hint = "state it more simply, narrow a domain, or `[assume]` what it relies on"
            yield Diagnostic("AG702", message, Place(obligation.where), hint=hint)
        elif NEVER in verdict.by:
            message = (
                f"law `{obligation.subject}` is about no values: what it asks for never comes about"
            )
            yield Diagnostic("AG706", message, Place(obligation.where))


def _called(settled: Settled) -> str:
    obligation = settled.obligation
    if obligation.stated:
        return f"law `{obligation.subject}`"
    return f"`{obligation.subject}`: {obligation.law} ({obligation.doc})"


def _refuted(layout: Elaborated, settled: Settled, source: str) -> Diagnostic:
    obligation, verdict = settled.obligation, settled.verdict
    if verdict.note:
        message = f"{_called(settled)} has no value: {verdict.note}"
        return Diagnostic("AG701", message, Place(obligation.where))
    broken = next((goal for goal in obligation.goals if isinstance(goal, Goal)), None)
    what = f": {to_text(broken.that)}" if broken is not None and obligation.stated else ""
    message = f"{_called(settled)} does not hold{what}{_told(layout, verdict)}"
    command = f"`{size_command(layout, verdict, source)}` shows it"
    return Diagnostic("AG701", message, Place(obligation.where), hint=command)


def _shrinking(layout: Elaborated, settled: Settled, source: str) -> Diagnostic:
    """Two sizes, the later one of more rows and smaller."""
    obligation, verdict = settled.obligation, settled.verdict
    values, sizes = verdict.witness or {}, [value for _, value in verdict.shown]
    pairs = (goal.again for goal in obligation.goals if isinstance(goal, Goal) and goal.again)
    name, other = next(pair for pair in pairs if pair[1] in values)
    message = (
        f"`{obligation.subject}` takes {sizes[0]} bytes for {name} = {values[name]} and {sizes[1]} for "
        f"{name} = {values[other]}"
    )
    hint = f"`{size_command(layout, verdict, source)}` shows the first"
    return Diagnostic("AG705", message, Place(obligation.where), hint=hint)


def _told(layout: Elaborated, verdict: Verdict) -> str:
    values = differing(layout, verdict)
    listed = [f"{name} = {shown_value(value)}" for name, value in values.items()]
    text = f" for {', '.join(listed[:MAX_SHOWN])}" if listed else ""
    parts = [f"`{name}` is {shown_value(value)}" for name, value in verdict.shown]
    return text + (f"; {', '.join(parts)}" if parts else "")


def differing(layout: Elaborated, verdict: Verdict) -> dict[str, Value]:
    """The values of a counterexample that are not the usual ones: variables, and what breaks the law."""
    usual: Mapping[str, Value] = {
        **{param.name: smallest(param) for param in layout.layout.params},
        **{flag.name: False for flag in layout.layout.flags},
    }
    values = verdict.witness or {}
    return {name: value for name, value in values.items() if usual.get(name) != value}


def size_command(layout: Elaborated, verdict: Verdict, source: str) -> str:
    """A command that resolves the layout for the values of a counterexample."""
    values = verdict.witness or {}
    written = layout.layout
    needed = {param.name for param in written.params if param.default is None}
    settable = {item.name for item in (*written.params, *written.flags)}
    chosen = {*needed, *differing(layout, verdict)} & settable
    words = [f"--set {name}={shown_value(values[name])}" for name in values if name in chosen]
    return " ".join(["arenagen size", source or "LAYOUT", *words])
