"""The entry of the catalogue: one kind of diagnostic and its explanation. Imports attrs only."""

from __future__ import annotations

from typing import Final, Literal

from attrs import frozen

Severity = Literal["error", "warning"]
ExampleKind = Literal["layout", "values", "project"]

OPEN: Final = "it leaves open whether the layout is sound"
"""Why what could not be proved is `firm`."""


@frozen
class Rule:
    """One kind of diagnostic, under a code that never changes its meaning.

    severity: an "error" makes the input unusable, a "warning" is a finding of `check`.
    example: text that shows the fault. With kind "layout" it is a complete layout that triggers
        exactly this code; with "values" or "project" it is a sketch for people to read.
    firm: why a finding about a layout cannot be waived, for one that no reason can answer; "" for the others.
    """

    code: str
    title: str
    severity: Severity
    meaning: str
    example: str
    fix: str
    kind: ExampleKind = "layout"
    firm: str = ""

    @property
    def unwaivable(self) -> str:
        """Why a finding of this code cannot be waived; "" where it can: what is a matter of judgement, not of bytes."""
        if self.severity == "error":
            return "an error makes the input unusable"
        if self.kind != "layout":
            return "it is about files, which no reason brings up to date"
        return self.firm
