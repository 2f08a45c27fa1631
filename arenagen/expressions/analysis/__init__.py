"""What can be known about an expression before values are given: ranges, and what can go wrong.

Analyses are sound: a value outside the set given, or a refusal that is not among the faults, does
not occur. Imports the rest of `expressions` and attrs.
"""

from arenagen.expressions.analysis.analyse import analyse, find, tried
from arenagen.expressions.analysis.domain import Domain
from arenagen.expressions.analysis.facts import Answer, Facts, Fault
from arenagen.expressions.analysis.interval import Interval
from arenagen.expressions.analysis.scope import Guard, Scope
from arenagen.expressions.analysis.values import Known, Rungs, Truth, Words

__all__ = [
    "Answer",
    "Domain",
    "Facts",
    "Fault",
    "Guard",
    "Interval",
    "Known",
    "Rungs",
    "Scope",
    "Truth",
    "Words",
    "analyse",
    "find",
    "tried",
]
