"""The arena that the guide teaches with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from arenagen.resolve import Given, Program, ResolvedLayout
from arenagen.resolve.ranges import Counts, routine_ranges

Load = Callable[..., ResolvedLayout]


@pytest.fixture
def load(program: Callable[[str], Program], preset: Callable[[str], dict[str, Any]]) -> Load:
    def run(**changes: Any) -> ResolvedLayout:
        return program("llama").resolve(Given(params=preset("llama_3_8b") | changes))

    return run


def test_sizes_of_an_eight_billion_model(load: Load) -> None:
    sizes = {name: made.bytes for name, made in load().buffers.items()}
    assert sizes["hidden_states"] == 2048 * 4096 * 2
    assert sizes["projected"] == 2048 * 2 * 14336 * 2
    assert sizes["kv_cache"] == 32 * 2 * 8 * 8192 * 8 * 128 * 2
    assert sizes["logits"] == 8 * 128256 * 4
    assert sizes["sampler"] == 8 * (8 + 4 + 4)


def test_attention_and_mlp_take_turns(load: Load) -> None:
    nodes = load().nodes
    assert nodes["projected.qkv"].at == nodes["projected.gate_up"].at == 0
    assert nodes["projected.qkv"].shape == (2048, 32 + 2 * 8, 128)
    assert nodes["mixed"].bytes == nodes["mixed.mlp"].bytes > nodes["mixed.attention"].bytes


def test_element_types_are_given_at_run_time(load: Load) -> None:
    small, large = load(kv_dtype="f8e4m3"), load(kv_dtype="f32", act_dtype="f32")
    assert large.buffers["kv_cache"].bytes == 4 * small.buffers["kv_cache"].bytes
    assert large.buffers["hidden_states"].bytes == 2 * small.buffers["hidden_states"].bytes


def test_a_request_is_forgotten_in_every_plane(
    program: Callable[[str], Program], load: Load
) -> None:
    resolved, llama = load(num_hidden_layers=3), program("llama")
    plan = next(p for p in llama.layout.plans if p.routine.name == "forget_request")
    ranges = routine_ranges(llama, resolved, plan, Counts(rows=(2,)))
    per_name: dict[str, list[int]] = {}
    for r in ranges:
        start = resolved.nodes[r.name].offset or 0
        per_name.setdefault(r.name, []).append(r.offset - start)
    request = 8192 * 8 * 128 * 2
    assert per_name["kv_cache"] == [(plane * 8 + 2) * request for plane in range(6)]
    assert per_name["seq_lens"] == [8]
    assert per_name["sampler.seed"] == [16]
    assert per_name["sampler.temperature"] == per_name["sampler.top_p"] == [8]
    assert len(per_name) == 5


def test_padding_belongs_to_no_request(program: Callable[[str], Program], load: Load) -> None:
    resolved, llama = load(), program("llama")
    plan = next(p for p in llama.layout.plans if p.routine.name == "pad_pass")
    ranges = {r.name: r for r in routine_ranges(llama, resolved, plan, Counts(live=3, padded=16))}
    assert set(ranges) == {"token_ids", "positions", "request_rows", "hidden_states"}
    assert set(ranges["request_rows"].pattern) == {0xFF}
    assert ranges["request_rows"].size == 13 * 4
    start = resolved.nodes["hidden_states"].offset or 0
    assert (ranges["hidden_states"].offset - start, ranges["hidden_states"].size) == (
        3 * 8192,
        13 * 8192,
    )
