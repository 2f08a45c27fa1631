"""Numbers for given values: sizes, offsets, totals, and the byte ranges that routines clear.

May import dtypes, diagnostics, expressions, model and elaborate. `verify` checks its results by other ways.
"""

from arenagen.resolve.model import ArenaSize, Resolved, ResolvedLayout, ResolveError, Value
from arenagen.resolve.probe import probe
from arenagen.resolve.program import Program, compile_layout
from arenagen.resolve.values import Given, bind

__all__ = [
    "ArenaSize",
    "Given",
    "Program",
    "ResolveError",
    "Resolved",
    "ResolvedLayout",
    "Value",
    "bind",
    "compile_layout",
    "probe",
]
