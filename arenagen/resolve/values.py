"""Values for parameters and flags: completed by defaults, checked against their domains."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import cast

from attrs import field, frozen

from arenagen.diagnostics import Diagnostic, Note, Place
from arenagen.elaborate import Elaborated
from arenagen.model import Param
from arenagen.model.domain import domain_fault, type_fault
from arenagen.resolve.model import ResolveError, Value


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
    code, fault = "AG507", type_fault(param, value)
    if fault is None:
        code, fault = "AG502", domain_fault(param, cast("int | bool | str", value))
    if fault is None:
        return cast(Value, value)
    note = Note(Place(param.where, of="key"), f"declared here: {param.doc}")
    place = given.place("params", param.name)
    faults.append(Diagnostic(code, f"`{param.name}`: {fault}", place, (note,), source=given.source))
    return None


def _flags(
    layout: Elaborated, given: Given, values: dict[str, Value], faults: list[Diagnostic]
) -> None:
    for flag in layout.layout.flags:
        set_to = given.flags.get(flag.name, given.env.get(flag.env) in flag.on)
        if isinstance(set_to, bool):
            values[flag.name] = set_to
        else:
            message = f"flag `{flag.name}` is true or false, not {set_to!r}"
            place = given.place("flags", flag.name)
            faults.append(Diagnostic("AG505", message, place, source=given.source))


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
