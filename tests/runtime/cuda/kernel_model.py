"""What `clear.cu` does, block by block, in the same whole-number arithmetic, over memory of the host."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from arenagen.runtime.cuda.launches import Counts, Number, Rows
from arenagen.runtime.cuda.probes import GUARD, MARK, TASK
from arenagen.runtime.cuda.shares import ALL, BITS
from arenagen.runtime.cuda.table import ENTRY, HEAD, KINDS, WORD
from arenagen.runtime.debug.chunks import Span
from arenagen.runtime.debug.host import records_of
from arenagen.runtime.debug.records import KINDS as KINDS_OF_DTYPES
from arenagen.runtime.debug.records import RECORD

if TYPE_CHECKING:
    from collections.abc import Iterator

LINE = 512
CTYPES = {1: ctypes.c_uint32, 2: ctypes.c_int32, 3: ctypes.c_uint64, 4: ctypes.c_int64}


class Entry(NamedTuple):
    base: int
    pitch: int
    start: int
    end: int
    pattern: bytes
    rows: int
    live: int
    tile: int
    kind: int
    behind: int


def entry_at(table: int, i: int) -> Entry:
    raw = ctypes.string_at(table + i * ENTRY.size, ENTRY.size)
    base, pitch, start, end, rows, live, *_, tile_kind, behind = ENTRY.unpack(raw)
    pattern = raw[32:48]
    return Entry(
        base, pitch, start, end, pattern, rows, live, tile_kind >> 8, tile_kind & 255, behind
    )


def entries_of(table: int, block: int) -> Iterator[Entry]:
    last = entry_at(table, HEAD * block)
    yield last
    if last.behind:
        last = entry_at(table, HEAD * block + 1)
        yield last
    while last.behind:
        last = entry_at(table, last.behind)
        yield last


def number(n: Number, i: int = 0) -> int:
    if n.kind == 0:
        return int(n.value)
    kind = CTYPES[n.kind]
    return int(kind.from_address(n.value + i * ctypes.sizeof(kind)).value)


def count_of(n: Number) -> int:
    return max(0, min(number(n), n.most))


def rows_of(table: int, s: Entry, count: int) -> int:
    rows = count
    if s.live:
        rows = ctypes.c_uint32.from_address(table + (s.live + count) * WORD).value
    rows = min(rows, s.rows)
    return rows + -rows % max(s.tile, 1)


def border(nbytes: int, fraction: int) -> int:
    if fraction == ALL:
        return nbytes
    return (nbytes * fraction >> BITS) // LINE * LINE


def write_share(s: Entry, first: int, end: int) -> None:
    start, nbytes = s.base + first * s.pitch, (end - first) * s.pitch
    if first >= end:
        return
    low, high = start + border(nbytes, s.start), start + border(nbytes, s.end)
    if low < high:
        turned = (s.pattern * 2)[low % 16 : low % 16 + 16]
        ctypes.memmove(low, (turned * ((high - low) // 16 + 1))[: high - low], high - low)


def clear_counted(table: int, told: Counts, block: int) -> None:
    live, padded = count_of(told.live), count_of(told.padded)
    for s in entries_of(table, block):
        if s.kind == KINDS["fixed"]:
            write_share(s, 0, 1)
        elif s.kind == KINDS["live"]:
            write_share(s, 0, rows_of(table, s, live))
        else:
            write_share(s, rows_of(table, s, live), rows_of(table, s, padded))


def clear_rows(table: int, told: Rows, block: int, y: int) -> None:
    row = -1
    if told.list.kind:
        row = number(told.list, y)
    elif y < told.list.value:
        row = told.row[y]
    for s in entries_of(table, block):
        if s.kind == KINDS["fixed"]:
            if y == 0:
                write_share(s, 0, 1)
        elif 0 <= row < min(s.rows, told.list.most):
            write_share(s, row // s.tile * s.tile, row // s.tile * s.tile + s.tile)


def check_guards(table: int, results: int, blocks: int) -> None:
    for block in range(blocks):
        start, length, word = GUARD.unpack(ctypes.string_at(table + block * GUARD.size, GUARD.size))
        raw, wanted = ctypes.string_at(start, length), word.to_bytes(8, "little")
        wrong = [i for i, byte in enumerate(raw) if byte != wanted[i % 8]]
        if wrong:
            mark = MARK.pack(wrong[0], wrong[-1], len(wrong), 0)
            ctypes.memmove(results + block * MARK.size, mark, MARK.size)


def fingerprint(table: int, results: int, blocks: int) -> None:
    names = {number: name for name, number in KINDS_OF_DTYPES.items()}
    for block in range(blocks):
        start, length, kind = TASK.unpack(ctypes.string_at(table + block * TASK.size, TASK.size))
        raw = np.frombuffer(ctypes.string_at(start, length), np.uint8)
        record = records_of([Span("", 0, length, names[kind])], {"": raw})
        ctypes.memmove(results + block * RECORD.size, record, RECORD.size)


DEBUG = {"check_guards": check_guards, "fingerprint": fingerprint}


def launch(kernel: str, arguments: tuple[bytes, bytes], blocks: int, rows: int) -> None:
    """One launch; the arguments are as they are in memory."""
    table = int.from_bytes(arguments[0], "little")
    if kernel in DEBUG:
        results = int.from_bytes(arguments[1], "little")
        DEBUG[kernel](table, results, blocks)
        return
    for y in range(rows):
        for block in range(blocks):
            if kernel == "clear_counted":
                clear_counted(table, cast("Counts", Counts.from_buffer_copy(arguments[1])), block)
            else:
                clear_rows(table, cast("Rows", Rows.from_buffer_copy(arguments[1])), block, y)
