"""Types of expressions: whole numbers, booleans, dtypes and lists do not mix."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Literal

from arenagen.expressions.errors import ExpressionError
from arenagen.expressions.nodes import (
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
from arenagen.expressions.parser import ARITY
from arenagen.expressions.text import to_text

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

Type = Literal["int", "bool", "dtype", "list"]

_WORDS: dict[Type, str] = {
    "int": "a whole number",
    "bool": "a boolean",
    "dtype": "a dtype",
    "list": "a list",
}


def infer(expr: Expr, types: Mapping[str, Type], dtypes: Collection[str] | None = None) -> Type:
    """The type of the value, from the types of all known names and the known dtypes (None: any).

    ExpressionError, the first in the text, where types do not fit or a name is unknown.
    """
    checker = _Checker(types, dtypes)
    found = checker.type_of(expr)
    if checker.faults:
        raise min(checker.faults, key=lambda fault: fault.span)
    assert found is not None, "without faults there is a type"  # noqa: S101
    return found


def type_faults(
    expr: Expr,
    types: Mapping[str, Type],
    expected: Type | None = None,
    dtypes: Collection[str] | None = None,
) -> tuple[ExpressionError, ...]:
    """All faults in the order of the text; one may be that the whole has not the type expected."""
    checker = _Checker(types, dtypes)
    found = checker.type_of(expr)
    if expected is not None and found not in (None, expected):
        checker.refuse_whole(expr, found, expected)
    return tuple(sorted(checker.faults, key=lambda fault: fault.span))


class _Checker:
    """Walks one tree; None stands for the type of something that was already complained about."""

    def __init__(self, types: Mapping[str, Type], dtypes: Collection[str] | None) -> None:
        self.types = types
        self.dtypes = dtypes
        self.faults: list[ExpressionError] = []

    def add(self, code: str, message: str, expr: Expr, hint: str | None = None) -> None:
        self.faults.append(ExpressionError(code, message, expr.span, hint))

    def type_of(self, expr: Expr) -> Type | None:
        match expr:
            case Int() | Bool():
                return "int" if isinstance(expr, Int) else "bool"
            case Text():
                return self.quoted(expr)
            case Name():
                return self.named(expr)
            case Negate():
                return self.operand(expr.operand, "int", "`-`")
            case Not():
                return self.operand(expr.operand, "bool", "`not`")
            case Arith() | Logic():
                return self.both(expr)
            case Compare():
                return self.comparison(expr)
            case Choice():
                return self.choice(expr)
            case Call():
                return self.call(expr)

    def quoted(self, expr: Text) -> Type:
        if self.dtypes is not None and expr.value not in self.dtypes:
            hint = _nearest(expr.value, self.dtypes)
            self.add("AG126", f"there is no dtype `{expr.value}`", expr, hint)
        return "dtype"

    def named(self, expr: Name) -> Type | None:
        found = self.types.get(expr.dotted)
        if found is None:
            hint = _nearest(expr.dotted, self.types)
            if expr.dotted in ARITY:
                hint = f"`{expr.dotted}` is a function: `{expr.dotted}(a, b)`"
            elif self.dtypes is not None and expr.dotted in self.dtypes:
                hint = f"a dtype is written in quotes: '{expr.dotted}'"
            self.add("AG122", f"unknown name `{expr.dotted}`", expr, hint)
        return found

    def operand(self, expr: Expr, wanted: Type, user: str) -> Type:
        """Checks one operand; the result is of the same type."""
        found = self.type_of(expr)
        if found not in (None, wanted):
            message = f"{user} needs {_WORDS[wanted]}, `{to_text(expr)}` is {_WORDS[found]}"
            self.add("AG120", message, expr, _conversion(expr, found, wanted))
        return wanted

    def both(self, expr: Arith | Logic) -> Type:
        wanted: Type = "int" if isinstance(expr, Arith) else "bool"
        self.operand(expr.left, wanted, f"`{expr.op}`")
        return self.operand(expr.right, wanted, f"`{expr.op}`")

    def comparison(self, expr: Compare) -> Type:
        left, right = self.type_of(expr.left), self.type_of(expr.right)
        if left is None or right is None:
            return "bool"
        if left != right:
            message = f"`{expr.op}` compares {_WORDS[left]} with {_WORDS[right]}"
            self.add("AG121", message, expr, self._quotes(expr, left, right))
        elif left in ("bool", "list"):
            hint = "combine booleans with `and`, `or`, `not`" if left == "bool" else None
            self.add("AG121", f"`{expr.op}` does not compare {_WORDS[left]}s", expr, hint)
        elif left == "dtype" and expr.op not in ("==", "!="):
            self.add("AG121", f"dtypes have no order for `{expr.op}`", expr, "use `==` or `!=`")
        return "bool"

    def _quotes(self, expr: Compare, left: Type, right: Type) -> str | None:
        """A comparison of a number with true or false is the usual mistake."""
        if {left, right} != {"int", "bool"}:
            return None
        side = expr.left if left == "bool" else expr.right
        return f"`{to_text(side)}` is a boolean, use it as a condition by itself"

    def choice(self, expr: Choice) -> Type | None:
        self.operand(expr.test, "bool", "`if`")
        then, other = self.type_of(expr.then), self.type_of(expr.other)
        if then is not None and other is not None and then != other:
            message = f"the two values are of different types: {_WORDS[then]} and {_WORDS[other]}"
            self.add("AG123", message, expr)
            return None
        return then or other

    def call(self, expr: Call) -> Type:
        user = f"`{expr.function}`"
        if expr.function != "rung":
            for arg in expr.args:
                self.operand(arg, "int", user)
            return "int"
        number, steps = expr.args
        self.operand(number, "int", user)
        if not isinstance(steps, Name):
            self.add("AG125", "the second argument of `rung` is the name of a list", steps)
        elif self.type_of(steps) not in (None, "list"):
            hint = "declare it in [consts] as { value = [...] }"
            self.add("AG125", f"`rung` needs a list, `{steps.dotted}` is none", steps, hint)
        return "int"

    def refuse_whole(self, expr: Expr, found: Type | None, expected: Type) -> None:
        if found is None:
            return
        message = f"{_WORDS[expected]} is needed here, this is {_WORDS[found]}"
        self.add("AG124", message, expr, _conversion(expr, found, expected))


def _conversion(expr: Expr, found: Type | None, wanted: Type) -> str | None:
    """How to get from one type to the other."""
    text = to_text(expr)
    shown = text if isinstance(expr, Name | Call) else f"({text})"
    if (found, wanted) == ("bool", "int"):
        return f"write `1 if {text} else 0`"
    if (found, wanted) == ("int", "bool"):
        return f"write `{shown} != 0`"
    return None


def _nearest(word: str, known: Collection[str]) -> str | None:
    """A suggestion for a word that is not among the known ones."""
    close = difflib.get_close_matches(word, list(known), 1)
    return f"did you mean `{close[0]}`?" if close else None
