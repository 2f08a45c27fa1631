"""What must come of a request: numbers from `resolve`, calls from `verify`, and each confirmed by the other.

May import elaborate, resolve, verify and emit.
"""

from __future__ import annotations

from collections.abc import Iterator

from arenagen.conformance.messages import FIRST_POINTER, STREAM, Answer, Call, Request, Step
from arenagen.elaborate import Elaborated, Plan
from arenagen.emit.table import DisagreementError
from arenagen.emit.table.build import asked_of, confirm, counts_of
from arenagen.resolve import Given, Program, ResolvedLayout, ResolveError
from arenagen.resolve.ranges import CountError, merged_ranges
from arenagen.verify import Allocation, Block, Fill, blocks, cleared, created, verify_layout


def expected(program: Program, request: Request, how: Allocation = "slab") -> Answer:
    """The answer of a target that is right. Raises DisagreementError where resolve and verify are not of one mind."""
    try:
        resolved = program.resolve(Given(request.values, request.flags, source="values"))
        findings = verify_layout(resolved)
        if findings:
            raise DisagreementError(f"{request.text()}: {findings[0]}")
        calls = tuple(_calls(program, resolved, request, how))
    except ResolveError as fault:
        return Answer(refused=fault.diagnostics[0].message)
    except CountError as fault:
        return Answer(refused=str(fault))
    return Answer(
        sizes={name: made.bytes for name, made in resolved.buffers.items()},
        offsets={name: made.offset for name, made in resolved.buffers.items()},
        totals={name: arena.bytes for name, arena in resolved.arenas.items()},
        parts=_parts(resolved),
        calls=calls,
    )


def _parts(resolved: ResolvedLayout) -> dict[str, tuple[int | None, int]]:
    found: dict[str, tuple[int | None, int]] = {}
    for path, made in resolved.nodes.items():
        if made.node.kind != "buffer":
            start = resolved.buffers[made.node.buffer].offset or 0
            found[path] = (None if made.offset is None else made.offset - start, made.bytes)
    return found


def _calls(
    program: Program, resolved: ResolvedLayout, request: Request, how: Allocation
) -> Iterator[Call]:
    """The calls of all steps; none behind an allocation that failed."""
    made = blocks(resolved, how)
    allocated = False
    for step in request.steps:
        if step[0] == "alloc":
            yield from _allocated(made, request.fail_alloc)
            if request.fail_alloc is not None and request.fail_alloc < len(made):
                return
            allocated = True
            yield from _fills(created(resolved, how), 0)
        elif step[0] == "release":
            yield from _freed(len(made) if allocated else 0)
            allocated = False
        else:
            yield from _fills(_cleared(program, resolved, step, how), STREAM)


def _pointer(block: int) -> int:
    return (block + 1) << FIRST_POINTER


def _allocated(made: tuple[Block, ...], fail: int | None) -> Iterator[Call]:
    """Allocations up to the one that fails; then what had been allocated is given back."""
    for number, block in enumerate(made):
        if number == fail:
            yield from _freed(number)
            return
        yield ("alloc", block.bytes)


def _freed(count: int) -> Iterator[Call]:
    for number in reversed(range(count)):
        yield ("free", _pointer(number))


def _fills(fills: tuple[Fill, ...], stream: int) -> Iterator[Call]:
    for fill in fills:
        pointer = _pointer(fill.block) + fill.offset
        if len(fill.pattern) == 1:
            yield ("memset", pointer, fill.pattern[0], fill.size, stream)
        else:
            yield ("fill", pointer, fill.pattern.hex(), fill.size, stream)


def _cleared(
    program: Program, resolved: ResolvedLayout, step: Step, how: Allocation
) -> tuple[Fill, ...]:
    """What a routine writes; it is refused what `resolve` refuses."""
    plan = _plan(program.layout, step[1])
    arguments = _arguments(plan, step[2:])
    ranges = merged_ranges(program, resolved, plan, counts_of(plan, arguments))
    asked = asked_of(plan, arguments)
    confirm(",".join(step), ranges, resolved, cleared(resolved, plan.routine, asked))
    return cleared(resolved, plan.routine, asked, how)


def _plan(layout: Elaborated, name: str) -> Plan:
    return next(plan for plan in layout.plans if plan.routine.name == name)


def _arguments(plan: Plan, texts: tuple[str, ...]) -> tuple[int, ...]:
    if plan.routine.range == "rows":
        texts = tuple(text for text in texts[0].split(":") if text)
    return tuple(int(text) for text in texts)
