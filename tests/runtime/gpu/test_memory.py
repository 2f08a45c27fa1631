"""An arena in memory of a device: views, exchange with PyTorch, adoption, failures, release."""

from __future__ import annotations

import gc
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from arenagen.runtime import ReleasedError
from tests.runtime.gpu.arenas import llama, llama_bytes


def test_views_have_type_shape_and_place(cp: Any) -> None:
    arena = llama()
    hidden, sizes = arena.hidden_states, arena.sizes
    assert (hidden.dtype, hidden.shape) == (ml_dtypes.bfloat16, (16, 64))
    assert hidden.data.ptr == arena.pointer(sizes.hidden_states)
    assert arena.kv_cache.shape == (2, 2, 4, 8, 2, 16)
    assert arena.layer_cache(1, 0).data.ptr == arena.kv_cache[1, 0].data.ptr
    assert arena.sampler_seed.dtype == np.uint64
    assert isinstance(arena.next_tokens_pinned, np.ndarray)
    live = arena.at(tokens=3, requests=None)
    assert live.hidden_states.shape == (3, 64)
    assert live.hidden_states is arena.at(tokens=3, requests=None).hidden_states
    assert arena.pointer(sizes.hidden_states) % 256 == 0


def test_offsets_are_those_of_the_host(cp: Any) -> None:
    from arenagen.runtime.numpy_backend import NumpyBackend

    arena, twin = llama(), llama(backend=NumpyBackend())
    for name, extent in arena.sizes.extents.items():
        other = twin.sizes.extents[name]
        assert (extent.offset, extent.bytes) == (other.offset, other.bytes)
        mine, theirs = getattr(arena, name), getattr(twin, name)
        assert (mine.shape, mine.strides) == (theirs.shape, theirs.strides)


def test_bf16_is_computed_with(cp: Any) -> None:
    arena = llama()
    arena.hidden_states[:] = cp.arange(64).astype(ml_dtypes.bfloat16)
    arena.hidden_states[:] *= 2
    wanted = np.arange(64) * 2
    assert arena.hidden_states.get().astype(np.float32).tolist() == [wanted.tolist()] * 16


def test_f8_is_bytes_that_say_what_they_stand_for(cp: Any) -> None:
    cache = llama(kv_dtype="f8e4m3").kv_cache
    assert (cache.dtype, cache.logical_dtype) == (np.uint8, "f8e4m3")
    assert cache[0].logical_dtype == "f8e4m3"
    cache[:] = 0x38
    assert (cache.get().view(ml_dtypes.float8_e4m3fn).astype(np.float32) == 1).all()


@pytest.mark.parametrize("name", ["hidden_states", "rope_table", "seq_lens", "sampler_seed"])
def test_pytorch_shares_the_memory(torch: Any, name: str) -> None:
    arena = llama()
    view = getattr(arena, name)
    tensor = torch.from_dlpack(view)
    assert tensor.data_ptr() == view.data.ptr
    assert tuple(tensor.shape) == view.shape
    view[:] = 3
    torch.cuda.synchronize()
    assert (tensor.float() == 3).all()
    tensor.fill_(5)
    torch.cuda.synchronize()
    assert (view.get().astype(np.float64) == 5).all()


def test_pytorch_sees_f8_by_view(torch: Any) -> None:
    cache = llama(kv_dtype="f8e4m3").kv_cache
    tensor = torch.from_dlpack(cache).view(torch.float8_e4m3fn)
    cache[:] = 0x38
    torch.cuda.synchronize()
    assert (tensor.float() == 1).all()


def test_pytorch_reads_the_array_interface(torch: Any) -> None:
    arena = llama()
    tensor = torch.as_tensor(arena.rope_table, device="cuda")
    assert tensor.data_ptr() == arena.rope_table.data.ptr


def test_a_tensor_is_copied_into_a_view(cp: Any, torch: Any) -> None:
    arena = llama()
    source = torch.full((16, 64), 2.5, dtype=torch.bfloat16, device="cuda")
    torch.cuda.synchronize()
    arena.hidden_states[:] = cp.from_dlpack(source)
    assert (arena.hidden_states.get().astype(np.float32) == 2.5).all()


def test_memory_comes_from_the_pool_and_goes_back(cp: Any) -> None:
    pool = cp.get_default_memory_pool()
    gc.collect()
    before = pool.used_bytes()
    arena = llama()
    taken = pool.used_bytes() - before
    assert llama_bytes() <= taken < llama_bytes() + (1 << 20), "one allocation, and small tables"
    arena.forget_request([1])
    arena.at(tokens=2, requests=1)
    gc.disable()
    try:
        arena.release()
        arena.release()
        assert pool.used_bytes() == before
    finally:
        gc.enable()
    with pytest.raises(ReleasedError):
        _ = arena.hidden_states


def test_a_view_keeps_the_memory(cp: Any) -> None:
    arena = llama()
    hidden = arena.hidden_states
    arena.release()
    hidden[:] = 1
    assert (hidden == 1).all()


