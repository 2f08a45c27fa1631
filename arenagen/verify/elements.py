"""Elements in a row and rows in memory, counted bit by bit and block by block.

May import dtypes and elaborate. Shares nothing with the sizes of resolve.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arenagen.dtypes import DType
from arenagen.elaborate import Node
from arenagen.expressions import Value

MAX_LISTED = 512
"""Elements up to which a row is built element by element."""


def element_type(
    node: Node, dtypes: Mapping[str, DType], names: Mapping[str, Value]
) -> DType | None:
    """The element type of a node: as it is called, or as the dtype parameter of that name says."""
    if node.dtype is None:
        return None
    return dtypes[node.dtype] if node.dtype in dtypes else dtypes[str(names[node.dtype])]


def count(dimensions: Sequence[int]) -> int:
    """Elements of a box, dimension by dimension."""
    elements = 1
    for size in dimensions:
        elements = elements * size
    return elements


def dense_bytes(dtype: DType, elements: int) -> tuple[int, bool]:
    """(bytes, whether the last of them is full) of elements side by side."""
    if elements <= MAX_LISTED:
        bits = 0
        for index in range(elements):
            bits = max(bits, _end_of(dtype, index))
    else:
        bits = _end_of(dtype, elements - 1)
    return -(-bits // 8), bits % 8 == 0 and (dtype.family != "block" or elements % dtype.block == 0)


def _end_of(dtype: DType, index: int) -> int:
    """The bit behind an element; elements of a block lie somewhere in it, so it is the block's end."""
    if dtype.family == "block":
        return (index // dtype.block + 1) * dtype.block_bytes * 8
    return (index + 1) * dtype.bits


def up(position: int, multiple: int) -> int:
    """The first position from here on that is a multiple."""
    return position + (-position) % multiple


def wanted_align(node: Node) -> int:
    """What the start of a node is a multiple of: as written, or what its elements and its parts need."""
    if node.written.align is not None:
        return node.written.align
    wanted = 1
    for child in node.children:
        wanted = max(wanted, wanted_align(child))
    if not node.children or node.written.row is not None or node.written.shape is not None:
        for dtype in node.dtypes:
            wanted = max(wanted, dtype.align)
    return wanted
