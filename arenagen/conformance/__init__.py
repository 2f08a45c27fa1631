"""Whether the code of a target does what a layout says: cases, what must come of them, and a driver that is asked.

    python -m arenagen.conformance --target mine=package.module:TARGET --driver "my-driver"

A driver is a program that answers for the generated code of one layout, line for line: see docs/targets.md.
May import everything up to emit, and touches the disk and other processes.
"""

from arenagen.conformance.built_in import built_in_cases
from arenagen.conformance.cases import Case, CaseError, case_of
from arenagen.conformance.compare import differences
from arenagen.conformance.driver import Driver, DriverError, ProcessDriver
from arenagen.conformance.expected import expected
from arenagen.conformance.formulas import formula_case
from arenagen.conformance.messages import Answer, Request, parse_request
from arenagen.conformance.suite import Outcome, run_case, target_files

__all__ = [
    "Answer",
    "Case",
    "CaseError",
    "Driver",
    "DriverError",
    "Outcome",
    "ProcessDriver",
    "Request",
    "built_in_cases",
    "case_of",
    "differences",
    "expected",
    "formula_case",
    "parse_request",
    "run_case",
    "target_files",
]
