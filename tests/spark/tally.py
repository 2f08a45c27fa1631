"""Collects the parts of an arena that is described by hand: plain arithmetic, and no code of arenagen."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod

WIDTH = {
    "bf16": 2, "f32": 4, "i64": 8, "u64": 8, "i32": 4, "u32": 4, "u8": 1, "i8": 1, "f8e4m3": 1,
}  # fmt: skip


@dataclass(frozen=True)
class Part:
    """Something that exists. `at` counts from the start of its buffer; no shape where it only holds parts."""

    at: int
    bytes: int
    dtype: str | None = None
    shape: tuple[int, ...] | None = None


@dataclass
class Arena:
    """Collects what exists. `sizes` has every buffer, 0 for null ones and 256 for placeholders."""

    parts: dict[str, Part] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)

    def leaf(self, path: str, dtype: str, *shape: int, at: int = 0, when: bool = True) -> int:
        """Adds an array if it has elements, and says where it ends."""
        size = array_bytes(dtype, shape)
        if not when or not size:
            return at
        self.parts[path] = Part(at, size, dtype, shape)
        return at + size

    def rows(
        self,
        name: str,
        dtype: str,
        *shape: int,
        when: bool = True,
        floor: int = 0,
        otherwise: int = 0,
    ) -> None:
        """Adds a buffer that is one array."""
        size = array_bytes(dtype, shape) if when else 0
        if size:
            self.parts[name] = Part(0, max(size, floor), dtype, shape)
        self.sizes[name] = max(size, floor) if size else otherwise

    def shared(self, name: str, *, extra: int = 0, floor: int = 0, otherwise: int = 0) -> None:
        """Adds a buffer around the parts that it has by now."""
        ends = [p.at + p.bytes for path, p in self.parts.items() if path.startswith(name + ".")]
        size = max(ends, default=0) + extra
        if ends:
            self.parts[name] = Part(0, max(size, floor))
        self.sizes[name] = max(size, floor) if ends else otherwise

    def around(self, path: str) -> None:
        """Adds a use that only holds parts."""
        inside = [p for name, p in self.parts.items() if name.startswith(path + ".")]
        start = min(p.at for p in inside)
        self.parts[path] = Part(start, max(p.at + p.bytes for p in inside) - start)


def array_bytes(dtype: str, shape: tuple[int, ...]) -> int:
    """Bytes of a dense array."""
    if dtype == "q8_1":
        return prod(shape) // 32 * 36
    if dtype == "f4e2m1":
        return prod(shape) // 2
    return prod(shape) * WIDTH[dtype]


def up(x: int, a: int) -> int:
    """The next multiple of a."""
    return (x + a - 1) // a * a


def row_bytes(told: Arena, name: str) -> int:
    """Bytes of one token's row: that of the widest use, both planes of a planar one."""
    leaves = [
        p
        for path, p in told.parts.items()
        if path.split(".")[0] == name and p.dtype is not None and p.shape is not None
    ]
    return max(array_bytes(p.dtype or "", p.shape or ()) // rows_of(p.shape or ()) for p in leaves)


def rows_of(shape: tuple[int, ...]) -> int:
    """Rows of an array of tokens, which only the planar use does not have first."""
    return shape[1] if len(shape) == 4 and shape[0] == 2 else shape[0]
