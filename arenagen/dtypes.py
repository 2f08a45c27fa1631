"""Element types: how many bits an element takes and which numbers it can hold.

A plain type has a whole number of bytes, a packed one less than a byte, and a block type stores `block` elements in
`block_bytes` bytes. Nothing here knows about layouts; nothing of the compiler is imported.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

Family = Literal["float", "int", "uint", "bool", "block"]

MAX_BLOCK_ALIGN = 16


class WidthError(ValueError):
    """A number of elements does not fill whole bytes (packed types) or whole blocks (block types)."""


@frozen
class DType:
    """An element type.

    `bits` is the width of one element, 0 for block types, whose width is `block_bytes` for `block` elements.
    """

    name: str
    bits: int
    family: Family
    block: int = 1
    block_bytes: int = 0

    @property
    def align(self) -> int:
        """Natural alignment in bytes: the element's size, or the power of two that divides a block (16 at most)."""
        if self.family == "block":
            return min(self.block_bytes & -self.block_bytes, MAX_BLOCK_ALIGN)
        return max(self.bits // 8, 1)

    @property
    def packed(self) -> bool:
        """Whether several elements share a byte."""
        return 0 < self.bits < 8

    @property
    def granule(self) -> tuple[int, int]:
        """(elements, bytes) of the smallest run that fills whole bytes or blocks."""
        if self.family == "block":
            return self.block, self.block_bytes
        if self.packed:
            return 8 // self.bits, 1
        return 1, self.bits // 8

    def bytes_of(self, elements: int) -> int:
        """Bytes of a dense run of elements; WidthError when it ends inside a byte or a block."""
        run, size = self.granule
        whole, rest = divmod(elements, run)
        if rest:
            raise WidthError(f"{elements} elements of {self.name} do not fill whole runs of {run}")
        return whole * size


def _plain(family: Family, names: str) -> tuple[DType, ...]:
    """Types whose bits are the digits in the name before any letter that follows them."""
    made = []
    for name in names.split():
        digits = "".join(c for c in name[1:].split("e")[0] if c.isdigit())
        made.append(DType(name, int(digits), family))
    return tuple(made)


BUILTIN: dict[str, DType] = {
    dtype.name: dtype
    for dtype in (
        *_plain("float", "f64 f32 f16"),
        DType("bf16", 16, "float"),
        *_plain("float", "f8e4m3 f8e5m2 f8e8m0 f4e2m1"),
        *_plain("int", "i64 i32 i16 i8 i4 i2"),
        *_plain("uint", "u64 u32 u16 u8 u4 u2"),
        DType("bool", 8, "bool"),
    )
}
