"""Bounds and divisibility from normal forms: what intervals alone lose when a name occurs twice."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from arenagen.expressions.analysis import interval
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

MAX_REWRITES = 12


def difference(walker: Walker, left: Expr, right: Expr, state: State) -> Interval | None:
    """A set that left - right lies in, from the normal form; None when nothing could be found out."""
    try:
        polynomial = plus(form(walker, left, state), form(walker, right, state), -1)
    except TooLargeError:
        return None
    return Bounds(walker, state).of(polynomial)


def form(walker: Walker, expr: Expr, state: State) -> Polynomial:
    """The normal form of an expression, with definitions looked into."""
    return normal(expr, lambda node: walker.meaning(node, state))


class Bounds:
    """Bounds of polynomials in one state, with a limited number of attempts."""

    def __init__(self, walker: Walker, state: State) -> None:
        self.walker = walker
        self.state = state
        self.left = MAX_REWRITES

    def of(self, polynomial: Polynomial) -> Interval | None:
        """The tightest set found: directly, by rewriting atoms, and with the facts of the state."""
        found = self.rewritten(polynomial, 2)
        for fact in self.state.facts:
            found = self.with_fact(polynomial, fact, found)
        return found

    def with_fact(
        self, polynomial: Polynomial, fact: Polynomial, found: Interval | None
    ) -> Interval | None:
        """fact >= 0, so p >= p - fact and p <= p + fact."""
        try:
            below = self.rewritten(plus(polynomial, fact, -1), 1)
            above = self.rewritten(plus(polynomial, fact), 1)
        except TooLargeError:
            return found
        if found is None or below is None or above is None:
            return found
        if below.lo <= found.lo and above.hi >= found.hi:
            return found
        return interval.interval(
            max(found.lo, below.lo), min(found.hi, above.hi), found.step, found.offset
        )

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

    def rewritten(self, polynomial: Polynomial, depth: int) -> Interval | None:
        """The direct bounds, met with those after each rewrite of an atom that can cancel something."""
        found = self.direct(polynomial)
        if depth == 0 or len(polynomial) < 2 or found is None:
            return found
        for instead, slack in self.rewrites(polynomial):
            self.left -= 1
            inner = self.rewritten(instead, depth - 1) if self.left >= 0 else None
            if inner is not None:
                found = interval.meet(found, interval.add(inner, slack)) or found
        return found

    def rewrites(self, polynomial: Polynomial) -> Iterator[tuple[Polynomial, Interval]]:
        """(q, d) with polynomial = q + d: one term replaced by what its rounding or choice is about."""
        for product, coefficient in polynomial.items():
            for atom in dict.fromkeys(product):
                for target, factor, slack in self.relations(atom, product, coefficient):
                    rest = {key: value for key, value in polynomial.items() if key != product}
                    if not self.related(target, rest):
                        continue
                    try:
                        inner = form(self.walker, target, self.state)
                        yield plus(rest, inner, factor), interval.multiply(slack, only(factor))
                    except TooLargeError:
                        continue

    def related(self, target: Expr, rest: Polynomial) -> bool:
        """Whether putting `target` into the sum can cancel anything."""
        mask = self.walker.scope.mask(target)
        return any(self.walker.scope.mask(atom) & mask for atom in atoms(rest))

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
        if isinstance(step, Int):
            if rest == () and coefficient % step.value == 0:
                yield target, coefficient // step.value, slack if up else interval.negate(slack)
        elif rest is not None and form(self.walker, step, self.state) == {rest: 1}:
            yield target, coefficient, slack if up else interval.negate(slack)
            most = Arith("-", step, Int(1))
            farthest = Arith("+" if up else "-", target, most)
            yield farthest, coefficient, interval.negate(slack) if up else slack


def _distance(call: Call, whole: Interval, part: Interval) -> Interval:
    """How far max, min or rung lies from one of its arguments."""
    if call.function == "min":
        low = min(whole.lo - part.hi, 0)
        return Interval(low, 0) if low < 0 else only(0)
    high = max(whole.hi - part.lo, 0)
    return Interval(0, high) if high > 0 else only(0)


def apart_from_zero(walker: Walker, expr: Expr, state: State) -> bool:
    """Whether a condition passed before says that the expression is not 0."""
    if not state.apart:
        return False
    try:
        return form(walker, expr, state) in state.apart
    except TooLargeError:
        return False


def divisible(walker: Walker, left: Expr, right: Expr, state: State) -> bool:
    """Whether the normal forms show that left is a multiple of right (wherever right is not 0)."""
    try:
        numerator, denominator = form(walker, left, state), form(walker, right, state)
    except TooLargeError:
        return False
    if len(denominator) != 1:
        return numerator == denominator
    ((factors, coefficient),) = denominator.items()
    return all(
        _term_divisible(walker, product, term, factors, coefficient, state)
        for product, term in numerator.items()
    )


def _term_divisible(
    walker: Walker, product: Product, term: int, factors: Product, by: int, state: State
) -> bool:
    """Whether one term is a multiple of by * factors."""
    rest = _cancel(product, factors, state)
    if rest is None:
        return False
    known = abs(term)
    for atom in rest:
        number = walker.number(atom, state)
        known *= 1 if number is None else gcd(number.step, number.offset)
    return known % by == 0


def _cancel(product: Product, factors: Product, state: State) -> Product | None:
    """The product without the factors; an atom known to be a multiple of a factor counts as it."""
    rest = list(product)
    for factor in factors:
        found = next((atom for atom in rest if _multiple(atom, factor, state)), None)
        if found is None:
            return None
        rest.remove(found)
    return tuple(rest)


def _multiple(atom: Expr, factor: Expr, state: State) -> bool:
    """Whether an atom is the factor, or was found to leave no remainder."""
    return atom == factor or (
        bool(state.known) and state.known.get(Arith("%", atom, factor)) == only(0)
    )
