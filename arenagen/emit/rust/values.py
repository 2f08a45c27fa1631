"""Blocks of `values` and `given`: derived values, parameters with their domains, flags, constants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.naming import used_dtypes
from arenagen.emit.prose import sentence
from arenagen.emit.rust.lines import array, call, docs, literal
from arenagen.emit.rust.names import constant_name, field_name, value_name
from arenagen.emit.rust.scribe import Body
from arenagen.expressions import Text, to_text, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arenagen.elaborate import Elaborated
    from arenagen.emit.rust.scribe import Scribe, Source
    from arenagen.model import Const, Let, Param

VALUE_TYPES = {"int": "i64", "bool": "bool", "str": "DType"}


def given_type(param: Param) -> str:
    """The type of a parameter's field: counts are `usize`."""
    if param.type != "int":
        return {"bool": "bool", "dtype": "DType"}[param.type]
    lowest = min(param.values) if param.values else param.min
    return "usize" if isinstance(lowest, int) and lowest >= 0 else "i64"


def default_text(param: Param) -> str:
    """Rust for the default of a parameter."""
    if isinstance(param.default, bool):
        return "true" if param.default else "false"
    if isinstance(param.default, str):
        return f"DType::{constant_name(param.default)}"
    return str(param.default)


def fails(source: Source, let: Let) -> bool:
    """Whether a derived value may have none."""
    return source.rust[let.name].endswith("?")


def let_type(source: Source, let: Let) -> str:
    """The type of a derived value: a `Result` where it may have none."""
    kind = VALUE_TYPES[_kind(source.layout, let)]
    return f"Result<{kind}, Fault>" if fails(source, let) else kind


def _kind(layout: Elaborated, let: Let) -> str:
    found = str(layout.scope.types[let.name])
    return found if found in VALUE_TYPES else "int"


def let_texts(let: Let) -> list[str]:
    """What is said of a derived value."""
    formula = f"`{to_text(let.value)}`"
    return [sentence(let.doc), formula] if let.doc else [formula]


def let_function(scribe: Scribe, let: Let) -> str:
    """The function that works out a derived value from those before it."""
    scribe.need("values", "Values")
    body = Body(scribe)
    if fails(scribe.source, let):
        scribe.need("arithmetic", "Fault")
        body.result(let.value)
    else:
        body.put(body.value(let.value, 96))
    if "DType" in let_type(scribe.source, let):
        scribe.need("extents", "DType")
    values = "v" if body.reads_values else "_"
    kind = let_type(scribe.source, let)
    head = f"pub(super) fn let_{let.name}({values}: &Values) -> {kind} {{"
    return "\n".join([*docs(let_texts(let), 0), head, *body.lines, "}"])


def domain_line(param: Param) -> list[str]:
    """The record of a whole number's domain."""
    if param.values is not None:
        values = [str(value) for value in param.values]
        return call("Domain::one_of", [literal(param.name), f"&[{', '.join(values)}]"], ",", 4)
    args = [literal(param.name), str(param.min), str(param.max), str(param.multiple_of)]
    return call("Domain::whole", args, ",", 4)


def constant(const: Const) -> str:
    """A constant of the layout."""
    name = constant_name(const.name)
    lines = docs([sentence(const.doc)], 0)
    if isinstance(const.value, tuple):
        head = f"pub const {name}: [i64; {len(const.value)}] = "
        lines += array(head, [str(value) for value in const.value], ";", 0)
    elif isinstance(const.value, bool):
        lines.append(f"pub const {name}: bool = {'true' if const.value else 'false'};")
    else:
        lines.append(f"pub const {name}: i64 = {const.value};")
    return "\n".join(lines)


def dtype_constants(layout: Elaborated) -> Iterator[str]:
    """The element types of the layout."""
    for name in dtype_names(layout):
        dtype = layout.dtypes[name]
        elements, size = dtype.granule
        args = f"{literal(name)}, {elements}, {size}, {dtype.align}"
        yield f"    /// Elements of type {name}."
        yield f"    pub const {constant_name(name)}: DType = DType::new({args});"


def dtype_names(layout: Elaborated) -> tuple[str, ...]:
    """Element types that something has, a parameter takes, or an expression names."""
    found = dict.fromkeys(used_dtypes(layout))
    for param in layout.layout.params:
        if param.type == "dtype":
            found.update(dict.fromkeys(str(value) for value in param.values or ()))
    for expr in layout.scope.definitions.values():
        found.update((part.value, None) for part in walk(expr) if isinstance(part, Text))
    return tuple(name for name in found if name in layout.dtypes)


def value_field(name: str) -> str:
    """Field of `Values`."""
    return value_name(name)


def most_dimensions(layout: Elaborated) -> int:
    """The most dimensions that something has."""
    counts = [2]
    for node in layout.nodes():
        inner = node.row if node.row is not None else node.shape or ()
        counts.append(len(node.planes) + 1 + len(inner))
    return max(counts)


__all__ = [
    "constant",
    "default_text",
    "domain_line",
    "dtype_constants",
    "dtype_names",
    "fails",
    "field_name",
    "given_type",
    "let_function",
    "let_texts",
    "let_type",
    "most_dimensions",
    "value_field",
]
