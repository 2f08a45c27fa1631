"""Finds targets by name: the entry points of the group `arenagen.targets`, or a module that the settings name.

Nothing is imported until a target is asked for, and then only that one.
"""

from __future__ import annotations

import importlib
from typing import Any, Final, cast

from arenagen.emit.target import Target

GROUP: Final = "arenagen.targets"


class TargetError(Exception):
    """A target cannot be had; the message says why."""


def target_names() -> tuple[str, ...]:
    """Names of the targets that installed packages offer."""
    from importlib.metadata import entry_points

    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


def load_target(name: str, place: str | None = None) -> Target:
    """A target by its name, or from "package.module:attribute". Raises TargetError."""
    module, _, attributes = (place or _entry_point(name)).partition(":")
    try:
        found: Any = importlib.import_module(module)
        for attribute in attributes.split("."):
            found = getattr(found, attribute)
    except (ImportError, AttributeError) as fault:
        raise TargetError(f"target `{name}` cannot be loaded: {fault}") from None
    return _checked(name, found)


def _entry_point(name: str) -> str:
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP, name=name):
        return point.value
    raise TargetError(f"no installed package offers a target `{name}`")


def _checked(name: str, found: Any) -> Target:
    missing = [m for m in ("name", "settings", "identifiers", "render") if not hasattr(found, m)]
    if missing:
        raise TargetError(f"target `{name}` is none: it lacks {', '.join(missing)}")
    if found.name != name:
        raise TargetError(f"target `{name}` calls itself `{found.name}`, and so its folder")
    return cast(Target, found)
