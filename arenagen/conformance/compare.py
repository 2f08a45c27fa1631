"""Where an answer is not what it should be, in words that a person can use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest

from arenagen.conformance.messages import FIRST_POINTER, Answer, Call

SHOWN = 6
"""Differences of one request that are told."""


def differences(wanted: Answer, found: Answer, *, sizes_alone: bool = False) -> tuple[str, ...]:
    """What differs, the first few things; empty where the answer is right. The text of a refusal is free.

    sizes_alone: whether nothing is asked but the sizes of buffers.
    """
    if wanted.refused is not None or found.refused is not None:
        return tuple(_refusals(wanted, found))
    if sizes_alone:
        wanted = Answer(sizes=wanted.sizes)
        found = Answer(sizes=found.sizes)
    told = [
        *_named("bytes of", wanted.sizes, found.sizes),
        *_named("offset of", wanted.offsets, found.offsets),
        *_named("bytes of arena", wanted.totals, found.totals),
        *(
            ()
            if found.parts is None
            else _named("place and bytes of", wanted.parts or {}, found.parts)
        ),
        *_calls(wanted.calls, found.calls),
    ]
    more = len(told) - SHOWN
    return (*told[:SHOWN], f"and {more} more") if more > 0 else tuple(told)


def _refusals(wanted: Answer, found: Answer) -> Iterator[str]:
    if found.refused is None:
        yield f"should be refused: {wanted.refused}"
    elif wanted.refused is None:
        yield f"should not be refused: {found.refused}"


def _named(what: str, wanted: Mapping[str, object], found: Mapping[str, object]) -> Iterator[str]:
    for name, value in wanted.items():
        if name not in found:
            yield f"{what} {name}: missing, should be {value}"
        elif found[name] != value:
            yield f"{what} {name}: {found[name]}, should be {value}"
    for name in found:
        if name not in wanted:
            yield f"{what} {name}: there is no such thing"


def _calls(wanted: tuple[Call, ...], found: tuple[Call, ...]) -> Iterator[str]:
    """The first call that differs; what follows it would differ as well."""
    for number, (one, other) in enumerate(zip_longest(wanted, found)):
        if one != other:
            yield f"call {number}: {_shown(other)}, should be {_shown(one)}"
            return


def _shown(call: Call | None) -> str:
    """A call with its pointer as allocation and offset."""
    if call is None:
        return "nothing"
    if call[0] == "alloc" or len(call) < 2 or not isinstance(call[1], int):
        return " ".join(str(item) for item in call)
    block, offset = divmod(call[1], 1 << FIRST_POINTER)
    rest = "".join(f" {item}" for item in call[2:])
    return f"{call[0]} allocation {block - 1} + {offset}{rest}"
