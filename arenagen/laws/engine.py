"""Settles every obligation of a layout: a verdict for each, from what was proved before where nothing has changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

from attrs import evolve, frozen

from arenagen.diagnostics import Diagnostic, Place
from arenagen.elaborate import Elaborated
from arenagen.expressions import Bool, Logic
from arenagen.expressions.analysis import Domain, Fault, Guard, Scope, analyse, find
from arenagen.expressions.analysis.walker import Walker
from arenagen.expressions.arithmetic import OVERFLOW
from arenagen.laws.counterexample import Replay
from arenagen.laws.digests import Digests
from arenagen.laws.growth import axis_parameters, growth
from arenagen.laws.implied import implied
from arenagen.laws.ledger import Recorded, Settled
from arenagen.laws.limits import largest_passing
from arenagen.laws.obligation import (
    Goal,
    Obligation,
    Occurs,
    Status,
    ValueGoal,
    Verdict,
    together,
)
from arenagen.laws.prove import SOLVER, Found, Solver, prove
from arenagen.laws.scopes import Scopes, inlined
from arenagen.laws.stated import NEVER, stated
from arenagen.laws.symbols import SymbolicLayout
from arenagen.laws.terms import both, opposite
from arenagen.resolve import Program
from arenagen.rules.domains import domains_of

BITS: Final = "64 bits"
"""The check of constructors that refuses numbers beyond 64 bits."""


@frozen(eq=False)
class Proofs:
    """What came of a layout: its obligations with their verdicts, and what is wrong with its assumptions."""

    settled: tuple[Settled, ...] = ()
    complaints: tuple[Diagnostic, ...] = ()


class Engine:
    """Proves the obligations of one layout."""

    def __init__(self, program: Program, solver: Solver | None = None) -> None:
        layout = program.layout
        self.domains: Mapping[str, Domain] = domains_of(layout)
        self.symbols = SymbolicLayout(layout, dict(self.domains))
        self.scopes = Scopes(self.symbols, self.domains)
        self._solver = solver
        self._replay = Replay(program, self.symbols)
        self._layout: Elaborated = layout
        self._program = program
        self._bare = bare = self.scopes.of(Occurs(that=Bool(True)), ())
        self.obligations: tuple[Obligation, ...] = (
            *stated(layout, bare),
            *implied(self.symbols),
            *growth(self.symbols, bare),
        )
        self._checks = tuple(self._constructor_checks())
        self._digests = Digests(
            self.symbols.definitions,
            self.scopes.domains,
            [("", require) for require in self.scopes.requires]
            + [*self.scopes.assumes.items(), *self._checks],
        )

    def _constructor_checks(self) -> Iterator[tuple[str, Guard]]:
        """Budgets and index widths, as conditions on values that constructors take."""
        for obligation in self.obligations:
            for goal in obligation.goals if obligation.constructor else ():
                if isinstance(goal, Goal):
                    met: Bool | Logic = Logic("or", Bool(False), goal.that)
                    for guard, truth in goal.guards:
                        met = Logic("or", guard if not truth else opposite(guard), met)
                    yield obligation.name, (met, True)

    def recalled(self, obligation: Obligation, recorded: Recorded, *, anew: bool) -> Settled:
        """The verdict that was recorded for the very same question, or a new one.

        What a solver has proved stands, although none may be installed here, or one that gives up earlier.
        """
        if not obligation.goals:
            return Settled(obligation, self.settle(obligation))
        digest = self._digests.obligation(obligation)
        before, verdict = recorded.get(obligation.name, ("", None))
        known = verdict is not None and before == digest
        if verdict is not None and known and not anew:
            return Settled(obligation, self._with_limits(obligation, verdict), digest, kept=True)
        found = self.settle(obligation)
        if verdict is not None and known and found.status == "unknown" and SOLVER in verdict.by:
            return Settled(obligation, self._with_limits(obligation, verdict), digest, kept=True)
        return Settled(obligation, found, digest)

    def about_assumptions(self, settled: Iterable[Settled]) -> Iterator[Diagnostic]:
        """Assumptions that cannot hold at once, and those that no proof needs."""
        names = tuple(self.scopes.assumes)
        if not names:
            return
        scope = self.scopes.of(Occurs(that=Bool(True)), names)
        answer = find(Bool(True), scope)
        met = answer.witness is not None or answer.ruled_out
        if not met and self._solver is not None:
            every = both(*(condition for condition, _ in self.scopes.assumes.values()))
            met = self._solver(opposite(every), self._bare, ()).witness is not None
        if not met:
            message = "no values were found that meet all assumptions and requirements"
            yield Diagnostic("AG702", message, Place(("assume",)))
        if answer.ruled_out:
            message = "no values meet all assumptions and requirements, so that everything could be proved from them"
            yield Diagnostic("AG703", message, Place(("assume",)))
            return
        needed = {name for each in settled for name in each.verdict.because}
        for item in self._layout.layout.assume:
            if item.name not in needed:
                message = f"no proof needs the assumption `{item.name}`"
                hint = "leave it out, or make it a requirement that constructors check"
                yield Diagnostic("AG704", message, Place((*item.where, "that")), hint=hint)

    def settle(self, obligation: Obligation) -> Verdict:
        """The verdict on one obligation."""
        if not obligation.goals:
            return Verdict(status="proved", by=(obligation.by,))
        verdict = together(tuple(self._goal(obligation, goal) for goal in obligation.goals))
        return self._with_limits(obligation, verdict)

    def _with_limits(self, obligation: Obligation, verdict: Verdict) -> Verdict:
        """With the largest values that constructors take: these depend on the whole layout."""
        if verdict.status == "guarded" and obligation.constructor:
            return evolve(verdict, passes=self._passing)
        return verdict

    @cached_property
    def _passing(self) -> tuple[tuple[str, int], ...]:
        return largest_passing(self._program, axis_parameters(self.symbols, self._bare))

    def _goal(self, obligation: Obligation, goal: Goal | ValueGoal | Occurs) -> Verdict:
        match goal:
            case Goal():
                return self._condition(obligation, goal)
            case ValueGoal():
                return self._value(obligation, goal)
            case Occurs():
                return self._occurs(goal)

    def _condition(self, obligation: Obligation, goal: Goal) -> Verdict:
        scope = self.scopes.of(goal, ())
        if obligation.stated and scope.state(inlined(goal, self.symbols)[1]) is None:
            return Verdict(status="proved", by=(NEVER,))
        found = self._ask(goal, scope)
        if found.holds:
            return _proved(found)
        if obligation.constructor:
            return Verdict(status="guarded", because=(obligation.law,))
        assumed = tuple(self.scopes.assumes)
        if assumed:
            scope = self.scopes.of(goal, assumed)
            under = self._ask(goal, scope)
            if under.holds:
                return self._assumed(goal, under)
            found = under
        return self._refuted(goal, scope, found) or self._guarded(goal, assumed)

    def _ask(self, goal: Goal, scope: Scope) -> Found:
        that, guards = inlined(goal, self.symbols)
        return prove(that, scope, guards, self._solver)

    def _assumed(self, goal: Goal, found: Found) -> Verdict:
        """The assumptions without which it could not be proved."""
        needed = list(self.scopes.assumes)
        for name in tuple(needed):
            fewer = [other for other in needed if other != name]
            again = self._ask(goal, self.scopes.of(goal, fewer))
            if again.holds:
                needed, found = fewer, again
        return evolve(_proved(found), status="assumed", because=tuple(needed))

    def _guarded(self, goal: Goal, assumed: tuple[str, ...]) -> Verdict:
        """What holds for values that constructors take: by one of their checks, or by all together."""
        single = [((name,), (check,)) for name, check in self._checks]
        every = (tuple(name for name, _ in self._checks), tuple(check for _, check in self._checks))
        for names, checks in [*single, *([every] if self._checks else [])]:
            scope = self.scopes.of(goal, assumed, checks)
            found = self._ask(goal, scope)
            if found.holds:
                status: Status = "assumed" if assumed else "guarded"
                return evolve(_proved(found), status=status, because=(*names, *assumed))
            broken = self._refuted(goal, scope, found)
            if broken is not None:
                return broken
        return Verdict(status="unknown")

    def _refuted(self, goal: Goal, scope: Scope, found: Found) -> Verdict | None:
        """The counterexample, if there is one that the layout bears out."""
        if found.witness is None:
            return None
        replayed = self._replay.shrunk(goal, scope, found.witness)
        if replayed is None:
            return None
        return Verdict(status="refuted", witness=replayed.values, shown=replayed.shown)

    def _value(self, obligation: Obligation, goal: ValueGoal) -> Verdict:
        """Whether an expression has a value; numbers beyond 64 bits are a question of their own."""
        assumed: tuple[str, ...] = ()
        faults = self._refusals(goal, assumed, own=obligation.stated)
        if self.scopes.assumes and faults:
            under = self._refusals(goal, tuple(self.scopes.assumes), own=obligation.stated)
            if len(under) < len(faults):
                assumed, faults = tuple(self.scopes.assumes), under
        beyond = [code for code in faults if code == OVERFLOW]
        others = [fault for code, fault in faults.items() if code != OVERFLOW]
        if others and obligation.law != "fits_64_bits":
            shown = next((f for f in others if self._reached(goal, assumed, f)), None)
            status: Status = "unknown" if shown is None else "refuted"
            return Verdict(status=status, note=(shown or others[0]).message)
        if beyond and obligation.law != "has_value":
            return Verdict(status="guarded", because=(BITS, *assumed), by=("ranges",))
        status = "assumed" if assumed else "proved"
        return Verdict(status=status, by=("ranges",), because=assumed)

    def _reached(self, goal: ValueGoal, assumed: tuple[str, ...], fault: Fault) -> bool:
        """Whether a refusal is shown by values; by ones that have a layout, where it is not about the layout."""
        if fault.witness is None or not goal.needs_layout:
            return fault.witness is not None
        scope = self.scopes.of(goal, assumed)
        expr, guards = inlined(goal, self.symbols)
        return self._replay.has_layout(expr, guards, scope, fault.witness)

    def _refusals(
        self, goal: ValueGoal, assumed: tuple[str, ...], *, own: bool
    ) -> Mapping[str, Fault]:
        """What could keep the expression from having a value, by code, after all that reasoning can exclude.

        own: whether what happens inside sizes and places is left to the obligations about these.
        """
        scope = self.scopes.of(goal, assumed)
        expr, guards = inlined(goal, self.symbols)
        state = scope.state(guards)
        if state is None:
            return {}
        walker = Walker(scope)
        walker.value(expr, state)
        found = [f for f in walker.findings.values() if not (own and _in_sizes(f.via))]
        if all(finding.code == OVERFLOW for finding in found):
            return {f.code: Fault(f.code, "undecided", BITS, f.span) for f in found}
        facts = analyse(expr, scope, guards)
        return {fault.kind: fault for fault in facts.faults if not (own and _in_sizes(fault.via))}

    def _occurs(self, goal: Occurs) -> Verdict:
        that, guards = inlined(goal, self.symbols)
        scope = self.scopes.of(goal, tuple(self.scopes.assumes))
        answer = find(that, scope, guards)
        if answer.witness is not None:
            return Verdict(status="proved", by=("example",))
        if not answer.ruled_out and self._solver is not None:
            found = self._solver(opposite(that), scope, guards)
            if found.witness is not None:
                return Verdict(status="proved", by=(SOLVER,))
        return Verdict(status="refuted" if answer.ruled_out else "unknown", witness={})


def _in_sizes(via: tuple[str, ...]) -> bool:
    """Whether a refusal lies behind a property of a part, rather than in the statement or a derived value."""
    return any("." in name for name in via)


def _proved(found: Found) -> Verdict:
    return Verdict(status="proved", by=(found.by,), points=found.points)


def settle_all(
    program: Program, recorded: Recorded, solver: Solver | None, *, anew: bool = False
) -> Proofs:
    """Every obligation of a layout with its verdict, in the order of the ledger.

    recorded: verdicts of an earlier run, which are taken over where the digests agree.
    anew: proves again what is recorded; only what needed a solver may still be taken over.
    """
    engine = Engine(program, solver)
    settled = tuple(engine.recalled(each, recorded, anew=anew) for each in engine.obligations)
    return Proofs(settled, tuple(engine.about_assumptions(settled)))
