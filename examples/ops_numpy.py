"""The operations of a decode step on NumPy, in f32. Each writes to memory that it is given and makes no array."""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

import numpy as np

EPSILON = 1e-5


class NumpyOps:
    """Works on the first `count[0]` rows; everything else is left alone."""

    def __init__(self) -> None:
        self.count = np.zeros(1, np.int32)

    @property
    def live(self) -> int:
        """Tokens of the pass, in the form that routines of the arena are told it."""
        return int(self.count[0])

    def array(self, values: Any) -> Any:
        """A copy in the memory that the operations read; made before the first step."""
        return np.array(values)

    def embed(self, table: Any, token_ids: Any, out: Any) -> None:
        """`out[i] = table[token_ids[i]]`."""
        for i in range(self.live):
            out[i] = table[token_ids[i]]

    def rms_norm(self, x: Any, weight: Any, out: Any) -> None:
        """Rows of `x` divided by their root mean square, times `weight`."""
        for i in range(self.live):
            scale = 1 / sqrt(float(x[i].dot(x[i])) / len(weight) + EPSILON)
            np.multiply(x[i], scale, out=out[i])
            np.multiply(out[i], weight, out=out[i])

    def matmul(self, x: Any, weight: Any, out: Any, rows: Any = None) -> None:
        """`out[rows[i]] = x[i] @ weight`, in row `i` where there are no `rows`."""
        for i in range(self.live):
            target = i if rows is None else rows[i]
            np.matmul(x[i].reshape(-1), weight, out=out[target].reshape(-1))

    def add(self, x: Any, y: Any) -> None:
        """`x += y`."""
        np.add(x[: self.live], y[: self.live], out=x[: self.live])

    def rotate_and_store(
        self, qkv: Any, positions: Any, rows: Any, rope: Any, keys: Any, values: Any
    ) -> None:
        """Turns queries and keys by their position, and stores keys and values there."""
        kv_heads = keys.shape[2]
        heads = qkv.shape[1] - 2 * kv_heads
        for i in range(self.live):
            at = positions[i]
            for head in qkv[i, : heads + kv_heads]:
                _rotate(head, rope[at])
            keys[rows[i], at] = qkv[i, heads : heads + kv_heads]
            values[rows[i], at] = qkv[i, heads + kv_heads :]

    def attention(
        self, qkv: Any, positions: Any, rows: Any, keys: Any, values: Any, scratch: Any, out: Any
    ) -> None:
        """Softmax attention of each query over its request's keys up to its position.

        A row of `scratch` is at least a head wide.
        """
        group = out.shape[1] // keys.shape[2]
        for i in range(self.live):
            end, row, spare = positions[i] + 1, rows[i], scratch[i, : out.shape[2]]
            for h in range(out.shape[1]):
                k, v = keys[row, :end, h // group], values[row, :end, h // group]
                _attend(qkv[i, h], k, v, spare, out[i, h])

    def swiglu(self, gate_up: Any, out: Any) -> None:
        """`silu(gate) * up`."""
        for i in range(self.live):
            (gate, up), mixed = gate_up[i], out[i]
            np.negative(gate, out=mixed)
            np.exp(mixed, out=mixed)
            np.add(mixed, 1, out=mixed)
            np.divide(gate, mixed, out=mixed)
            np.multiply(mixed, up, out=mixed)

    def sample(
        self, logits: Any, rows: Any, sampler: Any, token_ids: Any, next_tokens: Any
    ) -> None:
        """Draws a token for each row, and makes it the token of the next pass."""
        for i in range(self.live):
            row = rows[i]
            token_ids[i] = next_tokens[row] = _draw(logits[row], row, *sampler)

    def advance(self, positions: Any, rows: Any, seq_lens: Any) -> None:
        """The token of this pass is in the cache; the next one comes behind it."""
        for i in range(self.live):
            positions[i] += 1
            seq_lens[rows[i]] = positions[i]


def _rotate(head: Any, turns: Any) -> None:
    half = len(head) // 2
    for j in range(half):
        a, b = float(head[j]), float(head[j + half])
        cos, sin = float(turns[j, 0]), float(turns[j, 1])
        head[j], head[j + half] = a * cos - b * sin, a * sin + b * cos


def _attend(query: Any, keys: Any, values: Any, spare: Any, out: Any) -> None:
    """The softmax is kept up while the keys pass by, so no row of scores is needed."""
    best, total, scale = float("-inf"), 0.0, 1 / sqrt(len(query))
    out.fill(0)
    for key, value in zip(keys, values, strict=True):
        score = float(query.dot(key)) * scale
        new = max(best, score)
        kept, weight = exp(best - new), exp(score - new)
        best, total = new, total * kept + weight
        np.multiply(out, kept, out=out)
        np.multiply(value, weight, out=spare)
        np.add(out, spare, out=out)
    np.divide(out, total, out=out)


def _draw(scores: Any, row: int, seed: Any, temperature: Any) -> int:
    """The best token at temperature 0, else one drawn by the row's own random numbers."""
    warmth = float(temperature[row])
    if warmth == 0:
        return int(scores.argmax())
    state = (int(seed[row]) * 6364136223846793005 + 1442695040888963407) % 2**64
    seed[row] = state
    np.subtract(scores, scores.max(), out=scores)
    np.divide(scores, warmth, out=scores)
    np.exp(scores, out=scores)
    np.cumsum(scores, out=scores)
    wanted = np.float32((state >> 40) / 2**24) * scores[-1]
    return min(int(scores.searchsorted(wanted, side="right")), len(scores) - 1)
