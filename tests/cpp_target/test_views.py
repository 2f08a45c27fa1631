"""Views that callers lay out or choose, from a compiled program, against what generated Python says."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.cpp_target.driver import compile_program, lacking
from tests.python_target.packages import ROOT, shipped_package

pytestmark = pytest.mark.skipif(lacking() is not None, reason=f"views were not tried: {lacking()}")

CHUNKS = (1, 3, 26)
SCANS = ("w", "u", "decay")

SCAN = """
    for (const std::int64_t chunks : {1, 3, 26}) {
        show(arena.gdn_fla_scratch_w_view(chunks));
        show(arena.gdn_fla_scratch_u_view(chunks));
        show(arena.gdn_fla_scratch_decay_view(chunks));
    }
    try {
        show(arena.gdn_fla_scratch_u_view(100000));
    } catch (const LayoutError &) {
        std::cout << "refused" << std::endl;
    }
"""

CACHE = """
    show(arena.layer_cache(1, 0));
    show(arena.layer_cache(31, 1));
    show(arena.request_cache(2, 1, 5));
    try {
        show(arena.request_cache(2, 2, 0));
    } catch (const LayoutError &) {
        std::cout << "refused" << std::endl;
    }
"""

PROGRAM = """
#include "LAYOUT.hpp"
#include "recording.hpp"

using namespace LAYOUT;

static void show(const View<std::uint64_t> &view) {
    std::cout << view.data - (std::uint64_t{1} << 44) << ":";
    for (const std::int64_t length : view.extent.shape) {
        std::cout << " " << length;
    }
    std::cout << std::endl;
}

int main() {
    ParamValues values;
VALUES
    const Sizes sizes = Sizes::make(Params::make(values));
    recording::Backend backend;
    const auto arena = Arena<recording::Backend>::make(backend, sizes);
STEPS
}
"""


def preset(name: str) -> dict[str, Any]:
    data = tomllib.loads((ROOT / "layouts/presets" / f"{name}.toml").read_text(encoding="utf-8"))
    found: dict[str, Any] = data["params"]
    return found


def shown(layout: str, values: dict[str, Any], steps: str, folder: Path) -> list[str]:
    """Lines that a program prints about an arena."""

    def literal(value: object) -> str:
        return f"DType::{value}" if isinstance(value, str) else str(value).lower()

    lines = "\n".join(f"    values.{name} = {literal(value)};" for name, value in values.items())
    source = PROGRAM.replace("LAYOUT", layout).replace("VALUES", lines).replace("STEPS", steps)
    program = compile_program(source, folder, ROOT / "generated" / layout / "cpp")
    return subprocess.run(
        [str(program)], capture_output=True, text=True, check=True
    ).stdout.splitlines()


def told(start: int, shape: tuple[int, ...]) -> str:
    return f"{start}:" + "".join(f" {length}" for length in shape)


def test_sections_are_laid_out_for_the_pass_at_hand(tmp_path: Path) -> None:
    params = {**preset("qwen3_next_80b"), "max_batch_tokens": 640}
    package = shipped_package("spark")
    sizes = package.Sizes(package.Params(**params))
    expected = []
    for chunks in CHUNKS:
        carved = sizes.carve("gdn_fla_scratch", gdn_chunks=chunks)
        parts = [carved[f"gdn_fla_scratch_{name}"] for name in SCANS]
        expected += [told(part.offset, part.shape) for part in parts]
    assert shown("spark", params, SCAN, tmp_path) == [*expected, "refused"]


def test_views_choose_planes_and_rows(tmp_path: Path) -> None:
    params = preset("llama_3_8b")
    package = shipped_package("llama")
    sizes = package.Sizes(package.Params(**params))
    cache = sizes.kv_cache
    plane = cache.rows * cache.row_bytes
    layers = [
        told(cache.offset + (layer * 2 + kind) * plane, cache.shape[2:])
        for layer, kind in ((1, 0), (31, 1))
    ]
    row = told(cache.offset + 5 * plane + 5 * cache.row_bytes, cache.shape[3:])
    assert shown("llama", params, CACHE, tmp_path) == [*layers, row, "refused"]
