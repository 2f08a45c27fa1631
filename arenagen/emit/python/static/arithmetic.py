"""Arithmetic of the layout language: whole numbers of 64 bits, or a refusal."""

from __future__ import annotations

from collections.abc import Iterable

INT_MIN = -(2**63)
INT_MAX = 2**63 - 1


class LayoutError(ValueError):
    """The values have no sound layout. `faults` has a line for everything wrong."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


def refuse(faults: Iterable[str]) -> None:
    """Raises LayoutError if there are any faults."""
    found = tuple(faults)
    if found:
        raise LayoutError(found)


def i64(value: int) -> int:
    """The value, which must fit 64 bits with a sign."""
    if INT_MIN <= value <= INT_MAX:
        return value
    raise LayoutError([f"{value} does not fit 64 bits"])


def exact(value: int, divisor: int) -> int:
    """Division without a remainder."""
    quotient, rest = divmod(value, _not_zero(value, divisor))
    if rest:
        raise LayoutError([f"{value} / {divisor} leaves {rest}"])
    return i64(quotient)


def floor_div(value: int, divisor: int) -> int:
    """Division that rounds down."""
    return i64(value // _not_zero(value, divisor))


def remainder(value: int, divisor: int) -> int:
    """What division that rounds down leaves; it has the sign of the divisor."""
    return value % _not_zero(value, divisor)


def ceil_div(value: int, divisor: int) -> int:
    """Division by something positive that rounds up."""
    return -(-value // _positive("ceil_div", divisor))


def align_up(value: int, multiple: int) -> int:
    """The smallest multiple of something positive that is not below the value."""
    return -(-value // _positive("align_up", multiple)) * multiple


def rung(value: int, rungs: tuple[int, ...]) -> int:
    """The smallest of the rungs that is not below the value."""
    found = min((r for r in rungs if r >= value), default=None)
    if found is None:
        raise LayoutError([f"{value} lies above the last of {list(rungs)}"])
    return found


def _not_zero(value: int, divisor: int) -> int:
    if divisor == 0:
        raise LayoutError([f"{value} is divided by zero"])
    return divisor


def _positive(function: str, step: int) -> int:
    if step <= 0:
        raise LayoutError([f"{function} by {step}"])
    return step
