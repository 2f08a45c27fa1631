"""What verification reports: a place where the numbers are not what the layout says. Imports attrs only."""

from __future__ import annotations

from attrs import frozen


@frozen
class Finding:
    """One disagreement.

    node: dotted path of the buffer or part, or the name of an arena or routine.
    what: the property in question.
    """

    node: str
    what: str
    expected: object
    found: object

    def __str__(self) -> str:
        return f"{self.node}: {self.what} should be {self.expected}, not {self.found}"
