"""Expressions of the layout language as Python, laid out as `ruff format` would.

Names are given by the caller. Where it is not known that an operation always has a value, a helper
of the generated `arithmetic` module is called that refuses what the language refuses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from arenagen.emit.negation import turned
from arenagen.emit.python.documents import (
    SPACE,
    Doc,
    Group,
    bracketed,
    call,
    printed,
    row,
)
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
    Span,
    Text,
)
from arenagen.expressions.arithmetic import DIVISION_BY_ZERO, INEXACT, OVERFLOW

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from arenagen.expressions.nodes import CompareOp

LEVELS: Mapping[str, int] = {
    "or": 1,
    "and": 2,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), 4),
    **dict.fromkeys("+-", 5),
    **dict.fromkeys(("*", "//", "%"), 6),
}
"""How tightly operators bind; `not` is 3, a minus sign 7, and everything in brackets 9."""

NOT, MINUS, CHOICE, ATOM = 3, 7, 0, 9

_MIRRORED: Mapping[str, CompareOp] = {
    "==": "==",
    "!=": "!=",
    "<": ">",
    ">": "<",
    "<=": ">=",
    ">=": "<=",
}
_DIVISIONS = {"/": "exact", "//": "floor_div", "%": "remainder"}
_DIVISION_DOUBTS = (DIVISION_BY_ZERO, INEXACT, OVERFLOW)


@frozen
class Piece:
    """Python for an expression, and how tightly its outermost operator binds.

    `chain` has operands and the operators between them, so that neighbours of one level are laid
    out as one row.
    """

    doc: Doc
    level: int = ATOM
    chain: tuple[Doc, ...] = ()


@frozen
class Printer:
    """Prints one expression.

    `name` gives the Python for a name of the language, `helper` that of a helper. `doubts` are the
    operations that may have no value: what may happen, and the place.
    """

    name: Callable[[str], str]
    helper: Callable[[str], str]
    doubts: Collection[tuple[str, Span]] = field(default=frozenset())

    def doc(self, expr: Expr) -> Doc:
        """The expression as an argument of a call, where it may break without parentheses of its
        own.
        """
        piece = self._piece(expr)
        return _parenthesised(piece) if piece.level == CHOICE else _laid_out(piece)

    def sole(self, expr: Expr) -> Doc:
        """The expression as the only argument of a call."""
        return _laid_out(self._piece(expr))

    def statement(self, before: str, expr: Expr, after: str, indent: int, wrapper: str) -> str:
        """A line such as `return EXPR`, in parentheses where it does not fit.

        Where the formatter would rather break inside a call or bracket of the expression, `wrapper`
        is called on it, a function that gives back what it is given.
        """
        piece = self._piece(expr)
        plain = row(before, _laid_out(piece), after)
        breaks_inside = piece.level in (ATOM, NOT) and not piece.chain
        if breaks_inside or "\n" not in printed(plain, indent):
            return printed(plain, indent)
        if _breaks_between_operands(piece):
            return printed(row(before, _parenthesised(piece), after), indent)
        return printed(row(before, call(wrapper, [self.sole(expr)]), after), indent)

    def _piece(self, expr: Expr) -> Piece:
        match expr:
            case Int() | Bool() | Text():
                return _constant(expr)
            case Name():
                return Piece(self.name(expr.dotted))
            case Negate():
                return self._checked(expr, self._prefixed("-", expr.operand, MINUS))
            case Not():
                return self._not(expr.operand)
            case Arith():
                return self._arith(expr)
            case Compare():
                return self._compare(expr)
            case Logic():
                return self._chain(expr.op, expr.left, expr.right)
            case Choice():
                return self._choice(expr)
            case Call():
                return self._call(expr)

    def _not(self, operand: Expr) -> Piece:
        """Comparisons are turned round instead, as linters want them."""
        if isinstance(operand, Compare):
            return self._compare(turned(operand))
        return self._prefixed("not ", operand, NOT)

    def _compare(self, expr: Compare) -> Piece:
        """With a constant on the right, as linters want it."""
        if isinstance(expr.left, Int | Text) and not isinstance(expr.right, Int | Text):
            return self._chain(_MIRRORED[expr.op], expr.right, expr.left)
        return self._chain(expr.op, expr.left, expr.right)

    def _doubted(self, expr: Expr, *codes: str) -> bool:
        return any((code, expr.span) in self.doubts for code in codes)

    def _arith(self, expr: Arith) -> Piece:
        if expr.op in _DIVISIONS and self._doubted(expr, *_DIVISION_DOUBTS):
            return self._helper(_DIVISIONS[expr.op], expr.left, expr.right)
        op = "//" if expr.op == "/" else expr.op
        return self._checked(expr, self._chain(op, expr.left, expr.right))

    def _checked(self, expr: Expr, piece: Piece) -> Piece:
        return self._wrapped("i64", _laid_out(piece)) if self._doubted(expr, OVERFLOW) else piece

    def _wrapped(self, helper: str, *args: Doc) -> Piece:
        return Piece(call(self.helper(helper), args))

    def _helper(self, helper: str, *args: Expr) -> Piece:
        return self._wrapped(helper, *(self.doc(arg) for arg in args))

    def _call(self, expr: Call) -> Piece:
        if expr.function in ("min", "max"):
            return Piece(call(expr.function, [self.doc(arg) for arg in expr.args]))
        return self._checked(expr, self._helper(expr.function, *expr.args))

    def _prefixed(self, sign: str, operand: Expr, level: int) -> Piece:
        piece = self._piece(operand)
        doc = _laid_out(piece) if piece.level == ATOM else _parenthesised(piece)
        return Piece(row(sign, doc), level)

    def _chain(self, op: str, left: Expr, right: Expr) -> Piece:
        """Operands of one level in one row: `a + b - c` breaks before every operator or before
        none.

        `and` and `or` count as one level here, although `and` binds more tightly.
        """
        level = LEVELS[op]
        first, second = self._piece(left), self._piece(right)
        joins = first.level == level and level != LEVELS["=="]
        head = first.chain if joins else _links(first, level)
        return Piece("", level, (*head, op, *_links(second, level)))

    def _choice(self, expr: Choice) -> Piece:
        then, test, other = (self._piece(e) for e in (expr.then, expr.test, expr.other))
        parts = [_operand(piece, CHOICE) for piece in (then, test, other)]
        doc = Group(row(parts[0], SPACE, "if ", parts[1], SPACE, "else ", parts[2]))
        return Piece(doc, CHOICE)


def _constant(expr: Int | Bool | Text) -> Piece:
    if isinstance(expr, Text):
        return Piece(f'"{expr.value}"')
    return Piece(str(expr.value), MINUS if isinstance(expr, Int) and expr.value < 0 else ATOM)


def _links(piece: Piece, level: int) -> tuple[Doc, ...]:
    """An operand as part of a chain: a row of `and` inside one of `or` is not a group of its own."""
    if level == LEVELS["or"] and piece.level == LEVELS["and"]:
        return piece.chain
    return (_operand(piece, level),)


def _operand(piece: Piece, level: int) -> Doc:
    """An operand of an operator of some level, in parentheses unless it binds more tightly."""
    return _laid_out(piece) if piece.level > level else _parenthesised(piece)


def _parenthesised(piece: Piece) -> Doc:
    return bracketed("(", _laid_out(piece), ")")


def _laid_out(piece: Piece) -> Doc:
    if not piece.chain:
        return piece.doc
    first, *rest = piece.chain
    pairs = zip(rest[::2], rest[1::2], strict=True)
    return Group(row(first, *(row(SPACE, op, " ", operand) for op, operand in pairs)))


def _breaks_between_operands(piece: Piece) -> bool:
    """Whether the formatter puts parentheses around a long expression, whatever is in it."""
    return len(piece.chain) > 3 or "(" not in printed(_laid_out(piece), width=10**6)
