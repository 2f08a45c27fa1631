"""A backend without memory: it writes down what is asked of it. Standard library only."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from arenagen.runtime.backend import Allocation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arenagen.runtime.fills import Pattern

FIRST_ADDRESS = 1 << 32


class Call(NamedTuple):
    """One request: what was asked for, where, and with which bytes."""

    kind: Literal["allocate", "fill", "free"]
    arena: str
    pointer: int
    bytes: int
    pattern: Pattern = b""
    stream: object = None


class RecordedView(NamedTuple):
    """What a view would show."""

    pointer: int
    dtype: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    logical: str = ""


@dataclass
class RecordingBackend:
    """Hands out made-up addresses and keeps every call in order.

    `fail_at` makes the allocation with that number (from 0) raise MemoryError, to see what is left
    behind.
    """

    fail_at: int | None = None
    calls: list[Call] = field(default_factory=list)
    _next: int = FIRST_ADDRESS
    _asked: int = 0

    def allocate(self, nbytes: int, *, align: int, memory: str, name: str) -> Allocation:
        """An aligned address range that no other allocation has had."""
        asked, self._asked = self._asked, self._asked + 1
        if asked == self.fail_at:
            raise MemoryError(f"no {nbytes} bytes for arena {name}")
        pointer = self._next + -self._next % align
        self._next = pointer + nbytes
        self.calls.append(Call("allocate", name, pointer, nbytes))
        return Allocation(name, memory, pointer, nbytes)

    def free(self, allocation: Allocation) -> None:
        """Writes the call down."""
        self.calls.append(Call("free", allocation.name, allocation.pointer, allocation.bytes))

    def fill(
        self, allocation: Allocation, offset: int, nbytes: int, pattern: bytes, stream: object
    ) -> None:
        """Writes the call down."""
        pointer = allocation.pointer + offset
        self.calls.append(Call("fill", allocation.name, pointer, nbytes, pattern, stream))

    def view(
        self,
        allocation: Allocation,
        offset: int,
        dtype: str,
        shape: Sequence[int],
        strides: Sequence[int],
        logical: str = "",
    ) -> RecordedView:
        """What was asked for, as a record."""
        pointer = allocation.pointer + offset
        return RecordedView(pointer, dtype, tuple(shape), tuple(strides), logical)

    def taken(self, kind: Literal["allocate", "fill", "free"]) -> list[Call]:
        """The calls of one kind."""
        return [call for call in self.calls if call.kind == kind]
