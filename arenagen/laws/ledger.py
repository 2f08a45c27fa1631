"""The ledger of a layout: obligations with their verdicts, committed so that a proof that is lost shows in a review."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

from attrs import frozen

from arenagen.laws.obligation import WORST_FIRST, Obligation, Status, Verdict
from arenagen.laws.prove import SOLVER

LEDGER: Final = "laws.json"
"""Name of the ledger in a layout's folder."""

FORMAT_VERSION: Final = 1
"""Rises when a key of the ledger changes its meaning or goes away."""

LASTING: Final[tuple[Status, ...]] = ("proved", "assumed", "guarded")
"""Verdicts that are taken over while nothing that they depend on has changed."""


@frozen(eq=False)
class Settled:
    """An obligation with its verdict; `digest` changes with everything that the verdict depends on.

    kept: whether the verdict was taken from the ledger.
    """

    obligation: Obligation
    verdict: Verdict
    digest: str = ""
    kept: bool = False

    @property
    def by_solver(self) -> bool:
        """Whether the built-in means were not enough."""
        return SOLVER in self.verdict.by


Recorded = Mapping[str, tuple[str, Verdict]]
"""Name of an obligation -> digest and verdict of an earlier run."""


def ledger_data(settled: Iterable[Settled]) -> dict[str, Any]:
    """The content of a ledger, without a header: how many there are of each verdict, and a line for each."""
    listed = tuple(settled)
    return {
        "format": FORMAT_VERSION,
        "verdicts": counted(listed),
        "laws": [record(each) for each in listed],
    }


def counted(settled: Iterable[Settled]) -> dict[str, int]:
    """How many obligations have each verdict, of those that occur."""
    found = [each.verdict.status for each in settled]
    return {status: found.count(status) for status in reversed(WORST_FIRST) if status in found}


def record(settled: Settled) -> dict[str, Any]:
    """One line of the ledger."""
    verdict = settled.verdict
    data: dict[str, Any] = {"law": settled.obligation.name, "verdict": verdict.status}
    if verdict.by:
        data["by"] = ", ".join(verdict.by)
    if verdict.points:
        data["points"] = verdict.points
    if verdict.because:
        data["because"] = ", ".join(verdict.because)
    if verdict.passes:
        data["passes"] = ", ".join(f"{name} <= {most}" for name, most in verdict.passes)
    if settled.digest:
        data["digest"] = settled.digest
    return data


def read_ledger(data: object) -> Recorded:
    """What a ledger records; nothing where it has another form."""
    found: dict[str, tuple[str, Verdict]] = {}
    if not isinstance(data, dict) or data.get("format") != FORMAT_VERSION:
        return found
    for line in data.get("laws", ()):
        if isinstance(line, dict) and line.get("verdict") in LASTING and "digest" in line:
            found[str(line.get("law"))] = str(line["digest"]), _verdict(line)
    return found


def _verdict(line: Mapping[str, Any]) -> Verdict:
    limits = (part.split(" <= ") for part in _listed(line, "passes"))
    points = line.get("points", 0)
    return Verdict(
        status=cast("Status", line["verdict"]),
        by=_listed(line, "by"),
        points=points if isinstance(points, int) else 0,
        because=_listed(line, "because"),
        passes=tuple((name, int(most)) for name, most in limits),
    )


def _listed(line: Mapping[str, Any], key: str) -> tuple[str, ...]:
    text = line.get(key, "")
    return tuple(text.split(", ")) if isinstance(text, str) and text else ()
