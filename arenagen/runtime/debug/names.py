"""Names for profilers, where the package `nvtx` is installed: where buffers lie, and what is started
when.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arenagen.runtime.counts import Chosen
    from arenagen.runtime.prepared import Run


def library() -> Any | None:
    """The package; None where it is absent or cannot be loaded."""
    try:
        return import_module("nvtx")
    except Exception:  # whatever is wrong with a profiler must not stop an engine
        return None


def mark_all(nvtx: Any, texts: Iterable[str]) -> None:
    """Says each text once."""
    for text in texts:
        nvtx.mark(message=text)


class Named:
    """A run inside a range that bears its name."""

    def __init__(self, nvtx: Any, name: str, run: Run) -> None:
        self._nvtx = nvtx
        self._name = name
        self._run = run

    def __call__(self, chosen: Chosen, stream: object) -> None:
        """Runs."""
        self._nvtx.push_range(message=self._name)
        try:
            self._run(chosen, stream)
        finally:
            self._nvtx.pop_range()
