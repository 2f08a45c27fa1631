"""What a memory backend must offer. Imports nothing of the other runtime modules, so that a backend
can be written against this file alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

ArrayT_co = TypeVar("ArrayT_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Allocation:
    """Memory of one arena: the address of its first byte, its length, and the object that keeps it
    alive.
    """

    name: str
    memory: str
    pointer: int
    bytes: int
    owner: object = None


class Backend(Protocol[ArrayT_co]):
    """Memory of one kind of machine.

    `memory` is one of the words of the layout language: device, pinned, mapped, host. A stream is
    whatever the backend understands by one; None is its current stream. Offsets and lengths are
    bytes from the start of the allocation.
    """

    def allocate(self, nbytes: int, *, align: int, memory: str, name: str) -> Allocation:
        """`nbytes` (more than 0) whose address is a multiple of `align`; raises without having
        allocated anything.
        """
        ...

    def free(self, allocation: Allocation) -> None:
        """Give an allocation back. Called once for each."""
        ...

    def fill(
        self, allocation: Allocation, offset: int, nbytes: int, pattern: bytes, stream: object
    ) -> None:
        """Write `pattern` over and over from `offset` on, the last time perhaps not in full.

        `nbytes` is positive.
        """
        ...

    def view(
        self,
        allocation: Allocation,
        offset: int,
        dtype: str,
        shape: Sequence[int],
        strides: Sequence[int],
        logical: str = "",
    ) -> ArrayT_co:
        """An array over part of the allocation.

        `dtype` is a type with whole bytes (bf16, i32, ...): packed and block types come as u8, with
        shape and strides that count bytes, and `logical` then names the type. `strides` are bytes,
        one for each dimension.
        """
        ...
