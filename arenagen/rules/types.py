"""Every expression is of the type that is due at its place and uses names that can be seen from there."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from arenagen.diagnostics import Report
from arenagen.elaborate import Elaborated
from arenagen.elaborate.scope import unseen_name
from arenagen.expressions import Type, names, type_faults
from arenagen.rules.formulas import Found, formulas
from arenagen.rules.names import PART_PROPERTIES


def check_types(layout: Elaborated, report: Report) -> None:
    """Types and names of all expressions outside [let], whose types are known by now."""
    sights = Sights(layout)
    _places(layout, report)
    for found in formulas(layout.layout):
        if not _unseen(found, layout, report):
            for fault in type_faults(found.expr, sights.types(found), found.type, layout.dtypes):
                report.add(fault.code, fault.message, found.where, span=fault.span, hint=fault.hint)


def _unseen(found: Found, layout: Elaborated, report: Report) -> bool:
    """Reports live counts and properties of parts where they are not known."""
    bad = False
    for name in names(found.expr):
        unseen = unseen_name(name, layout.axes)
        if unseen is None or found.sight == ("paths" if len(name.path) > 1 else "axes"):
            continue
        code, message, hint = unseen
        report.add(code, message, found.where, span=name.span, hint=hint)
        bad = True
    return bad


def _places(layout: Elaborated, report: Report) -> None:
    """What `at` asks of other parts is known only of those that are laid out before."""
    seen: set[str] = set()
    for buffer in layout.buffers:
        for node in buffer.walk():
            at = getattr(node.written, "at", None)
            for name in names(at) if at is not None else ():
                path, dot, asked = name.dotted.rpartition(".")
                inside = asked == "offset" or node.dotted.startswith(f"{path}.")
                if dot and path in layout.by_path and (path not in seen or inside):
                    message = f"`{name.dotted}` is not known yet where `{node.dotted}` is placed"
                    hint = "`at`, `end` and `bytes` of parts further up can be used"
                    report.add("AG221", message, (*node.where, "at"), span=name.span, hint=hint)
            seen.add(node.dotted)


@frozen(eq=False)
class Sights:
    """The types of names as they are seen from different places."""

    layout: Elaborated
    _paths: dict[str, Type] = field(factory=dict, init=False)

    def types(self, found: Found) -> Mapping[str, Type]:
        """Types of all names that an expression may use."""
        seen = self.layout.scope.types
        if found.sight == "axes":
            return {**seen, **dict.fromkeys(self.layout.axes, "int")}
        variables: dict[str, Type] = dict.fromkeys(found.variables, "int")
        if found.sight == "paths" and any(len(name.path) > 1 for name in names(found.expr)):
            return {**seen, **variables, **self._part_types()}
        return {**seen, **variables} if variables else seen

    def _part_types(self) -> Mapping[str, Type]:
        if not self._paths:
            for node in self.layout.nodes():
                for asked in PART_PROPERTIES:
                    self._paths[f"{node.dotted}.{asked}"] = "bool" if asked == "exists" else "int"
        return self._paths
