"""Compares the sizes, presence and places in their parents of all nodes with what they should be.

May import elaborate, expressions and the data classes of resolve.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from arenagen.dtypes import DType
from arenagen.elaborate import Elaborated
from arenagen.expressions import Bindings, EvaluationError
from arenagen.model import Buffer
from arenagen.resolve.model import Resolved, ResolvedLayout
from arenagen.verify.elements import wanted_align
from arenagen.verify.extents import Expectations, Expected
from arenagen.verify.finding import Finding
from arenagen.verify.values import Properties

_COMPARED = (
    "exists",
    "bytes",
    "dtype",
    "planes",
    "rows",
    "row",
    "row_bytes",
    "shape",
    "extent_bytes",
    "overread_bytes",
)


def check_sizes(layout: Elaborated, resolved: ResolvedLayout, names: Bindings) -> list[Finding]:
    """Every node of the layout, none left out and none too many, with its size."""
    findings: list[Finding] = []
    expectations = Expectations(names, Properties(names, resolved), layout.dtypes, findings)
    for node in layout.buffers:
        found = resolved.buffers[node.name]
        try:
            findings += _buffer(expectations.of(node), found)
        except EvaluationError as refusal:
            findings.append(Finding(node.name, "a value for every size", "one", refusal.message))
    wanted = [node.dotted for node in layout.nodes()]
    listed = sorted(resolved.nodes)
    if sorted(wanted) != listed:
        findings.append(Finding(layout.name, "the nodes", sorted(wanted), listed))
    for path, made in resolved.nodes.items():
        if made.node.dotted != path:
            findings.append(Finding(path, "its own entry", path, made.node.dotted))
    return findings


def _buffer(wanted: Expected, found: Resolved) -> Iterator[Finding]:
    yield from _node(wanted, found, _placeholder(wanted))


def _placeholder(wanted: Expected) -> int:
    """Bytes that stand in for an absent buffer."""
    written = wanted.node.written
    return (written.placeholder or 0) if isinstance(written, Buffer) else 0


def _node(wanted: Expected, found: Resolved, instead: int = 0) -> Iterator[Finding]:
    name = wanted.node.dotted
    compared = _COMPARED if wanted.exists else ("exists", "rows", "row_bytes", "shape")
    for what in compared:
        if getattr(wanted, what) != getattr(found, what):
            yield Finding(name, what, _shown(getattr(wanted, what)), _shown(getattr(found, what)))
    if not wanted.exists and found.bytes != instead:
        yield Finding(name, "bytes of what is absent", instead, found.bytes)
    yield from _parts(wanted, found)


def _shown(value: object) -> object:
    return value.name if isinstance(value, DType) else value


def _parts(wanted: Expected, found: Resolved) -> Iterator[Finding]:
    name = wanted.node.dotted
    expected = [part.node.dotted for part in wanted.children]
    listed = [part.node.dotted for part in found.children]
    if expected != listed:
        yield Finding(name, "its parts", expected, listed)
        return
    for part, made in zip(wanted.children, found.children, strict=True):
        yield from _node(part, made)
        if part.exists and made.exists:
            yield from _place(part, made, wanted, found)
    if wanted.node.composed == "sections":
        yield from _apart(found)


def _place(part: Expected, made: Resolved, around: Expected, outer: Resolved) -> Iterator[Finding]:
    name = part.node.dotted
    if part.at != made.at:
        yield Finding(name, "its start in its parent", part.at, made.at)
    align = wanted_align(part.node)
    if made.at % align:
        yield Finding(name, "a start that is a multiple", align, made.at)
    if made.at < 0 or made.at + made.bytes > outer.bytes:
        yield Finding(
            name, f"an end inside `{around.node.dotted}`", outer.bytes, made.at + made.bytes
        )


def _apart(found: Resolved) -> Iterator[Finding]:
    """No two sections share a byte."""
    present = [part for part in found.children if part.exists]
    for one, other in combinations(present, 2):
        if one.at < other.at + other.bytes and other.at < one.at + one.bytes:
            yield Finding(
                other.node.dotted, "bytes apart from a section", one.node.dotted, other.at
            )
