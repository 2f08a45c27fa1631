"""The kernels as libraries of the host, where there is a C++ compiler."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from arenagen.runtime.cuda.device import SOURCES
from tests.runtime.cuda.fake_device import Kernel

HERE = Path(__file__).parent
FOLDER = HERE.parents[2] / "arenagen" / "runtime" / "cuda"
HOSTS = {"clear.cu": "host_kernels.cpp", "debug.cu": "host_debug.cpp"}
THREADS = 32

_FOLDER = TemporaryDirectory(prefix="kernels_")


@cache
def compiled() -> Kernel | None:
    """The kernels; None where nothing can compile them."""
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    libraries = {file: _library(compiler, file) for file in HOSTS}

    def launch(kernel: str, arguments: tuple[bytes, bytes], blocks: int, rows: int) -> None:
        held = [ctypes.create_string_buffer(text, len(text)) for text in arguments]
        places = (ctypes.c_void_p * 2)(*map(ctypes.addressof, held))
        shape = (ctypes.c_uint32 * 4)(blocks, rows, 1, THREADS)
        libraries[SOURCES[kernel]][f"host_{kernel}"](places, shape)

    return launch


def _library(compiler: str, file: str) -> ctypes.CDLL:
    made = Path(_FOLDER.name) / f"{file}.so"
    name = file.upper().replace(".", "_")
    command = [
        compiler, "-std=c++17", "-O1", "-shared", "-fPIC", f'-D{name}="{FOLDER / file}"',
        str(HERE / HOSTS[file]), "-o", str(made),
    ]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    return ctypes.CDLL(str(made))
