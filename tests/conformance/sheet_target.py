"""A small target, to show what one is: the sizes of a layout as a sheet of formulas in JSON.

It knows layouts whose buffers have a shape or rows of their own, and dtypes of whole bytes. Its driver, `sheet_driver`,
knows nothing of arenagen.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, cast

from attrs import frozen

from arenagen.elaborate import Elaborated, Node
from arenagen.emit.target import Identifier, Setting, SettingValue
from arenagen.expressions import (
    Arith,
    Bool,
    Call,
    Choice,
    Compare,
    Expr,
    Int,
    Logic,
    Name,
    Negate,
    Not,
    Text,
)
from arenagen.model import Param


def formula(expr: Expr) -> Any:
    """An expression as nested lists: what is done, then with what."""
    match expr:
        case Int() | Bool():
            return expr.value
        case Text():
            return ["text", expr.value]
        case Name():
            return ["name", expr.dotted]
        case Negate() | Not():
            return ["-" if isinstance(expr, Negate) else "not", formula(expr.operand)]
        case Arith() | Compare() | Logic():
            return [expr.op, formula(expr.left), formula(expr.right)]
        case Choice():
            return ["if", formula(expr.test), formula(expr.then), formula(expr.other)]
        case Call():
            return [expr.function, *map(formula, expr.args)]


@frozen
class SheetTarget:
    """Renders a layout as one file of formulas."""

    name: str = "sheet"
    settings: tuple[Setting, ...] = (Setting("indent", 1, "spaces of a level"),)
    reserved: frozenset[str] = frozenset()

    def identifiers(self, layout: Elaborated) -> Iterable[Identifier]:
        """Names are keys of an object, as they are in the layout."""
        return (Identifier(b.name, "sizes", b.where, f"buffer `{b.name}`") for b in layout.buffers)

    def render(self, layout: Elaborated, settings: Mapping[str, SettingValue]) -> dict[str, str]:
        """The sheet, as a text file: JSON has no comment that could be its header."""
        sheet = {
            "params": {param.name: _domain(param) for param in layout.layout.params},
            "consts": dict(layout.scope.consts),
            "lets": {name: formula(expr) for name, expr in layout.scope.definitions.items()},
            "buffers": {buffer.name: _size(layout, buffer) for buffer in layout.buffers},
        }
        return {"sheet.txt": json.dumps(sheet, indent=int(settings["indent"])) + "\n"}


def _domain(param: Param) -> dict[str, Any]:
    if param.values is not None:
        return {"values": list(param.values)}
    if param.type == "bool":
        return {"values": [False, True]}
    return {"min": param.min, "max": param.max, "step": param.multiple_of}


def _size(layout: Elaborated, buffer: Node) -> dict[str, Any]:
    written = cast("Any", buffer.written)
    rows = [] if buffer.row is None or buffer.rows is None else [buffer.rows]
    return {
        "when": None if buffer.when is None else formula(buffer.when),
        "element": {d.name: d.bytes_of(1) for d in buffer.dtypes},
        "dtype": buffer.dtype,
        "product": [formula(e) for e in (*rows, *(buffer.row or buffer.shape or ()))],
        "min_bytes": written.min_bytes or 0,
        "size_multiple": written.size_multiple or 1,
        "placeholder": written.placeholder or 0,
    }


TARGET = SheetTarget()
