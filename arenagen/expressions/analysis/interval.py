"""Sets of whole numbers described by bounds and a congruence, and the operators on them.

An interval holds the numbers of lo..hi that leave `offset` when divided by `step`. Every operation
gives a set that contains all exact results; none limits them to 64 bits.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from attrs import frozen

from arenagen.expressions.nodes import INT_MAX, INT_MIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@frozen
class Interval:
    """The numbers n of lo..hi with n % step == offset. A single number has step 0 and itself as offset.

    Both bounds are members. Make one with `interval`, which sees to that.
    """

    lo: int
    hi: int
    step: int = 1
    offset: int = 0

    @property
    def constant(self) -> bool:
        """Whether there is just one number."""
        return self.lo == self.hi

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return 1 if self.constant else (self.hi - self.lo) // self.step + 1

    @property
    def divisor(self) -> int:
        """The largest known number that divides every member (0 when the only member is 0)."""
        return gcd(self.step, self.offset)

    def __contains__(self, number: int) -> bool:
        """Whether the number belongs to the set."""
        if not self.lo <= number <= self.hi:
            return False
        return self.constant or number % self.step == self.offset


def interval(lo: int, hi: int, step: int = 1, offset: int = 0) -> Interval | None:
    """The numbers of lo..hi congruent to offset modulo step (step 0: just offset), None if there are none."""
    if step == 0:
        return Interval(offset, offset, 0, offset) if lo <= offset <= hi else None
    if step != 1:
        lo += (offset - lo) % step
        hi -= (hi - offset) % step
        offset %= step
    else:
        offset = 0
    if lo > hi:
        return None
    return Interval(lo, hi, step, offset) if lo < hi else Interval(lo, lo, 0, lo)


def only(number: int) -> Interval:
    """The set of one number."""
    return Interval(number, number, 0, number)


def spanning(lo: int, hi: int, step: int = 1, offset: int = 0) -> Interval:
    """`interval` for bounds that are known to leave members."""
    made = interval(lo, hi, step, offset)
    if made is None:
        raise ValueError(f"no number of {lo}..{hi} is {offset} modulo {step}")
    return made


WHOLE = Interval(INT_MIN, INT_MAX)


def among(numbers: Iterable[int]) -> Interval | None:
    """The smallest interval with all these numbers."""
    listed = list(numbers)
    if not listed:
        return None
    step = gcd(*(number - listed[0] for number in listed))
    return interval(min(listed), max(listed), step, listed[0])


def meet(a: Interval, b: Interval) -> Interval | None:
    """Numbers in both sets."""
    lo, hi = max(a.lo, b.lo), min(a.hi, b.hi)
    if lo > hi:
        return None
    if a.step == 1:
        return interval(lo, hi, b.step, b.offset)
    if b.step == 1:
        return interval(lo, hi, a.step, a.offset)
    if a.constant or b.constant:
        return only(lo) if lo in a and lo in b else None
    return _chinese(lo, hi, a, b)


def _chinese(lo: int, hi: int, a: Interval, b: Interval) -> Interval | None:
    """Numbers of lo..hi that satisfy two congruences at once."""
    common = gcd(a.step, b.step)
    if (b.offset - a.offset) % common:
        return None
    other = b.step // common
    turns = (b.offset - a.offset) // common * pow(a.step // common, -1, other) % other
    return interval(lo, hi, a.step * other, a.offset + a.step * turns)


def join(a: Interval, b: Interval) -> Interval:
    """A set with the numbers of both."""
    step = gcd(a.step, b.step, a.offset - b.offset)
    return spanning(min(a.lo, b.lo), max(a.hi, b.hi), step, a.offset)


def excluding(a: Interval, number: int) -> Interval | None:
    """The set without one number, if that lies at an end; else the set."""
    lo = a.lo + 1 if a.lo == number else a.lo
    hi = a.hi - 1 if a.hi == number else a.hi
    return interval(lo, hi, a.step, a.offset)


def negate(a: Interval) -> Interval:
    """-x."""
    return spanning(-a.hi, -a.lo, a.step, -a.offset)


def add(a: Interval, b: Interval) -> Interval:
    """x + y."""
    return spanning(a.lo + b.lo, a.hi + b.hi, gcd(a.step, b.step), a.offset + b.offset)


def subtract(a: Interval, b: Interval) -> Interval:
    """x - y."""
    return spanning(a.lo - b.hi, a.hi - b.lo, gcd(a.step, b.step), a.offset - b.offset)


def multiply(a: Interval, b: Interval) -> Interval:
    """x * y."""
    corners = (a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi)
    step = gcd(a.step * b.step, a.step * b.offset, b.step * a.offset)
    return spanning(min(corners), max(corners), step, a.offset * b.offset)


def _signs(b: Interval) -> list[Interval]:
    """The members above 0 and those below, as up to two sets; 0 is left out."""
    parts = (meet(b, Interval(1, max(1, b.hi))), meet(b, Interval(min(-1, b.lo), -1)))
    return [part for part in parts if part is not None]


def floor_divide(a: Interval, b: Interval) -> Interval | None:
    """x // y over the y that are not 0, None if there are none."""
    if b.constant and b.lo > 0 and a.step % b.lo == 0:
        return spanning(a.lo // b.lo, a.hi // b.lo, a.step // b.lo, a.offset // b.lo)
    corners = [x // y for part in _signs(b) for x in (a.lo, a.hi) for y in (part.lo, part.hi)]
    return spanning(min(corners), max(corners)) if corners else None


def remainder(a: Interval, b: Interval) -> Interval | None:
    """x % y over the y that are not 0, None if there are none."""
    parts = [_remainder(a, part) for part in _signs(b)]
    return join(parts[0], parts[-1]) if parts else None


def _remainder(a: Interval, b: Interval) -> Interval:
    """x % y for y of one sign."""
    if b.lo < 0:
        return negate(_remainder(negate(a), negate(b)))
    if a.lo >= 0 and a.hi < b.lo:
        return a
    if b.constant:
        turns = a.lo // b.lo
        if turns == a.hi // b.lo:
            return subtract(a, only(turns * b.lo))
        return spanning(0, b.lo - 1, gcd(a.step, b.lo), a.offset)
    step = gcd(a.step, a.offset, b.step, b.offset)
    return spanning(0, min(b.hi - 1, a.hi) if a.lo >= 0 else b.hi - 1, step)


def divides(b: Interval, a: Interval) -> bool | None:
    """Whether x is a multiple of y for all x and all y other than 0; None when it depends or is unknown."""
    if a.constant and a.lo == 0:
        return True
    if not b.constant:
        return None
    if b.lo == 0 or gcd(a.step, a.offset) % b.lo == 0:
        return True
    return False if a.offset % gcd(a.step, b.lo) else None


def exact_divide(a: Interval, b: Interval) -> Interval | None:
    """x / y over the y that divide x, None if there can be none."""
    if b.constant and b.lo:
        whole = meet(a, spanning(a.lo - abs(b.lo), a.hi + abs(b.lo), abs(b.lo), 0))
        if whole is None:
            return None
        size = abs(b.lo)
        quotient = spanning(
            whole.lo // size, whole.hi // size, whole.step // size, whole.offset // size
        )
        return quotient if b.lo > 0 else negate(quotient)
    return floor_divide(a, b)


def ceil_divide(a: Interval, b: Interval) -> Interval | None:
    """x / y rounded up, over the y above 0, None if there are none."""
    steps = meet(b, Interval(1, max(1, b.hi)))
    if steps is None:
        return None
    rounded = floor_divide(negate(a), steps)
    return None if rounded is None else negate(rounded)


def align_up(a: Interval, b: Interval) -> Interval | None:
    """The next multiple of y from x on, over the y above 0, None if there are none."""
    steps = meet(b, Interval(1, max(1, b.hi)))
    if steps is None:
        return None
    if steps.constant:
        size = steps.lo
        if a.step % size == 0 and a.offset % size == 0:
            return a
        return spanning(-(-a.lo // size) * size, -(-a.hi // size) * size, size)
    return spanning(a.lo, a.hi + steps.hi - 1, steps.divisor)


def least(a: Interval, b: Interval) -> Interval:
    """min(x, y)."""
    if a.hi <= b.lo:
        return a
    if b.hi <= a.lo:
        return b
    joined = join(a, b)
    return spanning(joined.lo, min(a.hi, b.hi), joined.step, joined.offset)


def greatest(a: Interval, b: Interval) -> Interval:
    """max(x, y)."""
    return negate(least(negate(a), negate(b)))


def rung(a: Interval, rungs: Sequence[int]) -> Interval | None:
    """The smallest listed number from x on, over the x that have one, None if there are none."""
    above = [step for step in rungs if step >= a.lo]
    last = min((step for step in above if step >= a.hi), default=None)
    return among(step for step in above if last is None or step <= last)
