"""Entry point of the command `arenagen`: answers `--version` at once, and sees to a quiet end.

Imports next to nothing by itself.
"""

from __future__ import annotations

import os
import sys


def main() -> int:
    """Runs the command line of this process; returns its exit code."""
    try:
        try:
            return _run(sys.argv[1:])
        finally:
            _flush()
    except KeyboardInterrupt:
        return _die_of("SIGINT")
    except BrokenPipeError:
        return _die_of("SIGPIPE")
    except OSError as fault:  # commands deal with all others themselves
        from arenagen.cli.failures import output_lost

        return output_lost(fault)


def _run(arguments: list[str]) -> int:
    if arguments == ["--version"]:
        from arenagen import __version__

        print(f"arenagen {__version__}")
        return 0
    from arenagen.cli.main import run

    return run(arguments)


def _flush() -> None:
    """Writes out what is buffered while a failure can still be told."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()


def _die_of(name: str) -> int:
    """Ends the process as the signal would have, so that shells and scripts see what happened."""
    import signal

    from arenagen.cli.failures import discard_output

    discard_output()
    number = getattr(signal, name)
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    return 128 + int(number)  # not reached where signals end processes


if __name__ == "__main__":
    sys.exit(main())
