"""What can be known about a value of any type: a set that it lies in. None stands for the empty set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from arenagen.expressions.analysis import interval
from arenagen.expressions.analysis.interval import Interval

if TYPE_CHECKING:
    from arenagen.expressions.evaluate import Value


@frozen
class Truth:
    """The booleans that are possible."""

    may_be_true: bool = True
    may_be_false: bool = True


@frozen
class Words:
    """The dtypes that are possible."""

    words: frozenset[str]


@frozen
class Rungs:
    """A list; lists are constants."""

    numbers: tuple[int, ...]


Known = Interval | Truth | Words | Rungs

EITHER = Truth()
YES = Truth(may_be_false=False)
NO = Truth(may_be_true=False)


def truth(may_be_true: bool, may_be_false: bool) -> Truth | None:
    """The set of booleans, None if empty."""
    if may_be_true:
        return EITHER if may_be_false else YES
    return NO if may_be_false else None


def opposite(known: Truth) -> Truth:
    """The booleans negated."""
    return Truth(known.may_be_false, known.may_be_true)


def of(value: Value) -> Known:
    """The set of one value."""
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, int):
        return interval.only(value)
    return Words(frozenset([value])) if isinstance(value, str) else Rungs(value)


def join(a: Known | None, b: Known | None) -> Known | None:
    """A set with the values of both."""
    match a, b:
        case None, _:
            return b
        case _, None:
            return a
        case Interval(), Interval():
            return interval.join(a, b)
        case Truth(), Truth():
            return truth(a.may_be_true or b.may_be_true, a.may_be_false or b.may_be_false)
        case Words(), Words():
            return Words(a.words | b.words)
    return a


def meet(a: Known | None, b: Known | None) -> Known | None:
    """A set with the values that are in both."""
    match a, b:
        case Interval(), Interval():
            return interval.meet(a, b)
        case Truth(), Truth():
            return truth(a.may_be_true and b.may_be_true, a.may_be_false and b.may_be_false)
        case Words(), Words():
            return Words(a.words & b.words) if a.words & b.words else None
    return None if a is None or b is None else a


def holds(known: Known, value: Value) -> bool:
    """Whether the value belongs to the set."""
    match known:
        case Interval():
            return isinstance(value, int) and not isinstance(value, bool) and value in known
        case Truth():
            return known.may_be_true if value is True else value is False and known.may_be_false
        case Words():
            return value in known.words
        case Rungs():
            return value == known.numbers
