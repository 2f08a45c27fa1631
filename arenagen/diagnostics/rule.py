"""The entry of the catalogue: one kind of diagnostic and its explanation. Imports attrs only."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

Severity = Literal["error", "warning"]
ExampleKind = Literal["layout", "values", "project"]


@frozen
class Rule:
    """One kind of diagnostic, under a code that never changes its meaning.

    severity: an "error" makes the input unusable, a "warning" is a finding of `check`.
    example: text that shows the fault. With kind "layout" it is a complete layout that triggers
        exactly this code; with "values" or "project" it is a sketch for people to read.
    """

    code: str
    title: str
    severity: Severity
    meaning: str
    example: str
    fix: str
    kind: ExampleKind = "layout"
