"""Values in messages, as they are written in a layout. Imports the standard library only."""

from __future__ import annotations

from collections.abc import Mapping


def shown_value(value: object) -> str:
    """A value as it is written in a layout: `true` and `false` for booleans."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def shown_values(values: Mapping[str, object], most: int) -> str:
    """`name = value` for the first `most` of them, and dots for the rest."""
    listed = [f"{name} = {shown_value(value)}" for name, value in values.items()]
    return ", ".join(listed[:most]) + (", ..." if len(listed) > most else "")
