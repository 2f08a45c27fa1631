"""The template engine, made when something is first rendered."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined

PACKAGE = "arenagen.emit.python"
STATIC = (
    "arithmetic",
    "checks",
    "domain",
    "extents",
    "parts",
    "placement",
    "recorded",
    "verify",
)
"""Modules that are copied into every generated package."""


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader(PACKAGE),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701 - the output is Python, not markup
    )


def rendered(template: str, page: object) -> str:
    """A template filled in; a misspelt name in it is an error."""
    return _environment().get_template(template).render(page=page)


def static_text(module: str) -> str:
    """The text of a module that is copied."""
    return files(f"{PACKAGE}.static").joinpath(f"{module}.py").read_text(encoding="utf-8")
