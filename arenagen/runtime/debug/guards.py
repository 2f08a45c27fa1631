"""What a check of guards finds. Standard library only."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from arenagen.runtime.debug.pieces import Gap


class Marks(NamedTuple):
    """Damaged bytes of a gap: places of the first and the last one in it, and how many."""

    first: int
    last: int
    damaged: int


class GuardDamage(NamedTuple):
    """A gap between buffers with bytes that somebody has written over.

    It is told as an overrun of the buffer in front where the damage is nearer to that one's end,
    else as an underrun of the buffer behind it.
    """

    arena: str
    after: str
    """The buffer in front of the gap; empty at the start of the arena."""
    before: str
    """The buffer behind it; empty at the end."""
    gap: int
    """Bytes of the gap."""
    first: int
    """The first damaged byte, counted from the start of the gap."""
    last: int
    """The last one."""
    damaged: int
    """How many are damaged."""

    @property
    def overrun(self) -> bool:
        """Whether it is told as an overrun."""
        nearer = self.first <= self.gap - 1 - self.last
        return bool(self.after) and (nearer or not self.before)

    @property
    def buffer(self) -> str:
        """The buffer that was overrun or underrun."""
        return self.after if self.overrun else self.before

    @property
    def reach(self) -> int:
        """How far from that buffer the furthest damaged byte lies: 1 for the byte next to it."""
        return self.last + 1 if self.overrun else self.gap - self.first

    @property
    def nearest(self) -> int:
        """How far from it the nearest one lies."""
        return self.first + 1 if self.overrun else self.gap - self.last

    def __str__(self) -> str:
        """One sentence."""
        word, side = ("overrun", "behind") if self.overrun else ("underrun", "in front of")
        far = f"{self.reach} byte{'s' * (self.reach > 1)} {side} it"
        text = f"{self.buffer} was {word}, up to {far} ({self.damaged} of {self.gap} guard bytes"
        other = self.before if self.overrun else self.after
        if self.reach == self.gap and other:
            return f"{text}, and perhaps on into {other})"
        return f"{text}, from {self.nearest} on)"


def damage_of(gaps: Iterable[Gap], found: Iterable[Marks]) -> Iterator[GuardDamage]:
    """What is damaged, by arena and offset."""
    for gap, marks in zip(gaps, found, strict=True):
        if marks.damaged:
            yield GuardDamage(gap.arena, gap.after, gap.before, gap.bytes, *marks)
