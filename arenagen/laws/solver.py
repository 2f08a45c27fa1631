"""Asks z3, where it is installed, what the built-in means leave open.

Effort is limited by z3's own count of steps, not by a clock, so that the answer does not depend on the machine. A model
is only a hint: its values are tried out.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from typing import Any, Final

from arenagen.expressions import Expr, Value
from arenagen.expressions.analysis import Guard, Scope
from arenagen.expressions.analysis.domain import members, size
from arenagen.expressions.analysis.trial import Trial, connected
from arenagen.laws.encoded import Encoded
from arenagen.laws.prove import SOLVER, Found, Solver

STEPS: Final = 1_000_000
"""What z3 may spend on a goal as a whole."""

STEPS_PER_CASE: Final = 200_000
"""What it may spend on one case."""

MAX_CASES: Final = 256
"""Cases that a goal is split into, by values of names that have few, where it is too hard as a whole."""


def installed_solver() -> Solver | None:
    """The solver, if the extra `prove` is installed. z3 itself is loaded when it is first asked."""
    return _Asked().settle if find_spec("z3") is not None else None


class _Asked:
    """z3 for goals of one layout."""

    @cached_property
    def _z3(self) -> Any:
        return import_module("z3")

    def settle(self, that: Expr, scope: Scope, guards: tuple[Guard, ...]) -> Found:
        """Whether a condition holds wherever the guards do: as a whole, or else case by case."""
        trial = Trial(scope, that, (*scope.given, *guards))
        found = self._case(trial, {}, STEPS)
        if not found.open:
            return found
        names, ways = _split(trial)
        for values in product(*ways) if names else ():
            found = self._case(trial, dict(zip(names, values, strict=True)), STEPS_PER_CASE)
            if not found.holds:
                return found
        return found

    def _case(self, trial: Trial, fixed: Mapping[str, Value], steps: int) -> Found:
        z3 = self._z3
        solver = z3.Solver()
        solver.set("rlimit", steps)
        solver.set("random_seed", 0)
        encoded = Encoded(z3, trial.scope, fixed)
        _, close, _ = connected(trial.scope, trial.scope.mask(trial.expr), trial.guards)
        for guard, truth in close:
            term = encoded.of(guard)
            solver.add(term if truth else z3.Not(term))
        solver.add(z3.Not(encoded.of(trial.expr)))
        solver.add(*encoded.limits)
        answer = solver.check()
        if answer == z3.unsat:
            return Found(holds=True, by=SOLVER)
        if answer != z3.sat:
            return Found(holds=False)
        witness = encoded.values(solver.model(), trial.names)
        broken = witness is not None and trial.run(witness) is False
        return Found(
            holds=False, witness=trial.varying(witness, ()) if broken and witness else None
        )


def _split(trial: Trial) -> tuple[list[str], list[list[Value]]]:
    """The names of the goal that have few values, with these."""
    scope, names, ways, total = trial.scope, [], [], 1
    own = scope.mask(trial.expr)
    counts = {name: size(scope.domains[name], scope.domains[name].known) for name in trial.names}
    for name in sorted(counts, key=lambda name: counts[name]):
        if counts[name] > 1 and scope.bit(name) & own and total * counts[name] <= MAX_CASES:
            names.append(name)
            ways.append(list(members(scope.domains[name], scope.domains[name].known)))
            total *= counts[name]
    return names, ways
