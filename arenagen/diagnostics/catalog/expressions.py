"""Rules about expressions: their text (AG100 on), types (AG120 on) and values (AG140 on)."""

from __future__ import annotations

from arenagen.diagnostics.catalog.examples import N, buffer, layout
from arenagen.diagnostics.rule import OPEN, Rule

_FLAG = f'{N}\nwide = {{ type = "bool", doc = "twice the width" }}'
_DTYPE = f'{N}\nkv = {{ type = "dtype", values = ["bf16", "f8e4m3"], doc = "cache element" }}'
_RUNGS = '[consts]\nrungs = { value = [2, 4, 8], doc = "batch sizes" }\n'


def _row(text: str, **parts: str) -> str:
    """A sound layout but for an expression in the row of its buffer."""
    return layout(buffer(row=f'["{text}"]'), **parts)


RULES: tuple[Rule, ...] = (
    Rule(
        "AG100",
        "Not an expression",
        "error",
        "The text cannot be read: it is empty, or a value, an operator or a bracket is missing or "
        "stands where it cannot.",
        _row("n +"),
        "Complete the expression. Operators stand between two values; choices are written "
        "`a if condition else b`.",
    ),
    Rule(
        "AG101",
        "A sign of another language",
        "error",
        "Expressions are written with the signs and words of a small part of Python. Others, such "
        "as `&&`, `||`, `!`, `?:`, shifts and bit operations, have no meaning in them.",
        _row("4 if n > 1 && n < 9 else 8"),
        "Write `and`, `or`, `not`, `==`, `true`, `false` and `a if condition else b`.",
    ),
    Rule(
        "AG102",
        "A number with a point",
        "error",
        "Sizes are computed with whole numbers only, so that they are exact and come out the same "
        "in every language that code is generated for.",
        _row("n * 1.5"),
        "Write a ratio: `n * 3 // 2`.",
    ),
    Rule(
        "AG103",
        "A power",
        "error",
        "There is no `**`: powers exceed 64 bits before one notices.",
        _row("2 ** 3"),
        "Multiply (`n * n`), or write the number out.",
    ),
    Rule(
        "AG104",
        "Unknown function",
        "error",
        "The functions are `min`, `max`, `ceil_div`, `align_up` and `rung`. There are no others, "
        "and none can be defined.",
        _row("round_up(n, 16)"),
        "Use one of the five functions, or name a formula in `[let]`.",
    ),
    Rule(
        "AG105",
        "Chained comparison",
        "error",
        "`a < b < c` means different things in different languages, so it is refused.",
        _row("4 if 1 < n < 9 else 8"),
        "Write `a < b and b < c`.",
    ),
    Rule(
        "AG106",
        "Unbalanced brackets or quotes",
        "error",
        "A bracket or quote is opened and not closed, or closed and not opened.",
        _row("max(n, 4"),
        "Add or remove a bracket. The place shown is that of the one without a partner.",
    ),
    Rule(
        "AG107",
        "Too long or too deep",
        "error",
        "An expression has at most 2000 characters and 50 levels, where each operator is a level "
        "above its operands. A sum of 51 terms has 51 levels.",
        _row(" + ".join(["n"] * 51)),
        "Name parts of it in `[let]`.",
    ),
    Rule(
        "AG108",
        "Wrong number of arguments",
        "error",
        "`min` and `max` take two or more arguments, `ceil_div`, `align_up` and `rung` two.",
        _row("ceil_div(n)"),
        "Add the missing argument or remove one.",
    ),
    Rule(
        "AG109",
        "A number beyond 64 bits",
        "error",
        "Whole numbers lie between -9223372036854775808 and 9223372036854775807.",
        _row("99999999999999999999"),
        "Write a smaller number.",
    ),
    Rule(
        "AG120",
        "Operand of the wrong type",
        "error",
        "An operator, function or condition is given a value of a type that it does not take. A "
        "boolean is no number, and a number is no condition.",
        _row("n + wide", params=_FLAG),
        "Write `1 if flag else 0` for a number, and `n != 0` for a condition.",
    ),
    Rule(
        "AG121",
        "Comparison of unlike things",
        "error",
        "Whole numbers are compared with whole numbers, and dtypes with dtypes by `==` and `!=`. "
        "Booleans and lists are not compared.",
        _row("4 if wide == 1 else 8", params=_FLAG),
        "Use a boolean as a condition by itself: `wide`, `not wide`.",
    ),
    Rule(
        "AG122",
        "Unknown name in an expression",
        "error",
        "The name is none of the parameters, flags, constants and derived values of this layout, "
        "or none that can be used here.",
        _row("n * hiden"),
        "Correct the name, or declare it in `[params]`, `[flags]`, `[consts]` or `[let]`.",
    ),
    Rule(
        "AG123",
        "Branches of different types",
        "error",
        "The two values of `a if condition else b` are of different types, so the whole has none.",
        _row("n if wide else false", params=_FLAG),
        "Give both branches the same type.",
    ),
    Rule(
        "AG124",
        "Expression of the wrong type",
        "error",
        "A number is needed and the expression is a condition, or the other way round.",
        _row("n > 4"),
        "Write `1 if condition else 0` for a number, and `n != 0` for a condition.",
    ),
    Rule(
        "AG125",
        "Not a list",
        "error",
        "The second argument of `rung` is the name of a list in `[consts]`.",
        _row("rung(n, n)"),
        "Declare the list: `rungs = { value = [2, 4, 8], doc = '...' }`.",
    ),
    Rule(
        "AG126",
        "Unknown dtype in an expression",
        "error",
        "A quoted word is the name of a dtype, and there is none of this name.",
        _row("4 if kv == 'bf61' else 8", params=_DTYPE),
        "Correct the name, or declare the dtype in `[dtypes]`.",
    ),
    Rule(
        "AG140",
        "Division by zero",
        "error",
        "What `//`, `%` or `/` divides by is 0: for the values given, or for some values of the "
        "parameters' domains, which the message shows.",
        _row("64 // (n - 1)"),
        "Guard the division (`a // b if b > 0 else c`), or raise the parameter's `min`.",
    ),
    Rule(
        "AG141",
        "Inexact division",
        "error",
        "`/` divides exactly. For the values shown it leaves a remainder, so there is no whole "
        "number to give.",
        _row("n / 3"),
        "Use `//` to round down or `ceil_div(a, b)` to round up. If the number is always a "
        "multiple, say so with `multiple_of` at the parameter.",
    ),
    Rule(
        "AG142",
        "A value beyond 64 bits",
        "error",
        "The expression, or a part of it, is no number that fits signed 64 bits.",
        'row = ["9223372036854775807 + n"]\n',
        "Lower the parameter's `max`, or guard the expression.",
        kind="values",
    ),
    Rule(
        "AG143",
        "Above the last rung",
        "error",
        "`rung(x, list)` gives the smallest number of the list that is not below x. For the "
        "values shown, x lies above all of them.",
        _row("rung(n, rungs)", tables=_RUNGS),
        "Add a larger number to the list, or lower the parameter's `max`.",
    ),
    Rule(
        "AG144",
        "A step that is not above 0",
        "error",
        "`ceil_div(a, b)` and `align_up(a, b)` need a b above 0; for the values shown it is 0 or "
        "less.",
        _row("ceil_div(64, n - 1)"),
        "Guard the call (`ceil_div(a, b) if b > 0 else c`), or raise the parameter's `min`.",
    ),
    Rule(
        "AG150",
        "Could not be ruled out",
        "warning",
        "It could not be shown that the expression has a value for all values of its parameters, "
        "and no values were found for which it has none. The message says what is in doubt. "
        "Values for which it happens are refused when they are given.",
        _row("16 + 0 * (64 // (n * n - 2))", params=N.replace("64", "1000000")),
        "Guard the operation, or write it so that the bounds of its parts tell: `a // max(b, 1)`.",
        firm=OPEN,
    ),
)
