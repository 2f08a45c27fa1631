"""Shows diagnostics to people and programs. Imports the writers only when there is something to say."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TextIO

from arenagen.cli.failures import OutputError
from arenagen.files.problem import ProblemError, diagnostics_of

if TYPE_CHECKING:
    from arenagen.diagnostics import Diagnostic
    from arenagen.diagnostics.locate import Located, Sources


def wants_colour(choice: str, stream: TextIO | None) -> bool:
    """Whether to colour what goes to a stream: as told, else on a terminal unless NO_COLOR is set."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream is not None and stream.isatty()


def put(text: str, stream: TextIO | None = None) -> None:
    """Prints a text that ends its own lines; where the stream is closed there is nobody to read it."""
    to = stream if stream is not None else sys.stdout
    if to is None:
        return
    try:
        to.write(text)
    except BrokenPipeError:
        raise
    except OSError as fault:
        raise OutputError(fault.errno, fault.strerror) from None


def show(
    diagnostics: Iterable[Diagnostic],
    texts: Mapping[str, str],
    *,
    color: str,
    stream: TextIO | None,
) -> None:
    """Prints diagnostics for people."""
    found = tuple(diagnostics)
    if stream is None or not found:
        return
    from arenagen.diagnostics.locate import Sources
    from arenagen.diagnostics.write_text import write_text

    sources = Sources(texts)
    located = locate(found, sources)
    put(write_text(located, sources, colour=wants_colour(color, stream)), stream)


def locate(diagnostics: Iterable[Diagnostic], sources: Sources) -> tuple[Located, ...]:
    """Diagnostics with their regions; a place with a line is one even where the text is not at hand."""
    from attrs import evolve

    from arenagen.diagnostics.locate import Region

    found = []
    for each in sources.locate(diagnostics):
        at = each.diagnostic.place.at
        known = each.region or (Region(*at, at[0], at[1] + 1) if at else None)
        found.append(evolve(each, region=known))
    return tuple(sorted(found, key=_position))


def _position(located: Located) -> tuple[str, int, int]:
    region = located.region
    return (located.diagnostic.file, region.line if region else 0, region.column if region else 0)


def show_error(error: ProblemError, *, color: str) -> None:
    """Prints faults of the project to standard error."""
    show(diagnostics_of(error.problems), error.texts, color=color, stream=sys.stderr)


def document(
    diagnostics: Iterable[Diagnostic], texts: Mapping[str, str], more: Mapping[str, object]
) -> str:
    """One JSON document of diagnostics and whatever else a command reports."""
    import json

    from arenagen.diagnostics.locate import Sources
    from arenagen.diagnostics.write_json import to_data

    data = to_data(locate(diagnostics, Sources(texts)))
    return json.dumps({**data, **more}, indent=2) + "\n"
