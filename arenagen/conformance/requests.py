"""What is asked about a layout: every set of values of its table with every routine, failing allocations, and refusals.

May import elaborate, model, resolve, verify and emit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from arenagen.conformance.messages import Request, Step, Value
from arenagen.elaborate import Plan
from arenagen.emit.table import Point, byte_table
from arenagen.emit.table.build import arguments_of, pieces
from arenagen.model import Param
from arenagen.resolve import Program
from arenagen.verify import Allocation, blocks

MAX_PIECES: Final = 300
"""Calls that are about more runs of rows are not made: the answer would be long and show nothing new."""

MAX_FAILING: Final = 3
"""Sets of values for which allocations are made to fail, and allocations of a set that are."""


def requests_for(
    program: Program, given: Mapping[str, Mapping[str, Value]], how: Allocation = "slab"
) -> tuple[Request, ...]:
    """The requests of a layout. `given` are sets of values besides those of its domain, each with all of them."""
    points = byte_table(program.layout, given).points
    return (
        *(_life(program, point) for point in points),
        *(request for point in points[:MAX_FAILING] for request in _failing(point, how)),
        *(request for point in points[:1] for request in _refused(program, point)),
    )


def _request(point: Point, *steps: Step, fail_alloc: int | None = None) -> Request:
    values = {name: value for name, value in point.params.items() if not isinstance(value, tuple)}
    return Request(values, point.flags, steps, fail_alloc)


def _life(program: Program, point: Point) -> Request:
    """Allocated, cleared by every routine with several counts, and released; twice, which changes nothing."""
    steps = [
        routine_step(plan, arguments)
        for plan in program.layout.plans
        for arguments in _arguments(program, point, plan)
    ]
    return _request(point, ("alloc",), *steps, ("release",), ("release",))


def _arguments(program: Program, point: Point, plan: Plan) -> Iterator[tuple[int, ...]]:
    """What a routine is told here: what the table has, and the smallest counts there are."""
    told = arguments_of(program, point.resolved, plan)
    nothing = {"live": (0,), "padding": (0, 0), "rows": ()}.get(plan.routine.range)
    for arguments in dict.fromkeys((*told, *(() if nothing is None else (nothing,)))):
        if pieces(plan, point.resolved, arguments) <= MAX_PIECES:
            yield arguments


def routine_step(plan: Plan, arguments: tuple[int, ...]) -> Step:
    """The step that calls a routine."""
    texts = tuple(str(argument) for argument in arguments)
    if plan.routine.range == "rows":
        texts = (":".join(texts),)
    return ("routine", plan.routine.name, *texts)


def _failing(point: Point, how: Allocation) -> Iterator[Request]:
    """Each allocation fails once, the first ones of many; and one that is never made."""
    count = len(blocks(point.resolved, how))
    for number in dict.fromkeys((*range(min(count, MAX_FAILING)), count - 1, count)):
        yield _request(point, ("alloc",), ("release",), fail_alloc=number)


def _refused(program: Program, point: Point) -> Iterator[Request]:
    """Values outside their domains, one at a time, and counts that an axis does not have."""
    fine = _request(point, ("alloc",))
    for param in program.layout.layout.params:
        for value in _outside(param):
            yield Request({**fine.values, param.name: value}, fine.flags, fine.steps)
    for plan in program.layout.plans:
        for arguments in _too_much(program, point, plan):
            yield _request(point, ("alloc",), routine_step(plan, arguments))


def _outside(param: Param) -> Iterator[Value]:
    if param.type == "dtype":
        yield next(name for name in ("f64", "u8", "i64") if name not in (param.values or ()))
    elif param.type == "int":
        if param.values is not None:
            yield max(value for value in param.values if isinstance(value, int)) + 1
            return
        step = param.multiple_of
        lowest = -(-param.min // step) * step
        yield lowest - step
        if param.max is not None:
            yield param.max // step * step + step
        if step > 1:
            yield lowest + 1


def _too_much(program: Program, point: Point, plan: Plan) -> Iterator[tuple[int, ...]]:
    told = arguments_of(program, point.resolved, plan)
    most = max((n for arguments in told for n in arguments), default=0)
    if plan.counts_rows:
        yield {"live": (most + 1,), "padding": (most, most + 1), "rows": (most + 1,)}[
            plan.routine.range
        ]
    if plan.routine.range == "padding" and most:
        yield (most, most - 1)
