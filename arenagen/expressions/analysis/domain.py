"""The values that a name can be given, stated once where it is declared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from arenagen.expressions.analysis.interval import Interval, among, interval, only
from arenagen.expressions.analysis.values import EITHER, Known, Rungs, Truth, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from arenagen.expressions.evaluate import Value


@frozen
class Domain:
    """The set that a name's values come from, with the finite list of them where there is one."""

    known: Known
    values: tuple[Value, ...] = ()

    @staticmethod
    def whole(lo: int, hi: int, multiple_of: int = 1) -> Domain:
        """The multiples of `multiple_of` (above 0) in lo..hi; ValueError if there are none."""
        known = interval(lo, hi, multiple_of)
        if known is None:
            raise ValueError(f"no multiple of {multiple_of} lies in {lo}..{hi}")
        return Domain(known)

    @staticmethod
    def numbers(values: Iterable[int]) -> Domain:
        """The listed numbers; ValueError if there are none."""
        listed = tuple(dict.fromkeys(values))
        known = among(listed)
        if known is None:
            raise ValueError("no number is listed")
        return Domain(known, listed)

    @staticmethod
    def boolean() -> Domain:
        """true and false."""
        return Domain(EITHER)

    @staticmethod
    def dtype(words: Iterable[str]) -> Domain:
        """The named dtypes; ValueError if there are none."""
        listed = tuple(dict.fromkeys(words))
        if not listed:
            raise ValueError("no dtype is listed")
        return Domain(Words(frozenset(listed)), listed)

    @staticmethod
    def rungs(numbers: Iterable[int]) -> Domain:
        """A constant list."""
        return Domain(Rungs(tuple(numbers)))

    @staticmethod
    def constant(number: int) -> Domain:
        """A single number."""
        return Domain(only(number))


def size(domain: Domain, known: Known) -> int:
    """How many values of the domain lie in `known`, a part of it."""
    if isinstance(known, Interval) and not domain.values:
        return known.count
    return sum(1 for _ in members(domain, known))


def members(domain: Domain, known: Known) -> Iterator[Value]:
    """The values of the domain that lie in `known`, a part of it, smallest numbers first."""
    match known:
        case Interval() if domain.values:
            yield from sorted(n for n in domain.values if isinstance(n, int) and n in known)
        case Interval():
            yield from range(known.lo, known.hi + 1, known.step or 1)
        case Truth():
            yield from ([False] if known.may_be_false else [])
            yield from ([True] if known.may_be_true else [])
        case Words():
            yield from (word for word in domain.values if word in known.words)
        case Rungs():
            yield known.numbers
