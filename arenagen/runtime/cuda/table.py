"""The table that `clear.cu` reads: for each block of a launch the list of what it writes. Pure, and
standard library only.
"""

from __future__ import annotations

import struct
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from arenagen.runtime.cuda.shares import Share, shared_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from arenagen.runtime.cuda.segments import Segment, Segments
    from arenagen.runtime.layout import Live

ENTRY: Final = struct.Struct("<2Q10I8x")
"""`Entry` of clear.cu."""

KINDS: Final = {"fixed": 0, "live": 1, "padding": 2, "rows": 3}
"""`Kind` of clear.cu."""

HEAD: Final = 2
"""Entries that each block has in a fixed place; what is more lies behind those of all blocks."""

BLOCKS: Final = 8
"""Blocks on a multiprocessor."""

LARGE: Final = 8 << 20
THREADS: Final = (32, 128)
"""Threads of a block, where a launch writes less than LARGE bytes at its smallest count, and else.

Below, a launch is as long as its start, which more threads make longer. All of these were measured
on an H200, from one row to all.
"""

SMALLEST_SHARE: Final = 4096
"""Bytes below which another block is not worth its start."""

WORD: Final = 4
"""Bytes of an entry of a table of live rows."""

PHASE: Final = 16
"""Bytes that a block writes at once: a pattern is stored as they look at an address divisible by
16.
"""


class Range(NamedTuple):
    """What an entry says apart from its share: rows, or a fixed range as one row."""

    arena: str
    offset: int
    pitch: int
    rows: int
    tile: int
    kind: int
    live: Live | None
    pattern: bytes


class Plan(NamedTuple):
    """A launch: the shares of each of its blocks, and how many threads they have."""

    ranges: tuple[Range, ...]
    blocks: tuple[tuple[Share, ...], ...]
    threads: int

    @property
    def table_bytes(self) -> int:
        """Bytes of its table."""
        later = sum(max(len(shares) - HEAD, 0) for shares in self.blocks)
        return (HEAD * len(self.blocks) + later) * ENTRY.size


def planned(segments: Segments, axis_most: int, multiprocessors: int) -> Plan:
    """A launch for a device with so many multiprocessors.

    What does not depend on a count is shared out by itself, and so is the rest: whatever the count,
    both are spread over all blocks.
    """
    fixed = [Range(f.arena, f.offset, f.bytes, 1, 1, 0, None, f.pattern) for f in segments.fixed]
    counted = [_range(segment) for segment in segments.counted]
    weights = [_weight(segment, axis_most) for segment in segments.counted]
    sums = (sum(r.pitch for r in fixed), sum(weights))
    least = sums[0] + sum(r.pitch for r in counted)
    parts = [min(BLOCKS * multiprocessors, max(1, total // SMALLEST_SHARE)) for total in sums]
    blocks = max(parts)
    lists: list[list[Share]] = [[] for _ in range(blocks)]
    for share in shared_out([r.pitch for r in fixed], parts[0], blocks):
        lists[share.block].append(share)
    for share in shared_out(weights, parts[1], blocks):
        lists[share.block].append(share._replace(item=len(fixed) + share.item))
    return Plan((*fixed, *counted), tuple(map(tuple, lists)), THREADS[least >= LARGE])


def _range(s: Segment) -> Range:
    if s.rows + s.tile >= 1 << 32 or s.tile >= 1 << 24:
        raise ValueError(f"{s.rows} rows in tiles of {s.tile} are more than one launch can count")
    return Range(s.arena, s.offset, s.pitch, s.rows, s.tile, KINDS[s.mode], s.live, s.pattern)


def _weight(segment: Segment, axis_most: int) -> int:
    """Bytes of all rows that can be asked for at once."""
    if segment.mode == "rows":
        return segment.pitch * segment.tile
    rows = axis_most if segment.live is None else segment.rows
    return segment.pitch * min(rows + -rows % segment.tile, segment.rows)


def packed(
    plan: Plan, table: int, base: Callable[[str], int], live: Callable[[Live], int]
) -> bytes:
    """The table, for its own address and those of arenas and of tables of live rows."""
    heads: list[bytes] = []
    later: list[bytes] = []
    entry = partial(_entry, table=table, base=base, live=live)
    for shares in plan.blocks:
        behind = _numbers(len(shares), HEAD * len(plan.blocks) + len(later))
        entries = [entry(plan.ranges[s.item], s, n) for s, n in zip(shares, behind, strict=True)]
        entries += [EMPTY] * (HEAD - len(entries))
        heads += entries[:HEAD]
        later += entries[HEAD:]
    return b"".join(heads + later)


def _numbers(count: int, later: int) -> list[int]:
    """For each entry of a block, which one follows: all but the first two lie from `later` on."""
    numbers = [1, *range(later, later + count - HEAD)]
    return [*numbers[: count - 1], 0] if count else []


EMPTY: Final = ENTRY.pack(*[0] * 12)
"""Nothing to write, and nothing behind it."""


def _entry(
    r: Range,
    share: Share,
    behind: int,
    *,
    table: int,
    base: Callable[[str], int],
    live: Callable[[Live], int],
) -> bytes:
    """An entry; `behind` is the number of the one that follows it, or 0."""
    start = base(r.arena) + r.offset
    return ENTRY.pack(
        start,
        r.pitch,
        share.start,
        share.end,
        r.rows,
        0 if r.live is None else (live(r.live) - table) // WORD,
        *struct.unpack("<4I", in_phase(r.pattern, start)),
        r.tile << 8 | r.kind,
        behind,
    )


def in_phase(pattern: bytes, start: int) -> bytes:
    """A pattern that begins at an address, as it looks at addresses divisible by 16."""
    if PHASE % len(pattern):
        raise ValueError(f"a pattern of {len(pattern)} bytes does not repeat every {PHASE}")
    turn = -start % len(pattern)
    return ((pattern * 2)[turn : turn + len(pattern)] * PHASE)[:PHASE]


def live_table(live: Live, most: int) -> bytes:
    """Live rows for each live count from 0 to `most`, as the kernel looks them up."""
    return struct.pack(f"<{most + 1}I", *(live(count) for count in range(most + 1)))
