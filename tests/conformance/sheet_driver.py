"""Driver of the sheet target: works sizes out from its formulas. Standard library only.

python sheet_driver.py FOLDER
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

LIMIT = 2**63


class RefusedError(Exception):
    """Values that have no sizes."""


def fit(value: int) -> int:
    if not -LIMIT <= value < LIMIT:
        raise RefusedError("beyond 64 bits")
    return value


def divided(op: str, left: int, right: int) -> int:
    if right == 0:
        raise RefusedError("division by zero")
    if op == "%":
        return left % right
    if op == "/" and left % right:
        raise RefusedError("a remainder")
    return fit(left // right)


def stepped(left: int, right: int) -> int:
    """How many steps reach a number."""
    if right <= 0:
        raise RefusedError("no step")
    return -(-left // right)


def rung(value: int, steps: list[int]) -> int:
    for step in steps:
        if step >= value:
            return step
    raise RefusedError("above the last rung")


PLAIN = {
    "+": lambda a, b: fit(a + b),
    "-": lambda a, b=None: fit(-a if b is None else a - b),
    "*": lambda a, b: fit(a * b),
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "not": lambda a: not a,
    "min": min,
    "max": max,
    "rung": rung,
    "ceil_div": stepped,
    "align_up": lambda a, b: fit(stepped(a, b) * b),
    **{op: lambda a, b, op=op: divided(op, a, b) for op in ("//", "%", "/")},
}


class Sheet:
    """A sheet with values for its parameters."""

    def __init__(self, sheet: dict[str, Any], values: dict[str, Any]) -> None:
        self._sheet = sheet
        self._names = {**sheet["consts"], **values}
        for name, domain in sheet["params"].items():
            check(values[name], domain)

    def value(self, formula: Any) -> Any:
        """The value of a formula; `and`, `or` and `if` look only at what they need."""
        if not isinstance(formula, list):
            return formula
        op, *args = formula
        if op == "name":
            return self._named(args[0])
        if op == "text":
            return args[0]
        if op == "if":
            return self.value(args[1] if self.value(args[0]) else args[2])
        first = self.value(args[0])
        if op in ("and", "or"):
            return self.value(args[1]) if first == (op == "and") else first
        return PLAIN[op](first, *(self.value(arg) for arg in args[1:]))

    def _named(self, name: str) -> Any:
        if name not in self._names:
            self._names[name] = self.value(self._sheet["lets"][name])
        return self._names[name]

    def size(self, buffer: dict[str, Any]) -> int:
        """Bytes of a buffer."""
        if buffer["when"] is not None and not self.value(buffer["when"]):
            return int(buffer["placeholder"])
        product = 1
        for factor in map(self.value, buffer["product"]):
            if factor < 0:
                raise RefusedError("a dimension below 0")
            product *= factor
        elements = buffer["element"]
        dtype = buffer["dtype"]
        size = product * elements[dtype if dtype in elements else self._names[dtype]]
        if not size:
            return int(buffer["placeholder"])
        size, step = max(size, buffer["min_bytes"]), buffer["size_multiple"]
        return fit(-(-size // step) * step)

    def sizes(self) -> dict[str, int]:
        """Bytes of every buffer; refused where they are too many together."""
        found = {name: self.size(buffer) for name, buffer in self._sheet["buffers"].items()}
        fit(sum(found.values()))
        return found


def check(value: Any, domain: dict[str, Any]) -> None:
    if "values" in domain:
        fine = value in domain["values"]
    else:
        below = domain["max"] is None or value <= domain["max"]
        fine = domain["min"] <= value and below and value % domain["step"] == 0
    if not fine:
        raise RefusedError(f"{value} is not in its domain")


def read(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdigit() else text


def answer(sheet: dict[str, Any], line: str) -> dict[str, Any]:
    values, flags, _, _ = line.strip().split("|")
    pairs = [pair.split("=") for pair in values.split(";") if pair]
    switches = [pair.split("=") for pair in flags.split(";") if pair]
    given = {name: read(text) for name, text in pairs}
    given |= {name: text == "1" for name, text in switches}
    try:
        return {"sizes": Sheet(sheet, given).sizes()}
    except RefusedError as fault:
        return {"refused": str(fault)}


def main(folder: Path) -> None:
    text = (folder / "sheet/sheet.txt").read_text(encoding="utf-8")
    sheet = json.loads("\n".join(x for x in text.splitlines() if not x.startswith("#")))
    for line in sys.stdin:
        print(json.dumps(answer(sheet, line)), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[-1]))
