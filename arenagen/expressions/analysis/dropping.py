"""Parts of a polynomial that are known not to be negative, and what is left without them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.expressions.analysis.polynomial import (
    Polynomial,
    Product,
    TooLargeError,
    plus,
    times,
    without,
)
from arenagen.expressions.nodes import Arith, Call, Expr

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arenagen.expressions.analysis.bounds import Bounds


def smaller_ones(bounds: Bounds, polynomial: Polynomial) -> Iterator[Polynomial]:
    """Polynomials that are nowhere larger: without multiples of facts, without ordered pairs."""
    for fact in bounds.state.facts:
        yield from _without_fact(bounds, polynomial, fact)
    rising = [(product, k) for product, k in polynomial.items() if k > 0 and product]
    falling = [(product, -k) for product, k in polynomial.items() if k < 0 and product]
    for up, first in rising:
        for down, second in falling:
            if _ordered(bounds, up, down):
                times_both = min(first, second)
                yield plus(polynomial, {up: times_both, down: -times_both}, -1)


def at_their_ends(bounds: Bounds, polynomial: Polynomial) -> Iterator[Polynomial]:
    """Polynomials that are nowhere larger: one atom at its lowest where it counts for more, else at its highest.

    Only those in which something cancels: n * w - w is w * (n - 1), and n counts for w, which is not negative.
    """
    for atom in dict.fromkeys(atom for product in polynomial for atom in product):
        known = bounds.walker.number(atom, bounds.state)
        factor, rest = _by_atom(polynomial, atom)
        cancels = any(product in rest for product in factor)
        if known is None or not cancels:
            continue
        course = bounds.direct(factor)
        if course is not None and course.lo >= 0:
            yield plus(rest, factor, known.lo)
        elif course is not None and course.hi <= 0:
            yield plus(rest, factor, known.hi)


def _by_atom(polynomial: Polynomial, atom: Expr) -> tuple[Polynomial, Polynomial]:
    """(q, r) with polynomial = atom * q + r; higher powers of the atom stay in r."""
    factor: Polynomial = {}
    rest: Polynomial = {}
    for product, coefficient in polynomial.items():
        if product.count(atom) == 1:
            factor[without(product, (atom,)) or ()] = coefficient
        else:
            rest[product] = coefficient
    return (factor, rest) if not any(atom in product for product in rest) else ({}, polynomial)


def _without_fact(bounds: Bounds, polynomial: Polynomial, fact: Polynomial) -> Iterator[Polynomial]:
    """The polynomial minus a multiple of a fact that takes one of its terms away."""
    for part, divisor in fact.items():
        for product, coefficient in polynomial.items():
            factor = without(product, part) if part else None
            if factor is None or coefficient * divisor <= 0 or coefficient % divisor:
                continue
            if _not_negative(bounds, factor):
                try:
                    multiple = times(fact, {factor: coefficient // divisor})
                    yield plus(polynomial, multiple, -1)
                except TooLargeError:
                    continue


def _not_negative(bounds: Bounds, product: Product) -> bool:
    """Whether a product is known not to be negative."""
    found = bounds.product(product)
    return found is not None and found.lo >= 0


def _ordered(bounds: Bounds, up: Product, down: Product) -> bool:
    """Whether two products differ in one factor, rising in the same way, which is larger in `up`."""
    for atom in dict.fromkeys(up):
        rest = without(up, (atom,))
        for other in dict.fromkeys(down):
            if rest is None or atom == other or without(down, (other,)) != rest:
                continue
            above = _monotone(bounds, atom, other) or (rest and bounds.at_least(atom, other))
            if above and _not_negative(bounds, rest):
                return True
    return False


def _monotone(bounds: Bounds, a: Expr, b: Expr) -> bool:
    """Whether a >= b because both are one monotone function of numbers that are so ordered."""
    match a, b:
        case Arith(op="//"), Arith(op="//") if a.right == b.right:
            return _positive(bounds, a.right) and bounds.at_least(a.left, b.left)
        case Call(), Call() if a.function == b.function:
            return _call(bounds, a, b)
    return False


def _call(bounds: Bounds, a: Call, b: Call) -> bool:
    """The same for two calls of one function."""
    if a.function in ("min", "max"):
        same = len(a.args) == len(b.args)
        return same and all(bounds.at_least(x, y) for x, y in zip(a.args, b.args, strict=True))
    if a.args[1] != b.args[1]:
        return False
    steady = a.function == "rung" or _positive(bounds, a.args[1])
    return steady and bounds.at_least(a.args[0], b.args[0])


def _positive(bounds: Bounds, step: Expr) -> bool:
    """Whether a divisor is known to be above 0."""
    found = bounds.walker.number(step, bounds.state)
    return found is not None and found.lo > 0
