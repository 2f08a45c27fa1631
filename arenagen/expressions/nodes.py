"""The tree of an expression.

Nodes are frozen and compare by meaning: the place in the source text (`span`) does not count. Only
attrs is imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

Span = tuple[int, int]
ArithOp = Literal["+", "-", "*", "//", "%", "/"]
CompareOp = Literal["==", "!=", "<", "<=", ">", ">="]
LogicOp = Literal["and", "or"]
Function = Literal["min", "max", "ceil_div", "align_up", "rung"]

INT_MIN = -(2**63)
INT_MAX = 2**63 - 1


@frozen
class Node:
    """What all nodes have: the half-open range of characters of the text they were read from."""

    span: Span = field(default=(0, 0), eq=False, repr=False, kw_only=True)


@frozen(cache_hash=True)
class Int(Node):
    """A whole number of 64 bits; a minus sign directly before a literal belongs to it."""

    value: int


@frozen(cache_hash=True)
class Bool(Node):
    """`true` or `false`."""

    value: bool


@frozen(cache_hash=True)
class Text(Node):
    """The quoted name of a dtype: `'bf16'`."""

    value: str


@frozen(cache_hash=True)
class Name(Node):
    """A declared name, or a path of names joined by dots."""

    path: tuple[str, ...]

    @property
    def dotted(self) -> str:
        """The name as it is written and looked up."""
        return ".".join(self.path)


@frozen(cache_hash=True)
class Negate(Node):
    """`-operand`."""

    operand: Expr


@frozen(cache_hash=True)
class Not(Node):
    """`not operand`."""

    operand: Expr


@frozen(cache_hash=True)
class Arith(Node):
    """`left op right` over whole numbers."""

    op: ArithOp
    left: Expr
    right: Expr


@frozen(cache_hash=True)
class Compare(Node):
    """`left op right`, a boolean."""

    op: CompareOp
    left: Expr
    right: Expr


@frozen(cache_hash=True)
class Logic(Node):
    """`left and right`, `left or right`; the right side counts where the left does not decide."""

    op: LogicOp
    left: Expr
    right: Expr


@frozen(cache_hash=True)
class Choice(Node):
    """`then if test else other`; only the chosen branch is looked at."""

    then: Expr
    test: Expr
    other: Expr


@frozen(cache_hash=True)
class Call(Node):
    """One of the five functions of the language."""

    function: Function
    args: tuple[Expr, ...]


Expr = Int | Bool | Text | Name | Negate | Not | Arith | Compare | Logic | Choice | Call


def children(expr: Expr) -> tuple[Expr, ...]:
    """The operands of a node in the order in which they are written."""
    match expr:
        case Negate() | Not():
            return (expr.operand,)
        case Arith() | Compare() | Logic():
            return (expr.left, expr.right)
        case Choice():
            return (expr.then, expr.test, expr.other)
        case Call():
            return expr.args
        case _:
            return ()


def walk(expr: Expr) -> Iterator[Expr]:
    """Every node of the tree, parents first, in the order of the text; not recursive."""
    pending = [expr]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(reversed(children(node)))


def height(expr: Expr) -> int:
    """Nodes on the longest way from the root to a leaf; not recursive."""
    level, deepest = [expr], 0
    while level:
        deepest += 1
        level = [child for node in level for child in children(node)]
    return deepest
