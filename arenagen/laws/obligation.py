"""What has to be proved of a layout: each obligation with its goals, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from attrs import field, frozen

from arenagen.expressions import Expr, Value
from arenagen.expressions.analysis import Domain, Guard
from arenagen.model import KeyPath

Status = Literal["proved", "refuted", "assumed", "guarded", "unknown"]

WORST_FIRST: Final[tuple[Status, ...]] = ("refuted", "unknown", "assumed", "guarded", "proved")


@frozen(eq=False, kw_only=True)
class Goal:
    """A condition that holds for all values under which its guards have their outcomes.

    variables: names besides parameters and flags that it is about, with what they range over.
    definitions: further definitions that it uses.
    again: (parameter, its second value's name) for a goal that compares the layout for two values of a parameter.
    refused: the code under which `resolve` refuses values that break it, so that no numbers can show it.
    """

    that: Expr
    guards: tuple[Guard, ...] = ()
    variables: Mapping[str, Domain] = field(factory=dict)
    definitions: Mapping[str, Expr] = field(factory=dict)
    again: tuple[str, str] | None = None
    refused: str = ""


@frozen(eq=False, kw_only=True)
class ValueGoal:
    """An expression that has a value, 64 bits aside, for all values under which its guards have their outcomes.

    needs_layout: whether only values count for which the layout has numbers.
    """

    expr: Expr
    guards: tuple[Guard, ...] = ()
    variables: Mapping[str, Domain] = field(factory=dict)
    where: KeyPath = ()
    needs_layout: bool = False


@frozen(eq=False, kw_only=True)
class Occurs:
    """A condition that holds for some values where its guards have their outcomes."""

    that: Expr
    guards: tuple[Guard, ...] = ()


@frozen(eq=False, kw_only=True)
class Obligation:
    """One line of the ledger.

    law: its kind, or "law" for one of [laws]; subject: the path it is about, or the law's name.
    where: the key to report it at; doc: what it protects. One without goals holds by the way layouts are made.
    constructor: whether generated constructors refuse values that break it, so that it is no fault if some do.
    """

    law: str
    subject: str
    where: KeyPath
    doc: str
    goals: tuple[Goal | ValueGoal | Occurs, ...] = ()
    by: str = "construction"
    constructor: bool = False
    stated: bool = False

    @property
    def name(self) -> str:
        """How the ledger and the command line call it."""
        return self.subject if self.stated else f"{self.law} {self.subject}"


@frozen(kw_only=True)
class Verdict:
    """What is known of an obligation, or of one goal.

    by: the methods, in the order in which they were needed; points: sets of values that were tried one by one.
    because: reasons of the assumptions, or the checks of the constructor, that it rests on.
    witness: values that break it; shown: sub-expressions of it and what they come to there.
    passes: the largest value of each parameter behind an axis that constructors take.
    note: why an expression has no value.
    """

    status: Status
    by: tuple[str, ...] = ()
    points: int = 0
    because: tuple[str, ...] = ()
    witness: Mapping[str, Value] | None = field(default=None, hash=False)
    shown: tuple[tuple[str, Value], ...] = ()
    passes: tuple[tuple[str, int], ...] = ()
    note: str = ""


def together(verdicts: tuple[Verdict, ...]) -> Verdict:
    """The verdict on several goals: that of the worst one, with all means that were needed."""
    worst = min(verdicts, key=lambda verdict: WORST_FIRST.index(verdict.status))
    if worst.status in ("refuted", "unknown"):
        return worst
    return Verdict(
        status=worst.status,
        by=tuple(dict.fromkeys(by for verdict in verdicts for by in verdict.by)),
        points=sum(verdict.points for verdict in verdicts),
        because=tuple(dict.fromkeys(why for verdict in verdicts for why in verdict.because)),
    )
