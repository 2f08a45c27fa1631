"""Bounds of polynomials: from those of their atoms, and better ones by what is known of these.

Two means make up for names that occur more than once. A term is rewritten as what it rounds or
chooses from plus a bounded rest; and parts that are known not to be negative are left out of a
lower bound.
"""

from __future__ import annotations

from math import gcd, lcm
from typing import TYPE_CHECKING

from arenagen.expressions.analysis import interval
from arenagen.expressions.analysis.dropping import at_their_ends, smaller_ones
from arenagen.expressions.analysis.interval import Interval, only
from arenagen.expressions.analysis.polynomial import (
    Polynomial,
    Product,
    TooLargeError,
    atoms,
    normal,
    plus,
    without,
)
from arenagen.expressions.nodes import Arith, Call, Expr, Int

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arenagen.expressions.analysis.state import State
    from arenagen.expressions.analysis.walker import Walker

MAX_ATTEMPTS = 40
MAX_DEPTH = 3
MAX_SCALE = 1 << 20


def form(walker: Walker, expr: Expr, state: State) -> Polynomial:
    """The normal form of an expression, with definitions looked into."""
    return normal(expr, lambda node: walker.meaning(node, state))


class Bounds:
    """Bounds of polynomials in one state, with a limited number of attempts."""

    def __init__(self, walker: Walker, state: State) -> None:
        self.walker = walker
        self.state = state
        self.left = MAX_ATTEMPTS

    def of(self, polynomial: Polynomial) -> Interval | None:
        """The tightest set found, None when an atom has no value."""
        scale = _scale(polynomial)
        scaled = plus({}, polynomial, scale) if scale > 1 else polynomial
        found = self.direct(polynomial)
        if found is None or found.constant or len(polynomial) < 2:
            return found
        low = self.lowest(scaled, MAX_DEPTH)
        self.left = MAX_ATTEMPTS
        high = self.lowest(plus({}, scaled, -1), MAX_DEPTH)
        if low is None or high is None:
            return found
        narrowed = interval.interval(-(-low // scale), -high // scale, found.step, found.offset)
        return narrowed or found

    def lowest(self, polynomial: Polynomial, depth: int) -> int | None:
        """The best lower bound found by rewriting terms and leaving parts out, None if there is none."""
        found = self.direct(polynomial)
        if found is None or depth == 0 or len(polynomial) < 2:
            return None if found is None else found.lo
        best = found.lo
        for instead, rest in self.attempts(polynomial):
            if not self.attempt():
                break
            low = self.lowest(instead, depth - 1)
            best = best if low is None else max(best, low + rest)
        return best

    def attempt(self) -> bool:
        """Whether one more attempt may be made."""
        self.left -= 1
        self.walker.budget -= 1
        return self.left >= 0 and self.walker.budget > 0

    def attempts(self, polynomial: Polynomial) -> Iterator[tuple[Polynomial, int]]:
        """(q, n) such that q + n is nowhere larger than the polynomial."""
        for smaller in smaller_ones(self, polynomial):
            yield smaller, 0
        for instead, slack in self.rewrites(polynomial):
            yield instead, slack.lo
        for smaller in at_their_ends(self, polynomial):
            yield smaller, 0

    def at_least(self, a: Expr, b: Expr) -> bool:
        """Whether a >= b is known."""
        if a == b:
            return True
        if not self.attempt():
            return False
        try:
            ahead = plus(self.form(a), self.form(b), -1)
        except TooLargeError:
            return False
        low = self.lowest(ahead, MAX_DEPTH - 1)
        return low is not None and low >= 0

    def form(self, expr: Expr) -> Polynomial:
        """The normal form of an expression, with definitions looked into."""
        return form(self.walker, expr, self.state)

    def direct(self, polynomial: Polynomial) -> Interval | None:
        """The sum of the bounds of the terms."""
        total = only(0)
        for product, coefficient in polynomial.items():
            part = self.product(product)
            if part is None:
                return None
            total = interval.add(total, interval.multiply(part, only(coefficient)))
        return total

    def product(self, product: Product) -> Interval | None:
        """Bounds of a product; a square is never negative."""
        total = only(1)
        for atom in dict.fromkeys(product):
            one = self.walker.number(atom, self.state)
            if one is None:
                return None
            power = one
            for _ in range(product.count(atom) - 1):
                power = interval.multiply(power, one)
            if product.count(atom) % 2 == 0 and power.lo < 0:
                power = Interval(0, power.hi) if power.hi > 0 else only(0)
            total = interval.multiply(total, power)
        return total

    def rewrites(self, polynomial: Polynomial) -> Iterator[tuple[Polynomial, Interval]]:
        """(q, d) with polynomial = q + d: one term replaced by what its rounding or choice is about."""
        for product, coefficient in polynomial.items():
            for atom in dict.fromkeys(product):
                for target, factor, slack in self.relations(atom, product, coefficient):
                    rest = {key: value for key, value in polynomial.items() if key != product}
                    if not self.related(target, rest):
                        continue
                    try:
                        inner = self.form(target)
                        yield plus(rest, inner, factor), interval.multiply(slack, only(factor))
                    except TooLargeError:
                        continue

    def related(self, target: Expr, rest: Polynomial) -> bool:
        """Whether putting `target` into the sum can cancel anything."""
        mask_of = self.walker.scope.mask
        mask = mask_of(target)
        others = 0
        for atom in atoms(rest):
            others |= mask_of(atom)
        facts = (atom for fact in self.state.facts for atom in atoms(fact))
        return bool(mask & others) or any(mask_of(atom) & mask for atom in facts)

    def relations(
        self, atom: Expr, product: Product, coefficient: int
    ) -> Iterator[tuple[Expr, int, Interval]]:
        """(x, k, d): the term is k * (x + d)."""
        match atom:
            case Arith(op="//") | Call(function="ceil_div"):
                yield from self.rounded(atom, product, coefficient)
            case Call() if product == (atom,):
                whole = self.walker.number(atom, self.state)
                args = atom.args[:1] if atom.function == "rung" else atom.args
                for arg in args:
                    part = self.walker.number(arg, self.state)
                    if whole is not None and part is not None:
                        yield arg, coefficient, _distance(atom, whole, part)

    def rounded(
        self, atom: Arith | Call, product: Product, coefficient: int
    ) -> Iterator[tuple[Expr, int, Interval]]:
        """b * (x // b) is x - d and b * ceil_div(x, b) is x + d, with d in 0..b-1."""
        up = isinstance(atom, Call)
        target, step = atom.args if isinstance(atom, Call) else (atom.left, atom.right)
        size = self.walker.number(step, self.state)
        if size is None or size.lo <= 0:
            return
        slack = Interval(0, size.hi - 1) if size.hi > 1 else only(0)
        rest = without(product, (atom,))
        if size.constant:
            if rest == () and coefficient % size.lo == 0:
                yield target, coefficient // size.lo, slack if up else interval.negate(slack)
        elif rest is not None and self.form(step) == {rest: 1}:
            yield target, coefficient, slack if up else interval.negate(slack)
            most = Arith("-", step, Int(1))
            farthest = Arith("+" if up else "-", target, most)
            yield farthest, coefficient, interval.negate(slack) if up else slack


def _scale(polynomial: Polynomial) -> int:
    """What to multiply by so that numbers divided by literals can be rewritten as whole ones."""
    scale = 1
    for product, coefficient in polynomial.items():
        match product:
            case (Arith(op="//", right=Int(value=step)),) if step > 0:
                scale = lcm(scale, step // gcd(step, coefficient))
            case (Call(function="ceil_div", args=(_, Int(value=step))),) if step > 0:
                scale = lcm(scale, step // gcd(step, coefficient))
    return scale if scale <= MAX_SCALE else 1


def _distance(call: Call, whole: Interval, part: Interval) -> Interval:
    """How far max, min or rung lies from one of its arguments."""
    if call.function == "min":
        low = min(whole.lo - part.hi, 0)
        return Interval(low, 0) if low < 0 else only(0)
    high = max(whole.hi - part.lo, 0)
    return Interval(0, high) if high > 0 else only(0)
