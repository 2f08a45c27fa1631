"""Which values are tried: the presets, and a few of the domain in which something is switched or small.

May import model and resolve.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from arenagen.resolve import Program, ResolvedLayout, ResolveError, Value
from arenagen.resolve.probe import end_points, is_allowed

MAX_SETS: Final = 36
MAX_DERIVED: Final = 12
"""Sets of values that are taken at most, and how many of them from the domain; presets go before."""

MAX_NUMBERS: Final = 24_000
"""Sizes and offsets in the table, about: a layout of very many buffers is tried with fewer sets."""

LEAST_SETS: Final = 2

Named = tuple[str, ResolvedLayout]


def chosen(program: Program, presets: Mapping[str, Mapping[str, Value]]) -> Iterator[Named]:
    """Sets of values for which the layout is sound, each once, by name. Presets have all values already."""
    seen: list[Mapping[str, Value]] = []
    room = max(LEAST_SETS, min(MAX_SETS, MAX_NUMBERS // (2 * len(program.layout.by_path))))
    given = [(name, presets[name]) for name in sorted(presets)[:room]]
    room = min(room, len(given) + MAX_DERIVED)
    names: set[str] = set()
    for name, values in (*given, *_derived(program, [values for _, values in given])):
        if len(names) == room:
            return
        resolved = None if values in seen else _resolved(program, values)
        seen.append(values)
        if resolved is not None:
            while name in names:
                name += "'"  # a preset has the name of a set of the domain
            names.add(name)
            yield name, resolved


def _resolved(program: Program, values: Mapping[str, Value]) -> ResolvedLayout | None:
    """The layout for values, where they have a sound one."""
    values = {**program.layout.scope.consts, **values}
    if not is_allowed(program, values):
        return None
    try:
        return program.run(values)
    except ResolveError:
        return None


def _derived(
    program: Program, presets: list[Mapping[str, Value]]
) -> Iterator[tuple[str, Mapping[str, Value]]]:
    """Ends of the domain; then the first preset, or the first end that is sound, with one thing changed."""
    ends = list(end_points(program))
    yield from ends
    every = (*presets, *(values for _, values in ends))
    base = next((values for values in every if _resolved(program, values) is not None), None)
    if base is None:
        return
    for name, value in _switches(program):
        if base[name] != value:
            shown = str(value).lower() if isinstance(value, bool) else value
            yield f"{name} = {shown}", {**base, name: value}


def _switches(program: Program) -> Iterator[tuple[str, Value]]:
    """What decides whether and how something exists: flags, switches and types; then numbers at their smallest."""
    params = program.layout.layout.params
    for flag in program.layout.layout.flags:
        yield from ((flag.name, value) for value in (False, True))
    for param in params:
        if param.type == "bool":
            yield from ((param.name, value) for value in (False, True))
        elif param.values is not None:
            yield from ((param.name, value) for value in param.values)
    for param in params:
        if param.type == "int" and param.values is None:
            yield param.name, -(-param.min // param.multiple_of) * param.multiple_of
