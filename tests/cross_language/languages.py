"""The languages that are compared, each with its target and a way to get a driver for a case."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from attrs import field, frozen

from arenagen.conformance.__main__ import made_in
from arenagen.conformance.suite import Made
from arenagen.emit.render import Chosen
from tests.conformance.drivers import PYTHON, PYTHON_DRIVER
from tests.cpp_target import driver as cpp
from tests.rust_target import driver as rust


def _nothing() -> str | None:
    return None


@frozen
class Language:
    """A target, and how its drivers are made below a folder.

    lacking: what the machine lacks to run them; None where it lacks nothing.
    """

    name: str
    chosen: Chosen = field(repr=False)
    made: Callable[[Path], Made] = field(repr=False)
    lacking: Callable[[], str | None] = field(default=_nothing, repr=False)


LANGUAGES = (
    Language("python", PYTHON, lambda root: made_in(root, PYTHON_DRIVER)),
    Language("cpp", cpp.CPP, cpp.compiled_in, cpp.lacking),
    Language("rust", rust.RUST, rust.compiled_in, rust.lacking),
)
