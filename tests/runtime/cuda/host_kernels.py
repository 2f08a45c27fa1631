"""clear.cu as a library of the host, where there is a C++ compiler."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.runtime.cuda.fake_device import Kernel

HERE = Path(__file__).parent
SOURCE = HERE.parents[2] / "arenagen" / "runtime" / "cuda" / "clear.cu"
THREADS = 32

_FOLDER = TemporaryDirectory(prefix="kernels_")


@cache
def compiled() -> Kernel | None:
    """The kernels; None where nothing can compile them."""
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    made = Path(_FOLDER.name) / "kernels.so"
    command = [
        compiler, "-std=c++17", "-O1", "-shared", "-fPIC", f'-DCLEAR_CU="{SOURCE}"',
        str(HERE / "host_kernels.cpp"), "-o", str(made),
    ]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    library = ctypes.CDLL(str(made))

    def launch(kernel: str, arguments: tuple[bytes, bytes], blocks: int, rows: int) -> None:
        held = [ctypes.create_string_buffer(text, len(text)) for text in arguments]
        places = (ctypes.c_void_p * 2)(*map(ctypes.addressof, held))
        shape = (ctypes.c_uint32 * 4)(blocks, rows, 1, THREADS)
        library[f"host_{kernel}"](places, shape)

    return launch
