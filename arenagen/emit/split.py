"""Divides the blocks of a long file among several so that a change stays where it is made.

Where to divide depends on the blocks' names, never on how many there are before: first between
groups, then before the block whose name has the smallest digest. A new block therefore changes one
part; now and then it divides that part in two, or, when its own digest is the smallest far around,
moves a border beside it. All other parts keep name and text. Knows no target language.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import groupby
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@frozen
class Block:
    """Lines that stay together: everything a file says about one item."""

    name: str
    group: str
    text: str

    @property
    def lines(self) -> int:
        """Lines of text, with a blank one behind."""
        return self.text.count("\n") + 2


@frozen
class Part:
    """Blocks that share a file, named by their group and the first of them."""

    group: str
    blocks: tuple[Block, ...]

    @property
    def name(self) -> str:
        """The group and the first block, joined by an underscore."""
        first = self.blocks[0].name
        return f"{self.group}_{first}" if self.group else first


def split(blocks: Iterable[Block], room: int) -> tuple[Part, ...]:
    """Parts of at most `room` lines each, in order; a block that is longer by itself has its own
    part.
    """
    parts: list[Part] = []
    for group, run in groupby(blocks, key=lambda block: block.group):
        parts += [Part(group, part) for part in _divided(tuple(run), room)]
    return tuple(parts)


def total_lines(blocks: Iterable[Block]) -> int:
    """Lines of blocks one behind the other."""
    return sum(block.lines for block in blocks)


def _divided(blocks: tuple[Block, ...], room: int) -> Iterable[tuple[Block, ...]]:
    pending: list[tuple[Block, ...]] = [blocks]
    while pending:
        run = pending.pop()
        if len(run) == 1 or total_lines(run) <= room:
            yield run
            continue
        border = _border(run)
        pending += [run[border:], run[:border]]


def _border(run: Sequence[Block]) -> int:
    """Where a run is divided: before the block with the smallest digest, which is never the first."""
    return min(range(1, len(run)), key=lambda i: sha256(run[i].name.encode()).digest())
