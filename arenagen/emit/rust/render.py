"""The template engine, made when something is first rendered, and the modules that are copied."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined

PACKAGE = "arenagen.emit.rust"
STATIC = (
    "arithmetic",
    "blocks",
    "checks",
    "clearing",
    "extents",
    "params",
    "parts",
    "patterns",
    "placement",
    "probe",
    "recorded",
    "views",
)
"""Modules that generated code may be made of beside its own."""


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader(PACKAGE),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701 - the output is Rust, not markup
    )


def rendered(template: str, page: object) -> str:
    """A template filled in; a misspelt name in it is an error."""
    return _environment().get_template(template).render(page=page)


def static_text(module: str) -> str:
    """The text of a module that is copied."""
    return files(f"{PACKAGE}.static").joinpath(f"{module}.rs").read_text(encoding="utf-8")
