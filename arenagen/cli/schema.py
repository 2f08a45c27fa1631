"""`arenagen schema`: the JSON Schema of the language, for editors."""

from __future__ import annotations

from argparse import Namespace

from arenagen.cli.main import FINE
from arenagen.cli.output import put


def run(options: Namespace) -> int:
    """Prints the schema."""
    from arenagen.model.json_schema import schema_text

    put(schema_text())
    return FINE
