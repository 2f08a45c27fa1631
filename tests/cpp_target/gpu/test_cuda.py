"""The CUDA backend on a device: every routine, a captured graph, memory that cannot be had, and compute-sanitizer."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest


@pytest.mark.gpu
def test_a_device_is_cleared_as_the_host_is(tmp_path: Path) -> None:
    for tool in ("nvcc", "nvidia-smi"):
        if shutil.which(tool) is None:
            pytest.skip(f"the CUDA backend was not run: {tool} is not there")
    if subprocess.run(["nvidia-smi", "-L"], capture_output=True).returncode:
        pytest.skip("the CUDA backend was not run: there is no device")
    script = Path(__file__).parent / "run.sh"
    done = subprocess.run(["sh", str(script), str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all bytes agree" in done.stdout
