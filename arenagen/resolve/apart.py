"""Uses that must not share bytes: both needed at one time, one of them kept, or with nothing that clears in between."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from attrs import frozen

from arenagen.diagnostics import Diagnostic, Note, Place
from arenagen.elaborate import Elaborated, Node
from arenagen.model import ResetClass, Use
from arenagen.resolve.model import Resolved, ResolvedLayout


@frozen(eq=False)
class Pair:
    """Two parts of one thing that takes turns, which may not share bytes where both exist.

    around: what they take turns in; code: which rule says so; why: what makes them so, with `{}` for the bytes.
    """

    around: Node
    first: Node
    second: Node
    code: str
    why: str


_HINTS: Mapping[str, str] = {
    "AG372": "make them sections, or give one a place of its own with `at`",
    "AG373": "give what is kept a buffer of its own, or a place of its own with `at`",
    "AG374": "let a routine clear the buffer, or state a `reset` whose bytes are written before they are read",
}


def pairs_apart(layout: Elaborated) -> tuple[Pair, ...]:
    """All pairs of a layout, whatever rule they come from, in the order of the file."""
    return tuple(
        pair
        for node in layout.nodes()
        if node.composed == "uses"
        for first, second in combinations(node.children, 2)
        for pair in (
            *_at_one_time(layout, node, first, second),
            *_kept(layout, node, first, second),
            *_of_two_dtypes(layout, node, first, second),
        )
    )


def _at_one_time(layout: Elaborated, around: Node, first: Node, second: Node) -> Iterator[Pair]:
    """Uses, or parts of them, that have a phase in common, or phases that may run together."""
    phases = layout.layout.phases
    together = phases.concurrent if phases is not None else ()
    found: list[Pair] = []
    for one, other in product(first.walk(), second.walk()):
        told = any(_within(one, pair.first) and _within(other, pair.second) for pair in found)
        if not told and _meet(_needed_in(one), _needed_in(other), together):
            kind = "uses" if (one, other) == (first, second) else "parts"
            why = f"{kind} `{one.dotted}` and `{other.dotted}` are needed at one time and share bytes {{}}"
            found.append(Pair(around, one, other, "AG372", why))
    yield from found


def _needed_in(node: Node) -> tuple[str, ...]:
    """Phases in which a part is written or read, or through which its contents must survive."""
    return (*node.written.phase, *node.written.live_in)


def _meet(first: Sequence[str], second: Sequence[str], together: Sequence[Sequence[str]]) -> bool:
    return any(a == b or any(a in s and b in s for s in together) for a in first for b in second)


def _kept(layout: Elaborated, around: Node, first: Node, second: Node) -> Iterator[Pair]:
    """What is kept is never written again, so no other use may touch it."""
    for one, other in ((first, second), (second, first)):
        if class_of(layout, one).keep:
            why = f"`{one.dotted}` is kept, and `{other.dotted}` shares bytes {{}} with it"
            yield Pair(around, one, other, "AG373", why)
            return


def _of_two_dtypes(layout: Elaborated, around: Node, first: Node, second: Node) -> Iterator[Pair]:
    """What one leaves is no value of the other: where that can be read, something has to clear it in between."""
    if len({*_dtypes(first), *_dtypes(second)}) < 2:
        return
    for reader in (first, second):
        cls = class_of(layout, reader)
        if cls.stale_read and not cls.keep and not _cleared_for(layout, reader):
            why = (
                f"uses `{first.dotted}` and `{second.dotted}` are of different dtypes and take turns in bytes {{}}: "
                f"stale ones of `{reader.name}` can be read, and no routine clears them in between"
            )
            yield Pair(around, first, second, "AG374", why)
            return


def class_of(layout: Elaborated, node: Node) -> ResetClass:
    """What is said of a part's stale bytes: by itself, or by what it lies in."""
    own = node.written.reset if isinstance(node.written, Use) else None
    return next(cls for cls in layout.classes if cls.name == (own or node.reset))


def _dtypes(node: Node) -> set[str]:
    """Element types in a use, by the names under which it has them."""
    return {part.dtype for part in node.walk() if part.composed is None and part.dtype is not None}


def _cleared_for(layout: Elaborated, reader: Node) -> bool:
    """Whether a routine reaches a use, at any time or in a phase of its own; none reaches memory of the host."""
    phases = reader.written.phase
    for plan in layout.plans:
        if any(_within(reader, buffer) for buffer in plan.on_host):
            return True
        in_time = plan.routine.phase is None or not phases or plan.routine.phase in phases
        reached = (t for t in plan.targets if t.mode != "overread" and t.node.along(reader))
        if in_time and any(reached):
            return True
    return False


def _within(node: Node, around: Node) -> bool:
    return node.path[: len(around.path)] == around.path


def apart_faults(pairs: Sequence[Pair], resolved: ResolvedLayout) -> Iterator[Diagnostic]:
    """The pairs that share bytes for the values at hand."""
    for pair in pairs:
        around = resolved.nodes[pair.around.dotted]
        one, other = resolved.nodes[pair.first.dotted], resolved.nodes[pair.second.dotted]
        if not (one.exists and other.exists):
            continue
        start, end = _shared(around, one, other)
        if start < end:
            note = Note(Place(pair.first.where, of="key"), f"`{pair.first.name}` lies here")
            message = pair.why.format(f"[{start}, {end})")
            place = Place(pair.second.where, of="key")
            yield Diagnostic(pair.code, message, place, (note,), _HINTS[pair.code])


def _shared(around: Resolved, one: Resolved, other: Resolved) -> tuple[int, int]:
    """Bytes that both cover, counted from the start of what they lie in."""
    first, second = (_start(around, made) for made in (one, other))
    return max(first, second), min(first + one.bytes, second + other.bytes)


def _start(around: Resolved, made: Resolved) -> int:
    return (made.offset or 0) - (around.offset or 0)
