"""A node in a few words, for tables that people read. May import expressions, model and elaborate."""

from __future__ import annotations

from collections.abc import Iterable

from arenagen.elaborate import Node
from arenagen.emit.conditions import condition
from arenagen.expressions import Expr, to_text


def extent_text(node: Node) -> str:
    """What a node's size is made of: `rows x [row]`, `[shape]`, or what it is composed of."""
    planes = "".join(f"{_factor(size)} {name} x " for name, size in node.planes)
    if node.row is not None:
        rows = "" if node.rows is None else _factor(node.rows)
        return f"{planes}{rows} x {_listed(node.row)}"
    if node.shape is not None:
        return planes + _listed(node.shape)
    if node.rowed and node.rows is not None:
        return f"{_factor(node.rows)} x {parts_text(node)}"
    return parts_text(node)


def parts_text(node: Node) -> str:
    """How many parts a node has and how they lie; empty where it has none."""
    count = sum(child.kind != "gap" for child in node.children)
    if node.stated:
        return "1 use inside it" if count == 1 else f"{count} uses inside it"
    if node.composed == "uses":
        return "the use" if count == 1 else f"largest of {count} uses"
    return f"{count} section{'s' * (count != 1)} in a row" if node.composed else ""


def dtype_text(node: Node) -> str:
    """Its dtype, the dtypes of its parts, or the parameter that decides."""
    if len(node.dtypes) > 1:
        return f"{node.dtype} ({', '.join(dtype.name for dtype in node.dtypes)})"
    if node.composed is None or node.stated:
        return node.dtype or ""
    names = dict.fromkeys(
        part.dtype or "" for part in node.walk() if part.row is not None or part.shape is not None
    )
    return ", ".join(names)


def condition_text(node: Node) -> str:
    """When it exists; empty where nothing keeps it from existing."""
    found = condition(node)
    return "" if found is None else to_text(found)


def _factor(expr: Expr) -> str:
    """An expression that an `x` follows."""
    text = to_text(expr)
    plain = text.replace("_", "").isalnum() or text.endswith(")")
    return text if plain and " if " not in text else f"({text})"


def _listed(dimensions: Iterable[Expr]) -> str:
    return f"[{', '.join(to_text(dimension) for dimension in dimensions)}]"
