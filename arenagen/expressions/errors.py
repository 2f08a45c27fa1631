"""What goes wrong with an expression.

`ExpressionError` is about its text or types, `EvaluationError` about given values. Both carry the
code of a rule, a message, the place in the text and perhaps a hint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arenagen.expressions.nodes import Span


class ExpressionError(Exception):
    """The text cannot be read or its types do not fit."""

    def __init__(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span
        self.hint = hint


class EvaluationError(Exception):
    """The expression has no value for the values given.

    `via` names the definitions on the way to the place, outermost first; `span` lies in the text
    of the last one, or in the expression itself when there is none.
    """

    def __init__(
        self,
        code: str,
        message: str,
        span: Span,
        hint: str | None = None,
        via: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span
        self.hint = hint
        self.via = via

    def inside(self, definition: str) -> EvaluationError:
        """The same refusal, seen by a user of the definition in which it happened."""
        return EvaluationError(
            self.code, self.message, self.span, self.hint, (definition, *self.via)
        )
