"""All files of a generated package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.prose import sentence
from arenagen.emit.python.arena_files import arena_file, reset_files, view_files
from arenagen.emit.python.imports import import_lines
from arenagen.emit.python.pages import PackagePage
from arenagen.emit.python.render import STATIC, rendered, static_text
from arenagen.emit.python.scribe import source
from arenagen.emit.python.size_files import requirement_files, size_files
from arenagen.emit.python.text import docstring
from arenagen.emit.python.value_files import value_files

if TYPE_CHECKING:
    from arenagen.elaborate import Elaborated

OFFERED = {
    "Arena": "arena",
    "Extent": "extents",
    "Flags": "flags",
    "LayoutError": "arithmetic",
    "Params": "params",
    "Pass": "arena",
    "Sizes": "sizes",
    "Values": "values",
    "self_test": "self_test",
    "verify_layout": "verify",
}
"""What a package offers by itself, and the module that has it."""


def package_files(layout: Elaborated, max_lines: int) -> dict[str, str]:
    """Relative file name -> text without header."""
    known = source(layout)
    requirements = requirement_files(known)
    return {
        "__init__.py": _package(layout),
        **{f"{module}.py": static_text(module) for module in STATIC},
        **value_files(known, max_lines, bool(requirements)),
        **requirements,
        **size_files(known, max_lines),
        **view_files(known, max_lines),
        **arena_file(known),
        **reset_files(known, max_lines),
        "self_test.py": rendered("self_test.py.j2", None),
    }


def _package(layout: Elaborated) -> str:
    by_module: dict[str, set[str]] = {}
    for name, module in OFFERED.items():
        by_module.setdefault(module, set()).add(name)
    page = PackagePage(
        doc=docstring([f"The layout {layout.name}.", sentence(layout.layout.layout.doc)], 0),
        homes=tuple(sorted(OFFERED.items())),
        type_imports=tuple(import_lines(by_module).split("\n")),
    )
    return rendered("__init__.py.j2", page)
