"""Proves what must hold of a layout for all values of its domain: laws that are implied, and those that it states.

May import dtypes, diagnostics, expressions, model and elaborate; from `rules` the domains of parameters, and `resolve`,
with which every counterexample is replayed.
"""

from arenagen.laws.engine import Proofs, settle_all
from arenagen.laws.ledger import (
    LEDGER,
    Recorded,
    Settled,
    counted,
    ledger_data,
    read_ledger,
    record,
)
from arenagen.laws.obligation import Obligation, Verdict
from arenagen.laws.report import findings
from arenagen.laws.solver import installed_solver

__all__ = [
    "LEDGER",
    "Obligation",
    "Proofs",
    "Recorded",
    "Settled",
    "Verdict",
    "counted",
    "findings",
    "installed_solver",
    "ledger_data",
    "read_ledger",
    "record",
    "settle_all",
]
