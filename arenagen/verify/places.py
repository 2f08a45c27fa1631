"""Where buffers lie in their arenas: order, alignment, no byte given twice, totals, twins in host memory.

May import elaborate, model and the data classes of resolve.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from attrs import frozen

from arenagen.elaborate import Elaborated, Node
from arenagen.model import Arena, Buffer
from arenagen.resolve.model import Resolved, ResolvedLayout
from arenagen.verify.elements import up, wanted_align
from arenagen.verify.finding import Finding

_HOST_MEMORY = ("pinned", "mapped", "host")


@frozen
class Placed:
    """Something that takes bytes of an arena."""

    name: str
    start: int
    size: int
    align: int

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + self.size


def check_places(layout: Elaborated, resolved: ResolvedLayout) -> list[Finding]:
    """Offsets of all buffers and twins, sizes of all arenas, and the plain total."""
    findings: list[Finding] = []
    arenas: list[str] = []
    for arena in layout.arenas:
        arenas.append(arena.name)
        order = _order(layout, arena)
        findings += _arena(arena, order, resolved)
        for memory in _HOST_MEMORY:
            mirrored = [node for node in order if _buffer(node).mirror == memory]
            if mirrored:
                arenas.append(f"{arena.name}_{memory}")
                findings += _twins(arena, arenas[-1], mirrored, resolved)
    if sorted(arenas) != sorted(resolved.arenas):
        findings.append(Finding(layout.name, "arenas", sorted(arenas), sorted(resolved.arenas)))
    for name, made in resolved.buffers.items():
        findings += _inside(name, made)
    findings += _total(layout, resolved)
    return findings


def _buffer(node: Node) -> Buffer:
    assert isinstance(node.written, Buffer)  # noqa: S101 - roots are buffers
    return node.written


def _order(layout: Elaborated, arena: Arena) -> list[Node]:
    """The arena's buffers as they follow each other: class by class, or as declared."""
    here = [
        node
        for node in layout.buffers
        if (_buffer(node).arena or layout.arenas[0].name) == arena.name
    ]
    if arena.order == "declared":
        return here
    return [node for cls in layout.classes for node in here if node.reset == cls.name]


def _align(arena: Arena, node: Node) -> int:
    return node.written.align or max(arena.align, wanted_align(node))


def _arena(arena: Arena, order: list[Node], resolved: ResolvedLayout) -> Iterator[Finding]:
    """Present buffers first, in order, then what stands in for absent ones; nothing in between but alignment."""
    made = {node.name: resolved.buffers[node.name] for node in order}
    present = [node for node in order if made[node.name].exists]
    instead = [node for node in order if not made[node.name].exists and made[node.name].bytes]
    sequence: list[Placed] = []
    end = 0
    for node in (*present, *instead):
        start, size = up(end, _align(arena, node)), made[node.name].bytes
        sequence.append(Placed(node.name, start, size, _align(arena, node)))
        end = start + size
    starts = {placed.name: placed.start for placed in sequence}
    for node in order:
        found = made[node.name].offset
        if starts.get(node.name) != found:
            yield Finding(node.name, "offset", starts.get(node.name), found)
    yield from _whole(arena.name, sequence, up(end, arena.size_multiple), resolved)
    yield from _base(arena, arena.name, order, resolved)


def _whole(
    arena: str, sequence: list[Placed], size: int, resolved: ResolvedLayout
) -> Iterator[Finding]:
    """The size of an arena; all that lies in it is aligned, inside, and apart from all else."""
    found = resolved.arenas[arena].bytes if arena in resolved.arenas else None
    if found != size:
        yield Finding(arena, "bytes of the arena", size, found)
    for placed in sequence:
        if placed.start % placed.align or placed.start < 0 or placed.end > size:
            yield Finding(
                placed.name, "a place in its arena", (0, size), (placed.start, placed.end)
            )
    for one, other in pairwise(sorted(sequence, key=lambda placed: placed.start)):
        if other.start < one.end:
            yield Finding(other.name, "bytes of its own beside", one.name, other.start)


def _base(
    arena: Arena, name: str, order: list[Node], resolved: ResolvedLayout
) -> Iterator[Finding]:
    """The base is aligned as stated, or for the most demanding buffer; and enough for each."""
    if name not in resolved.arenas:
        return
    found = resolved.arenas[name].base_align
    wanted = max([arena.align, *(_align(arena, node) for node in order)])
    if found != (arena.base_align or wanted):
        yield Finding(name, "alignment of the base", arena.base_align or wanted, found)
    for node in order:
        if found % _align(arena, node):
            yield Finding(
                node.name, "alignment by the base of its arena", _align(arena, node), found
            )


def _twins(
    arena: Arena, name: str, mirrored: list[Node], resolved: ResolvedLayout
) -> Iterator[Finding]:
    """Twins of present buffers, in the order of their originals, in an arena of their own."""
    sequence: list[Placed] = []
    end = 0
    for node in mirrored:
        made = resolved.buffers[node.name]
        wanted = None
        if made.exists:
            wanted = up(end, _align(arena, node))
            end = wanted + made.bytes
            sequence.append(Placed(node.name, wanted, made.bytes, _align(arena, node)))
        if resolved.twins.get(node.name) != wanted:
            yield Finding(node.name, "offset of its twin", wanted, resolved.twins.get(node.name))
    yield from _whole(name, sequence, end, resolved)
    yield from _base(arena, name, mirrored, resolved)


def _inside(name: str, made: Resolved) -> Iterator[Finding]:
    """Parts lie where their parent and their start in it say, at an address that suits them."""
    for child in made.children:
        wanted = None
        if child.exists and made.exists and made.offset is not None:
            wanted = made.offset + child.at
            if wanted % wanted_align(child.node):
                yield Finding(
                    child.node.dotted, "an aligned offset", wanted_align(child.node), wanted
                )
        if child.offset != wanted:
            yield Finding(child.node.dotted, "offset", wanted, child.offset)
        yield from _inside(name, child)


def _total(layout: Elaborated, resolved: ResolvedLayout) -> Iterator[Finding]:
    total = 0
    for made in resolved.buffers.values():
        total += made.bytes
    if total != resolved.total_bytes:
        yield Finding(layout.name, "total of its buffers", total, resolved.total_bytes)
    wanted = [node.name for node in layout.buffers]
    if list(resolved.buffers) != wanted:
        yield Finding(
            layout.name, "buffers in the order of the file", wanted, list(resolved.buffers)
        )
