"""Whether a layout in numbers is sound, found out the slow and obvious way.

Shares nothing with the code that places buffers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .extents import Extent


def verify_layout(sizes: Any) -> None:
    """AssertionError that lists every fault of sizes that were worked out."""
    faults = [
        *_buffers(sizes),
        *_overlaps(sizes),
        *_parts(sizes),
        *_rows(sizes),
        *_totals(sizes),
    ]
    if faults:
        raise AssertionError("\n".join(faults))


def _placed(sizes: Any) -> list[Extent]:
    """Buffers and twins that take bytes."""
    inner = {name for e in sizes.extents.values() for name in e.parts}
    everything = (e for name, e in sizes.extents.items() if name not in inner)
    return [e for e in everything if e.bytes]


def _buffers(sizes: Any) -> Iterator[str]:
    for extent in _placed(sizes):
        arena = sizes.arenas[extent.arena]
        if extent.offset is None:
            yield f"{extent.name} has {extent.bytes} bytes and no offset"
            continue
        if extent.offset % extent.align:
            yield f"{extent.name} starts at {extent.offset}, not at {extent.align}"
        if arena.align % extent.align:
            yield f"{extent.name} needs {extent.align}, {arena.name} has {arena.align}"
        if not 0 <= extent.offset <= extent.offset + extent.bytes <= arena.bytes:
            yield f"{extent.name} lies outside {arena.name}"


def _overlaps(sizes: Any) -> Iterator[str]:
    placed = _placed(sizes)
    for i, one in enumerate(placed):
        for other in placed[i + 1 :]:
            if one.arena == other.arena and _share(one, other):
                yield f"{one.name} and {other.name} share bytes"


def _share(one: Extent, other: Extent) -> bool:
    if one.offset is None or other.offset is None:
        return False
    start = max(one.offset, other.offset)
    return start < min(one.offset + one.bytes, other.offset + other.bytes)


def _parts(sizes: Any) -> Iterator[str]:
    for whole in sizes.extents.values():
        for part in (sizes.extents[name] for name in whole.parts):
            if whole.offset is None or part.offset is None:
                yield f"{part.name} or {whole.name} has no offset"
            elif part.offset != whole.offset + part.at or part.at % part.align:
                yield f"{part.name} starts at {part.at} of {whole.name}"
            elif part.at < 0 or part.end > whole.bytes:
                yield f"{part.name} ends at {part.end} of {whole.name}"


def _rows(sizes: Any) -> Iterator[str]:
    for extent in sizes.extents.values():
        if not extent.exists:
            if extent.rows or (extent.offset is not None and not extent.bytes):
                yield f"{extent.name} is absent and has rows or an offset"
            continue
        planes = 1
        for length in extent.planes:
            planes *= length
        if (
            extent.counted
            and extent.extent_bytes != planes * extent.rows * extent.row_bytes
        ):
            yield f"{extent.name} has {extent.extent_bytes} bytes of rows"
        if extent.bytes < extent.extent_bytes + extent.overread:
            yield f"{extent.name} has {extent.bytes} bytes for what it holds"
        if extent.row_bytes % max(extent.granule[1], 1) and extent.counted:
            yield f"{extent.name} has rows that end inside an element"


def _totals(sizes: Any) -> Iterator[str]:
    if sizes.total_bytes != sum(e.bytes for e in sizes.buffers.values()):
        yield "the total is not the sum of the buffers"
    for extent in sizes.extents.values():
        if extent.exists != (extent.exists and extent.bytes > 0):
            yield f"{extent.name} exists without bytes"
        if not extent.exists and extent.shape:
            yield f"{extent.name} is absent and has a shape"
