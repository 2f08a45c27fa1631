"""Tries a layout on values of its domain, so that faults which no rule can see show without a preset.

Few values are all tried; of many, the ends of the domain and the defaults. What the constructor of generated code
refuses for some values (64 bits, budgets, index widths) is a fault only where it is so for every value tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Final

from attrs import evolve

from arenagen.diagnostics import Diagnostic
from arenagen.expressions import shown_values
from arenagen.model import Param, Require
from arenagen.resolve.formulas import FaultError
from arenagen.resolve.model import ResolveError, Value
from arenagen.resolve.program import Program

MAX_TRIED: Final = 256
"""Value sets that are tried at most."""

ALWAYS_WRONG: Final = ("AG350", "AG351", "AG352", "AG372", "AG373", "AG374")
"""Faults wherever they occur. What expressions refuse, and laws, is left to those who know the whole domain."""

GUARDED: Final = ("AG324", "AG409", "AG504", "AG506")
"""What the constructor meets: legal for some values, a fault where it meets all of them."""

SHOWN: Final = 6


def probe(program: Program) -> tuple[Diagnostic, ...]:
    """What is wrong for values of the domain, each kind of fault at a place once, with values that show it."""
    found: dict[tuple[object, ...], Diagnostic] = {}
    guarded: dict[tuple[object, ...], tuple[int, Diagnostic]] = {}
    tried = 0
    for values in domain_points(program):
        if not is_allowed(program, values):
            continue
        tried += 1
        for fault in _faults(program, values):
            key = (fault.code, fault.place, fault.also)
            told = _with_values(fault, values)
            if fault.code in GUARDED:
                times, first = guarded.get(key, (0, told))
                guarded[key] = (times + 1, first)
            elif fault.code in ALWAYS_WRONG:
                found.setdefault(key, told)
    always = [told for times, told in guarded.values() if times == tried]
    return (*found.values(), *always)


def is_allowed(program: Program, values: Mapping[str, Value]) -> bool:
    """Whether the requirements on values hold; those on parts are left out."""
    env = program.definitions.bind({**program.layout.scope.consts, **values})
    for statement in program.statements.stated:
        if isinstance(statement.written, Require) and not statement.asks_parts:
            try:
                applies = statement.when is None or statement.when(env)
                if applies and not statement.that(env):
                    return False
            except FaultError:
                return False
    return True


def _faults(program: Program, values: Mapping[str, Value]) -> tuple[Diagnostic, ...]:
    try:
        program.run({**program.layout.scope.consts, **values})
    except ResolveError as error:
        return error.diagnostics
    return ()


def _with_values(fault: Diagnostic, values: Mapping[str, Value]) -> Diagnostic:
    if not values:
        return fault
    return evolve(fault, message=f"{fault.message} (for {shown_values(values, SHOWN)})")


def domain_points(program: Program) -> Iterator[dict[str, Value]]:
    """Sets of values for all parameters and flags: all there are, or the ends of the domain and the defaults."""
    params = program.layout.layout.params
    flags = [flag.name for flag in program.layout.layout.flags]
    names = [*(param.name for param in params), *flags]
    domains: list[list[Value]] = [_few(param) for param in params]
    domains += [[False, True] for _ in flags]
    count = 1
    for domain in domains:
        count *= len(domain)
    if count <= MAX_TRIED:
        yield from (dict(zip(names, values, strict=True)) for values in product(*domains))
        return
    yield from (values for _, values in end_points(program))


def end_points(program: Program) -> Iterator[tuple[str, dict[str, Value]]]:
    """By name: the smallest and the largest values of all parameters, or their defaults; with flags off and on."""
    params = program.layout.layout.params
    flags = [flag.name for flag in program.layout.layout.flags]
    for end, name in ((0, "smallest"), (-1, "largest")):
        for switched, suffix in ((False, ""), (True, ", flags on")):
            point: dict[str, Value] = {param.name: _ends(param)[end] for param in params}
            yield name + suffix, point | dict.fromkeys(flags, switched)
            defaults = {p.name: p.default for p in params if p.default is not None}
            named = f"{name}, else defaults{suffix}"
            yield named, point | defaults | dict.fromkeys(flags, switched)


def _few(param: Param) -> list[Value]:
    """All values of a parameter, or too many to be tried in full."""
    if param.type == "bool":
        return [False, True]
    if param.values is not None:
        return list(param.values)
    first, last = _ends(param)
    assert isinstance(first, int)  # noqa: S101 - only whole numbers have no list
    assert isinstance(last, int)  # noqa: S101
    return list(islice(range(first, last + 1, param.multiple_of), MAX_TRIED + 1))


def _ends(param: Param) -> tuple[Value, Value]:
    """The smallest and the largest value; of a list, the first and the last."""
    if param.type == "bool":
        return False, True
    if param.values is not None:
        return param.values[0], param.values[-1]
    most = param.max if param.max is not None else param.min
    step = param.multiple_of
    return -(-param.min // step) * step, most // step * step
