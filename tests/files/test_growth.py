"""Work grows in step with a layout: six times the buffers make six times the calls, not thirty-six.

Calls are counted rather than timed, so that the answer is the same on every machine.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType, ModuleType

from arenagen.api import load
from arenagen.emit.plugins import load_target
from arenagen.emit.render import Chosen, Origin, render
from arenagen.emit.target import completed

BENCH = Path(__file__).parents[2] / "bench"


def scale() -> ModuleType:
    """The benchmark whose layouts are used."""
    sys.path.insert(0, str(BENCH))
    try:
        spec = importlib.util.spec_from_file_location("scale", BENCH / "scale.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(BENCH))
    return module


def calls(work: Callable[[], object]) -> int:
    """How many functions are called, steps of generators included."""
    count = 0

    def count_call(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(count_call)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def test_reading_checking_and_rendering_are_linear() -> None:
    layout = scale().layout
    target = load_target("python", "arenagen.emit.python:TARGET")
    chosen = [Chosen(target, completed(target, {}))]

    def compile_(count: int) -> None:
        loaded = load(layout(count), "big.toml")
        assert loaded.elaborated is not None
        assert loaded.report.diagnostics == ()
        render(loaded.elaborated, Origin("layouts/big.toml", "0" * 64), chosen)

    compile_(8)  # what is done once
    few, many = (calls(lambda count=count: compile_(count)) for count in (250, 1500))
    assert many / few < 6.5
