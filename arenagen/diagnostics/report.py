"""Collects the diagnostics of a run; loads the catalogue only to tell errors from findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from arenagen.diagnostics.model import Diagnostic, KeyPath, Note, Place, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Report:
    """The diagnostics found so far, each once, in the order in which they were found.

    source: the file that diagnostics added by `add` belong to, unless told otherwise.
    """

    def __init__(self, source: str = "") -> None:
        self.source = source
        self._found: dict[Diagnostic, None] = {}

    def add(
        self,
        code: str,
        message: str,
        place: Place | KeyPath,
        *,
        span: Span | None = None,
        hint: str | None = None,
        also: Iterable[Note] = (),
        source: str | None = None,
    ) -> None:
        """Records one diagnostic at a place or, for a key path, at the value there."""
        where = place if isinstance(place, Place) else Place(place)
        if span is not None:
            where = evolve(where, span=span)
        file = where.source or (self.source if source is None else source)
        self._keep(Diagnostic(code, message, where, tuple(also), hint, file))

    def extend(self, more: Report | Iterable[Diagnostic]) -> None:
        """Takes over diagnostics collected elsewhere, with the files they name."""
        for diagnostic in more.diagnostics if isinstance(more, Report) else more:
            self._keep(diagnostic)

    def rewrite(self, change: Callable[[Diagnostic], Diagnostic]) -> None:
        """Puts in the place of each diagnostic what a function makes of it."""
        self._found = dict.fromkeys(map(change, self._found))

    def _keep(self, diagnostic: Diagnostic) -> None:
        self._found.setdefault(diagnostic)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything found: errors, and findings with those that are waived."""
        return tuple(self._found)

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """What makes the input unusable."""
        return self._of("error")

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """What a reviewer should see although the input can be used; what is waived is left out."""
        return tuple(d for d in self._of("warning") if d.waived is None)

    @property
    def ok(self) -> bool:
        """Whether nothing found makes the input unusable."""
        return not self.errors

    def _of(self, severity: str) -> tuple[Diagnostic, ...]:
        if not self._found:
            return ()
        from arenagen.diagnostics.catalog import severity_of

        return tuple(d for d in self._found if severity_of(d.code) == severity)
