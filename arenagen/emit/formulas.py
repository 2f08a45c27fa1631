"""How many bytes something takes, as one formula over the parameters, for people to read.

May import dtypes, expressions and elaborate.
"""

from __future__ import annotations

from functools import reduce

from arenagen.dtypes import DType
from arenagen.elaborate import Node
from arenagen.expressions import Arith, Call, Choice, Expr, Int, to_text
from arenagen.model import Section, Use


def bytes_formula(node: Node) -> str:
    """The size of a node in bytes where it exists; what has no extent of its own is told by the names of its parts.

    Empty where a parameter decides on the dtype.
    """
    text = _extent_text(node)
    written = node.written
    if text and written.overread is not None and len(node.dtypes) == 1:
        text = f"{text} + {to_text(_elements(written.overread, node.dtypes[0]))}"
    if text and written.min_bytes is not None:
        text = f"max({text}, {written.min_bytes})"
    if text and written.size_multiple is not None:
        text = f"align_up({text}, {written.size_multiple})"
    return text


def _extent_text(node: Node) -> str:
    if node.row is not None or node.shape is not None:
        own = _own_extent(node)
        return "" if own is None else to_text(own)
    parts = [child for child in node.children if child.kind != "gap"]
    if node.composed == "sections":
        steps = [_step_text(child) for child in node.children]
        return " + ".join(steps) + (", each at its alignment" if len(parts) > 1 else "")
    own_sizes = [_leaf_text(part) for part in parts]
    sizes = own_sizes if all(own_sizes) else [_named_text(part) for part in parts]
    return sizes[0] if len(sizes) == 1 else f"max({', '.join(sizes)})"


def _step_text(node: Node) -> str:
    """A section in a sum: by its name, a gap by its bytes."""
    written = node.written
    if isinstance(written, Section) and written.gap is not None:
        return f"{to_text(written.gap)} (gap)"
    return node.name


def _named_text(node: Node) -> str:
    """The end of a use that has parts, by its name."""
    at = node.written.at if isinstance(node.written, Use) else None
    return node.name if at is None else f"{to_text(at)} + {node.name}"


def _leaf_text(node: Node) -> str:
    """The end of a use that has an extent of its own, 0 where its condition is false; else empty."""
    size = _own_extent(node) if node.row is not None or node.shape is not None else None
    if size is None:
        return ""
    if isinstance(node.written, Use) and node.written.at is not None:
        size = Arith("+", node.written.at, size)
    return to_text(size if node.when is None else Choice(size, node.when, Int(0)))


def _own_extent(node: Node) -> Expr | None:
    """Rows times the bytes of a row, or the elements of a shape; None where a parameter decides on the dtype."""
    if len(node.dtypes) != 1:
        return None
    dtype = node.dtypes[0]
    planes = [size for _, size in node.planes]
    if node.row is None:
        elements = _product([*planes, *(node.shape or ())])
        return _elements(elements, dtype)
    pitch = _pitch(_product(node.row), dtype, node.written.row_align)
    rows = [] if node.rows is None else [node.rows]
    return _product([*planes, *rows, *([] if pitch == Int(1) else [pitch])])


def _pitch(elements: Expr, dtype: DType, row_align: int | None) -> Expr:
    """Bytes from one row to the next."""
    if row_align is None:
        return _elements(elements, dtype)
    run = dtype.granule[0]
    whole = elements if run == 1 else Call("align_up", (elements, Int(run)))
    return Call("align_up", (_elements(whole, dtype), Int(row_align)))


def _elements(count: Expr, dtype: DType) -> Expr:
    """Bytes of a number of elements."""
    run, size = dtype.granule
    found = count if run == 1 else Arith("/", count, Int(run))
    if size == 1:
        return found
    return Int(size) if found == Int(1) else Arith("*", found, Int(size))


def _product(factors: list[Expr] | tuple[Expr, ...]) -> Expr:
    return reduce(lambda a, b: Arith("*", a, b), factors) if factors else Int(1)
