"""Work of known weight, shared out to blocks so that each gets the same. Pure, and standard library
only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BITS: Final = 32
ALL: Final = (1 << BITS) - 1
"""The end of an item, as a fraction of 2**BITS."""


class Share(NamedTuple):
    """A part of an item, from one fraction to another, for one block."""

    block: int
    item: int
    start: int
    end: int


def shared_out(weights: Sequence[int], parts: int, blocks: int) -> Iterator[Share]:
    """The items in a row, cut into `parts` of equal weight, which go to every so many-th block.

    The shares of an item join without a gap: where one ends, the next starts. Items without weight
    get no share, and neither do parts too small to be told in a fraction.
    """
    total = sum(weights)
    part, item_start = 0, 0
    for item, weight in enumerate(weights):
        start = 0
        while start < weight:
            end = min(weight, (part + 1) * total // parts - item_start)
            share = Share(part * blocks // parts, item, _of(start, weight), _of(end, weight))
            if start < end and share.start < share.end:
                yield share
            start = max(start, end)
            if start < weight:
                part += 1
        item_start += weight


def _of(place: int, weight: int) -> int:
    """A place in an item as a fraction."""
    return ALL if place >= weight else min((place << BITS) // weight, ALL - 1)
