"""The operations of a decode step on CuPy, in f32: one launch each, on the current stream.

They read the count on the device, so that a captured step follows it. Written to be read: an engine has faster ones.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import cupy as cp
import numpy as np

THREADS = 128
_SOURCE = Path(__file__).with_name("ops.cu")


class CupyOps:
    """The same operations as `NumpyOps`, launched for every row; rows from `count[0]` on return at once."""

    def __init__(self) -> None:
        self.count = cp.zeros(1, np.int32)
        self._kernel = cache(cp.RawModule(code=_SOURCE.read_text("utf-8")).get_function)

    @property
    def live(self) -> Any:
        """Tokens of the pass, in memory of the device."""
        return self.count

    def array(self, values: Any) -> Any:
        """A copy in the memory that the operations read; made before the first step."""
        return cp.asarray(values)

    def embed(self, table: Any, token_ids: Any, out: Any) -> None:
        """`out[i] = table[token_ids[i]]`."""
        self._launch("embed", (len(out),), table, token_ids, out, _stride(out), _width(out))

    def rms_norm(self, x: Any, weight: Any, out: Any) -> None:
        """Rows of `x` divided by their root mean square, times `weight`."""
        self._launch("rms_norm", (len(x),), x, _stride(x), weight, out, _stride(out), _width(x))

    def matmul(self, x: Any, weight: Any, out: Any, rows: Any = None) -> None:
        """`out[rows[i]] = x[i] @ weight`, in row `i` where there are no `rows`."""
        inner, outer = weight.shape
        grid = (len(x), -(-outer // THREADS))
        where = np.uint64(0) if rows is None else rows  # a null pointer
        sizes = (np.int32(inner), np.int32(outer))
        self._launch("matmul", grid, x, _stride(x), weight, out, _stride(out), *sizes, where)

    def add(self, x: Any, y: Any) -> None:
        """`x += y`."""
        self._launch("add", (len(x),), x, _stride(x), y, _stride(y), _width(x))

    def rotate_and_store(
        self, qkv: Any, positions: Any, rows: Any, rope: Any, keys: Any, values: Any
    ) -> None:
        """Turns queries and keys by their position, and stores keys and values there."""
        sizes = (*_heads(qkv.shape[1] - 2 * keys.shape[2], keys), _stride(keys))
        given = (qkv, _stride(qkv), positions, rows, rope, keys, values)
        self._launch("rotate_and_store", (len(qkv),), *given, *sizes)

    def attention(
        self, qkv: Any, positions: Any, rows: Any, keys: Any, values: Any, scratch: Any, out: Any
    ) -> None:
        """Softmax attention of each query over its request's keys up to its position.

        `scratch` is for NumPy; here a thread keeps its sum in a register.
        """
        sizes = (*_heads(out.shape[1], keys), _stride(keys))
        given = (qkv, _stride(qkv), positions, rows, keys, values, out, _stride(out))
        self._launch("attention", (len(qkv), out.shape[1]), *given, *sizes)

    def swiglu(self, gate_up: Any, out: Any) -> None:
        """`silu(gate) * up`."""
        given = (gate_up, _stride(gate_up), out, _stride(out), _width(out))
        self._launch("swiglu", (len(out),), *given)

    def sample(
        self, logits: Any, rows: Any, sampler: Any, token_ids: Any, next_tokens: Any
    ) -> None:
        """Draws a token for each row, and makes it the token of the next pass."""
        given = (logits, _stride(logits), _width(logits), rows, *sampler, token_ids, next_tokens)
        self._launch("sample", (len(token_ids),), *given)

    def advance(self, positions: Any, rows: Any, seq_lens: Any) -> None:
        """The token of this pass is in the cache; the next one comes behind it."""
        self._launch("advance", (len(positions),), positions, rows, seq_lens)

    def _launch(self, name: str, grid: tuple[int, ...], *arguments: Any) -> None:
        self._kernel(name)(grid, (THREADS,), (*arguments, self.count))


def _stride(array: Any) -> Any:
    """Elements from row to row."""
    return np.int64(array.strides[0] // array.itemsize)


def _width(array: Any) -> Any:
    """Elements of a row."""
    return np.int32(int(np.prod(array.shape[1:])))


def _heads(heads: int, keys: Any) -> tuple[Any, Any, Any]:
    return np.int32(heads), np.int32(keys.shape[2]), np.int32(keys.shape[3])
