"""What spark's routines clear, in bytes, and what its passes may touch."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

import pytest

from arenagen.elaborate import Elaborated
from arenagen.resolve import Program, ResolvedLayout
from arenagen.resolve.ranges import CountError, Counts, live_rows, routine_ranges

from .cases import DEFAULTS, preset
from .reference import ROW_SCALED, WHOLE, arena
from .tally import row_bytes

Resolve = Callable[..., ResolvedLayout]


def cleared(
    program: Program, resolved: ResolvedLayout, routine: str, tokens: int
) -> dict[str, tuple[int, int]]:
    """Buffer -> (start in the buffer, bytes) of what a routine clears."""
    plan = next(p for p in program.layout.plans if p.routine.name == routine)
    found = {}
    for r in routine_ranges(program, resolved, plan, Counts(live=tokens)):
        assert r.name not in found
        assert r.pattern == b"\0"
        found[r.name] = (r.offset - (resolved.buffers[r.name].offset or 0), r.size)
    return found


@pytest.mark.parametrize(
    "name", ["qwen3_next_80b", "nemotron_puzzle_75b", "glm_5_3_flash", "gemma_4_31b"]
)
@pytest.mark.parametrize("tokens", [0, 1, 8191, 8192])
def test_a_pass_clears_its_rows(name: str, tokens: int, program: Program, resolve: Resolve) -> None:
    params, _ = preset(name)
    resolved = resolve(params)
    told = arena({**DEFAULTS, **params}, False, False)
    present = [b for b in (*ROW_SCALED, *WHOLE) if b in told.parts]
    expected = {b: (0, tokens * row_bytes(told, b)) for b in present if b in ROW_SCALED and tokens}
    expected |= {b: (0, told.sizes[b]) for b in WHOLE}
    assert cleared(program, resolved, "zero_all_rows", tokens) == expected


def test_a_pass_has_no_more_tokens_than_rows(program: Program, resolve: Resolve) -> None:
    params, _ = preset("qwen3_next_80b")
    with pytest.raises(CountError):
        cleared(program, resolve(params), "zero_all_rows", params["max_batch_tokens"] + 1)


def test_one_token_clears_one_row_whatever_the_row_count(
    program: Program, resolve: Resolve
) -> None:
    """8,193 rows divide nothing evenly, and the extra rows of the expert kernels are no rows."""
    params, _ = preset("glm_5_3_flash")
    resolved = resolve({**params, "max_batch_tokens": 8193})
    rows = cleared(program, resolved, "zero_all_rows", 1)
    assert rows["expert_up_out"] == (0, 32_768)
    whole = cleared(program, resolved, "zero_all", 0)
    assert whole["expert_up_out"] == (0, resolved.buffers["expert_up_out"].bytes)


def test_placeholders_are_left_alone(program: Program, resolve: Resolve) -> None:
    params, _ = preset("gemma_4_31b")
    resolved = resolve({**params, "max_batch_tokens": 64})
    assert resolved.buffers["gate_logits"].bytes == 256
    for routine in ("zero_prefill_essentials", "zero_all", "zero_all_rows"):
        assert "gate_logits" not in cleared(program, resolved, routine, 1)


@pytest.mark.parametrize(("requests", "padded", "plain"), [(1, 2, 1), (33, 48, 33), (64, 64, 64)])
def test_decode_rows_follow_the_padded_batch(
    requests: int, padded: int, plain: int, program: Program, resolve: Resolve
) -> None:
    params, _ = preset("qwen3_next_80b")
    for pad, rows in ((True, padded), (False, plain)):
        resolved = resolve({**params, "max_batch_size": 64, "pad_decode_batches": pad})
        env = program.environment(resolved)
        for part in ("scratch.decode.slots", "logits.decode_metadata.slots", "logits.decode"):
            assert live_rows(resolved.nodes[part].node, requests, env) == rows


def test_scans_are_laid_out_for_the_chunks_of_a_pass(layout: Elaborated) -> None:
    carved = {b.name: b.written.carve for b in layout.buffers if b.written.carve}
    assert carved == {"ssd_scratch": ("ssd_chunks",), "gdn_fla_scratch": ("gdn_chunks",)}


def test_keys_before_values_are_no_rows_of_their_buffer(resolve: Resolve) -> None:
    params, _ = preset("qwen3_next_80b")
    made = resolve(params).nodes["ssm_qkvz.keys_values"]
    assert made.shape == (2, 8192, 2, 256)
    assert prod(made.shape) * 2 == made.bytes
    assert made.node.written.reset == "none"
