"""The largest values that constructors take, for laws that hold only where these checks pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from arenagen.expressions import Value
from arenagen.laws.counterexample import smallest
from arenagen.model import Param
from arenagen.resolve import Program, ResolveError


def largest_passing(program: Program, names: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """For each parameter the largest value with which the layout resolves while all others have their usual values.

    The usual value is the default, or the smallest. A parameter is left out where not even its smallest value passes.
    """
    written = program.layout.layout
    usual: dict[str, Value] = {param.name: smallest(param) for param in written.params}
    usual |= {flag.name: False for flag in written.flags}
    by_name = {param.name: param for param in written.params}
    found = ((name, _largest(program, usual, by_name[name])) for name in names)
    return tuple((name, most) for name, most in found if most is not None)


def _largest(program: Program, usual: Mapping[str, Value], param: Param) -> int | None:
    """By halving: what does not fit does not fit a larger value either, as sizes do not shrink."""
    listed = _ascending(param)
    low, high = -1, len(listed)
    while high - low > 1:
        middle = (low + high) // 2
        if _passes(program, {**usual, param.name: listed[middle]}):
            low = middle
        else:
            high = middle
    return None if low < 0 else listed[low]


def _ascending(param: Param) -> range | tuple[int, ...]:
    if param.values is not None:
        return tuple(sorted(value for value in param.values if isinstance(value, int)))
    step = param.multiple_of
    most = param.max if param.max is not None else param.min
    return range(-(-param.min // step) * step, most + 1, step)


def _passes(program: Program, values: Mapping[str, Value]) -> bool:
    try:
        program.run({**program.layout.scope.consts, **values})
    except ResolveError:
        return False
    return True
