"""Digests of obligations: equal ones ask the same question of the same domains, so that one proof does for both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Final

from arenagen.expressions import Expr, free_names, to_text
from arenagen.expressions.analysis import Domain, Guard
from arenagen.laws.obligation import Obligation, Occurs, ValueGoal

PROVER_EPOCH: Final = 1
"""Rises when a release proves less, or when an obligation comes to mean something else under the same words."""

SHORT: Final = 16
"""Hexadecimal digits of a digest in the ledger."""


class Digests:
    """Digests in one layout; those of definitions are worked out once."""

    def __init__(
        self,
        definitions: Mapping[str, Expr],
        domains: Mapping[str, Domain],
        given: Iterable[tuple[str, Guard]],
    ) -> None:
        """`given` are requirements, assumptions and checks of constructors, named where verdicts name them."""
        self._definitions = definitions
        self._domains = domains
        self._named: dict[str, str] = {}
        lines = (f"{name}:{truth}:{self.expression(guard)}" for name, (guard, truth) in given)
        self._common = _hash("given", *lines)

    def obligation(self, obligation: Obligation) -> str:
        """The digest of an obligation, its goals and all that they depend on."""
        parts = [str(PROVER_EPOCH), obligation.law, str(obligation.constructor), self._common]
        for goal in obligation.goals:
            variables = {} if isinstance(goal, Occurs) else goal.variables
            own = getattr(goal, "definitions", {})
            parts.append(type(goal).__name__)
            parts += [f"{name}:{_words(domain)}" for name, domain in sorted(variables.items())]
            root = goal.expr if isinstance(goal, ValueGoal) else goal.that
            for expr in (root, *own.values(), *(guard for guard, _ in goal.guards)):
                parts.append(self.expression(expr, {*variables, *own}))
            parts += [str(truth) for _, truth in goal.guards]
        return _hash(*parts)[:SHORT]

    def expression(self, expr: Expr, bound: Iterable[str] = ()) -> str:
        """The digest of an expression; names that are bound stand for themselves."""
        inner = sorted(free_names(expr) - set(bound))
        return _hash(to_text(expr), *(f"{name}={self._name(name)}" for name in inner))

    def _name(self, name: str) -> str:
        """The digest of a name's definition or domain; definitions nest without limit, so without recursion."""
        pending = [name]
        while pending:
            at = pending[-1]
            needed = free_names(self._definitions[at]) if at in self._definitions else frozenset()
            missing = [n for n in sorted(needed) if n not in self._named]
            if at in self._named:
                pending.pop()
            elif missing:
                pending += missing
            else:
                pending.pop()
                self._named[at] = self._made(at)
        return self._named[name]

    def _made(self, name: str) -> str:
        definition = self._definitions.get(name)
        if definition is None:
            return _hash("domain", _words(self._domains[name]) if name in self._domains else name)
        used = sorted(free_names(definition))
        return _hash(to_text(definition), *(f"{n}={self._named[n]}" for n in used))


def _words(domain: Domain) -> str:
    """A domain as text that is the same in every run: sets are sorted."""
    words = getattr(domain.known, "words", None)
    known = sorted(words) if words is not None else domain.known
    return f"{known!r} {domain.values!r}"


def _hash(*parts: str) -> str:
    return sha256("\0".join(parts).encode()).hexdigest()
