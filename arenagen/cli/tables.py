"""Plain tables for terminals: columns of text, aligned. Standard library only."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

MAX_WIDTH: Final = 56
"""A longer cell does not make its column wider; what follows it in its row moves to the right."""


def aligned(
    rows: Sequence[Sequence[str]], *, right: Collection[int] = (), indent: int = 0
) -> list[str]:
    """Lines of a table; columns in `right` are aligned to the right, and no line ends in spaces."""
    if not rows:
        return []
    widths = [max(_counted(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [" " * indent + _line(row, widths, right) for row in rows]


def _counted(cell: str) -> int:
    return len(cell) if len(cell) <= MAX_WIDTH else 0


def _line(row: Sequence[str], widths: Sequence[int], right: Collection[int]) -> str:
    cells = (
        cell.rjust(width) if i in right else cell.ljust(width)
        for i, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join(cells).rstrip()


def human_bytes(count: int) -> str:
    """A number of bytes in the largest unit that leaves at least 1, with three digits."""
    if count < 1024:
        return f"{count} B"
    size, unit = count / 1024, "KiB"
    for larger in ("MiB", "GiB", "TiB", "PiB", "EiB"):
        if size < 1000:
            break
        size, unit = size / 1024, larger
    digits = 2 if size < 9.995 else 1 if size < 99.95 else 0
    return f"{size:.{digits}f} {unit}"
