"""The ledger of a layout as it was committed, from which proofs of what has not changed are taken over.

May import laws, `emit.headers` and what lies beside it in this package.
"""

from __future__ import annotations

import json
import os

from arenagen.emit.headers import is_intact
from arenagen.files.disk import UnreadableError, read_text
from arenagen.files.project import Project
from arenagen.laws import LEDGER, Recorded, read_ledger


def recorded_laws(project: Project, name: str) -> Recorded:
    """The verdicts that are recorded for a layout; none where its ledger is missing or was edited."""
    path = os.path.join(project.generated, name, LEDGER)
    try:
        text = read_text(path)
        return read_ledger(json.loads(text)) if is_intact(text) else {}
    except (UnreadableError, ValueError, RecursionError):
        return {}
