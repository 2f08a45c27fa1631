"""Digests of what generated files are made from. Standard library and `emit.headers` only."""

from __future__ import annotations

import json

from arenagen.emit.epoch import OUTPUT_EPOCH
from arenagen.emit.headers import digest
from arenagen.files.settings import Settings


def inputs_digest(layout: str, text: str, settings: Settings) -> str:
    """Digest of all that decides the bytes of a layout's generated code.

    layout: its path from the root, which headers name; text: with plain line feeds, so that a checkout with other
    line ends is not another layout.
    """
    inputs = {
        "epoch": OUTPUT_EPOCH,
        "layout": layout,
        "targets": [list(target) for target in sorted(settings.targets, key=lambda t: t.name)],
        "text": digest(text),
    }
    return digest(json.dumps(inputs, sort_keys=True, default=str))
