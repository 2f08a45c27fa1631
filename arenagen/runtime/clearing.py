"""What generated reset methods are written against. Imports only the description of a routine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arenagen.runtime.routine import Clear, Routine


class Clearing(ABC):
    """Something with memory that routines can clear."""

    @abstractmethod
    def _clears(self) -> tuple[Clear, ...]:
        """Everything that some routine clears, in the order of the layout."""

    @abstractmethod
    def _clear(self, routine: Routine, chosen: Iterable[int], stream: object) -> None:
        """Runs a routine on a stream of the backend; `chosen` as in `Routine.ranges`."""
