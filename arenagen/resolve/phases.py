"""Uses that are needed at one time must not share bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from arenagen.diagnostics import Diagnostic, Note, Place
from arenagen.elaborate import Elaborated, Node
from arenagen.resolve.model import Resolved, ResolvedLayout

Pair = tuple[Node, Node]


def simultaneous_uses(layout: Elaborated) -> tuple[Pair, ...]:
    """Pairs of uses of one buffer or part that have a phase in common, or phases that may run together."""
    phases = layout.layout.phases
    together = phases.concurrent if phases is not None else ()
    return tuple(
        (first, second)
        for node in layout.nodes()
        if node.composed == "uses"
        for first, second in combinations(node.children, 2)
        if _meet(_needed_in(first), _needed_in(second), together)
    )


def _needed_in(use: Node) -> tuple[str, ...]:
    """Phases in which a use is written or read, or through which its contents must survive."""
    return (*use.written.phase, *use.written.live_in)


def _meet(first: Sequence[str], second: Sequence[str], together: Sequence[Sequence[str]]) -> bool:
    return any(a == b or any(a in s and b in s for s in together) for a in first for b in second)


def phase_faults(pairs: Sequence[Pair], resolved: ResolvedLayout) -> Iterator[Diagnostic]:
    """The pairs that share bytes for the values at hand."""
    for first, second in pairs:
        one, other = resolved.nodes[first.dotted], resolved.nodes[second.dotted]
        start, end = _shared(one, other)
        if one.exists and other.exists and start < end:
            message = (
                f"uses `{first.dotted}` and `{second.dotted}` are needed at one time "
                f"and share bytes [{start}, {end})"
            )
            note = Note(Place(first.where, of="key"), f"`{first.name}` lies here")
            hint = "make them sections, or give one a place of its own with `at`"
            yield Diagnostic("AG372", message, Place(second.where, of="key"), (note,), hint)


def _shared(one: Resolved, other: Resolved) -> tuple[int, int]:
    """Bytes of the parent that both cover."""
    return max(one.at, other.at), min(one.at + one.bytes, other.at + other.bytes)
