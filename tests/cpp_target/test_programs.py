"""Programs that use generated headers as engines do, compiled with every warning an error."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from arenagen.emit.cpp import TARGET
from arenagen.emit.table import byte_table
from arenagen.emit.target import completed
from tests.cpp_target.driver import HERE, WARNINGS, write
from tests.python_target.packages import shipped
from tests.strategies import compiled

ROOT = HERE.parents[1]
GENERATED = ROOT / "generated"
COMPILERS = ("g++", "clang++")


@pytest.fixture(params=COMPILERS)
def compiler(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if shutil.which(name) is None:
        package = {"g++": "g++", "clang++": "clang"}[name]
        pytest.skip(f"{name} was not tried: it is not installed (apt-get install {package})")
    return name


def built(compiler: str, sources: list[Path], include: Path, out: Path, *flags: str) -> Path:
    """A program of several units."""
    command = [compiler, "-std=c++17", "-O0", *WARNINGS, f"-I{include}", f"-I{HERE}", *flags]
    made = subprocess.run(
        [*command, *map(str, sources), "-o", str(out)], capture_output=True, text=True
    )
    assert made.returncode == 0, made.stderr[-4000:]
    return out


def ran(program: Path) -> None:
    done = subprocess.run([str(program)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def rendered(layout: dict[str, Any], folder: Path, **options: object) -> Path:
    """The headers of a layout in a folder."""
    elaborated = compiled(layout).elaborated
    assert elaborated is not None
    return write(TARGET.render(elaborated, completed(TARGET, options)), folder)


def test_an_engine_uses_its_own_types(compiler: str, tmp_path: Path) -> None:
    units = [HERE / "engine.cpp", HERE / "other.cpp"]
    ran(built(compiler, units, GENERATED / "decode_inputs" / "cpp", tmp_path / "engine"))


SMALL = {
    "arenagen": 1,
    "layout": {"name": "small", "doc": "Two buffers."},
    "params": {"n": {"min": 1, "max": 2**63 - 1, "doc": "rows"}},
    "axes": {"tokens": {"max": "n"}},
    "reset": {
        "classes": {"step": {"doc": "holds one pass", "stale_read": True}},
        "routines": {
            "clear": {"classes": ["step"], "doc": "All."},
            "clear_rows": {"classes": ["step"], "range": "live", "doc": "Rows."},
        },
    },
    "buffers": {
        name: {"dtype": "f32", "token_major": True, "row": [2], "reset": "step", "doc": "Rows."}
        for name in ("one", "two")
    },
}


def test_refusals_are_told_without_exceptions(compiler: str, tmp_path: Path) -> None:
    options = {
        "errors": "status",
        "allocation": "separate",
        "namespace": "engine::arenas_of::{layout}",
    }
    headers = rendered(SMALL, tmp_path / "small", **options)
    ran(built(compiler, [HERE / "status.cpp"], headers, tmp_path / "status", "-fno-exceptions"))


def test_what_overflows_is_no_constant(compiler: str, tmp_path: Path) -> None:
    headers = rendered(SMALL, tmp_path / "small")
    program = """
        #include "small.hpp"
        constexpr small::ParamValues values() {
            small::ParamValues v;
            v.n = NUMBER;
            return v;
        }
        constexpr small::Sizes SIZES = small::Sizes::make(small::Params::make(values()));
        static_assert(SIZES.one.bytes == 32 && SIZES.two.offset == 256, "sizes are constants");
    """
    outcomes = []
    for number in ("4", "9223372036854775807", "-1"):
        source = tmp_path / "constant.cpp"
        source.write_text(program.replace("NUMBER", number), encoding="utf-8")
        command = [compiler, "-std=c++17", f"-I{headers}", "-fsyntax-only", str(source)]
        outcomes.append(subprocess.run(command, capture_output=True, text=True).returncode == 0)
    assert outcomes == [True, False, False]


@pytest.mark.parametrize("name", ["spark", "llama", "decode_inputs"])
def test_the_numbers_of_the_table_are_asserted(compiler: str, name: str, tmp_path: Path) -> None:
    headers = shutil.copytree(GENERATED / name / "cpp", tmp_path / "cpp")
    command = [compiler, "-std=c++17", *WARNINGS, "-fsyntax-only", "-x", "c++"]
    test = headers / f"{name}_self_test.hpp"
    source = tmp_path / "self_test.cpp"
    source.write_text(f'#include "cpp/{test.name}"\n', encoding="utf-8")
    right = subprocess.run([*command, str(source)], capture_output=True, text=True)
    assert right.returncode == 0, right.stderr[-4000:]
    lines = test.read_text(encoding="utf-8").split("\n")
    row = next(i for i, line in enumerate(lines) if " OFFSETS[]" in line) + 1
    lines[row] = lines[row].replace("0, ", "1, ", 1)
    test.write_text("\n".join(lines), encoding="utf-8")
    wrong = subprocess.run([*command, str(source)], capture_output=True, text=True)
    assert wrong.returncode != 0
    assert "static" in wrong.stderr


def test_two_layouts_meet_in_one_unit(compiler: str, tmp_path: Path) -> None:
    source = tmp_path / "both.cpp"
    source.write_text(
        f'#include "{GENERATED}/spark/cpp/spark.hpp"\n#include "{GENERATED}/llama/cpp/llama.hpp"\n'
        "int main() {\n    return spark::DType::f32 == spark::DType::bf16 || llama::ARENA_COUNT == 0;\n}\n",
        encoding="utf-8",
    )
    ran(built(compiler, [source], HERE, tmp_path / "both"))


def test_the_cuda_backend_compiles(tmp_path: Path) -> None:
    if shutil.which("nvcc") is None:
        pytest.skip("the CUDA backend was not compiled: nvcc is not installed (CUDA toolkit)")
    command = ["nvcc", "-std=c++17", "-arch=sm_80", "-c", "-Xcompiler=-Wall,-Wextra,-Wconversion"]
    command += ["-Werror", "all-warnings", f"-I{GENERATED / 'decode_inputs' / 'cpp'}"]
    command += [str(HERE / "gpu" / "decode_inputs.cu"), "-o", str(tmp_path / "object.o")]
    made = subprocess.run(command, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr[-4000:]


@pytest.mark.parametrize("name", ["spark", "llama", "decode_inputs"])
def test_clang_format_leaves_the_headers_alone(name: str, tmp_path: Path) -> None:
    if shutil.which("clang-format") is None:
        pytest.skip(
            "formatting was not tried: clang-format is not installed (apt-get install clang-format)"
        )
    loaded = shipped(name)
    assert loaded.elaborated is not None
    texts: dict[Path, str] = {}
    for errors in ("exceptions", "status"):
        options = completed(TARGET, {"cuda": True, "errors": errors})
        files = TARGET.render(loaded.elaborated, options)
        folder = tmp_path / errors
        files |= TARGET.self_tests(byte_table(loaded.elaborated, {}), options)
        texts |= {write(files, folder) / file: text for file, text in files.items()}
    shutil.copy(ROOT / ".clang-format", tmp_path)
    subprocess.run(["clang-format", "-i", "--style=file", *map(str, texts)], check=True)
    changed = [
        path.name for path, text in texts.items() if path.read_text(encoding="utf-8") != text
    ]
    assert changed == []
