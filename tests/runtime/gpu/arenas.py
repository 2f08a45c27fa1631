"""Arenas of the layout llama on a device."""

from __future__ import annotations

from typing import Any

from tests.python_target.packages import shipped_package
from tests.python_target.values import LLAMA


def llama(adopt: Any = None, backend: Any = None, debug: Any = None, **changes: Any) -> Any:
    """A small arena of the layout llama."""
    from arenagen.runtime.cupy_backend import CupyBackend

    package = shipped_package("llama")
    made = CupyBackend(adopt=adopt) if backend is None else backend
    return package.Arena.allocate(package.Params(**{**LLAMA, **changes}), backend=made, debug=debug)


def llama_bytes() -> int:
    """Bytes of its arena in device memory."""
    package = shipped_package("llama")
    return int(package.Sizes(package.Params(**LLAMA)).arenas["main"].bytes)
