"""What a backend offers that can read the memory of an arena. Imports nothing but what it is told and
tells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arenagen.runtime.backend import Allocation
    from arenagen.runtime.debug.chunks import Span
    from arenagen.runtime.debug.guards import Marks
    from arenagen.runtime.debug.pieces import Gap


class GuardCheck(Protocol):
    """Compares gaps with what was written there."""

    def __call__(self, stream: object, /) -> Sequence[Marks]:
        """Damaged bytes of each gap, once all work of the stream is done."""


class Printing(Protocol):
    """Reads spans of memory."""

    def __call__(self, stream: object, /) -> bytes:
        """A record of each span (`records.RECORD`), once all work of the stream is done."""


@runtime_checkable
class Probing(Protocol):
    """A backend that can read. What it takes for that it holds through what it returns."""

    def guard_check(
        self, gaps: Sequence[Gap], words: Sequence[int], memory: Mapping[str, Allocation]
    ) -> GuardCheck:
        """A check of gaps, each of which was filled with its word over and over."""

    def printing(self, spans: Sequence[Span], memory: Mapping[str, Allocation]) -> Printing:
        """The way to records of some spans, none of them empty."""
