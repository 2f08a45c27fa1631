"""What generated view methods are written against."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

ArrayT = TypeVar("ArrayT")


class BaseViews(ABC, Generic[ArrayT]):
    """Something that shows the extents of an arena."""

    @abstractmethod
    def _carved(self, buffer: str, name: str, **values: int) -> ArrayT | None:
        """The view of a part of a buffer that is laid out for other values."""

    @abstractmethod
    def _picked_or_none(self, name: str, *chosen: int) -> ArrayT | None:
        """The view of an extent with its first dimensions chosen; None where it is absent."""

    def _picked(self, name: str, *chosen: int) -> ArrayT:
        """The same for an extent that is never absent."""
        found = self._picked_or_none(name, *chosen)
        if found is None:
            raise ValueError(f"{name} is absent")
        return found
