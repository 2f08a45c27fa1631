"""The slow way to say what lies where: every byte of an arena on its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tests.runtime.layouts import bytes_of_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

POISON = {"i8": 0x7B, "i16": 0x7B, "i32": 0x7B, "i64": 0x7B, "i4": 0x77, "f4e2m1": 0x77, "i2": 0x55}


def memory_of(arena: Any) -> dict[str, Any]:
    """Bytes of each arena on the host, to be looked at and damaged."""
    return {name: block.owner for name, block in arena._allocations.items()}


def owners(sizes: Any) -> dict[str, list[str]]:
    """The buffer of each byte of each arena; empty where there is none."""
    found = {name: [""] * arena.bytes for name, arena in sizes.arenas.items()}
    inner = {name for extent in sizes.extents.values() for name in extent.parts}
    for name, extent in sizes.extents.items():
        if name not in inner and extent.bytes:
            for i in range(extent.offset, extent.offset + extent.bytes):
                assert found[extent.arena][i] == "", "buffers do not overlap"
                found[extent.arena][i] = extent.name
    return found


def leaves(extent: Any, sizes: Any) -> Iterator[Any]:
    parts = [sizes.extents[name] for name in extent.parts if sizes.extents[name].exists]
    if not extent.in_bytes or not parts:
        yield extent
        return
    for part in parts:
        yield from leaves(part, sizes)


def poisoned(sizes: Any, extents: list[Any]) -> dict[tuple[str, int], set[int]]:
    """The values that each byte of some buffers or units may have once they are poisoned: all ones,
    or what suits the type of every element there.
    """
    found: dict[tuple[str, int], set[int]] = {}
    for extent in extents:
        types: dict[int, set[str]] = {}
        for leaf in leaves(extent, sizes) if extent.exists else ():
            for i in range(leaf.offset, leaf.offset + leaf.extent_bytes):
                types.setdefault(i, set()).add("" if leaf.in_bytes else leaf.dtype)
        for i in range(extent.offset, extent.offset + extent.bytes):
            kinds = types.get(i, {""})
            one = POISON.get(min(kinds), 0xFF) if len(kinds) == 1 else 0xFF
            # Uses of different types share all their rows, also bytes that one of them has alone.
            mixed = len({leaf.dtype for leaf in leaves(extent, sizes)}) > 1
            found[extent.arena, i] = {one, 0xFF} if mixed else {one}
    return found


def rows_of(extent: Any, rows: set[int]) -> set[tuple[str, int]]:
    return {(extent.arena, i) for i in bytes_of_rows(extent, rows)}


def snapshot(memory: dict[str, Any]) -> dict[str, Any]:
    return {name: np.array(block) for name, block in memory.items()}
