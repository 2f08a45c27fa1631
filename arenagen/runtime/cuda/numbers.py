"""Numbers in memory of the device, as arrays of any CUDA library describe them. Standard library
only.
"""

from __future__ import annotations

from typing import Any

from arenagen.runtime.cuda.launches import KINDS, Given


def count_at(described: dict[str, Any], name: str) -> Given:
    """The only element of an array, as a count; TypeError for any other array."""
    if _elements(described) != 1:
        raise TypeError(f"{name} must be one number, not an array of shape {described['shape']}")
    return Given(int(described["data"][0]), _kind(described, name))


def rows_at(described: dict[str, Any], name: str) -> tuple[Given, int]:
    """All elements of an array, as row numbers, and how many there are; TypeError where they do not
    lie in a row.
    """
    shape, strides = described["shape"], described.get("strides")
    kind, size = _kind(described, name), int(described["typestr"][2:])
    if len(shape) > 1 or (strides is not None and tuple(strides) != (size,)):
        raise TypeError(f"{name} must be a dense array of one dimension")
    return Given(int(described["data"][0]), kind), _elements(described)


def _elements(described: dict[str, Any]) -> int:
    count = 1
    for length in described["shape"]:
        count *= length
    return count


def _kind(described: dict[str, Any], name: str) -> int:
    written = described["typestr"]
    if written[0] not in "<|=" or written[1:] not in KINDS:
        raise TypeError(f"{name} must be 32- or 64-bit whole numbers, not {written}")
    return KINDS[written[1:]]
