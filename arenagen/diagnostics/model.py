"""Places, notes and diagnostics as values. Imports attrs only; knows nothing of files or text."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

KeyPath = tuple[str | int, ...]
Span = tuple[int, int]
Part = Literal["value", "key"]


@frozen
class Place:
    """A spot in a TOML file, named by its keys rather than by its line.

    path: keys and array indices from the top of the document; () is the whole document.
    of: whether the key (or the header of a table) or its value is meant.
    span: characters [start, end) inside the decoded string at `path`.
    at: a known (line, column), both from 1, where no path leads (syntax errors).
    source: the file, if it is another one than that of the diagnostic.
    """

    path: KeyPath = ()
    of: Part = "value"
    span: Span | None = None
    at: tuple[int, int] | None = None
    source: str | None = None


@frozen
class Note:
    """A second place that helps to understand a diagnostic, with a few words about it."""

    place: Place
    label: str


@frozen
class Waived:
    """Why a finding is let be: the note has the reason, at the place where that stands.

    in_source: whether it stands in the layout that the finding is about, and not in the settings.
    """

    note: Note
    in_source: bool


@frozen
class Diagnostic:
    """One fault or finding. Its severity is that of its code in the catalogue.

    source: name of the file as shown to people; "" where there is none (a command line option).
    waived: set for a finding that counts no more, because somebody gave a reason.
    """

    code: str
    message: str
    place: Place
    also: tuple[Note, ...] = ()
    hint: str | None = None
    source: str = ""
    waived: Waived | None = None

    @property
    def file(self) -> str:
        """The file that the place is in."""
        return self.place.source or self.source
