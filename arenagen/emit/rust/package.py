"""All files of a generated Rust module."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.rust.arena_files import (
    accessor_files,
    arena_file,
    axes_file,
    mod_file,
    reset_files,
)
from arenagen.emit.rust.engine import engine_file
from arenagen.emit.rust.render import STATIC, static_text
from arenagen.emit.rust.scribe import source
from arenagen.emit.rust.self_test import self_test_file
from arenagen.emit.rust.size_files import requirement_files, size_files
from arenagen.emit.rust.value_files import constants_file, given_file, values_files

if TYPE_CHECKING:
    from arenagen.elaborate import Elaborated
    from arenagen.emit.rust.settings import Engine


def module_files(layout: Elaborated, engine: Engine) -> dict[str, str]:
    """Relative file name -> text without header."""
    known = source(layout, engine)
    files = {
        **{f"{module}.rs": static_text(module) for module in STATIC if _wanted(module, engine)},
        **constants_file(known),
        **given_file(known),
        **values_files(known),
        **size_files(known),
        **requirement_files(known),
        **axes_file(known),
        **arena_file(known),
        **engine_file(engine, layout.name),
        **accessor_files(known),
        **reset_files(known),
        **self_test_file(layout),
    }
    return {**mod_file(known, files), **files}


def _wanted(module: str, engine: Engine) -> bool:
    return module != "probe" or bool(engine.text("probe"))
