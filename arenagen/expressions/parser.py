"""Reads the text of an expression into its tree: precedence climbing, bounded length and depth."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn, cast

from arenagen.expressions import complaints
from arenagen.expressions.errors import ExpressionError
from arenagen.expressions.nodes import (
    INT_MAX,
    Arith,
    ArithOp,
    Bool,
    Call,
    Choice,
    Compare,
    CompareOp,
    Expr,
    Function,
    Int,
    Logic,
    LogicOp,
    Name,
    Negate,
    Not,
    Span,
    Text,
    height,
)
from arenagen.expressions.tokens import Token, tokenize, too_large

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_LENGTH = 2000
MAX_DEPTH = 50

ARITY = {"min": (2, None), "max": (2, None), "ceil_div": (2, 2), "align_up": (2, 2), "rung": (2, 2)}

OR, AND, NOT, COMPARE, SUM, PRODUCT = range(1, 7)
_LEVELS = {
    "or": OR,
    "and": AND,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), COMPARE),
    **dict.fromkeys("+-", SUM),
    **dict.fromkeys(("*", "//", "%", "/"), PRODUCT),
}


def parse(text: str) -> Expr:
    """The tree of an expression. Spans are half-open ranges of characters of `text`.

    ExpressionError when the text is no expression, longer than 2000 characters or deeper than 50.
    """
    if len(text) > MAX_LENGTH:
        raise ExpressionError(
            "AG107",
            f"the expression has {len(text)} characters, {MAX_LENGTH} are allowed",
            (MAX_LENGTH, len(text)),
            "name parts of it in [let]",
        )
    parser = _Parser(text)
    tree = parser.whole()
    if height(tree) > MAX_DEPTH:
        raise _too_deep((0, len(text)))
    return tree


def _too_deep(span: Span) -> ExpressionError:
    """The refusal of a tree with more than MAX_DEPTH levels."""
    message = f"the expression is nested deeper than {MAX_DEPTH} levels"
    return ExpressionError("AG107", message, span, "name parts of it in [let]")


class _Parser:
    """The tokens of one text and how far they have been read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tuple(tokenize(text))
        self.at = 0
        self.open: list[Token] = []
        self.depth = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    @property
    def start(self) -> int:
        return self.token.span[0]

    def span(self, start: int) -> Span:
        """From `start` to the end of the token read last."""
        return start, self.tokens[self.at - 1].span[1]

    def take(self) -> Token:
        self.at += 1
        return self.tokens[self.at - 1]

    def sees(self, *texts: str) -> bool:
        """Whether the next token is one of these signs or words."""
        return self.token.kind in ("sign", "word") and self.token.text in texts

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """One more level below the current one; brackets and operators are bounded alike."""
        if self.depth >= 2 * MAX_DEPTH or len(self.open) > MAX_DEPTH:
            raise _too_deep(self.token.span)
        self.depth += 1
        yield
        self.depth -= 1

    def whole(self) -> Expr:
        if len(self.tokens) == 1:
            raise ExpressionError("AG100", "the expression is empty", self.token.span)
        tree = self.choice()
        if self.token.kind != "end":
            raise complaints.trailing(self.token)
        return tree

    def choice(self) -> Expr:
        start = self.start
        then = self.binary(OR)
        if not self.sees("if"):
            return then
        self.take()
        test = self.binary(OR)
        if not self.sees("else"):
            raise complaints.no_else(self.token)
        self.take()
        with self.deeper():
            other = self.choice()
        return Choice(then, test, other, span=self.span(start))

    def binary(self, floor: int) -> Expr:
        """Operators that bind at least as tightly as `floor`, grouped from the left."""
        start = self.start
        left = self.negation(floor)
        compared = False
        while (level := self.level()) >= floor:
            sign = self.take()
            if level == COMPARE and compared:
                raise complaints.chain(sign)
            compared = level == COMPARE
            with self.deeper():
                right = self.binary(level + 1)
            left = _join(level, sign.text, left, right, self.span(start))
        return left

    def level(self) -> int:
        """How tightly the next token binds, 0 when it is no operator between two operands."""
        return _LEVELS.get(self.token.text, 0) if self.token.kind in ("sign", "word") else 0

    def negation(self, floor: int) -> Expr:
        if not self.sees("not"):
            return self.unary()
        if floor > NOT:
            raise complaints.needs_brackets(self.token)
        start = self.start
        self.take()
        with self.deeper():
            operand = self.binary(NOT)
        return Not(operand, span=self.span(start))

    def unary(self) -> Expr:
        if not self.sees("-"):
            return self.primary()
        start = self.start
        self.take()
        if self.token.kind == "int":
            value = -int(self.take().text)
            return Int(value, span=self.span(start))
        with self.deeper():
            operand = self.unary()
        return Negate(operand, span=self.span(start))

    def primary(self) -> Expr:
        token = self.token
        if self.sees("("):
            return self.bracketed()
        if token.kind == "int":
            return self.number()
        if token.kind == "name":
            return self.name_or_call()
        if token.kind == "text":
            return Text(self.take().text, span=token.span)
        if self.sees("true", "false"):
            return Bool(self.take().text == "true", span=token.span)
        raise complaints.no_operand(token, self.tokens[self.at - 1] if self.at else None, self.open)

    def number(self) -> Int:
        token = self.take()
        if int(token.text) > INT_MAX:
            raise too_large(token.text, token.span)
        return Int(int(token.text), span=token.span)

    def bracketed(self) -> Expr:
        self.open.append(self.take())
        with self.deeper():
            inner = self.choice()
        self.close()
        return inner

    def close(self) -> None:
        """Takes the bracket that closes the innermost open one."""
        if not self.sees(")"):
            self.refuse_unclosed()
        self.take()
        self.open.pop()

    def refuse_unclosed(self) -> NoReturn:
        raise complaints.unclosed(self.token, self.open[-1])

    def name_or_call(self) -> Expr:
        token = self.take()
        if not self.sees("("):
            return Name(tuple(token.text.split(".")), span=token.span)
        if token.text not in ARITY:
            raise complaints.unknown_function(token, tuple(ARITY))
        self.open.append(self.take())
        args = self.arguments()
        self.close()
        call = Call(cast("Function", token.text), args, span=self.span(token.span[0]))
        least, most = ARITY[token.text]
        if len(args) < least or (most is not None and len(args) > most):
            raise complaints.arity(token.text, len(args), least, most, call.span)
        return call

    def arguments(self) -> tuple[Expr, ...]:
        args: list[Expr] = []
        while not self.sees(")"):
            with self.deeper():
                args.append(self.choice())
            if not self.sees(","):
                break
            self.take()
        return tuple(args)


def _join(level: int, sign: str, left: Expr, right: Expr, span: Span) -> Expr:
    """The node of a binary operator."""
    if level in (OR, AND):
        return Logic(cast("LogicOp", sign), left, right, span=span)
    if level == COMPARE:
        return Compare(cast("CompareOp", sign), left, right, span=span)
    return Arith(cast("ArithOp", sign), left, right, span=span)
