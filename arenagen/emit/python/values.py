"""Blocks of generated `Params`, `Flags` and `Values`, and the constants beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.naming import used_dtypes
from arenagen.emit.prose import sentence
from arenagen.emit.python.builders import METHOD
from arenagen.emit.python.documents import INDENT, Doc, call, printed, row, sequence
from arenagen.emit.python.names import constant_name, flag_name, let_name, param_name
from arenagen.emit.python.text import at, docstring, literal
from arenagen.expressions import to_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arenagen.elaborate import Elaborated
    from arenagen.emit.python.scribe import Scribe
    from arenagen.model import Const, Flag, Let, Param

TYPES = {"int": "int", "bool": "bool", "dtype": "str"}


def param_field(scribe: Scribe, param: Param) -> str:
    """The field of a parameter, with its domain and doc text."""
    helper, domain = _domain(param)
    scribe.need("domain", helper)
    field = _field(param.default, call(helper, domain))
    head = f"{param_name(param.name)}: {TYPES[param.type]} = "
    return "\n".join(
        at(INDENT, printed(row(head, field), INDENT), docstring([sentence(param.doc)], INDENT))
    )


def _field(default: int | bool | str | None, domain: Doc) -> Doc:
    stated = [] if default is None else [f"default={literal(default)}"]
    return call("field", [*stated, row("metadata=", domain)])


def _domain(param: Param) -> tuple[str, list[Doc]]:
    """The helper that describes a domain, and its arguments."""
    if param.type == "bool":
        return "boolean", []
    if param.values is not None:
        return "one_of", [literal(value) for value in param.values]
    ends = [str(param.min), str(param.max)]
    step = [f"multiple_of={param.multiple_of}"] if param.multiple_of > 1 else []
    return "whole", [*ends, *step]


def flag_field(scribe: Scribe, flag: Flag) -> str:
    """The field of a flag, with its environment variable and doc text."""
    scribe.need("domain", "switch")
    switch = call("switch", [literal(flag.env), *(literal(on) for on in flag.on)])
    head = f"{flag_name(flag.name)}: bool = "
    return "\n".join(
        at(
            INDENT,
            printed(row(head, _field(False, switch)), INDENT),
            docstring([sentence(flag.doc)], INDENT),
        )
    )


def let_property(scribe: Scribe, let: Let) -> str:
    """The cached property of a derived value."""
    inner = scribe.source.scribe()
    kind = TYPES.get(scribe.source.layout.scope.types[let.name], "int")
    wrapper = {"int": "i64", "bool": "bool", "str": "str"}[kind]
    body = inner.printer(let.value).statement("return ", let.value, "", METHOD, wrapper)
    if "i64(" in body:
        inner.need("arithmetic", "i64")
    scribe.absorb([inner])
    texts = [sentence(let.doc), f"{to_text(let.value)}"] if let.doc else [to_text(let.value)]
    return "\n".join(
        [
            *at(INDENT, "@cached_property", f"def {let_name(let.name)}(self) -> {kind}:"),
            *at(METHOD, docstring(texts, METHOD), *_let_prelude(inner), body),
        ]
    )


def _let_prelude(scribe: Scribe) -> Iterator[str]:
    """Like that of other methods, but derived values are those of the object itself."""
    for line in scribe.prelude():
        yield "v = self" if line.startswith("v = ") else line


def constant(const: Const) -> str:
    """A constant with its doc text."""
    head = f"{constant_name(const.name)}: Final = "
    if isinstance(const.value, tuple):
        value: Doc = sequence("(", [str(number) for number in const.value], ")")
    else:
        value = literal(const.value)
    return "\n".join([printed(row(head, value)), docstring([sentence(const.doc)], 0)])


def dtype_constants(layout: Elaborated) -> Iterator[str]:
    """A constant for each element type that is used, and the table that dtype parameters look into."""
    names = used_dtypes(layout)
    for name in names:
        dtype = layout.dtypes[name]
        elements, size = dtype.granule
        args = [literal(name), str(elements), str(size), str(dtype.align)]
        yield printed(row(f"{constant_name(name)}: Final = ", call("DType", args)))
    if any(param.type == "dtype" for param in layout.layout.params):
        items: list[Doc] = [f"{literal(name)}: {constant_name(name)}" for name in names]
        yield printed(row("DTYPES: Final = ", sequence("{", items, "}")))
