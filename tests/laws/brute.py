"""Decides obligations of small layouts by trying every set of values: the slow and obvious way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from attrs import evolve, frozen

from arenagen.diagnostics import Diagnostic, Report
from arenagen.elaborate import Elaborated, elaborate
from arenagen.expressions import Bindings, EvaluationError, Expr, evaluate
from arenagen.laws import Obligation, Settled, Verdict
from arenagen.model import KeyPath, Law, Param, Require
from arenagen.parse import parse_layout
from arenagen.resolve import Program, ResolvedLayout, ResolveError, Value, compile_layout
from arenagen.resolve.statements import PathEnvironment

REFUSED_BY = {
    "fits": {"AG352"},
    "no_overlap": {"AG350"},
    "aligned": {"AG351"},
    "not_negative": {"AG510"},
    "has_value": {"AG140", "AG141", "AG143", "AG144"},
    "budget": {"AG504"},
    "index": {"AG324"},
}
"""Obligation -> the codes by which resolve refuses values that break it."""

CONSTRUCTOR = {
    "AG324",
    "AG504",
    "AG506",
    "AG142",
    *(c for codes in REFUSED_BY.values() for c in codes),
}


def program_of(text: str) -> Program | None:
    """The layout compiled, whatever the rules say of it; None where it does not mean anything."""
    report = Report("small.toml")
    layout = parse_layout(text, report)
    made = None if layout is None else elaborate(layout, report)
    return None if made is None else compile_layout(made)


@frozen(eq=False)
class Point:
    """One set of values: the layout for it, or why there is none; what its constructor would say of it."""

    values: Mapping[str, Value]
    names: Bindings
    resolved: ResolvedLayout | None
    places: Mapping[str, tuple[KeyPath, ...]]
    """Code -> the places at which it was reported."""

    @property
    def taken(self) -> bool:
        """Whether constructors take the values."""
        return self.resolved is not None and not set(self.places) & CONSTRUCTOR


class Everything:
    """All values of a small layout that meet its requirements."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout: Elaborated = program.layout
        requires = (s for s in program.statements.stated if isinstance(s.written, Require))
        self.checks = evolve(program.statements, stated=tuple(requires))
        self.points = tuple(self._points())

    def _points(self) -> Iterator[Point]:
        written = self.layout.layout
        names = [*(p.name for p in written.params), *(f.name for f in written.flags)]
        lists = [_values(p) for p in written.params] + [[False, True] for _ in written.flags]
        for values in product(*lists):
            found = self._point(
                {**self.layout.scope.consts, **dict(zip(names, values, strict=True))}
            )
            if all(_holds(item.that, found.names) for item in written.require):
                yield found

    def _point(self, values: Mapping[str, Value]) -> Point:
        names = self.program.definitions.bind(values)
        try:
            resolved, env = self.program.lay_out(values)
        except ResolveError as refusal:
            return Point(values, names, None, _places(refusal.diagnostics))
        faults = self.checks.faults(resolved, env)
        return Point(values, names, resolved, _places(faults))

    def assumed(self, point: Point) -> bool:
        """Whether the assumptions hold."""
        return all(_holds(item.that, point.names) for item in self.layout.layout.assume)

    def contradicts(self, settled: Settled) -> str | None:
        """Why a verdict is wrong, if it is."""
        verdict, obligation = settled.verdict, settled.obligation
        if verdict.status == "unknown":
            return None
        if obligation.law == "can_exist":
            return self._existence(settled)
        points = [p for p in self.points if verdict.status == "proved" or self.assumed(p)]
        checks = set(verdict.because) - {item.name for item in self.layout.layout.assume}
        if verdict.status == "refuted" or checks:
            points = [p for p in points if p.taken or obligation.law in REFUSED_BY]
        broken = [p for p in points if self.broken(settled, p)]
        if verdict.status == "guarded" and obligation.constructor:
            return None
        if verdict.status == "refuted":
            if verdict.note and not any(point.resolved for point in points):
                return None  # nothing has sizes, for another reason
            if verdict.note and obligation.law == "has_value":
                return None if any("AG14" in code for p in points for code in p.places) else "none"
            return None if broken and self._shown(verdict, broken) else "no such point breaks it"
        return f"it is broken for {dict(broken[0].values)}" if broken else None

    def _shown(self, verdict: Verdict, broken: list[Point]) -> bool:
        """Whether the counterexample that is shown is one of those that break it."""
        if verdict.witness is None:
            return True
        return any(
            all(verdict.witness[n] == v for n, v in p.values.items() if n in verdict.witness)
            for p in broken
        )

    def _existence(self, settled: Settled) -> str | None:
        node = self.layout.by_path[settled.obligation.subject]
        occurs = any(
            self.assumed(p) and all(_holds(guard, p.names) for guard in node.guards)
            for p in self.points
        )
        said = settled.verdict.status == "proved"
        return None if occurs == said else f"that it can exist is {occurs}"

    def broken(self, settled: Settled, point: Point) -> bool:
        """Whether an obligation does not hold for the values of one point."""
        obligation = settled.obligation
        if obligation.law in REFUSED_BY:
            reported = (point.places.get(code, ()) for code in REFUSED_BY[obligation.law])
            return any(_concerns(path, obligation) for paths in reported for path in paths)
        if obligation.stated:
            law = next(law for law in self.layout.layout.laws if law.name == obligation.subject)
            return point.resolved is not None and self._law_broken(law, point)
        if obligation.law == "live_rows":
            return self._live_broken(obligation.subject, point)
        if obligation.law == "never_shrinks":
            return self._shrinks(obligation.subject, point)
        return False

    def _law_broken(self, law: Law, point: Point) -> bool:
        assert point.resolved is not None
        seen = PathEnvironment(point.names, point.resolved)
        try:
            ends = [(evaluate(a, seen), evaluate(b, seen)) for _, (a, b) in law.forall]
            for chosen in product(*(range(int(low), int(high) + 1) for low, high in ends)):  # type: ignore[arg-type]
                seen.update(zip((name for name, _ in law.forall), chosen, strict=True))
                try:
                    applies = law.when is None or evaluate(law.when, seen)
                except EvaluationError:
                    continue
                if applies and _fails(law.that, seen):
                    return True
        except EvaluationError:
            return False
        return False

    def _live_broken(self, path: str, point: Point) -> bool:
        node = self.layout.by_path[path]
        if (
            node.axis is None
            or node.rows is None
            or not all(_holds(g, point.names) for g in node.guards)
        ):
            return False
        try:
            most, rows = (
                evaluate(self.layout.axes[node.axis].max, point.names),
                evaluate(node.rows, point.names),
            )
        except EvaluationError:
            return False
        for count in range(int(most) + 1):  # type: ignore[arg-type]
            env = Bindings({**point.names, node.axis: count})
            live = count if node.live_rows is None else evaluate(node.live_rows, env)
            if not 0 <= int(live) <= int(rows):  # type: ignore[arg-type]
                return True
        return False

    def _shrinks(self, buffer: str, point: Point) -> bool:
        """Whether a larger value of n or m makes the buffer smaller."""
        if point.resolved is None:
            return False
        own = point.resolved.buffers[buffer].bytes
        for other in self.points:
            differing = [n for n, v in point.values.items() if other.values[n] != v]
            if len(differing) == 1 and differing[0] in ("n", "m") and other.resolved is not None:
                name = differing[0]
                grown = int(other.values[name]) > int(point.values[name])  # type: ignore[arg-type]
                if grown and other.resolved.buffers[buffer].bytes < own:
                    return True
        return False


def _values(param: Param) -> list[Value]:
    if param.type == "bool":
        return [False, True]
    if param.values is not None:
        return list(param.values)
    assert param.max is not None
    return [n for n in range(param.min, param.max + 1) if n % param.multiple_of == 0]


def _holds(condition: Expr, names: Mapping[str, Value]) -> bool:
    try:
        return evaluate(condition, names) is True
    except EvaluationError:
        return False


def _fails(condition: Expr, names: Mapping[str, Value]) -> bool:
    """Whether a condition is false, or has no value for another reason than 64 bits."""
    try:
        return evaluate(condition, names) is False
    except EvaluationError as refusal:
        return refusal.code != "AG142"


def _places(faults: Iterable[Diagnostic]) -> dict[str, tuple[KeyPath, ...]]:
    found: dict[str, tuple[KeyPath, ...]] = {}
    for fault in faults:
        found[fault.code] = (*found.get(fault.code, ()), fault.place.path)
    return found


def _concerns(path: KeyPath, obligation: Obligation) -> bool:
    """Whether a fault at a place is about what an obligation is about."""
    about = obligation.where
    return path[: len(about)] == about or about[: len(path)] == path
