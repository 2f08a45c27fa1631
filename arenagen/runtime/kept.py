"""Things that are made once and kept within a bound. Imports nothing."""

from __future__ import annotations

from typing import Any


def make_room(kept: dict[Any, Any], most: int) -> None:
    """Drops what was kept first once there are `most` entries.

    Threads may share what is kept: each of them may then add one entry beyond the bound, until the
    next one comes.
    """
    surplus = len(kept) - most + 1
    if surplus > 0:
        for first in list(kept)[:surplus]:  # a list, for others may add while this drops
            kept.pop(first, None)
