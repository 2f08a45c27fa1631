"""What is said when the program itself fails, or when its output cannot be written.

Standard library only, and of that nothing before there is a failure.
"""

from __future__ import annotations

import os
import sys
from typing import Final

BAD_INPUT: Final = 2
INTERNAL: Final = 3


class OutputError(OSError):
    """The output cannot be written, for another reason than that its reader went away."""


def report(fault: Exception, *, debug: bool) -> int:
    """Prints a short message with an id that is the same for the same fault; returns the exit code."""
    if debug:
        import traceback

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
    import traceback
    from hashlib import sha256

    frames = traceback.extract_tb(fault.__traceback__)
    path = [type(fault).__name__, *(frame.name for frame in frames)]
    return "BUG-" + sha256("\n".join(path).encode("utf-8", "replace")).hexdigest()[:8]


def output_lost(fault: OSError) -> int:
    """Says that the output cannot be written; returns the exit code."""
    discard_output()
    print(f"arenagen: cannot write the output: {fault.strerror}", file=sys.stderr)
    return BAD_INPUT


def discard_output() -> None:
    """Keeps Python from trying to write the rest again when it ends."""
    handle = os.open(os.devnull, os.O_WRONLY)
    os.dup2(handle, 1)
    os.close(handle)
