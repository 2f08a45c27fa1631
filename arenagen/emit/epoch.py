"""Two numbers by which `check` knows that a newer arenagen would say or write something else. Imports nothing.

Committed code must not change because arenagen did, so no version of the tool is written anywhere. These numbers
rise instead, and only when they have to; a test compares the generated files of the shipped layouts with the epoch
they were recorded under.
"""

from __future__ import annotations

from typing import Final

OUTPUT_EPOCH: Final = 1
"""Rises with every release in which some layout is rendered to other bytes. Part of the digest of the inputs."""

RULES_EPOCH: Final = 1
"""Rises with every release whose rules can find something in a layout or a preset that passed before."""

SHIPPED_TARGETS: Final = ("cpp", "python", "rust")
"""The targets that OUTPUT_EPOCH speaks for. Files of any other target are always rendered by `check`."""
