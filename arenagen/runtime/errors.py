"""Errors of an arena at run time. Imports nothing."""

from __future__ import annotations


class ReleasedError(RuntimeError):
    """An arena was used after its memory had been given back."""


class NotDebuggedError(RuntimeError):
    """Something was asked of an arena that only one with the right debug options can do."""


class LayoutChangedError(RuntimeError):
    """A captured graph was to be replayed on an arena that differs from the captured one."""
