"""The names that expressions may use: their types, domains and definitions, with derived values put in order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from arenagen.diagnostics import Note, Place, Report
from arenagen.dtypes import BUILTIN
from arenagen.elaborate.nodes import Scope
from arenagen.expressions import (
    Name,
    Type,
    dependency_order,
    infer,
    names,
    to_text,
    type_faults,
)
from arenagen.model import Axis, Const, Item, Layout, Let

NAMESPACE = ("params", "flags", "consts", "let", "axes", "buffers", "views")
"""Tables whose items share one namespace."""


def build_scope(layout: Layout, report: Report) -> Scope:
    """The scope of a layout; names declared twice, cycles and ill-typed derived values go to the report."""
    _declared_once(layout, report)
    types: dict[str, Type] = {param.name: param.type for param in layout.params}
    types |= dict.fromkeys((flag.name for flag in layout.flags), "bool")
    types |= {const.name: _const_type(const) for const in layout.consts}
    ordered = _in_order(layout.let, report)
    dtypes = {*BUILTIN, *(block.name for block in layout.dtypes)}
    axes = {axis.name: axis for axis in layout.axes}
    for let in ordered:
        _type_let(let, types, dtypes, axes, report)
    return Scope(
        types=types,
        definitions={let.name: let.value for let in ordered},
        consts={const.name: const.value for const in layout.consts},
    )


def _items(layout: Layout) -> Iterator[Item]:
    for table in NAMESPACE:
        yield from getattr(layout, table)


def _declared_once(layout: Layout, report: Report) -> None:
    seen: dict[str, Item] = {}
    for item in _items(layout):
        first = seen.setdefault(item.name, item)
        if first is not item:
            report.add(
                "AG203",
                f"`{item.name}` is declared twice: parameters, flags, constants, derived values, axes, "
                "buffers and views share one namespace",
                Place(item.where, of="key"),
                also=(Note(Place(first.where, of="key"), "first declared here"),),
            )


def _const_type(const: Const) -> Type:
    if isinstance(const.value, bool):
        return "bool"
    return "list" if isinstance(const.value, tuple) else "int"


def _in_order(lets: tuple[Let, ...], report: Report) -> tuple[Let, ...]:
    """Derived values, each after those it uses; those on a cycle, or that use one, are left out."""
    by_name = {let.name: let for let in lets}
    order, cycle = dependency_order({let.name: let.value for let in lets})
    if cycle:
        _report_cycle(cycle, by_name, report)
    return tuple(by_name[name] for name in order)


def _report_cycle(cycle: tuple[str, ...], lets: Mapping[str, Let], report: Report) -> None:
    report.add(
        "AG202",
        "derived values use each other: " + " -> ".join((*cycle, cycle[0])),
        value_place(lets[cycle[0]]),
        also=[Note(value_place(lets[name]), "used here") for name in cycle[1:]],
    )


def _type_let(
    let: Let,
    types: dict[str, Type],
    dtypes: Collection[str],
    axes: Mapping[str, Axis],
    report: Report,
) -> None:
    """Enters the type of a derived value; one with faults is taken for a number, to go on."""
    unseen = {name.span: told for name in names(let.value) if (told := unseen_name(name, axes))}
    faults = type_faults(let.value, types, dtypes=dtypes)
    for fault in faults:
        said = (fault.code, fault.message, fault.hint)
        code, message, hint = unseen.get(fault.span, said)
        report.add(code, message, value_place(let), span=fault.span, hint=hint)
    types[let.name] = "int" if faults else infer(let.value, types)


def unseen_name(name: Name, axes: Mapping[str, Axis]) -> tuple[str, str, str] | None:
    """(code, message, hint) for a property of a part or a live count, where neither is known; None for other names."""
    if len(name.path) > 1:
        message = f"`{name.dotted}` is not known here: sizes cannot depend on other sizes"
        return "AG221", message, "share a value of [let] instead"
    if name.dotted in axes:
        message = f"`{name.dotted}` is a live count, known only at run time"
        return "AG220", message, f"its maximum is `{to_text(axes[name.dotted].max)}`"
    return None


def value_place(let: Let) -> Place:
    """Where the expression of a derived value stands; in the short form that is the item itself."""
    return Place((*let.where, "value"))
