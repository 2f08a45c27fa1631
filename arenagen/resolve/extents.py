"""Sizes of nodes: elements to bytes, rows, planes, the largest of uses, the sum of sections.

Order of a size: the extent, then overread, then the floor `min_bytes`, then rounding to `size_multiple`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from attrs import frozen

from arenagen.diagnostics import Diagnostic, Note, Place
from arenagen.dtypes import DType, WidthError
from arenagen.elaborate import Node
from arenagen.model import Use
from arenagen.resolve.formulas import Environment, FaultError, Formula
from arenagen.resolve.model import PATH_VALUES, Resolved

MAX_BYTES = 2**63 - 1


def align_up(value: int, multiple: int) -> int:
    """The smallest multiple that is not below a value."""
    return -(-value // multiple) * multiple


def row_pitch(dtype: DType, elements: int, row_align: int | None) -> int:
    """Bytes from one row to the next: its elements, padded to whole bytes or blocks and to `row_align`.

    Raises WidthError where a row ends inside a byte or a block and no `row_align` pads it.
    """
    if row_align is None:
        return dtype.bytes_of(elements)
    whole = align_up(elements, dtype.granule[0])
    return align_up(dtype.bytes_of(whole), row_align)


@frozen(eq=False)
class NodeProgram:
    """The formulas of one node, compiled, and its parts."""

    node: Node
    dtypes: Mapping[str, DType]
    when: Formula | None
    rows: Formula | None
    row: tuple[Formula, ...] | None
    shape: tuple[Formula, ...] | None
    planes: tuple[Formula, ...]
    overread: Formula | None
    at: Formula | None
    gap: Formula | None
    parts: tuple[NodeProgram, ...]
    asked: tuple[str, ...]
    """Properties that expressions in `at` of later parts ask for."""

    def run(self, env: Environment, faults: list[Diagnostic]) -> Resolved:
        """Its size and its parts', with offsets in their parents. What has no size is reported and left absent."""
        try:
            if self.when is not None and not self.when(env):
                return self._absent(env)
            made = self._sized(env, faults)
        except FaultError as fault:
            faults.append(fault.diagnostic)
            return self._absent(env)
        return made if made.extent_bytes else self._absent(env)

    def _absent(self, env: Environment) -> Resolved:
        """It and all its parts, absent."""
        children = []
        for part in self.parts:
            if part.gap is None:
                children.append(part._absent(env))
                part.tell(children[-1], env)
        return Resolved(self.node, children=tuple(children))

    def _dtype(self, env: Environment) -> DType | None:
        name = self.node.dtype
        if name is None:
            return None
        found = self.dtypes.get(name)
        return found if found is not None else self.dtypes[str(env[name])]

    def _sized(self, env: Environment, faults: list[Diagnostic]) -> Resolved:
        made = Resolved(self.node, exists=True, dtype=self._dtype(env))
        if self.row is not None:
            self._rows(made, env)
        elif self.shape is not None:
            self._shape(made, env)
        if self.parts:
            children = [part.run(env, faults) for part in self.parts]
            if self.node.composed == "sections":
                self._sequence(made, children, env, faults)
            else:
                self._turns(made, children, env, faults)
        self._finish(made, env)
        return made

    def _rows(self, made: Resolved, env: Environment) -> None:
        made.row = tuple(f.count(env, "a dimension") for f in self.row or ())
        made.planes = tuple(f.count(env, "a plane") for f in self.planes)
        made.rows = self._row_count(env)
        made.row_bytes = self._pitch(made, prod(made.row))
        made.shape = (*made.planes, made.rows, *made.row)
        made.extent_bytes = made.plane_count * made.plane_bytes

    def _row_count(self, env: Environment) -> int:
        return self.rows.count(env, "the number of rows") if self.rows is not None else 0

    def _pitch(self, made: Resolved, elements: int) -> int:
        dtype = made.dtype
        if dtype is None:
            return 0
        try:
            return row_pitch(dtype, elements, self.node.written.row_align)
        except WidthError:
            raise self._width_fault(dtype, elements, "row") from None

    def _width_fault(self, dtype: DType, elements: int, key: str) -> FaultError:
        run, size = dtype.granule
        code, unit = ("AG321", "block") if dtype.family == "block" else ("AG320", "byte")
        message = (
            f"`{self.node.dotted}`: {elements} elements of {dtype.name} are no whole number of {unit}s "
            f"({run} elements in {size})"
        )
        hint = "pad each row with `row_align`" if key == "row" else None
        return FaultError(Diagnostic(code, message, Place((*self.node.where, key)), hint=hint))

    def _shape(self, made: Resolved, env: Environment) -> None:
        made.planes = tuple(f.count(env, "a plane") for f in self.planes)
        dims = tuple(f.count(env, "a dimension") for f in self.shape or ())
        made.shape = (*made.planes, *dims)
        if made.dtype is not None:
            made.extent_bytes = made.plane_count * self._dense(made.dtype, prod(dims), "shape")

    def _dense(self, dtype: DType, elements: int, key: str) -> int:
        """Bytes of elements side by side; FaultError where they end inside a byte or block."""
        try:
            return dtype.bytes_of(elements)
        except WidthError:
            raise self._width_fault(dtype, elements, key) from None

    def _turns(
        self, made: Resolved, children: list[Resolved], env: Environment, faults: list[Diagnostic]
    ) -> None:
        """Uses: the largest active one decides, unless the size is stated; then each must fit."""
        for part, child in zip(self.parts, children, strict=True):
            self._place(part, child, env, 0, faults)
        if self.node.stated:
            pairs = zip(self.parts, children, strict=True)
            children = [self._fitted(made, part, child, env, faults) for part, child in pairs]
        else:
            self._largest(made, children, env)
        made.children = tuple(children)

    def _largest(self, made: Resolved, children: list[Resolved], env: Environment) -> None:
        active = [child for child in children if child.exists]
        if not self.node.rowed:
            made.extent_bytes = max((c.at + c.bytes for c in active), default=0)
            made.shape = (made.extent_bytes,)
            return
        made.rows = self._row_count(env)
        made.row_bytes = max((c.plane_count * c.row_bytes for c in active), default=0)
        made.extent_bytes = made.plane_bytes
        made.shape = (made.rows, made.row_bytes)

    def _fitted(
        self,
        made: Resolved,
        part: NodeProgram,
        child: Resolved,
        env: Environment,
        faults: list[Diagnostic],
    ) -> Resolved:
        """A use inside a stated size; absent where it may be and does not fit."""
        end = child.at + child.bytes
        if not child.exists or end <= made.extent_bytes:
            return child
        if isinstance(child.node.written, Use) and child.node.written.if_fits:
            return part._absent(env)
        message = f"use `{child.node.dotted}` ends at byte {end} of `{self.node.dotted}`, which has {made.extent_bytes}"
        hint = "`if_fits = true` makes it absent where it does not fit"
        faults.append(Diagnostic("AG352", message, Place(child.node.where, of="key"), hint=hint))
        return child

    def _sequence(
        self, made: Resolved, children: list[Resolved], env: Environment, faults: list[Diagnostic]
    ) -> None:
        """Sections one after another; absent ones take no room."""
        end = 0
        for part, child in zip(self.parts, children, strict=True):
            if part.gap is not None:
                if part.when is None or part.when(env):
                    end += part.gap.count(env, "a gap")
                continue
            self._place(part, child, env, end, faults)
            if child.exists:
                end = max(end, child.at + child.bytes)
        made.children = tuple(c for c in children if c.node.kind != "gap")
        if any(part.at is not None for part in self.parts):
            self._overlaps(made.children, faults)
        made.extent_bytes = end if any(c.exists for c in made.children) else 0
        made.shape = (made.extent_bytes,)

    def _place(
        self,
        part: NodeProgram,
        child: Resolved,
        env: Environment,
        end: int,
        faults: list[Diagnostic],
    ) -> None:
        if child.exists:
            self._settle(part, child, env, end, faults)
        part.tell(child, env)

    def tell(self, made: Resolved, env: Environment) -> None:
        """Lets later expressions see what they ask for."""
        for name in self.asked:
            env[f"{self.node.dotted}.{name}"] = PATH_VALUES[name](made)

    def _settle(
        self,
        part: NodeProgram,
        child: Resolved,
        env: Environment,
        end: int,
        faults: list[Diagnostic],
    ) -> None:
        if part.at is None:
            child.at = align_up(end, part.node.align)
            return
        child.at = part.at.count(env, "an offset")
        if child.at % part.node.align:
            message = f"`{part.node.dotted}` starts at byte {child.at}, no multiple of its alignment {part.node.align}"
            hint = "`align = 1` allows any start"
            faults.append(Diagnostic("AG351", message, Place(part.at.where), hint=hint))

    def _overlaps(self, children: tuple[Resolved, ...], faults: list[Diagnostic]) -> None:
        placed = sorted((c for c in children if c.exists), key=lambda c: (c.at, c.at + c.bytes))
        for i, first in enumerate(placed):
            for second in placed[i + 1 :]:
                if second.at >= first.at + first.bytes:
                    break
                faults.append(_overlap(first, second))

    def _finish(self, made: Resolved, env: Environment) -> None:
        """Overread (its own, and that of uses), floor and rounding, for whatever has an extent."""
        written = self.node.written
        if not made.extent_bytes:
            return
        if self.overread is not None and made.dtype is not None:
            elements = self.overread.count(env, "the overread")
            made.overread_bytes = self._dense(made.dtype, elements, "overread")
        reach = max((c.at + c.bytes for c in made.children if c.exists), default=0)
        needed = max(made.extent_bytes + made.overread_bytes, reach, written.min_bytes or 0)
        made.bytes = align_up(needed, written.size_multiple or 1)
        if made.bytes > MAX_BYTES:
            message = f"`{self.node.dotted}` would take {made.bytes} bytes, more than 2^63 - 1"
            raise FaultError(Diagnostic("AG506", message, Place(self.node.where, of="key")))


def _overlap(first: Resolved, second: Resolved) -> Diagnostic:
    end = min(first.at + first.bytes, second.at + second.bytes)
    message = (
        f"sections `{first.node.name}` [{first.at}, {first.at + first.bytes}) and `{second.node.name}` "
        f"[{second.at}, {second.at + second.bytes}) share {end - second.at} bytes"
    )
    note = Note(Place(first.node.where, of="key"), f"`{first.node.name}` lies here")
    hint = "leave `at` out and the offset is derived"
    return Diagnostic("AG350", message, Place(second.node.where, of="key"), (note,), hint)
