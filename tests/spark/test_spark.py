"""The spark layout against what is known of the engine's arena."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arenagen.elaborate import Elaborated
from arenagen.resolve import Resolved, ResolvedLayout

from .cases import expectations, known_inputs, preset
from .reference import arena, reset_class
from .strategies import models
from .tally import Part

Resolve = Callable[..., ResolvedLayout]

INPUTS = known_inputs()
EXPECTED = expectations()
IDS = [f"{i}-{known['label']}" for i, known in enumerate(INPUTS)]


def parts(resolved: ResolvedLayout) -> dict[str, Part]:
    """Everything that exists, in the terms of the reference."""
    return {path: part(resolved, node) for path, node in resolved.nodes.items() if node.exists}


def part(resolved: ResolvedLayout, made: Resolved) -> Part:
    start = resolved.buffers[made.node.buffer].offset
    assert made.offset is not None
    assert start is not None
    at = made.offset - start
    if made.node.children and not made.node.stated:
        return Part(at, made.bytes)
    assert made.dtype is not None
    return Part(at, made.bytes, made.dtype.name, made.shape)


@pytest.mark.parametrize("known", INPUTS, ids=IDS)
def test_sizes_are_those_of_the_engine(known: dict[str, Any], resolve: Resolve) -> None:
    resolved = resolve({**known["params"], "pad_decode_batches": False}, known["env"])
    assert {name: made.bytes for name, made in resolved.buffers.items()} == known["sizes"]
    assert resolved.total_bytes == known["total_bytes"] == sum(known["sizes"].values())


@pytest.mark.parametrize("known", INPUTS, ids=IDS)
def test_decode_metadata_lies_where_the_engine_looks(
    known: dict[str, Any], resolve: Resolve
) -> None:
    nodes = resolve({**known["params"], "pad_decode_batches": False}, known["env"]).nodes
    decode, meta = nodes["scratch.decode"], known["decode_meta"]
    starts = {made.node.name: made.at for made in decode.children}
    assert starts == {
        name: meta[f"{name}_off"]
        for name in ("positions", "seq_slot", "slots", "seq_lens", "block_table")
    }
    assert nodes["scratch.decode.block_table"].shape == (meta["rows"], meta["max_blocks"])
    assert decode.bytes == meta["meta_bytes"]
    assert decode.at == 32768


@pytest.mark.parametrize("padded", [False, True])
@pytest.mark.parametrize("known", INPUTS, ids=IDS)
def test_every_part_is_as_described(known: dict[str, Any], padded: bool, resolve: Resolve) -> None:
    params = {**known["params"], "pad_decode_batches": padded}
    resolved = resolve(params, known["env"])
    env = known["env"]
    told = arena(params, bool(env["ATLAS_GGUF_NATIVE_Q2"]), bool(env["ATLAS_GGUF_NATIVE_Q2_MMQ"]))
    assert parts(resolved) == told.parts
    assert {name: made.bytes for name, made in resolved.buffers.items()} == told.sizes


@settings(max_examples=300)
@given(params=models(), q2=st.booleans(), mmq=st.booleans())
def test_models_nobody_built_are_as_described(
    params: dict[str, Any], q2: bool, mmq: bool, resolve: Resolve
) -> None:
    resolved = resolve(params, native_q2=q2, native_q2_mmq=mmq)
    told = arena(params, q2, mmq)
    assert parts(resolved) == told.parts
    assert {name: made.bytes for name, made in resolved.buffers.items()} == told.sizes


@pytest.mark.parametrize("name", EXPECTED["presets"])
def test_presets_hold_what_was_written_down(name: str, resolve: Resolve) -> None:
    params, flags = preset(name)
    resolved, expected = resolve(params, **flags), EXPECTED["presets"][name]
    assert parts(resolved) == {
        path: Part(at, size, dtype, None if shape is None else tuple(shape))
        for path, (dtype, shape, at, size, _) in expected["present"].items()
    }
    absent = {n: made.bytes for n, made in resolved.buffers.items() if not made.exists}
    assert absent == expected["absent"]
    assert resolved.total_bytes == expected["total_bytes"]
    classes = {path: row[4] for path, row in expected["present"].items() if "." not in path}
    assert {n: resolved.buffers[n].node.reset for n in classes} == classes


def test_reset_classes_are_those_of_the_lists(layout: Elaborated) -> None:
    assert len(layout.buffers) == 41
    for buffer in layout.buffers:
        assert buffer.reset == reset_class(buffer.name)


def test_routines_clear_the_sets_of_the_engine(layout: Elaborated) -> None:
    found = {}
    for plan in layout.plans:
        modes = found.setdefault(plan.routine.name, {})
        for target in plan.targets:
            modes.setdefault(target.mode, []).append(target.node.dotted)
    sets = {name: {m: sorted(t) for m, t in modes.items()} for name, modes in found.items()}
    assert sets == EXPECTED["routines"]
    assert {plan.routine.name: len(plan.targets) for plan in layout.plans} == {
        "zero_prefill_essentials": 7,
        "zero_all": 18,
        "zero_all_rows": 18,
    }


def test_rows_of_tokens_are_stated_and_not_guessed(layout: Elaborated) -> None:
    row_wise = {b.name for b in layout.buffers if b.token_major}
    scaled = set(EXPECTED["routines"]["zero_all_rows"]["live"])
    assert scaled <= row_wise
    assert not {"logits", "scratch", "splitk_workspace"} & row_wise


@pytest.mark.parametrize("value", ["0", "", "true", "yes", "01", " 1"])
def test_flags_are_on_for_1_alone(value: str, resolve: Resolve) -> None:
    params, _ = preset("llama_gguf_q2")
    env = {"ATLAS_GGUF_NATIVE_Q2": value, "ATLAS_GGUF_NATIVE_Q2_MMQ": "1"}
    resolved = resolve(params, env)
    assert resolved.buffers["q2_dequant_scratch"].bytes == 0
    assert resolved.buffers["q2_act_q8"].bytes > 0


def test_batches_are_padded_to_the_next_rung(resolve: Resolve) -> None:
    params, _ = preset("qwen3_next_80b")
    nodes = resolve({**params, "max_batch_size": 36}).nodes
    assert nodes["scratch.decode"].children[0].rows == 48
    assert nodes["scratch.decode.block_table"].at == 1152


# Figures that were worked out by hand, or seen on the engine, before there was a layout.


def test_full_and_partial_clears_of_a_stream_model(resolve: Resolve) -> None:
    params, _ = preset("qwen3_8_flash_next")
    buffers = resolve(params).buffers
    cleared = EXPECTED["routines"]["zero_all"]["whole"]
    assert sum(buffers[name].bytes for name in cleared) == 2_251_416_712
    assert sum(made.bytes for made in buffers.values()) == 3_478_108_552
    assert buffers["hc_lowrank_scratch"].bytes == 91_766_784


def test_essentials_of_a_hybrid(resolve: Resolve) -> None:
    params, _ = preset("qwen3_6_35b_a3b")
    buffers = resolve(params).buffers
    essentials = EXPECTED["routines"]["zero_prefill_essentials"]["whole"]
    assert sum(buffers[name].bytes for name in essentials) == 507_674_624


def test_totals_leave_nothing_out(resolve: Resolve) -> None:
    params, _ = preset("deepseek_v4_flash")
    serving = {"max_batch_tokens": 4096, "max_seq_len": 4096, "max_batch_size": 32}
    assert resolve({**params, **serving}).total_bytes == 2_049_730_440


def test_streams_are_unrounded(resolve: Resolve) -> None:
    params, _ = preset("qwen3_8_flash_next")
    for spelling in ({}, {"hc_mult": 0, "hc_lowrank": 0}):
        streams = resolve({**params, "max_batch_tokens": 128, **spelling}).buffers["hc_streams"]
        assert streams.bytes == 5_242_880


def test_decode_outgrows_verify_at_96_rows(resolve: Resolve) -> None:
    params, _ = preset("llama_gguf_q2")
    long = {"max_seq_len": 131072, "max_batch_tokens": 256, "pad_decode_batches": False}
    scratch = {
        n: resolve({**params, **long, "max_batch_size": n}).buffers["scratch"].bytes
        for n in (95, 96)
    }
    assert scratch == {95: 3_180_928, 96: 3_181_184}