def test_too_little_memory_leaves_nothing(cp: Any) -> None:
    pool = cp.get_default_memory_pool()
    gc.collect()
    before = pool.used_bytes()
    pool.set_limit(size=before + llama_bytes() // 2)
    try:
        with pytest.raises(MemoryError):
            llama()
        assert pool.used_bytes() == before
        pool.set_limit(size=before + llama_bytes() + 1024)
        with pytest.raises(MemoryError):
            llama()
        assert pool.used_bytes() == before, "tables did not fit"
    finally:
        pool.set_limit(size=0)
    llama().release()


@pytest.mark.parametrize(
    ("step", "call"),
    [
        ("allocate", 1), ("allocate", 2), ("pinned", 1), ("upload", 1), ("function", 1),
        ("function", 2), ("memset", 1), ("view", 1), ("view", 9), ("finish", 1),
    ],
)  # fmt: skip
def test_a_failure_at_any_step_leaves_nothing(cp: Any, step: str, call: int) -> None:
    from arenagen.runtime.cuda.backend import CudaBackend
    from arenagen.runtime.cuda.cupy_device import CupyDevice

    pool = cp.get_default_memory_pool()
    gc.collect()
    before, calls = pool.used_bytes(), []
    device: Any = CupyDevice()
    real = getattr(device, step)

    def failing(*args: Any, **options: Any) -> Any:
        calls.append(step)
        if len(calls) == call:
            raise RuntimeError(step)
        return real(*args, **options)

    setattr(device, step, failing)
    with pytest.raises(RuntimeError, match=step):
        llama(backend=CudaBackend(device))
    assert pool.used_bytes() == before


def test_memory_of_pytorch_is_adopted(torch: Any) -> None:
    memory = torch.full((llama_bytes() + 256,), 7, dtype=torch.uint8, device="cuda")
    torch.cuda.synchronize()
    arena = llama(adopt={"main": memory})
    assert arena.pointer(arena.sizes.kv_cache) >= memory.data_ptr()
    arena.kv_cache[:] = 1
    arena.forget_request([0, 1, 2, 3])
    torch.cuda.synchronize()
    start = arena.pointer(arena.sizes.kv_cache) - memory.data_ptr()
    assert not memory[start : start + arena.sizes.kv_cache.bytes].any()
    arena.release()
    assert (memory[-256:] == 7).all()


def test_raw_memory_and_arrays_are_adopted(cp: Any) -> None:
    owner = cp.zeros(llama_bytes(), np.uint8)
    for memory in (owner, (owner.data.ptr, owner.nbytes, owner)):
        arena = llama(adopt={"main": memory})
        assert owner.data.ptr in {arena.pointer(e) for e in arena.sizes.extents.values()}
        arena.release()


def test_memory_that_is_not_the_device_s_is_refused(cp: Any) -> None:
    block = np.zeros(llama_bytes() + 256, np.uint8)
    start = block.ctypes.data + -block.ctypes.data % 256
    with pytest.raises(ValueError, match="is no memory of device 0"):
        llama(adopt={"main": (start, llama_bytes(), block)})
    with pytest.raises(ValueError, match="starts at a multiple of 256"):
        llama(adopt={"main": cp.zeros(llama_bytes() + 512, np.uint8)[8:]})


def test_pinned_memory_is_adopted(cp: Any) -> None:
    room = np.frombuffer(cp.cuda.alloc_pinned_memory(4096), np.uint8, 4096)
    arena = llama(adopt={"main_pinned": room})
    assert arena.next_tokens_pinned.ctypes.data == room.ctypes.data
    arena.release()
    ordinary = np.zeros(8192, np.uint8)
    start = ordinary.ctypes.data + -ordinary.ctypes.data % 256
    with pytest.raises(ValueError, match="is no page-locked memory"):
        llama(adopt={"main_pinned": (start, 4096, ordinary)})


def test_an_arena_on_another_device(cp: Any) -> None:
    if cp.cuda.runtime.getDeviceCount() < 2:
        pytest.skip("there is only one device here")
    from arenagen.runtime.cupy_backend import CupyBackend

    arena = llama(backend=CupyBackend(1))
    with cp.cuda.Device(1):
        arena.request_rows[:] = 5
        stream = cp.cuda.Stream(non_blocking=True)
        cp.cuda.Device().synchronize()
    arena.pad_pass(3, 16)
    arena.pad_pass(2, 3, stream=stream)
    with cp.cuda.Device(1):
        cp.cuda.Device().synchronize()
        assert arena.request_rows.get().tolist() == [5] * 2 + [-1] * 14


def test_several_arenas_lie_apart(cp: Any) -> None:
    one, two = llama(), llama()
    one.hidden_states[:] = 1
    two.hidden_states[:] = 2
    one.clear_all()
    assert not one.hidden_states.any()
    assert (two.hidden_states == 2).all()
    assert one.layout_hash.differences(two.layout_hash) == ("base",)
