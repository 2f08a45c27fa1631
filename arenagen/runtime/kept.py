"""Things that are made once and kept within a bound. Imports nothing."""

from __future__ import annotations

from typing import Any


def make_room(kept: dict[Any, Any], most: int) -> None:
    """Drops what was kept first once there are `most` entries."""
    if len(kept) >= most:
        kept.pop(next(iter(kept)), None)
