"""`arenagen explain`: what a diagnostic means, an example, and the fix."""

from __future__ import annotations

import sys
from argparse import Namespace

from arenagen.cli.main import BAD_INPUT, FINE
from arenagen.cli.output import put
from arenagen.diagnostics.explain import explain, unknown


def run(options: Namespace) -> int:
    """Prints the catalogue's entry of a code."""
    text = explain(options.code)
    if text is None:
        put(f"arenagen: {unknown(options.code)}\n", sys.stderr)
        return BAD_INPUT
    put(text)
    return FINE
