"""Tries an expression out on actual values: all of them where they are few, telling ones otherwise."""

from __future__ import annotations

from itertools import product
from math import gcd, prod
from typing import TYPE_CHECKING

from arenagen.expressions.analysis.domain import Domain, members, size
from arenagen.expressions.analysis.interval import Interval
from arenagen.expressions.bindings import Definitions
from arenagen.expressions.compiled import compile_expression
from arenagen.expressions.errors import EvaluationError
from arenagen.expressions.evaluate import Value, evaluate
from arenagen.expressions.nodes import Expr, Int, Name, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from arenagen.expressions.analysis.scope import Guard, Scope
    from arenagen.expressions.analysis.state import State
    from arenagen.expressions.analysis.values import Known

MAX_ENUMERATED = 4096
MAX_TRIES = 600
MIN_TRIES = 2
MAX_WORK = 600_000
SEARCH_WORK = 100_000
MAX_CANDIDATES = 12

Assignment = dict[str, Value]


class Trial:
    """An expression with the guards and definitions that matter for it, ready to be run on values."""

    def __init__(self, scope: Scope, expr: Expr, guards: Sequence[Guard]) -> None:
        mask, chosen, self.apart = connected(scope, scope.mask(expr), guards)
        self.names, definitions = scope.names(mask)
        self.scope = scope
        self.expr = expr
        self.guards = chosen
        self.expressions = {name: scope.definitions[name] for name in definitions}
        self._definitions = Definitions(self.expressions)
        self._tests = [(compile_expression(test), truth) for test, truth in chosen]
        self._target = compile_expression(expr)
        self.cost = sum(1 for root in self._roots() for _ in walk(root))
        self._left = SEARCH_WORK

    def varying(self, values: Mapping[str, Value], first: Iterable[str]) -> Assignment:
        """The values without those of constants, beginning with the names in `first`."""
        order = sorted(values, key=set(first).__contains__, reverse=True)
        domains = self.scope.domains
        return {n: values[n] for n in order if size(domains[n], domains[n].known) > 1}

    def run(self, values: Mapping[str, Value]) -> Value | EvaluationError | None:
        """The value or the refusal for given values; None where a guard does not hold."""
        bound = self._definitions.bind(values)
        try:
            if any(test(bound) != truth for test, truth in self._tests):
                return None
        except EvaluationError:
            return None
        try:
            return self._target(bound)
        except EvaluationError as refusal:
            return refusal

    def met(self, state: State) -> bool | None:
        """Whether the guards that share no name with the expression can hold: None if not known."""
        left = self.apart
        while left:
            first, *others = left
            _, group, left = connected(self.scope, self.scope.mask(first[0]), others)
            key = (first, *group)
            if key not in self.scope.satisfied:
                self.scope.satisfied[key] = _satisfied(self.scope, key, state)
            if not self.scope.satisfied[key]:
                return self.scope.satisfied[key]
        return True

    def confirm(self, values: Mapping[str, Value]) -> Value | EvaluationError:
        """The same by the plain walk over the tree."""
        slow = Definitions(self.expressions, lambda expr: lambda env: evaluate(expr, env))
        try:
            return evaluate(self.expr, slow.bind(values))
        except EvaluationError as refusal:
            return refusal

    def domains(self, state: State) -> list[tuple[str, Domain, Known]]:
        """Each name with its domain and the part of it that is left in a state."""
        found = []
        for name in self.names:
            domain = self.scope.domains[name]
            found.append((name, domain, state.known.get(Name((*name.split("."),)), domain.known)))
        return found

    def count(self, state: State) -> int:
        """How many sets of values there are in a state."""
        return prod(size(domain, known) for _, domain, known in self.domains(state))

    def few(self, state: State) -> bool:
        """Whether all sets of values can be tried."""
        count = self.count(state)
        return count <= MAX_ENUMERATED and count * self.cost <= MAX_WORK

    def everything(self, state: State) -> Iterator[Assignment]:
        """Every set of values."""
        lists = [list(members(domain, known)) for _, domain, known in self.domains(state)]
        for values in product(*lists):
            yield dict(zip(self.names, values, strict=True))

    def telling(self, state: State) -> Iterator[Assignment]:
        """Sets of values at and near bounds and literals: the highest, the lowest, scattered ones.

        Fewer of them the more there is to compute, and the more have been asked for before.
        """
        literals = self._literals()
        lists = [_candidates(domain, known, literals) for _, domain, known in self.domains(state)]
        total = prod(map(len, lists))
        if total == 0:
            return
        stride = _stride(total)
        tries = max(MIN_TRIES, min(total, MAX_TRIES, self._left // self.cost))
        for turn in range(-1, tries - 1):
            self._left -= self.cost
            yield self._pick(lists, (total - 1) if turn < 0 else turn * stride % total)

    def _pick(self, lists: list[list[Value]], number: int) -> Assignment:
        """One combination by its number."""
        picked: Assignment = {}
        for name, values in zip(self.names, lists, strict=True):
            number, at = divmod(number, len(values))
            picked[name] = values[at]
        return picked

    def _literals(self) -> list[int]:
        """Numbers written in anything that is run."""
        nodes = (node for root in self._roots() for node in walk(root))
        found = {node.value for node in nodes if isinstance(node, Int)}
        return sorted(found, key=abs)[:MAX_CANDIDATES]

    def _roots(self) -> list[Expr]:
        """Everything that is run for a set of values."""
        return [self.expr, *(test for test, _ in self.guards), *self.expressions.values()]


def _satisfied(scope: Scope, guards: Sequence[Guard], state: State) -> bool | None:
    """Whether guards that depend on one another can all hold: None if not known."""
    (test, truth), *others = guards
    trial = Trial(scope, test, others)
    few = trial.few(state)
    for assignment in trial.everything(state) if few else trial.telling(state):
        if trial.run(assignment) is truth:
            return True
    return False if few else None


def connected(
    scope: Scope, mask: int, guards: Sequence[Guard]
) -> tuple[int, list[Guard], list[Guard]]:
    """(names, guards, other guards): what names depend on one another by sharing guards."""
    left = list(guards)
    chosen: list[Guard] = []
    while True:
        near = [guard for guard in left if scope.mask(guard[0]) & mask]
        if not near:
            return mask, chosen, left
        for guard in near:
            mask |= scope.mask(guard[0])
        chosen += near
        left = [guard for guard in left if guard not in near]


def _candidates(domain: Domain, known: Known, literals: Sequence[int]) -> list[Value]:
    """Values of a domain worth trying, numbers in ascending order."""
    if not isinstance(known, Interval):
        return list(members(domain, known))[:MAX_CANDIDATES]
    if domain.values:
        listed = list(members(domain, known))
        return [*listed[: MAX_CANDIDATES - 1], *listed[-1:]]
    near = [known.lo, known.hi, known.lo + known.step, known.hi - known.step, 0, 1, 2, 3]
    near += [n + d for literal in literals for n in (literal, -literal) for d in (0, 1, -1)]
    near += [known.lo + n * known.step for n in literals if n > 0]
    kept = dict.fromkeys(n for n in near if n in known)
    return sorted(list(kept)[:MAX_CANDIDATES])


def _stride(total: int) -> int:
    """A step that visits 0..total-1 in a scattered order, each once."""
    stride = max(1, total * 618 // 1000)
    while gcd(stride, total) != 1:
        stride += 1
    return stride
