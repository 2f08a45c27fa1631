"""Streams, as callers have them. Standard library only."""

from __future__ import annotations

from typing import Any


def handle_of(stream: Any) -> int:
    """The handle of a stream: given as a number, as a stream of CuPy (`ptr`), of PyTorch
    (`cuda_stream`), or of whatever follows the CUDA stream protocol. TypeError otherwise.
    """
    if type(stream) is int:
        return stream
    for name in ("ptr", "cuda_stream"):
        handle = getattr(stream, name, None)
        if type(handle) is int:
            return handle
    if hasattr(stream, "__cuda_stream__"):
        return int(stream.__cuda_stream__()[1])
    raise TypeError(f"{type(stream).__name__} is no stream")
