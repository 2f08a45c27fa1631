"""Compares sizes, and what routines write, with the numbers of a table.

A table has a line for each thing, with one number for each set of values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Table = Mapping[str, Any]


def called(name: str, known: Any) -> str:
    """What something of the layout is called here: keywords get underscores."""
    for found in (name, name + "_", name + "__"):
        if found in known:
            return found
    raise KeyError(name)


def values_of(table: Table, kind: str, index: int, known: Any) -> dict[str, Any]:
    """Parameters or flags of one set, as they are called here."""
    return {called(name, known): row[index] for name, row in table[kind].items()}


def size_differences(table: Table, index: int, sizes: Any) -> Iterator[str]:
    """Where sizes are not those of a set of the table."""
    yield from _compared(
        "sum of buffers", table["sum_of_buffers"], index, sizes.total_bytes
    )
    for name, row in table["arenas"].items():
        yield from _compared(f"arena {name}", row, index, sizes.arenas[name].bytes)
    for key, ask in _ASKED.items():
        for path, row in table[key].items():
            yield from _compared(f"{key} of {path}", row, index, ask(sizes, path))


def range_differences(
    table: Table,
    index: int,
    sizes: Any,
    clears: Sequence[Any],
    routines: Mapping[str, Any],
) -> Iterator[str]:
    """Where routines do not write what the table says for a set.

    `routines` are by name, that of creation under the empty one.
    """
    for entry in table["clearings"]:
        if entry["set"] != table["sets"][index]:
            continue
        routine = routines[entry["routine"]]
        ranges = routine.ranges(sizes, clears, entry["arguments"])
        found = [[r.arena, r.offset, r.bytes, r.pattern.hex()] for r in ranges]
        what = f"{entry['routine'] or 'creation'}({entry['arguments']})"
        yield from _differing(what, entry["ranges"], found)


def _compared(what: str, row: Any, index: int, found: object) -> Iterator[str]:
    yield from _differing(what, row[index], found)


def _differing(what: str, wanted: object, found: object) -> Iterator[str]:
    if wanted != found:
        yield f"{what}: {wanted} is recorded, {found} is worked out"


def _extent(sizes: Any, path: str) -> Any:
    return sizes.extents[called(path.replace(".", "_"), sizes.extents)]


def _place(sizes: Any, path: str) -> int | None:
    part, whole = _extent(sizes, path), _extent(sizes, path.partition(".")[0])
    return None if part.offset is None else int(part.offset - whole.offset)


def _twin(sizes: Any, path: str) -> Any:
    whole = _extent(sizes, path)
    for memory in ("pinned", "mapped", "host"):
        twin = sizes.extents.get(f"{whole.name}_{memory}")
        if twin is not None and twin.arena == f"{whole.arena}_{memory}":
            return twin.offset
    return None


_ASKED = {
    "bytes": lambda sizes, path: _extent(sizes, path).bytes,
    "exists": lambda sizes, path: _extent(sizes, path).exists,
    "offsets": lambda sizes, path: _extent(sizes, path).offset,
    "places": _place,
    "twins": _twin,
}
