"""Sums of products: a normal form in which differences cancel and common factors show.

A polynomial maps products of atoms to whole coefficients; atoms are the subexpressions that cannot
be taken apart. The form is about exact numbers: it holds wherever the expression has a value.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from arenagen.expressions.nodes import Arith, Call, Expr, Int, Negate
from arenagen.expressions.text import to_text

Product = tuple[Expr, ...]
Polynomial = dict[Product, int]
Meaning = Callable[[Expr], Expr | None]

MAX_TERMS = 16
MAX_FACTORS = 8
MAX_DEPTH = 60


_rank = lru_cache(maxsize=1 << 16)(to_text)
"""Orders the factors of products: by text, because hashes differ from one run to the next."""


class TooLargeError(Exception):
    """The normal form has more terms than are worth having."""


def plus(a: Polynomial, b: Polynomial, times: int = 1) -> Polynomial:
    """a + times * b."""
    total = dict(a)
    for product, coefficient in b.items():
        total[product] = total.get(product, 0) + times * coefficient
    if len(total) > MAX_TERMS:
        raise TooLargeError
    return {product: coefficient for product, coefficient in total.items() if coefficient}


def times(a: Polynomial, b: Polynomial) -> Polynomial:
    """a * b."""
    total: Polynomial = {}
    for one, first in a.items():
        for other, second in b.items():
            product = tuple(sorted(one + other, key=_rank))
            total[product] = total.get(product, 0) + first * second
            if len(total) > MAX_TERMS or len(product) > MAX_FACTORS:
                raise TooLargeError
    return {product: coefficient for product, coefficient in total.items() if coefficient}


def normal(expr: Expr, meaning: Meaning, depth: int = MAX_DEPTH) -> Polynomial:
    """The normal form; `meaning` gives what a node stands for, if that should be looked into.

    `x % b` becomes x - b * (x // b), align_up(x, b) becomes b * ceil_div(x, b). TooLargeError when
    there are more than MAX_TERMS terms. What lies deeper than `depth` is not taken apart.
    """
    if depth == 0:
        return {(expr,): 1}
    match expr:
        case Int():
            return {(): expr.value} if expr.value else {}
        case Negate():
            return plus({}, normal(expr.operand, meaning, depth - 1), -1)
        case Arith() if expr.op in ("+", "-", "*", "%"):
            return _arith(expr, meaning, depth - 1)
        case Call() if expr.function == "align_up":
            steps: Product = (Call("ceil_div", expr.args),)
            return times(normal(expr.args[1], meaning, depth - 1), {steps: 1})
    stands_for = meaning(expr)
    return {(expr,): 1} if stands_for is None else normal(stands_for, meaning, depth - 1)


def _arith(expr: Arith, meaning: Meaning, depth: int) -> Polynomial:
    """The normal form of an operator on two polynomials."""
    left, right = normal(expr.left, meaning, depth), normal(expr.right, meaning, depth)
    match expr.op:
        case "+":
            return plus(left, right)
        case "-":
            return plus(left, right, -1)
        case "*":
            return times(left, right)
    quotient: Product = (Arith("//", expr.left, expr.right),)
    return plus(left, times(right, {quotient: 1}), -1)


def without(product: Product, factors: Product) -> Product | None:
    """The product divided by the factors, None when one of them is missing."""
    rest = list(product)
    for factor in factors:
        if factor not in rest:
            return None
        rest.remove(factor)
    return tuple(rest)


def atoms(polynomial: Polynomial) -> frozenset[Expr]:
    """Every atom of the polynomial."""
    return frozenset(atom for product in polynomial for atom in product)
