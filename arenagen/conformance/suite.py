"""Runs a case: renders it with a target, asks a driver, and tells what is not as it should be.

May import emit and what lies below it. Writes nothing: whoever makes the driver does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Literal

from attrs import frozen

from arenagen.conformance.cases import Case
from arenagen.conformance.compare import differences
from arenagen.conformance.driver import Driver, DriverError
from arenagen.conformance.expected import expected
from arenagen.conformance.messages import Answer, Request
from arenagen.diagnostics import Report
from arenagen.emit.identifiers import check_identifiers
from arenagen.emit.render import Chosen, Origin, render
from arenagen.verify import Allocation

Made = Callable[[Case, Mapping[str, str]], Driver]
"""Makes a driver for a case from the files that its target has rendered: relative name -> text."""

Scope = Literal["all", "sizes"]
"""What is asked of a target: everything, or the sizes of buffers alone."""

State = Literal["right", "wrong", "refused", "failed"]


@frozen
class Outcome:
    """What came of a case.

    state: `right`; `wrong`, where answers differ; `refused`, where the target does not take names of the layout;
    `failed`, where the driver did.
    asked: how many requests were answered; faults: lines that say what is wrong, or why it was refused.
    """

    case: str
    state: State
    asked: int = 0
    faults: tuple[str, ...] = ()
    may_refuse: bool = False

    @property
    def passed(self) -> bool:
        """Whether this is what a target may do."""
        return self.state == "right" or (self.state == "refused" and self.may_refuse)


def target_files(case: Case, chosen: Chosen) -> dict[str, str]:
    """Everything that is generated for a case, by name from the layout's folder."""
    return render(case.layout, Origin(f"{case.name}.toml", "0" * 64), [chosen])


@lru_cache(maxsize=64)
def questions(
    case: Case, how: Allocation = "slab", scope: Scope = "all"
) -> tuple[tuple[Request, Answer], ...]:
    """What is asked about a case, with what must be answered; worked out once for all targets."""
    asked = case.requests(how)
    if scope == "sizes":
        asked = tuple(Request(r.values, r.flags) for r in asked if r.fail_alloc is None)
    return tuple((request, expected(case.program, request, how)) for request in asked)


def run_case(
    case: Case, chosen: Chosen, make: Made, how: Allocation = "slab", scope: Scope = "all"
) -> Outcome:
    """Renders the case, makes its driver, asks it, and compares."""
    report = Report(f"{case.name}.toml")
    check_identifiers(case.layout, chosen.target, report, chosen.settings)
    if report.errors:
        told = tuple(fault.message for fault in report.errors)
        return Outcome(case.name, "refused", faults=told, may_refuse=case.may_refuse)
    asked = questions(case, how, scope)
    try:
        driver = make(case, target_files(case, chosen))
        answers = driver.ask([request for request, _ in asked])
    except DriverError as fault:
        return Outcome(case.name, "failed", faults=tuple(str(fault).splitlines()))
    faults: list[str] = []
    for (request, wanted), answer in zip(asked, answers, strict=True):
        found = differences(wanted, answer, sizes_alone=scope == "sizes")
        if found:
            faults += [request.text(), *(f"  {line}" for line in found)]
    return Outcome(case.name, "wrong" if faults else "right", len(asked), tuple(faults))
