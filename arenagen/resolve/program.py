"""A layout compiled once and run for many sets of values."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from arenagen.diagnostics import Diagnostic, Place
from arenagen.elaborate import Elaborated
from arenagen.expressions import Definitions
from arenagen.model import Buffer
from arenagen.resolve.compiling import compile_buffers
from arenagen.resolve.extents import MAX_BYTES, NodeProgram
from arenagen.resolve.formulas import Environment
from arenagen.resolve.model import ArenaSize, Resolved, ResolvedLayout, ResolveError, Value
from arenagen.resolve.placement import place, place_twins
from arenagen.resolve.statements import Statements, compile_statements
from arenagen.resolve.values import Given, bind


@frozen(eq=False)
class Program:
    """A layout ready to be resolved."""

    layout: Elaborated
    definitions: Definitions
    buffers: tuple[NodeProgram, ...]
    statements: Statements

    def resolve(self, given: Given) -> ResolvedLayout:
        """The layout for given values. Raises ResolveError with every fault that was found."""
        return self.run(bind(self.layout, given))

    def run(self, values: Mapping[str, Value]) -> ResolvedLayout:
        """The layout for values that are complete and lie in their domains."""
        resolved, env = self.lay_out(values)
        faults = self.statements.faults(resolved, env)
        if faults:
            raise ResolveError(tuple(faults))
        return resolved

    def lay_out(self, values: Mapping[str, Value]) -> tuple[ResolvedLayout, Environment]:
        """The layout before what is stated about it is asked, and all names. Raises ResolveError without sizes."""
        env = self.definitions.bind(values)
        faults: list[Diagnostic] = []
        buffers = {p.node.name: _buffer(p, env, faults) for p in self.buffers}
        if faults:
            raise ResolveError(tuple(faults))
        return self._placed(values, buffers), env

    def _placed(self, values: Mapping[str, Value], buffers: dict[str, Resolved]) -> ResolvedLayout:
        arenas = {arena.name: place(self.layout, arena, buffers) for arena in self.layout.arenas}
        twins, twin_sizes = place_twins(self.layout, buffers)
        arenas |= {size.name: size for size in twin_sizes}
        _within_64_bits(arenas)
        return ResolvedLayout(
            elaborated=self.layout,
            values=values,
            buffers=buffers,
            nodes={made.node.dotted: made for buffer in buffers.values() for made in buffer.walk()},
            arenas=arenas,
            twins=twins,
            total_bytes=sum(made.bytes for made in buffers.values()),
        )

    def environment(self, resolved: ResolvedLayout) -> Environment:
        """The values of a resolved layout, derived ones included, for further expressions."""
        return self.definitions.bind(resolved.values)


def compile_layout(layout: Elaborated) -> Program:
    """Compiles every expression of a layout that has passed its rules."""
    return Program(
        layout=layout,
        definitions=Definitions(layout.scope.definitions),
        buffers=compile_buffers(layout),
        statements=compile_statements(layout),
    )


def _buffer(program: NodeProgram, env: Environment, faults: list[Diagnostic]) -> Resolved:
    made = program.run(env, faults)
    if not made.exists and isinstance(made.node.written, Buffer):
        made.bytes = made.node.written.placeholder or 0
    program.tell(made, env)
    return made


def _within_64_bits(arenas: Mapping[str, ArenaSize]) -> None:
    for size in arenas.values():
        if size.bytes > MAX_BYTES:
            message = f"arena `{size.name}` would take {size.bytes} bytes, more than 2^63 - 1"
            raise ResolveError((Diagnostic("AG506", message, Place(("arenas", size.name))),))
