"""Lines and columns for the places of diagnostics.

Texts are given, never read. The index of a text is made when the first place in it is looked up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from arenagen.diagnostics.model import Diagnostic, Note, Place

if TYPE_CHECKING:
    from arenagen.diagnostics.toml_index import Index, Stretch


@frozen(order=True)
class Region:
    """A run of text. Lines and columns count from 1, columns in characters; the end is behind it."""

    line: int
    column: int
    end_line: int
    end_column: int


TOP = Region(1, 1, 1, 1)
"""Where a file begins: the place of what concerns all of it."""


@frozen
class LocatedNote:
    """A note with its file and, where the text of that is known, its region."""

    note: Note
    source: str
    region: Region | None


@frozen
class Located:
    """A diagnostic with the regions of its places, None where there is no text to look in.

    waived: where its waiver stands, with the reason, for one that is waived.
    """

    diagnostic: Diagnostic
    region: Region | None
    notes: tuple[LocatedNote, ...] = ()
    waived: LocatedNote | None = None


class SourceText:
    """A TOML text in which places are looked up."""

    def __init__(self, text: str) -> None:
        self._data = text.removeprefix("\ufeff").encode("utf-8", "surrogatepass")
        self.lines: tuple[str, ...] = tuple(
            line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")
        )
        self._found: Index | None = None

    @property
    def _index(self) -> Index:
        if self._found is None:
            from arenagen.diagnostics.toml_index import index

            self._found = index(self._data)
        return self._found

    def region(self, place: Place) -> Region:
        """Where a place is; for a path that leads nowhere, where it leaves the text."""
        if place.at is not None:
            line, column = place.at
            return Region(line, column, line, column + 1)
        path = place.path
        while path and path not in self._index.keys and path not in self._index.values:
            path = path[:-1]
        if not path:
            return TOP
        by_key = place.of == "key" if path == place.path else path in self._index.containers
        stretch = self._stretch(path, by_key)
        if place.span is not None and not by_key and path in self._index.strings:
            return self._within(stretch, place.span)
        return self._region(stretch)

    def _stretch(self, path: tuple[str | int, ...], by_key: bool) -> Stretch:
        first, second = self._index.keys, self._index.values
        if not by_key:
            first, second = second, first
        found = first.get(path)
        return second[path] if found is None else found

    def _region(self, stretch: Stretch) -> Region:
        line, column = self._position(*stretch.start)
        return Region(line, column, *self._position(*stretch.end))

    def _position(self, row: int, byte: int) -> tuple[int, int]:
        """Line and column of a byte of a row."""
        text = self.lines[row]
        if not text.isascii():
            byte = len(text.encode("utf-8", "surrogatepass")[:byte].decode("utf-8", "replace"))
        return row + 1, byte + 1

    def _within(self, stretch: Stretch, span: tuple[int, int]) -> Region:
        """The region of some characters of a string's value."""
        from arenagen.diagnostics.toml_strings import narrow

        literal = self._data[stretch.first : stretch.last].decode("utf-8", "replace")
        line, column = self._position(*stretch.start)
        start, end = narrow(literal, *span)
        return Region(
            *_advance(line, column, literal[:start]), *_advance(line, column, literal[:end])
        )


def _advance(line: int, column: int, text: str) -> tuple[int, int]:
    """The position behind a text that begins at a position."""
    breaks = text.count("\n")
    if not breaks:
        return line, column + len(text)
    return line + breaks, len(text) - text.rindex("\n")


class Sources:
    """Texts by the name of their file, each indexed at most once."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._known: dict[str, SourceText] = {}

    def text(self, source: str) -> SourceText | None:
        """The text of a file, None where it was not given."""
        if source not in self._known:
            if source not in self._texts:
                return None
            self._known[source] = SourceText(self._texts[source])
        return self._known[source]

    def locate(self, diagnostics: Iterable[Diagnostic]) -> tuple[Located, ...]:
        """Diagnostics with their regions: by file, then position, then code and message."""
        return tuple(sorted((self._located(d) for d in diagnostics), key=_order))

    def _located(self, diagnostic: Diagnostic) -> Located:
        waived = diagnostic.waived
        return Located(
            diagnostic,
            self._region(diagnostic.file, diagnostic.place),
            tuple(self._note(note, diagnostic.file) for note in diagnostic.also),
            None if waived is None else self._note(waived.note, diagnostic.file),
        )

    def _note(self, note: Note, file: str) -> LocatedNote:
        source = note.place.source or file
        return LocatedNote(note, source, self._region(source, note.place))

    def _region(self, source: str, place: Place) -> Region | None:
        text = self.text(source)
        return None if text is None else text.region(place)


def _order(located: Located) -> tuple[str, int, int, str, str]:
    region, diagnostic = located.region or Region(0, 0, 0, 0), located.diagnostic
    return diagnostic.file, region.line, region.column, diagnostic.code, diagnostic.message


def locate(text: str, diagnostics: Iterable[Diagnostic]) -> tuple[Located, ...]:
    """Diagnostics that all belong to one text, in the order of that text."""
    found = list(diagnostics)
    return Sources({d.file: text for d in found}).locate(found)
