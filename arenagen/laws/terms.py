"""Builds expressions and simplifies what is certain on the way, so that what is derived stays readable and small."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import gcd, prod

from arenagen.dtypes import DType
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
    Text,
    substitute,
)
from arenagen.expressions.analysis import Domain, Interval, Rungs, Truth
from arenagen.expressions.analysis.polynomial import TooLargeError, normal

TRUE = Bool(True)
FALSE = Bool(False)
ZERO = Int(0)
ONE = Int(1)


def total(*parts: Expr) -> Expr:
    """The sum, without zeros."""
    made: Expr = ZERO
    for part in parts:
        if part == ZERO:
            continue
        if isinstance(made, Int) and isinstance(part, Int):
            made = Int(made.value + part.value)
        else:
            made = part if made == ZERO else Arith("+", made, part)
    return made


def product(*parts: Expr) -> Expr:
    """The product, with all numbers gathered in front."""
    number, others = 1, []
    for part in parts:
        if isinstance(part, Int):
            number *= part.value
        else:
            others.append(part)
    if number == 0 or not others:
        return Int(number)
    made = others[0] if number == 1 else Arith("*", Int(number), others[0])
    for part in others[1:]:
        made = Arith("*", made, part)
    return made


def largest(parts: Iterable[Expr]) -> Expr:
    """The maximum of numbers that are not negative; 0 of none."""
    kept = [part for part in dict.fromkeys(parts) if part != ZERO]
    numbers = [part.value for part in kept if isinstance(part, Int)]
    rest: list[Expr] = [part for part in kept if not isinstance(part, Int)]
    if numbers and max(numbers) > 0:
        rest.append(Int(max(numbers)))
    if not rest:
        return ZERO
    return rest[0] if len(rest) == 1 else Call("max", tuple(rest))


def both(*parts: Expr) -> Expr:
    """All of the conditions, the first ones first."""
    made: Expr = TRUE
    for part in dict.fromkeys(parts):
        if part == FALSE or made == FALSE:
            return FALSE
        if part != TRUE:
            made = part if made == TRUE else Logic("and", made, part)
    return made


def either(*parts: Expr) -> Expr:
    """One of the conditions at least."""
    made: Expr = FALSE
    for part in dict.fromkeys(parts):
        if part == TRUE or made == TRUE:
            return TRUE
        if part != FALSE:
            made = part if made == FALSE else Logic("or", made, part)
    return made


def chosen(test: Expr, then: Expr, other: Expr) -> Expr:
    """`then if test else other`."""
    if isinstance(test, Bool):
        return then if test.value else other
    return then if then == other else Choice(then, test, other)


def opposite(condition: Expr) -> Expr:
    """`not condition`."""
    match condition:
        case Bool():
            return Bool(not condition.value)
        case Not():
            return condition.operand
        case _:
            return Not(condition)


def positive(number: Expr) -> Expr:
    """`number > 0`."""
    return Bool(number.value > 0) if isinstance(number, Int) else Compare(">", number, ZERO)


def at_most(left: Expr, right: Expr) -> Expr:
    """`left <= right`."""
    if isinstance(left, Int) and isinstance(right, Int):
        return Bool(left.value <= right.value)
    return TRUE if left == right else Compare("<=", left, right)


def by_dtype(name: str | None, dtypes: tuple[DType, ...], made: Mapping[str, Expr]) -> Expr:
    """What is made for each dtype, chosen by the parameter of that name where there are several."""
    *others, last = dtypes
    found = made[last.name]
    for dtype in reversed(others):
        test = Compare("==", Name((str(name),)), Text(dtype.name))
        found = chosen(test, made[dtype.name], found) if made[dtype.name] != found else found
    return found


def literals(domains: Mapping[str, Domain]) -> dict[str, Expr]:
    """The names that stand for one number or boolean, with that as an expression."""
    found: dict[str, Expr] = {}
    for name, domain in domains.items():
        known = domain.known
        if isinstance(known, Interval) and known.constant:
            found[name] = Int(known.lo)
        elif isinstance(known, Truth) and known.may_be_true != known.may_be_false:
            found[name] = Bool(known.may_be_true)
    return found


class Divisors:
    """What numbers are known to divide expressions, whatever the values."""

    def __init__(self, domains: Mapping[str, Domain], definitions: Mapping[str, Expr]) -> None:
        self._domains = domains
        self._definitions = definitions
        self._constants = literals(domains)
        self._known: dict[str, int] = {}

    def of(self, expr: Expr) -> int:
        """A number that divides every value of the expression; 0 where that is always 0."""
        match expr:
            case Int():
                return abs(expr.value)
            case Name():
                return self._name(expr.dotted)
            case Negate():
                return self.of(expr.operand)
            case Arith(op="+") | Arith(op="-"):
                return gcd(self.of(expr.left), self.of(expr.right))
            case Arith(op="*"):
                return self.of(expr.left) * self.of(expr.right)
            case Choice():
                return gcd(self.of(expr.then), self.of(expr.other))
            case Call(function="align_up") if isinstance(expr.args[1], Int):
                return max(1, expr.args[1].value)
            case Call(function="min") | Call(function="max"):
                return gcd(*map(self.of, expr.args))
            case _:
                return 1

    def _name(self, name: str) -> int:
        if name not in self._known:
            self._known[name] = 1  # what a cycle would meet
            if name in self._definitions:
                self._known[name] = self.of(self._definitions[name])
            elif name in self._domains:
                self._known[name] = _divisor(self._domains[name])
        return self._known[name]

    def align_up(self, expr: Expr, multiple: int) -> Expr:
        """`align_up`, left out where the expression is a multiple as it is."""
        if isinstance(expr, Int):
            return Int(-(-expr.value // multiple) * multiple)
        if self.of(expr) % multiple == 0 or self._gathered(expr) % multiple == 0:
            return expr
        return Call("align_up", (expr, Int(multiple)))

    def bytes_of(self, dtype: DType, elements: Expr, *, padded: bool = False) -> Expr:
        """Bytes of elements side by side; `padded` ones end with a whole byte or block, others must."""
        run, size = dtype.granule
        if run == 1:
            return product(Int(size), elements)
        if padded:
            return product(Int(size), Call("ceil_div", (elements, Int(run))))
        return product(Int(size), self._quotient(elements, run))

    def _quotient(self, expr: Expr, by: int) -> Expr:
        """The exact quotient, without a division where the numbers in a sum of products show it."""
        try:
            terms = normal(substitute(expr, self._constants), lambda node: None)
        except TooLargeError:
            terms = {(): 1}
        if any(number % by for number in terms.values()):
            return Arith("/", expr, Int(by))
        return total(*(product(Int(n // by), *factors) for factors, n in terms.items()))

    def _gathered(self, expr: Expr) -> int:
        """The same with like terms of a sum gathered: 4 * n + 4 * n is a multiple of 8."""
        try:
            terms = normal(expr, self._meaning)
        except TooLargeError:
            return 1
        return gcd(*(k * prod(map(self.of, factors)) for factors, k in terms.items()))

    def _meaning(self, expr: Expr) -> Expr | None:
        return self._definitions.get(expr.dotted) if isinstance(expr, Name) else None


def _divisor(domain: Domain) -> int:
    known = domain.known
    if isinstance(known, Interval):
        return known.divisor
    return gcd(*known.numbers) if isinstance(known, Rungs) else 1
