"""manifest.json: what a build made, from what, and what it found; by it an unchanged tree is known by digests alone.

Imports the standard library and `headers` only. Digests can be forged by hand together with a file; a full check,
which renders everything, cannot be deceived that way.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from arenagen.emit.epoch import OUTPUT_EPOCH, RULES_EPOCH
from arenagen.emit.headers import digest, is_intact, json_head, read_header, sealed_json
from arenagen.emit.json_text import json_text

MANIFEST: Final = "manifest.json"


class Manifest(NamedTuple):
    """What a manifest says. `files` are named from its folder, `presets` from the project's root."""

    layout: str
    inputs: str
    epochs: tuple[int, int]
    findings: tuple[str, ...]
    presets: dict[str, str]
    files: dict[str, str]

    @property
    def of_this_release(self) -> bool:
        """Whether this arenagen would write and find the same."""
        return self.epochs == (OUTPUT_EPOCH, RULES_EPOCH)


def manifest_text(
    layout: str,
    inputs: str,
    *,
    files: Mapping[str, str],
    presets: Mapping[str, str],
    findings: Iterable[str],
) -> str:
    """The text of a manifest.

    files: generated texts by name, the manifest left out.
    presets: digests of the presets of this layout, by path from the root.
    findings: codes of what the build found, in order.
    """
    text = json_text(
        {
            **json_head(layout),
            "inputs": inputs,
            "epochs": {"output": OUTPUT_EPOCH, "rules": RULES_EPOCH},
            "findings": list(findings),
            "presets": dict(sorted(presets.items())),
            "files": {name: digest(body) for name, body in sorted(files.items())},
        }
    )
    return sealed_json(text)


def read_manifest(text: str) -> Manifest | None:
    """What a manifest says; None where it was edited or is none."""
    header = read_header(text)
    if header is None or not is_intact(text):
        return None
    try:
        data = json.loads(text)
        return Manifest(
            layout=header.layout,
            inputs=data["inputs"],
            epochs=(data["epochs"]["output"], data["epochs"]["rules"]),
            findings=tuple(data["findings"]),
            presets=dict(data["presets"]),
            files=dict(data["files"]),
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
