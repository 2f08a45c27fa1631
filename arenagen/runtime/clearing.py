"""What generated reset methods are written against. Imports only the description of a routine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arenagen.runtime.counts import Chosen
    from arenagen.runtime.routine import Clear, Routine


class Clearing(ABC):
    """Something with memory that routines can clear."""

    @abstractmethod
    def _clears(self) -> tuple[Clear, ...]:
        """The reset class of everything, and what clears it, in the order of the layout."""

    def _routines(self) -> tuple[Routine, ...]:
        """The routines of the layout: they are made ready when the arena is made, others when they
        run for the first time.
        """
        return ()

    @abstractmethod
    def _clear(self, routine: Routine, chosen: Chosen, stream: object) -> None:
        """Runs a routine on a stream of the backend; `chosen` as in `Routine.ranges`."""
