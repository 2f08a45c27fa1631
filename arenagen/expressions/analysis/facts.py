"""What an analysis says: the values an expression can have and the ways in which it can be refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import frozen

from arenagen.expressions import arithmetic
from arenagen.expressions.analysis.interval import Interval
from arenagen.expressions.analysis.values import Known, Truth
from arenagen.expressions.nodes import Arith, Call, Expr, Span
from arenagen.expressions.shown import shown_values
from arenagen.expressions.text import to_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arenagen.expressions.analysis.state import Finding
    from arenagen.expressions.errors import EvaluationError
    from arenagen.expressions.evaluate import Value

Status = Literal["certain", "possible", "undecided"]

UNDECIDED = "AG150"
SHOWN_NAMES = 4

_HINTS = {
    arithmetic.DIVISION_BY_ZERO: "guard it (`... if x > 0 else ...`), or raise a parameter's `min`",
    arithmetic.INEXACT: "`//` rounds down, `ceil_div(a, b)` rounds up; or declare `multiple_of`",
    arithmetic.OVERFLOW: "lower a parameter's `max`, or guard the expression",
    arithmetic.ABOVE_LAST_RUNG: "add a larger rung, or lower a parameter's `max`",
    arithmetic.NOT_POSITIVE: "guard it (`... if x > 0 else ...`), or raise a parameter's `min`",
}


@frozen
class Fault:
    """A way in which an expression has no value for some values of its domain.

    status: "certain" when it has no value for any values, "possible" when `witness` shows values for
        which it has none, "undecided" when neither could be shown.
    kind: what happens (AG140..AG144); `code` is the rule to report, AG150 for undecided ones.
    span: the place in the text of the last definition in `via`, or of the expression itself.
    witness: values of all names that the expression depends on.
    """

    kind: str
    status: Status
    message: str
    span: Span
    hint: str | None = None
    via: tuple[str, ...] = ()
    witness: Mapping[str, Value] | None = None

    @property
    def code(self) -> str:
        """The rule to report."""
        return UNDECIDED if self.status == "undecided" else self.kind


@frozen
class Facts:
    """What holds for an expression over its domain, under its guards.

    value: a set that contains every value; None when there is none, be it that every evaluation is
        refused or that the guards cannot be met.
    reached: whether the guards could be met as far as known; without, there are no faults.
    exact: found by trying all values, so that the bounds in `value` do occur.
    """

    value: Known | None
    faults: tuple[Fault, ...] = ()
    reached: bool = True
    exact: bool = False

    @property
    def interval(self) -> Interval | None:
        """The set of values of a whole number."""
        return self.value if isinstance(self.value, Interval) else None

    @property
    def truth(self) -> Truth | None:
        """The set of values of a condition."""
        return self.value if isinstance(self.value, Truth) else None


Method = Literal["ranges", "enumeration", "cases"]


@frozen
class Answer:
    """Whether a condition can be true: `ruled_out`, shown by `witness`, or (neither) undecided.

    by: how it was ruled out; points: sets of values that were tried for that, where it was by enumeration.
    """

    ruled_out: bool
    witness: Mapping[str, Value] | None = None
    by: Method = "ranges"
    points: int = 0


def shown(refusal: EvaluationError, witness: Mapping[str, Value]) -> str:
    """The refusal's message with the first values of the witness."""
    if not witness:
        return refusal.message
    return f"{refusal.message} (for {shown_values(witness, SHOWN_NAMES)})"


def unshown(finding: Finding, certain: bool) -> str:
    """The message of a finding for which no values are at hand."""
    text = to_text(culprit(finding))
    what = {
        arithmetic.DIVISION_BY_ZERO: f"`{text}` is 0",
        arithmetic.INEXACT: f"`{text}` leaves a remainder",
        arithmetic.OVERFLOW: f"`{text}` exceeds 64 bits",
        arithmetic.ABOVE_LAST_RUNG: f"`{text}` lies above the last rung",
        arithmetic.NOT_POSITIVE: f"`{text}` is not above 0",
    }
    if certain:
        return f"{what[finding.code]}, whatever the values"
    return f"it could not be ruled out that {what[finding.code]}"


def hint_for(kind: str) -> str:
    """What helps against a kind of fault."""
    return _HINTS[kind]


def culprit(finding: Finding) -> Expr:
    """The part whose value is to blame: what is divided by, else the whole operation."""
    node = finding.node
    if finding.code == arithmetic.DIVISION_BY_ZERO and isinstance(node, Arith):
        return node.right
    if finding.code == arithmetic.NOT_POSITIVE and isinstance(node, Call):
        return node.args[1]
    return node
