"""Checks and fingerprints of memory of the host, through NumPy: the same records as on a device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arenagen.runtime.debug import records
from arenagen.runtime.debug.elements import PAD, decoded
from arenagen.runtime.debug.guards import Marks
from arenagen.runtime.debug.records import KINDS, LANES, VECTOR

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arenagen.runtime.debug.chunks import Span

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]

AT_ONCE = 1 << 24
"""Bytes that are looked at together."""

_RECORD = np.dtype(
    [("hash", "<u8"), ("sum", "<f8"), ("nan", "<u4"), ("inf", "<u4"), ("zero", "<u4"), ("_", "<u4")]
)


def marks_of(gap: Bytes, word: int) -> Marks:
    """Bytes of a gap that differ from its word, written over and over."""
    pattern = np.frombuffer(word.to_bytes(8, "little"), np.uint8)
    found = np.flatnonzero(gap != np.resize(pattern, len(gap)))
    return Marks(int(found[0]), int(found[-1]), len(found)) if len(found) else Marks(0, 0, 0)


def records_of(spans: Sequence[Span], memory: Mapping[str, Bytes]) -> bytes:
    """A record of each span."""
    found = np.zeros(len(spans), _RECORD)
    alike: dict[tuple[int, str], list[int]] = {}
    for i, span in enumerate(spans):
        alike.setdefault((span.bytes, span.dtype), []).append(i)
    for (nbytes, dtype), places in alike.items():
        step = max(AT_ONCE // nbytes, 1)
        for first in range(0, len(places), step):
            some = places[first : first + step]
            raw = [
                memory[s.arena][s.offset : s.offset + nbytes] for s in map(spans.__getitem__, some)
            ]
            found[some] = _printed(np.stack(raw), dtype)
    return found.tobytes()


def _printed(raw: Bytes, dtype: str) -> NDArray[Any]:
    """Records of chunks of one length, each a row of bytes."""
    count, nbytes = raw.shape
    found = np.zeros(count, _RECORD)
    vectors = -(-nbytes // VECTOR)
    rounds = -(-vectors // LANES)
    filled = np.full((count, rounds * LANES * VECTOR), PAD.get(dtype, 0), np.uint8)
    filled[:, :nbytes] = raw
    halves = filled.view("<u8").reshape(count, rounds, LANES, 2)
    found["hash"] = _hashed(halves, vectors, nbytes)
    if KINDS.get(dtype, 0):
        values, nan, inf = decoded(raw, dtype)
        found["nan"], found["inf"] = nan.sum(1), inf.sum(1)
        finite = ~(nan | inf)
        found["zero"] = (finite & (values == 0)).sum(1)
        found["sum"] = _summed(np.where(finite, values, 0.0), nbytes)
    return found


def _hashed(halves: Words, vectors: int, nbytes: int) -> Words:
    count, rounds = halves.shape[:2]
    state = np.empty((count, LANES, 2), np.uint64)
    state[:] = np.array(records.SEEDS, np.uint64)
    for i in range(rounds):
        lanes = min(vectors - i * LANES, LANES)
        h = state[:, :lanes]
        turned = h << np.uint64(records.ROTATE) | h >> np.uint64(64 - records.ROTATE)
        state[:, :lanes] = (turned ^ halves[:, i, :lanes]) * np.uint64(records.MULTIPLY)
    numbers = np.arange(1, 2 * LANES + 1, dtype=np.uint64).reshape(LANES, 2)
    ends = _mixed(state + numbers * np.uint64(records.STEP))
    length = np.uint64(nbytes * records.LENGTH & records.WORD)
    return _mixed(ends.sum((1, 2), dtype=np.uint64) + length)


def _mixed(value: Words) -> Words:
    value = (value ^ value >> np.uint64(30)) * np.uint64(records.MIX[0])
    value = (value ^ value >> np.uint64(27)) * np.uint64(records.MIX[1])
    return value ^ value >> np.uint64(31)


def _summed(values: NDArray[np.float64], nbytes: int) -> NDArray[np.float64]:
    """Sums in the order of `records`."""
    count = len(values)
    each = values.shape[1] * VECTOR // nbytes
    rounds = -(-values.shape[1] // (each * LANES))
    filled = np.zeros((count, rounds * LANES * each))
    filled[:, : values.shape[1]] = values
    lanes = np.zeros((count, LANES))
    elements = filled.reshape(count, rounds, LANES, each)
    width = LANES // 2
    with np.errstate(over="ignore", invalid="ignore"):
        for i in range(rounds):
            for k in range(each):
                lanes += elements[:, i, :, k]
        while width:
            lanes = lanes[:, :width] + lanes[:, width : 2 * width]
            width //= 2
    result: NDArray[np.float64] = np.where(np.isnan(lanes[:, 0]), np.nan, lanes[:, 0])
    return result
