"""Generated arenas in use: memory taken and given back, views, live rows, resets as they change
memory.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arenagen.api import Given, ResolveError
from arenagen.runtime import RecordingBackend, ReleasedError
from arenagen.runtime.arena import PASSES_KEPT
from tests.python_target.packages import ROOT, Package, imported, shipped_package
from tests.python_target.values import DECODE, LLAMA
from tests.strategies import asked, compiled, layouts, values_for


def arena_of(name: str, params: dict[str, Any], **options: Any) -> Any:
    package = shipped_package(name)
    return package.Arena.allocate(package.Params(**params), **options)


def spark_inputs() -> list[dict[str, Any]]:
    path = ROOT / "tests" / "data" / "spark_sizes.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def spark_sizes(entry: dict[str, Any]) -> Any:
    package = shipped_package("spark")
    flags = package.Flags.from_env({name: str(value) for name, value in entry["env"].items()})
    return package.Sizes(package.Params(**entry["params"], pad_decode_batches=False), flags)


def test_every_input_of_the_real_arena_has_its_bytes() -> None:
    for entry in spark_inputs():
        sizes = spark_sizes(entry)
        assert {name: extent.bytes for name, extent in sizes.buffers.items()} == entry["sizes"]
        assert sizes.total_bytes == sum(entry["sizes"].values())


def test_decode_metadata_is_a_small_tuple_of_offsets() -> None:
    entry = spark_inputs()[0]
    meta, offsets = entry["decode_meta"], spark_sizes(entry).scratch_decode_offsets
    assert offsets._fields == ("positions", "seq_slot", "slots", "seq_lens", "block_table")
    assert tuple(offsets) == tuple(meta[f"{name}_off"] for name in offsets._fields)


def test_the_three_routines_of_the_real_arena_clear_their_buffers() -> None:
    package = shipped_package("spark")
    resets = package.sub("resets")
    listed = {
        name: [
            c.extent.name
            for c in resets.clears(spark_sizes(spark_inputs()[0]))
            if name in c.routines
        ]
        for name in ("zero_prefill_essentials", "zero_all", "zero_all_rows")
    }
    assert [len(names) for names in listed.values()] == [7, 18, 18]
    assert listed["zero_all"] == listed["zero_all_rows"]
    doc = package.Arena.zero_all_rows.__doc__
    assert "Clears the whole of logits, scratch and splitk_workspace" in " ".join(
        doc.split()
    ) or all(name in doc for name in listed["zero_all_rows"])


def test_views_are_attributes_with_type_and_shape() -> None:
    arena = arena_of("llama", LLAMA)
    assert arena.hidden_states.shape == (16, 64)
    assert arena.hidden_states.dtype.name == "bfloat16"
    assert arena.kv_cache.shape == (2, 2, 4, 8, 2, 16)
    assert arena.projected_gate_up.shape == (16, 2, 96)
    assert arena.sampler_seed.dtype == np.uint64
    assert arena.next_tokens_pinned.shape == arena.next_tokens.shape == (4,)
    assert arena.pointer(arena.sizes.next_tokens_pinned) != arena.pointer(arena.sizes.next_tokens)
    assert vars(arena)["hidden_states"] is arena.hidden_states
    assert not hasattr(type(arena), "hidden_states"), "nothing is called to read it"


def test_uses_lie_in_the_bytes_of_their_buffer() -> None:
    arena = arena_of("llama", LLAMA)
    for use in (arena.projected_qkv, arena.projected_gate_up):
        assert use.ctypes.data == arena.pointer(arena.sizes.projected)
        assert np.shares_memory(use, arena.projected)


def test_a_pass_shows_its_live_rows() -> None:
    arena = arena_of("llama", LLAMA)
    step = arena.at(tokens=5, requests=2)
    assert step.hidden_states.shape == (5, 64)
    assert step.logits.shape == (2, 50)
    assert step.kv_cache.shape == (2, 2, 2, 8, 2, 16)
    assert step.rope_table is arena.rope_table
    assert arena.at(tokens=5).logits is arena.logits, "an axis without a count keeps its rows"
    assert arena.at(tokens=5, requests=2) is step
    assert arena.at(tokens=5, requests=2).hidden_states is step.hidden_states
    with pytest.raises(ValueError, match="tokens is 17, outside 0 to 16"):
        arena.at(tokens=17)


def test_views_of_passes_are_kept_within_a_bound() -> None:
    arena = arena_of("llama", {**LLAMA, "max_batch_tokens": PASSES_KEPT + 10})
    for count in range(PASSES_KEPT + 10):
        arena.at(tokens=count)
    assert len(arena._passes) == PASSES_KEPT


def test_a_view_that_owns_nothing_is_chosen_by_plane_and_row() -> None:
    package = shipped_package("llama")
    views = package.loaded.elaborated.views
    arena = arena_of("llama", LLAMA)
    for view in views:
        found = getattr(arena, view.name)(*(0 for _ in view.at))
        assert np.shares_memory(found, getattr(arena, view.of.replace(".", "_")))


def test_parts_are_laid_out_for_the_pass_at_hand() -> None:
    package = shipped_package("spark")
    entry = next(e for e in spark_inputs() if e["sizes"]["gdn_fla_scratch"])
    sizes = spark_sizes(entry)
    arena = package.Arena(sizes, RecordingBackend())
    chunks, heads = sizes.values.gdn_chunks, entry["params"]["linear_num_value_heads"]
    whole = arena.gdn_fla_scratch_u(gdn_chunks=chunks)
    small = arena.gdn_fla_scratch_u(gdn_chunks=2)
    assert whole.pointer == arena.pointer(sizes.gdn_fla_scratch_u)
    assert small.shape == (2 * heads, 64, 128)
    assert small.pointer == arena.pointer(sizes.gdn_fla_scratch) + 2 * heads * 64 * 128 * 2
    assert arena.gdn_fla_scratch_u(gdn_chunks=2) is small
    with pytest.raises(ValueError, match=f"gdn_chunks is {chunks + 1}, outside 0 to {chunks}"):
        arena.gdn_fla_scratch_u(gdn_chunks=chunks + 1)


def test_absent_ones_are_none_and_placeholders_have_an_address() -> None:
    package = shipped_package("spark")
    sizes = spark_sizes(next(e for e in spark_inputs() if not e["params"]["num_experts"]))
    arena = package.Arena(sizes, RecordingBackend())
    assert arena.gate_logits is None
    assert sizes.gate_logits.bytes == 256
    assert arena.pointer(sizes.gate_logits) > 0
    assert arena.lora_xa is None
    assert arena.pointer(sizes.lora_xa) == 0


def test_what_is_set_once_is_cleared_when_the_arena_is_made() -> None:
    backend = RecordingBackend()
    arena = arena_of("llama", LLAMA, backend=backend)
    (fill,) = backend.taken("fill")
    assert (fill.pointer, fill.bytes) == (
        arena.pointer(arena.sizes.rope_table),
        arena.sizes.rope_table.bytes,
    )


def test_padding_rows_are_given_their_values_and_live_ones_kept() -> None:
    arena = arena_of("decode_inputs", DECODE)
    arena.clear_all()
    for view in (arena.token_ids, arena.slot_mapping, arena.seq_lens, arena.query_starts):
        view[:] = 77
    arena.mrope_positions[:] = 77
    arena.pad_tokens(5, 8)
    assert arena.token_ids.tolist() == [77] * 5 + [9] * 3 + [77] * 4
    assert arena.slot_mapping.tolist() == [77] * 5 + [-1] * 3 + [77] * 4
    assert arena.mrope_positions.tolist() == [[77] * 5 + [0] * 3 + [77] * 4] * 3
    arena.pad_requests(2, 6)
    assert arena.seq_lens.tolist() == [77, 77, 1, 1, 1, 1]
    assert arena.query_starts.tolist() == [77] * 7, "kept"


def test_one_request_is_forgotten() -> None:
    arena = arena_of("llama", LLAMA)
    arena.kv_cache.view(np.uint8)[:] = 5
    arena.sampler_seed[:] = 5
    arena.forget_request([1, 3])
    rows = arena.kv_cache.view(np.uint8).reshape(4, 4, -1)
    assert [sorted(set(rows[:, i].ravel().tolist())) for i in range(4)] == [[5], [0], [5], [0]]
    assert arena.sampler_seed.tolist() == [5, 0, 5, 0]


def test_after_release_nothing_works_and_nothing_is_freed_twice() -> None:
    backend = RecordingBackend()
    with arena_of("llama", LLAMA, backend=backend) as arena:
        step = arena.at(tokens=3)
    arena.release()
    assert len(backend.taken("free")) == len(backend.taken("allocate")) == 2
    for use in (
        lambda: arena.hidden_states,
        lambda: step.hidden_states,
        lambda: arena.at(tokens=3),
        arena.clear_all,
        lambda: arena.pointer(arena.sizes.normed),
    ):
        with pytest.raises(ReleasedError, match="this Arena has been released"):
            use()
    assert arena.sizes.normed.rows == 16, "numbers stay"


@pytest.mark.parametrize("number", [0, 1])
def test_a_failing_allocation_leaves_nothing(number: int) -> None:
    backend = RecordingBackend(fail_at=number)
    with pytest.raises(MemoryError):
        arena_of("llama", LLAMA, backend=backend)
    assert len(backend.taken("allocate")) == len(backend.taken("free")) == number


def values_or_none(package: Package, values: Given) -> Any:
    try:
        package.loaded.program.resolve(values)
    except ResolveError:
        return None
    return package.sizes(values)


@settings(max_examples=40)
@given(layouts(), st.data())
def test_random_arenas(layout: dict[str, Any], data: st.DataObject) -> None:
    """Allocations and frees match one to one, also when one fails; every view lies in its extent;
    absent means None.
    """
    package = imported(compiled(layout))
    sizes = values_or_none(package, data.draw(values_for(layout), label="values"))
    if sizes is None:
        return
    backend = RecordingBackend()
    arena = package.Arena(sizes, backend)
    taken = {call.arena: call for call in backend.taken("allocate")}
    assert {name: call.bytes for name, call in taken.items()} == {
        name: arena.bytes for name, arena in sizes.arenas.items() if arena.bytes
    }
    for name, extent in sizes.extents.items():
        view = getattr(arena, name)
        if callable(view):
            continue
        assert (view is None) == (not extent.exists)
        if view is not None:
            last = sum((n - 1) * s for n, s in zip(view.shape, view.strides, strict=True))
            start = taken[extent.arena].pointer + extent.offset
            assert view.pointer == start == arena.pointer(extent)
            assert start + last < start + extent.bytes
    for call in backend.taken("fill"):
        block = taken[call.arena]
        assert (
            block.pointer <= call.pointer < call.pointer + call.bytes <= block.pointer + block.bytes
        )
    arena.release()
    assert sorted(c[1:4] for c in backend.taken("free")) == sorted(
        c[1:4] for c in backend.taken("allocate")
    )
    for number in range(len(taken)):
        failing = RecordingBackend(fail_at=number)
        with pytest.raises(MemoryError):
            package.Arena(sizes, failing)
        assert len(failing.taken("free")) == number


@settings(max_examples=40)
@given(layouts(), st.data())
def test_routines_change_the_bytes_of_their_ranges_and_no_others(
    layout: dict[str, Any], data: st.DataObject
) -> None:
    package = imported(compiled(layout))
    sizes = values_or_none(package, data.draw(values_for(layout), label="values"))
    if sizes is None:
        return
    arena = package.Arena.allocate(sizes.params, sizes.flags)
    resets = package.sub("resets")
    for plan in package.loaded.elaborated.plans:
        arguments: tuple[Any, ...] = ()
        if plan.counts_rows and plan.axis is not None:
            call = data.draw(asked(sizes.axes[plan.axis]), label=plan.routine.name)
            arguments = {
                "live": (call.live,),
                "padding": (call.live, call.padded),
                "rows": (call.rows,),
            }[plan.routine.range]
        for block in arena._allocations.values():
            block.owner[:] = 0xA5
        wanted = {name: np.full(b.bytes, 0xA5, np.uint8) for name, b in arena._allocations.items()}
        for fill in getattr(resets, f"{plan.routine.name}_ranges")(sizes, *arguments):
            for i in range(fill.bytes):
                wanted[fill.arena][fill.offset + i] = fill.pattern[i % len(fill.pattern)]
        getattr(arena, plan.routine.name)(*arguments)
        for name, block in arena._allocations.items():
            assert np.array_equal(block.owner, wanted[name])
