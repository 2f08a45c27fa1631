"""A layout whose sizes tell the values of expressions, each looked at by itself: one semantics in every language.

Expression number i decides the sizes of two buffers that exist for `pick = i` alone: its upper and lower 32 bits. The
rules would refuse most of these expressions, which have no value somewhere in the domain: that is what is to be seen
here. So a target renders this layout without their having been asked.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

from arenagen.conformance.cases import Case, CaseError
from arenagen.conformance.messages import Request, Value
from arenagen.diagnostics import Report
from arenagen.elaborate import elaborate
from arenagen.expressions import INT_MAX, INT_MIN, ExpressionError, Type, infer, parse
from arenagen.parse import parse_layout
from arenagen.resolve import compile_layout

_HEAD: Final = """\
arenagen = 1

[layout]
name = "expressions"
doc = "Buffers whose sizes are values of expressions."

[params]
pick = {{ min = 0, max = {last}, doc = "the expression that is looked at" }}
a = {{ min = {least}, max = {most}, doc = "any number" }}
b = {{ min = {least}, max = {most}, doc = "any number" }}
c = {{ min = 0, max = 40, doc = "a small number" }}
d = {{ min = -5, max = 40, doc = "a small number, perhaps below 0" }}
p = {{ type = "bool", doc = "a boolean" }}
q = {{ type = "bool", doc = "a boolean" }}
kv = {{ type = "dtype", values = ["bf16", "f8e4m3", "f32"], doc = "a dtype" }}

[consts]
steps = {{ value = [2, 4, 8, 12, 16, 24, 32], doc = "a list" }}

[let]
{lets}

[reset.classes]
none = {{ doc = "written before it is read", cleared = "never" }}
"""

_BUFFER: Final = """
[buffers.{name}]
dtype = "u8"
token_major = false
shape = [{shape}]
when = "pick == {number}"
reset = "none"
doc = "What it tells."
"""

UPPER: Final = "({0}) // 4294967296 + 2147483649"
LOWER: Final = "({0}) % 4294967296 + 1"

TYPES: Final[Mapping[str, Type]] = {
    **dict.fromkeys("abcd", "int"),
    **dict.fromkeys("pq", "bool"),
    "kv": "dtype",
    "steps": "list",
}
"""The names that expressions may use."""

VALUES: Final[tuple[Mapping[str, Value], ...]] = (
    {"a": 0, "b": 0, "c": 0, "d": 0, "p": False, "q": False, "kv": "bf16"},
    {"a": 7, "b": 2, "c": 3, "d": 5, "p": True, "q": False, "kv": "f8e4m3"},
    {"a": -7, "b": 2, "c": 40, "d": -5, "p": False, "q": True, "kv": "f32"},
    {"a": -12, "b": -4, "c": 12, "d": -1, "p": True, "q": True, "kv": "bf16"},
    {"a": INT_MIN, "b": -1, "c": 1, "d": 1, "p": True, "q": True, "kv": "f32"},
    {"a": INT_MAX, "b": INT_MAX, "c": 33, "d": 40, "p": False, "q": False, "kv": "f32"},
    {"a": INT_MAX, "b": INT_MIN, "c": 24, "d": 25, "p": True, "q": False, "kv": "bf16"},
)
"""Values for which each expression is looked at."""


def formula_case(
    name: str, expressions: Sequence[str], values: Sequence[Mapping[str, Value]] = VALUES
) -> Case:
    """The case that asks for the value of each expression, whole numbers and booleans, for each set of values.

    Raises CaseError for what is no expression over the names of TYPES.
    """
    try:
        text = _layout(expressions)
    except ExpressionError as fault:
        raise CaseError(f"{name}: {fault.message}") from None
    report = Report(f"{name}.toml")
    written = parse_layout(text, report)
    assert written is not None, report.errors  # noqa: S101 - the expressions were parsed before
    layout = elaborate(written, report)
    assert layout is not None, report.errors  # noqa: S101
    asked = tuple(
        Request({"pick": number, **one}) for number in range(len(expressions)) for one in values
    )
    return Case(name, text, compile_layout(layout), asked=asked)


def _layout(expressions: Sequence[str]) -> str:
    """Every other expression is a derived value, which must not be looked at before it is asked for."""
    lets = "".join(f"e{i} = {json.dumps(_number(t))}\n" for i, t in enumerate(expressions) if i % 2)
    head = _HEAD.format(last=len(expressions) - 1, least=INT_MIN, most=INT_MAX, lets=lets)
    buffers = "".join(_buffers(i, _number(text)) for i, text in enumerate(expressions))
    return head + buffers


def _number(text: str) -> str:
    """An expression as a whole number."""
    return f"1 if ({text}) else 0" if infer(parse(text), TYPES) == "bool" else text


def _buffers(number: int, text: str) -> str:
    shown = f"e{number}" if number % 2 else text
    return "".join(
        _BUFFER.format(name=f"{side}{number}", shape=json.dumps(form.format(shown)), number=number)
        for side, form in (("upper", UPPER), ("lower", LOWER))
    )
