"""The names that expressions can use: domains and definitions, and what always holds between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.expressions.analysis.assume import assume
from arenagen.expressions.analysis.state import Expanded, State
from arenagen.expressions.analysis.walker import Walker
from arenagen.expressions.naming import dependency_order, free_names_in_order
from arenagen.expressions.nodes import Expr

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arenagen.expressions.analysis.domain import Domain

DEFINITION_BUDGET = 200

Guard = tuple[Expr, bool]


class Scope:
    """Where expressions are analysed; made once and used for many, as it remembers what it found out.

    domains: the values that each given name can take, lists included.
    definitions: named expressions over those names and one another, free of cycles (those on a cycle
        count as unknown names). They are looked into under the guards of each of their users.
    given: conditions with their outcome that hold for all values, such as requirements.
    """

    def __init__(
        self,
        domains: Mapping[str, Domain],
        definitions: Mapping[str, Expr] | None = None,
        given: Sequence[Guard] = (),
    ) -> None:
        self.domains = dict(domains)
        self.given = tuple(given)
        self.order, _ = dependency_order(definitions or {})
        self.definitions = {name: (definitions or {})[name] for name in self.order}
        self._bits = {name: 1 << n for n, name in enumerate([*self.domains, *self.order])}
        self._masks: dict[Expr, int] = {}
        self._closures: dict[str, int] = {}
        for name in self.order:
            self._closures[name] = self._bits[name] | self.mask(self.definitions[name])
        self._uses = {
            name: tuple(n for n in free_names_in_order(expr) if n in self.definitions)
            for name, expr in self.definitions.items()
        }
        self._always: dict[str, Expanded] = {}
        self.satisfied: dict[tuple[Guard, ...], bool | None] = {}
        self._ground = State()
        self._states: dict[tuple[Guard, ...], State | None] = {}
        self._top = self._behind(self.given, self._ground)

    def mask(self, expr: Expr) -> int:
        """Bits of all names that the expression depends on; KeyError for an unknown name."""
        found = self._masks.get(expr)
        if found is None:
            found = 0
            for name in free_names_in_order(expr):
                found |= self._bits[name] | self._closures.get(name, 0)
            self._masks[expr] = found
        return found

    def bit(self, name: str) -> int:
        """The bit of one name; KeyError for an unknown one."""
        return self._bits[name]

    def closure(self, definition: str) -> int:
        """Bits of a definition and of all that it depends on."""
        return self._closures[definition]

    def names(self, mask: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """(given names, definitions in order) whose bits are set."""
        given = tuple(name for name in self.domains if self._bits[name] & mask)
        return given, tuple(name for name in self.order if self._bits[name] & mask)

    def state(self, guards: Iterable[Guard]) -> State | None:
        """What is known where the guards have their outcomes; None where they cannot."""
        key = tuple(guards)
        if key not in self._states:
            self._states[key] = self._behind(key, self._top)
        return self._states[key]

    def _behind(self, guards: tuple[Guard, ...], state: State | None) -> State | None:
        """What is known when these guards are added to a state."""
        walker = Walker(self)
        for condition, outcome in guards:
            if state is not None:
                state = assume(walker, condition, outcome, state)
        return state

    def always(self, definition: str) -> Expanded:
        """A definition's values and findings for all values, without any guard."""
        pending = [definition]
        while pending:
            missing = [n for n in self._uses[pending[-1]] if n not in self._always]
            if missing and pending[-1] not in self._always:
                pending.extend(missing)
                continue
            name = pending.pop()
            if name not in self._always:
                self._always[name] = self._analysed(name)
        return self._always[definition]

    def _analysed(self, definition: str) -> Expanded:
        """One definition, those that it uses being known already."""
        walker = Walker(self, DEFINITION_BUDGET)
        known = walker.value(self.definitions[definition], self._ground)
        return known, tuple(walker.findings.values())
