"""Values for parameters and flags: completed by defaults, checked against their domains."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import cast

from attrs import field, frozen

from arenagen.diagnostics import Diagnostic, Note, Place
from arenagen.elaborate import Elaborated
from arenagen.model import Param
from arenagen.resolve.model import ResolveError, Value

Env = Mapping[str, str]


@frozen
class Given:
    """What a user gives: parameters and flags by name, or flags through environment variables.

    `where` leads from "params", "flags" or "env" and a name to its place in the user's file, for messages.
    """

    params: Mapping[str, object] = field(factory=dict)
    flags: Mapping[str, object] = field(factory=dict)
    env: Mapping[str, str] = field(factory=dict)
    source: str = ""
    base: tuple[str | int, ...] = ()

    def place(self, table: str, name: str) -> Place:
        """Where a value stands in the user's file."""
        return Place((*self.base, table, name))


def bind(layout: Elaborated, given: Given) -> dict[str, Value]:
    """All values by name: parameters, flags and constants. Raises ResolveError with every fault."""
    faults: list[Diagnostic] = []
    values: dict[str, Value] = dict(layout.scope.consts)
    for param in layout.layout.params:
        value = _param(param, given, faults)
        if value is not None:
            values[param.name] = value
    _flags(layout, given, values, faults)
    _unknown(layout, given, faults)
    if faults:
        raise ResolveError(tuple(faults))
    return values


def _param(param: Param, given: Given, faults: list[Diagnostic]) -> Value | None:
    if param.name not in given.params:
        if param.default is None:
            note = Note(Place(param.where, of="key"), f"declared here: {param.doc}")
            message = f"no value for parameter `{param.name}`, which has no default"
            place = Place((*given.base, "params"), of="key")
            faults.append(Diagnostic("AG501", message, place, (note,), source=given.source))
        return param.default
    value = given.params[param.name]
    fault = domain_fault(param, value)
    if fault is None:
        return cast(Value, value)
    note = Note(Place(param.where, of="key"), "declared here")
    place = given.place("params", param.name)
    faults.append(Diagnostic("AG502", fault, place, (note,), source=given.source))
    return None


def domain_fault(param: Param, value: object) -> str | None:
    """What is wrong with a value for a parameter, if anything."""
    name = f"`{param.name}`"
    if param.type == "bool":
        return None if isinstance(value, bool) else f"{name} is true or false, not {value!r}"
    if param.type == "dtype":
        words = tuple(param.values or ())
        return None if value in words else f"{name} is one of {_listed(words)}, not {value!r}"
    if not isinstance(value, int) or isinstance(value, bool):
        return f"{name} is a whole number, not {value!r}"
    return _number_fault(param, value)


def _number_fault(param: Param, value: int) -> str | None:
    name = f"`{param.name}`"
    if param.values is not None:
        return (
            None
            if value in param.values
            else f"{name} is one of {_listed(param.values)}, not {value}"
        )
    if value < param.min or (param.max is not None and value > param.max):
        return f"{name} lies between {param.min} and {param.max}, not at {value}"
    if value % param.multiple_of:
        return f"{name} is a multiple of {param.multiple_of}, which {value} is not"
    return None


def _listed(words: tuple[object, ...]) -> str:
    return ", ".join(str(word) for word in words)


def _flags(
    layout: Elaborated, given: Given, values: dict[str, Value], faults: list[Diagnostic]
) -> None:
    for flag in layout.layout.flags:
        set_to = given.flags.get(flag.name, given.env.get(flag.env, "") in flag.on)
        if isinstance(set_to, bool):
            values[flag.name] = set_to
        else:
            message = f"flag `{flag.name}` is true or false, not {set_to!r}"
            place = given.place("flags", flag.name)
            faults.append(Diagnostic("AG503", message, place, source=given.source))


def _unknown(layout: Elaborated, given: Given, faults: list[Diagnostic]) -> None:
    params = [param.name for param in layout.layout.params]
    flags = [flag.name for flag in layout.layout.flags]
    for table, used, known in (("params", given.params, params), ("flags", given.flags, flags)):
        for name in used:
            if name not in known:
                near = difflib.get_close_matches(name, known, 1)
                hint = f"did you mean `{near[0]}`?" if near else None
                what = "parameter" if table == "params" else "flag"
                message = f"the layout has no {what} `{name}`"
                place = Place(given.place(table, name).path, of="key")
                faults.append(Diagnostic("AG500", message, place, hint=hint, source=given.source))
