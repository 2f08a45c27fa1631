"""A layout with what is asked about it. May import what reads layouts."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from arenagen.api import load_tried
from arenagen.conformance.messages import Request, Value
from arenagen.conformance.requests import requests_for
from arenagen.elaborate import Elaborated
from arenagen.resolve import Program
from arenagen.verify import Allocation


class CaseError(Exception):
    """A layout that cannot be used; the message says why."""


@frozen(eq=False)
class Case:
    """A layout and what is asked about it.

    given: sets of values by name, with all parameters and flags, that are tried besides those of the domain.
    may_refuse: whether a target may refuse its names, with a diagnostic.
    """

    name: str
    text: str = field(repr=False)
    program: Program = field(repr=False)
    given: Mapping[str, Mapping[str, Value]] = field(factory=dict, repr=False)
    may_refuse: bool = False
    asked: tuple[Request, ...] | None = field(default=None, repr=False)
    """Requests in the place of those that the layout suggests."""

    @property
    def layout(self) -> Elaborated:
        """The layout."""
        return self.program.layout

    def requests(self, how: Allocation = "slab") -> tuple[Request, ...]:
        """What is asked."""
        return requests_for(self.program, self.given, how) if self.asked is None else self.asked


def case_of(text: str, source: str, given: Mapping[str, Mapping[str, Value]] | None = None) -> Case:
    """The case of a layout. Raises CaseError with the first thing that is wrong with it."""
    loaded = load_tried(text, source)
    if loaded.elaborated is None:
        raise CaseError(f"{source}: {loaded.report.errors[0].message}")
    return Case(loaded.elaborated.name, text, loaded.program, given or {})
