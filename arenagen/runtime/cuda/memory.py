"""Memory that is adopted instead of allocated: where it lies, by what its owner says of itself.
Standard library only.
"""

from __future__ import annotations

from operator import index
from typing import Any, NamedTuple, SupportsIndex


class Adopted(NamedTuple):
    """Memory that something else owns and keeps alive."""

    pointer: int
    bytes: int
    owner: object


def described(source: Any) -> Adopted:
    """Where memory lies that is given as (pointer, bytes, owner), or as an object: an array with
    `__cuda_array_interface__` or `__array_interface__`, a tensor of PyTorch, or a buffer with `ptr`
    and `size` in bytes, as RMM has them.

    TypeError where it does not say; ValueError where it is not one dense piece, or read-only.
    """
    if isinstance(source, tuple):
        return _of_triple(source)
    if hasattr(source, "data_ptr") and hasattr(source, "is_contiguous"):
        _require(source.is_contiguous(), "is not contiguous")
        return Adopted(int(source.data_ptr()), int(source.nbytes), source)
    for name in ("__cuda_array_interface__", "__array_interface__"):
        interface = getattr(source, name, None)
        if interface is not None:
            return _of_interface(interface, source)
    if hasattr(source, "ptr") and hasattr(source, "size"):
        return Adopted(int(source.ptr), int(source.size), source)
    raise TypeError(f"{type(source).__name__} does not say where its memory lies")


def _of_triple(given: tuple[Any, ...]) -> Adopted:
    if len(given) != 3 or not all(isinstance(number, SupportsIndex) for number in given[:2]):
        raise TypeError("memory to adopt is given as (pointer, bytes, owner)")
    return Adopted(index(given[0]), index(given[1]), given[2])


def _of_interface(interface: dict[str, Any], owner: object) -> Adopted:
    pointer, read_only = interface["data"]
    _require(not read_only, "is read-only")
    size = int(interface["typestr"][2:])
    strides = interface.get("strides")
    dense: list[int] = []
    for length in reversed(interface["shape"]):
        dense.append(size)
        size *= length
    _require(strides is None or tuple(strides) == tuple(reversed(dense)), "is not contiguous")
    return Adopted(int(pointer), size, owner)


def _require(sound: bool, fault: str) -> None:
    if not sound:
        raise ValueError(f"memory to adopt {fault}")
