"""What is said about an error of the program itself. Standard library only."""

from __future__ import annotations

import sys
import traceback
from hashlib import sha256
from typing import Final

INTERNAL: Final = 3


def report(fault: Exception, *, debug: bool) -> int:
    """Prints a short message with an id that is the same for the same fault; returns the exit code."""
    if debug:
        traceback.print_exception(fault)
    text = (
        f"arenagen: internal error {bug_id(fault)} ({type(fault).__name__}); this is a fault of arenagen, "
        "not of the input. Please report it with the id"
    )
    hint = "." if debug else " and what the same command prints with --debug."
    print(text + hint, file=sys.stderr)
    return INTERNAL


def bug_id(fault: BaseException) -> str:
    """An id made from the kind of a fault and the functions that it passed, not from their lines or any input."""
    frames = traceback.extract_tb(fault.__traceback__)
    path = [type(fault).__name__, *(frame.name for frame in frames)]
    return "BUG-" + sha256("\n".join(path).encode("utf-8", "replace")).hexdigest()[:8]
