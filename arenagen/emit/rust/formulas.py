"""Expressions of the layout language as Rust.

Everything is printed so that it fits a line as `rustfmt` would leave it. What is longer is taken
apart into `let` statements first; where a part may only be looked at under a condition, it is
looked at in a block of its own. An operation that may have no value is a call that ends in `?`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from arenagen.emit.negation import turned
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
    children,
)
from arenagen.expressions.arithmetic import OVERFLOW

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

WIDTH = 100
INDENT = 4
CALL_WIDTH = 60
"""Arguments of a call that stay on one line."""

IF_WIDTH = 50
"""A whole `if` expression that stays on one line."""

SHORT = 24
"""An operand that stays where it is when a long expression is taken apart."""

LEVELS = {
    "||": 1,
    "&&": 2,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), 3),
    **dict.fromkeys("+-", 5),
    "*": 6,
}
UNARY, ATOM = 7, 9

CHECKED = {"+": "add", "-": "sub", "*": "mul"}
DIVISIONS = {"/": "exact", "//": "floor_div", "%": "remainder"}
FUNCTIONS = frozenset({"add", "sub", "mul", "neg", *DIVISIONS.values()}) | {
    "ceil_div",
    "align_up",
    "rung",
}
"""Functions of the generated `arithmetic` module; each gives a `Result`."""


@frozen
class Piece:
    """Rust on one line, how tightly its outermost operator binds, and whether it may stay on one."""

    text: str
    level: int = ATOM
    fits: bool = True

    def within(self, level: int) -> str:
        """As an operand of an operator of some level."""
        return self.text if self.level > level else f"({self.text})"


@define(eq=False)
class Printer:
    """Prints expressions at some column, and collects the statements that come before.

    `name` gives the Rust for a name of the language, `use` notes a function that is imported,
    `doubts` are the operations that may have no value. `number` is that of the last variable.
    """

    name: Callable[[str], str]
    use: Callable[[str, str], str]
    doubts: Collection[tuple[str, Span]] = frozenset()
    column: int = INDENT
    lines: list[str] = field(factory=list)
    number: int = 0

    def value(self, expr: Expr, room: int) -> str:
        """Rust for an expression in at most `room` characters, if names allow."""
        return self._piece(expr, room).text

    def result(self, expr: Expr) -> str:
        """Rust for `Ok` of an expression, or for the call that gives the `Result`."""
        piece = self._piece(expr, min(CALL_WIDTH, WIDTH - self.column - len("Ok()")))
        sole = piece.level == ATOM and piece.text.endswith("?")
        return piece.text[:-1] if sole else f"Ok({piece.text})"

    def _piece(self, expr: Expr, room: int) -> Piece:
        if isinstance(expr, Not) and isinstance(expr.operand, Compare):
            return self._piece(turned(expr.operand), room)
        whole = self.inline(expr)
        if whole.fits and len(whole.text) <= room:
            return whole
        match expr:
            case Choice():
                return self._bound(expr)
            case Logic():
                return self._logic(expr, room)
            case Int() | Bool() | Text() | Name():
                return whole
            case _:
                return self._apart(expr, room)

    def inline(self, expr: Expr) -> Piece:
        """An expression on one line, however long."""
        if isinstance(expr, Not) and isinstance(expr.operand, Compare):
            expr = turned(expr.operand)
        return self._made(expr, [self.inline(part) for part in children(expr)])

    def _apart(self, expr: Expr, room: int) -> Piece:
        """With the longest operands in variables."""
        parts = children(expr)
        pieces = [self.inline(part) for part in parts]
        order = sorted(range(len(parts)), key=lambda i: (pieces[i].fits, -len(pieces[i].text)))
        for i in order:
            whole = self._made(expr, pieces)
            if whole.fits and len(whole.text) <= room:
                return whole
            if not pieces[i].fits or len(pieces[i].text) > SHORT:
                pieces[i] = self._bound(parts[i])
        whole = self._made(expr, pieces)
        return whole if whole.fits and len(whole.text) <= room else self._folded(expr, pieces, room)

    def _folded(self, expr: Expr, pieces: list[Piece], room: int) -> Piece:
        """The last resort: every operand in a variable, and calls with many of them in steps."""
        if not isinstance(expr, Call) or expr.function not in ("min", "max"):
            return self._made(expr, pieces)
        first, *rest = pieces
        for piece in rest:
            first = self._variable(f"{self.use('cmp', expr.function)}({first.text}, {piece.text})")
        return first

    def _made(self, expr: Expr, pieces: Sequence[Piece]) -> Piece:
        """Rust for an expression from that of its operands."""
        match expr:
            case Int() | Bool() | Text() | Name():
                return self._leaf(expr)
            case Negate() if not self._doubted(expr):
                return Piece(f"-{pieces[0].within(UNARY)}", UNARY, pieces[0].fits)
            case Negate():
                return self._call("neg", pieces)
            case Not():
                return Piece(f"!{pieces[0].within(UNARY)}", UNARY, pieces[0].fits)
            case Arith():
                return self._arith(expr, pieces)
            case Compare():
                return _binary(expr.op, pieces)
            case Logic():
                return _binary("&&" if expr.op == "and" else "||", pieces)
            case Choice():
                return Piece("", 0, fits=False)
            case Call():
                return self._function(expr, pieces)

    def _leaf(self, expr: Int | Bool | Text | Name) -> Piece:
        match expr:
            case Int():
                return Piece(str(expr.value), UNARY if expr.value < 0 else ATOM)
            case Bool():
                return Piece("true" if expr.value else "false")
            case Text():
                return Piece(self.use("dtype", expr.value))
            case Name():
                return Piece(self.name(expr.dotted))

    def _doubted(self, expr: Expr) -> bool:
        return (OVERFLOW, expr.span) in self.doubts

    def _arith(self, expr: Arith, pieces: Sequence[Piece]) -> Piece:
        if expr.op in DIVISIONS:
            return self._call(DIVISIONS[expr.op], pieces)
        if self._doubted(expr):
            return self._call(CHECKED[expr.op], pieces)
        return _binary(expr.op, pieces)

    def _function(self, expr: Call, pieces: Sequence[Piece]) -> Piece:
        if expr.function == "rung":
            return self._call("rung", [pieces[0], Piece(f"&{pieces[1].text}")])
        if expr.function not in ("min", "max"):
            return self._call(expr.function, pieces)
        function = self.use("cmp", expr.function)
        first, *rest = pieces
        for piece in rest:
            args = f"{first.text}, {piece.text}"
            fits = first.fits and piece.fits and len(args) <= CALL_WIDTH
            first = Piece(f"{function}({args})", ATOM, fits)
        return first

    def _call(self, function: str, pieces: Sequence[Piece]) -> Piece:
        args = ", ".join(piece.text for piece in pieces)
        fits = all(piece.fits for piece in pieces) and len(args) <= CALL_WIDTH
        return Piece(f"{self.use('arithmetic', function)}({args})?", ATOM, fits)

    def _logic(self, expr: Logic, room: int) -> Piece:
        """`and` and `or`, whose right side is looked at only if the left one does not decide."""
        right = self.inline(expr.right)
        if right.fits and len(right.text) <= room // 2:
            left = self._piece(expr.left, room - len(right.text) - len(" && ()"))
            return self._made(expr, [left, right])
        left = self._bound(expr.left)
        lines, other = self._block(expr.right)
        first = (lines, other)
        second: tuple[list[str], str] = ([], "true" if expr.op == "or" else "false")
        if expr.op == "or":
            first, second = second, first
        return self._conditional(left.text, first, second)

    def _bound(self, expr: Expr) -> Piece:
        """An expression in a variable of its own."""
        if not isinstance(expr, Choice):
            room = WIDTH - self.column - len("let t00 = ;")
            return self._variable(self.value(expr, room))
        test = self.value(expr.test, WIDTH - self.column - len("let t00 = if  {"))
        return self._conditional(test, self._block(expr.then), self._block(expr.other))

    def _variable(self, text: str) -> Piece:
        self.number += 1
        self.lines.append(f"{' ' * self.column}let t{self.number} = {text};")
        return Piece(f"t{self.number}")

    def _block(self, expr: Expr) -> tuple[list[str], str]:
        """Statements of a branch, and its value."""
        inner = Printer(self.name, self.use, self.doubts, self.column + INDENT, [], self.number)
        text = inner.value(expr, WIDTH - inner.column)
        self.number = inner.number
        return inner.lines, text

    def _conditional(
        self, test: str, then: tuple[list[str], str], other: tuple[list[str], str]
    ) -> Piece:
        """A variable that one of two branches gives its value."""
        short = f"if {test} {{ {then[1]} }} else {{ {other[1]} }}"
        plain = not then[0] and not other[0] and len(short) <= IF_WIDTH
        if plain and self.column + len(f"let t00 = {short};") <= WIDTH:
            return self._variable(short)
        self.number += 1
        pad, inner = " " * self.column, " " * (self.column + INDENT)
        self.lines += [
            f"{pad}let t{self.number} = if {test} {{",
            *then[0],
            inner + then[1],
            f"{pad}}} else {{",
            *other[0],
            inner + other[1],
            f"{pad}}};",
        ]
        return Piece(f"t{self.number}")


def _binary(op: str, pieces: Sequence[Piece]) -> Piece:
    """Operators of one level group to the left; comparisons do not group at all."""
    level = LEVELS[op]
    left = pieces[0].within(level if level == LEVELS["=="] else level - 1)
    text = f"{left} {op} {pieces[1].within(level)}"
    return Piece(text, level, all(piece.fits for piece in pieces))
