"""The committed code of spark, used as an engine would, and the command line on the same inputs."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arenagen.runtime.backend import Allocation
from arenagen.runtime.numpy_backend import NumpyBackend

from .cases import DATA, DEFAULTS, ROOT, expectations, known_inputs, preset
from .reference import ESSENTIAL, ROW_SCALED, WHOLE, arena
from .strategies import models
from .tally import Arena, Part, row_bytes

INPUTS = known_inputs()
IDS = [f"{i}-{known['label']}" for i, known in enumerate(INPUTS)]
FOLDER = ROOT / "generated" / "spark" / "python"


@pytest.fixture(scope="session")
def spark() -> ModuleType:
    """The package that is committed, not one made for the test."""
    name = "committed_spark"
    spec = importlib.util.spec_from_file_location(
        name, FOLDER / "__init__.py", submodule_search_locations=[str(FOLDER)]
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def parts(sizes: Any) -> dict[str, Part]:
    """Everything that exists, by flat name."""
    found: dict[str, Part] = {}
    for buffer in sizes.buffers.values():
        pending = [buffer]
        while pending:
            extent = pending.pop()
            if extent.exists:
                found[extent.name] = part(extent, buffer.offset)
                pending += [sizes.extents[name] for name in extent.parts]
    assert found.keys() == {e.name for e in sizes.extents.values() if e.exists}
    return found


def part(extent: Any, start: int) -> Part:
    at = extent.offset - start
    if extent.in_bytes:
        return Part(at, extent.bytes)
    return Part(at, extent.bytes, extent.dtype, extent.shape)


def flat(told: dict[str, Part]) -> dict[str, Part]:
    return {path.replace(".", "_"): p for path, p in told.items()}


@pytest.mark.parametrize("known", INPUTS, ids=IDS)
def test_sizes_are_those_of_the_engine(known: dict[str, Any], spark: ModuleType) -> None:
    params = spark.Params(**known["params"], pad_decode_batches=False)
    flags = spark.Flags.from_env({name: str(value) for name, value in known["env"].items()})
    sizes = spark.Sizes(params, flags)
    assert {name: buffer.bytes for name, buffer in sizes.buffers.items()} == known["sizes"]
    assert sizes.total_bytes == known["total_bytes"]
    meta = known["decode_meta"]
    for name in ("positions", "seq_slot", "slots", "seq_lens", "block_table"):
        assert getattr(sizes, f"scratch_decode_{name}").at == meta[f"{name}_off"]


@settings(max_examples=100)
@given(params=models(), q2=st.booleans(), mmq=st.booleans())
def test_every_part_is_as_described(
    params: dict[str, Any], q2: bool, mmq: bool, spark: ModuleType
) -> None:
    flags = spark.Flags(native_q2=q2, native_q2_mmq=mmq)
    sizes = spark.Sizes(spark.Params(**params), flags)
    told = arena(params, q2, mmq)
    assert {name: buffer.bytes for name, buffer in sizes.buffers.items()} == told.sizes
    assert parts(sizes) == flat(told.parts)


@pytest.mark.parametrize("name", expectations()["presets"])
def test_presets_hold_what_was_written_down(name: str, spark: ModuleType) -> None:
    params, flags = preset(name)
    expected = expectations()["presets"][name]
    sizes = spark.Sizes(spark.Params(**params), spark.Flags(**flags))
    assert parts(sizes) == flat(
        {
            path: Part(at, size, dtype, None if shape is None else tuple(shape))
            for path, (dtype, shape, at, size, _) in expected["present"].items()
        }
    )
    assert sizes.total_bytes == expected["total_bytes"]


def test_the_command_line_says_the_same() -> None:
    command = [sys.executable, "-m", "arenagen", "size", "layouts/spark.toml", "--format", "jsonl"]
    values = ["--set", "pad_decode_batches=false", "--values", str(DATA / "spark_sizes.jsonl")]
    done = subprocess.run(
        [*command, *values], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(f["label"], f["buffers"], f["total_bytes"]) for f in found] == [
        (known["label"], known["sizes"], known["total_bytes"]) for known in INPUTS
    ]
    assert all(f["arenas"]["main"] >= f["total_bytes"] for f in found)


# The routines on real memory, against a model that knows only where buffers lie.

TOKENS = 9
DIRT = 0x55


class KeepingBackend(NumpyBackend):
    """Lets the test see all bytes of the arena."""

    memory: Any

    def allocate(self, nbytes: int, *, align: int, memory: str, name: str) -> Allocation:
        made = super().allocate(nbytes, align=align, memory=memory, name=name)
        self.memory = made.owner
        self.memory[:] = DIRT
        return made


@pytest.fixture(
    params=["qwen3_next_80b", "nemotron_3_nano_30b", "longcat_flash_lite", "gemma_4_31b"]
)
def params(request: pytest.FixtureRequest) -> dict[str, Any]:
    """A real model in a small engine."""
    given, _ = preset(request.param)
    serving = {"max_batch_tokens": TOKENS, "max_batch_size": 2, "max_seq_len": 64}
    return {**given, **serving, "vocab_size": 100, "hidden_size": 64}


def expected_memory(
    before: Any, held: Any, told: Arena, cleared: dict[str, int]
) -> tuple[Any, Any]:
    """What memory should hold, and which bytes belong to a buffer: padding between them may change."""
    after, owned = before.copy(), np.zeros(len(before), bool)
    for name, size in told.sizes.items():
        start = held.sizes.buffers[name].offset
        if size:
            owned[start : start + size] = True
            after[start : start + cleared.get(name, 0)] = 0
    return after, owned


def run_and_compare(
    spark: ModuleType, params: dict[str, Any], run: Any, cleared: dict[str, int]
) -> None:
    backend = KeepingBackend()
    with spark.Arena.allocate(spark.Params(**params), backend=backend) as held:
        before = backend.memory.copy()
        told = arena({**DEFAULTS, **params}, False, False)
        after, owned = expected_memory(before, held, told, cleared)
        run(held)
        assert (backend.memory[owned] == after[owned]).all()


@pytest.mark.parametrize("tokens", [0, 1, TOKENS - 1, TOKENS])
def test_a_pass_clears_its_rows(spark: ModuleType, params: dict[str, Any], tokens: int) -> None:
    told = arena({**DEFAULTS, **params}, False, False)
    cleared = {b: tokens * row_bytes(told, b) for b in ROW_SCALED if b in told.parts}
    cleared |= {b: told.sizes[b] for b in WHOLE}
    run_and_compare(spark, params, lambda held: held.zero_all_rows(tokens), cleared)


def test_whole_buffers_are_cleared(spark: ModuleType, params: dict[str, Any]) -> None:
    told = arena({**DEFAULTS, **params}, False, False)
    essential = {b: told.sizes[b] for b in ESSENTIAL if b in told.parts}
    every = {b: told.sizes[b] for b in (*ROW_SCALED, *WHOLE) if b in told.parts}
    run_and_compare(spark, params, lambda held: held.zero_prefill_essentials(), essential)
    run_and_compare(spark, params, lambda held: held.zero_all(), every)


def test_more_tokens_than_rows_are_refused(spark: ModuleType, params: dict[str, Any]) -> None:
    with (
        spark.Arena.allocate(spark.Params(**params)) as held,
        pytest.raises(ValueError, match="tokens"),
    ):
        held.zero_all_rows(TOKENS + 1)


def test_the_weight_of_an_unweighted_norm_is_zero_from_the_start(
    spark: ModuleType, params: dict[str, Any]
) -> None:
    backend = KeepingBackend()
    with spark.Arena.allocate(spark.Params(**params), backend=backend) as held:
        assert (held.norm_unit_w.view(np.uint16) == 0).all()
        assert (held.residual.view(np.uint8) == DIRT).all()


def test_scans_are_laid_out_for_the_chunks_of_the_pass(spark: ModuleType) -> None:
    params, _ = preset("qwen3_next_80b")
    sizes = spark.Sizes(spark.Params(**{**params, "max_batch_tokens": 640}))
    rows = 3 * 32
    carved = sizes.carve("gdn_fla_scratch", gdn_chunks=3)
    assert carved["gdn_fla_scratch_u"].at == rows * 64 * 128 * 2
    assert carved["gdn_fla_scratch_decay"].shape == (rows, 64)
    assert sizes.gdn_fla_scratch_u.at == 26 * 32 * 64 * 128 * 2
