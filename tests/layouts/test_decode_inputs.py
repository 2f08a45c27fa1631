"""The inputs of a captured decode step: shapes, padding values, and the reset of one request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from arenagen.resolve import Given, Program, ResolvedLayout
from arenagen.resolve.ranges import Counts, routine_ranges

TYPES = {"i32": np.int32, "i64": np.int64}


@pytest.fixture
def decode(program: Callable[[str], Program], preset: Callable[[str], dict[str, Any]]) -> Decode:
    return Decode(program("decode_inputs"), preset("qwen3_vl_decode"))


class Decode:
    """The arena as bytes that routines write to, and arrays over it."""

    def __init__(self, program: Program, params: dict[str, Any]) -> None:
        self.program = program
        self.resolved: ResolvedLayout = program.resolve(Given(params=params))
        self.bytes = np.full(self.resolved.arenas["main"].bytes, 0x55, np.uint8)

    def run(self, routine: str, **counts: Any) -> None:
        plan = next(p for p in self.program.layout.plans if p.routine.name == routine)
        for r in routine_ranges(self.program, self.resolved, plan, Counts(**counts)):
            raw = r.pattern * (r.size // len(r.pattern))
            self.bytes[r.offset : r.offset + r.size] = np.frombuffer(raw, np.uint8)

    def __getitem__(self, name: str) -> Any:
        made = self.resolved.buffers[name]
        assert made.offset is not None
        assert made.dtype is not None
        raw = self.bytes[made.offset : made.offset + made.bytes]
        return raw.view(TYPES[made.dtype.name]).reshape(made.shape)


UNTOUCHED = 0x55555555
UNTOUCHED_64 = 0x5555555555555555


def test_shapes(decode: Decode) -> None:
    shapes = {name: made.shape for name, made in decode.resolved.buffers.items()}
    assert shapes == {
        "token_ids": (256,),
        "positions": (256,),
        "mrope_positions": (3, 256),
        "slot_mapping": (256,),
        "seq_lens": (64,),
        "block_table": (64, 2048),
        "token_mask": (64, 4748),
        "query_starts": (65,),
    }


def test_lengths_have_a_twin_on_the_host(decode: Decode) -> None:
    assert set(decode.resolved.twins) == {"seq_lens"}
    assert set(decode.resolved.arenas) == {"main", "main_pinned"}
    assert decode.resolved.arenas["main_pinned"].bytes >= 64 * 4


def test_padding_of_tokens(decode: Decode) -> None:
    decode.run("pad_tokens", live=3, padded=8)
    expected = {
        "token_ids": 151643,
        "positions": 0,
        "slot_mapping": -1,
    }
    for name, value in expected.items():
        rows = decode[name]
        assert (rows[3:8] == value).all()
        assert (rows[:3] == (UNTOUCHED if rows.dtype == np.int32 else UNTOUCHED_64)).all()
        assert (rows[8:] == (UNTOUCHED if rows.dtype == np.int32 else UNTOUCHED_64)).all()
    for stream in decode["mrope_positions"]:
        assert (stream[3:8] == 0).all()
        assert (stream[:3] == UNTOUCHED_64).all()
        assert (stream[8:] == UNTOUCHED_64).all()


def test_padding_of_requests(decode: Decode) -> None:
    decode.run("pad_requests", live=2, padded=4)
    for name, value in {"seq_lens": 1, "block_table": 0, "token_mask": -1}.items():
        rows = decode[name]
        assert (rows[2:4] == value).all()
        assert (rows[:2] == UNTOUCHED).all()
        assert (rows[4:] == UNTOUCHED).all()
    assert (decode["query_starts"] == UNTOUCHED).all()


def test_one_request_is_forgotten(decode: Decode) -> None:
    decode.run("forget_request", rows=(5,))
    for name, value in {"seq_lens": 0, "block_table": 0, "token_mask": -1}.items():
        rows = decode[name]
        assert (rows[5] == value).all()
        assert (np.delete(rows, 5, axis=0) == UNTOUCHED).all()
    assert (decode["query_starts"] == UNTOUCHED).all()
    assert (decode["token_ids"] == UNTOUCHED).all()
