"""What a clearing routine says about itself. May import elaborate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.prose import listed, sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arenagen.elaborate import Elaborated, Mode, Plan

CLEARED: dict[Mode, str] = {
    "whole": "Clears the whole of",
    "live": "Clears the live rows of",
    "padding": "Fills the padding rows of",
    "rows": "Clears the given rows of",
    "overread": "Clears what lies behind the last row of",
}


def routine_texts(layout: Elaborated, plan: Plan) -> list[str]:
    """When to run it, what it clears, and what it leaves and why."""
    return [
        sentence(plan.routine.doc) or f"Clears what {plan.routine.name} names.",
        *_argument_texts(plan),
        " ".join(_cleared(plan)) or "Clears nothing.",
        *_left_alone(layout, plan),
    ]


def _argument_texts(plan: Plan) -> Iterator[str]:
    axis = plan.axis or ""
    match plan.routine.range:
        case "live":
            yield f"`{axis}` is the live count of the pass, from 0 to its maximum."
        case "padding":
            yield f"`{axis}` is the live count, `padded_{axis}` the count that rows are padded to."
        case "rows":
            yield f"`rows` are row numbers of {axis}; they are cleared in every plane."


def _cleared(plan: Plan) -> Iterator[str]:
    for mode, text in CLEARED.items():
        names = [target.node.dotted for target in plan.targets if target.mode == mode]
        if names:
            yield f"{text} {listed(names)}."


def _left_alone(layout: Elaborated, plan: Plan) -> Iterator[str]:
    """Buffers that no target lies in, by reset class with what the class means."""
    touched = {target.node.buffer for target in plan.targets}
    for cls in layout.classes:
        names = [
            buffer.name
            for buffer in layout.buffers
            if buffer.name not in touched and buffer.reset == cls.name
        ]
        if names:
            doc = " ".join(cls.doc.split()).rstrip(".")
            yield f"Leaves alone, class {cls.name} ({doc}): {listed(names)}."
