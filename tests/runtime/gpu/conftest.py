"""Tests that need a CUDA device, CuPy, and for some of them PyTorch. Without they are skipped, and
say so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/gpu/" in item.path.as_posix():
            item.add_marker(pytest.mark.gpu)


@pytest.fixture
def cp() -> Iterator[Any]:
    """CuPy, with nothing left in its pools."""
    try:
        import cupy
        import ml_dtypes  # noqa: F401  # CuPy looks for it when it is imported
    except ImportError:
        pytest.skip("NO GPU TEST WAS RUN: CuPy is not installed")
    if not cupy.cuda.is_available():
        pytest.skip("NO GPU TEST WAS RUN: there is no CUDA device")
    cupy.get_default_memory_pool().free_all_blocks()
    yield cupy
    cupy.cuda.Device().synchronize()


@pytest.fixture
def torch(cp: Any) -> Any:
    """PyTorch with CUDA."""
    found = pytest.importorskip("torch", reason="PyTorch is not installed")
    if not found.cuda.is_available():
        pytest.skip("PyTorch sees no CUDA device")
    return found
