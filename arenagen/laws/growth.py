"""Sizes never shrink when a parameter behind an axis grows: what holds a wide pass also holds every narrower one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from arenagen.expressions import Name, substitute
from arenagen.expressions.analysis import Scope
from arenagen.laws.monotone import Monotone
from arenagen.laws.obligation import Goal, Obligation
from arenagen.laws.symbols import SymbolicLayout
from arenagen.laws.terms import at_most

GROWTH: Final = "never_shrinks"
_DOC = "what fits a pass of some width also fits every narrower one"


def growth(symbols: SymbolicLayout, scope: Scope) -> Iterator[Obligation]:
    """One obligation for each buffer whose size depends on a parameter behind an axis."""
    courses = [(name, Monotone(scope, name)) for name in axis_parameters(symbols, scope)]
    for buffer in symbols.layout.buffers:
        size = Name((*buffer.path, "bytes"))
        goals, depends = [], False
        for parameter, courses_of in courses:
            course = courses_of.of(size)
            depends = depends or course != "constant"
            if course not in ("constant", "rises"):
                goals.append(_compared(symbols, scope, size, parameter))
        if depends:
            yield Obligation(
                law=GROWTH,
                subject=buffer.dotted,
                where=buffer.where,
                doc=_DOC,
                goals=tuple(goals),
                by="induction",
            )


def axis_parameters(symbols: SymbolicLayout, scope: Scope) -> tuple[str, ...]:
    """The whole-number parameters that the largest counts of axes depend on."""
    mask = 0
    for axis in symbols.layout.layout.axes:
        mask |= scope.mask(axis.max)
    given, _ = scope.names(mask)
    numbers = {param.name for param in symbols.layout.layout.params if param.type == "int"}
    return tuple(name for name in given if name in numbers)


def _compared(symbols: SymbolicLayout, scope: Scope, size: Name, parameter: str) -> Goal:
    """The size for one value of the parameter against that for another, no smaller one."""
    bit = scope.mask(Name((parameter,)))
    closure = scope.names(scope.mask(size))[1]
    moved = {name for name in closure if scope.mask(Name((*name.split("."),))) & bit}
    second = {name: Name((*name.split(".")[:-1], f"{name.split('.')[-1]}'")) for name in moved}
    second[parameter] = Name((f"{parameter}'",))
    definitions = {
        second[name].dotted: substitute(symbols.definitions[name], second) for name in moved
    }
    guards = [(at_most(Name((parameter,)), second[parameter]), True)]
    guards += [(substitute(g, second), truth) for g, truth in scope.given if scope.mask(g) & bit]
    return Goal(
        that=at_most(size, substitute(size, second)),
        guards=tuple(guards),
        variables={f"{parameter}'": scope.domains[parameter]},
        definitions=definitions,
        again=(parameter, f"{parameter}'"),
    )
