"""Every expression is of the type that is due at its place and uses names that can be seen from there."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from arenagen.diagnostics import Report
from arenagen.elaborate import Elaborated
from arenagen.expressions import Type, names, type_faults
from arenagen.rules.formulas import Found, formulas
from arenagen.rules.names import PART_PROPERTIES


def check_types(layout: Elaborated, report: Report) -> None:
    """Types and names of all expressions outside [let], whose types are known by now."""
    sights = Sights(layout)
    for found in formulas(layout.layout):
        if not _unseen(found, layout, report):
            for fault in type_faults(found.expr, sights.types(found), found.type, layout.dtypes):
                report.add(fault.code, fault.message, found.where, span=fault.span, hint=fault.hint)


def _unseen(found: Found, layout: Elaborated, report: Report) -> bool:
    """Reports live counts and properties of parts where they are not known."""
    bad = False
    for name in names(found.expr):
        if len(name.path) > 1 and found.sight != "paths":
            message = f"`{name.dotted}` is not known here: sizes cannot depend on other sizes"
            hint = "share a value of [let] instead"
            report.add("AG221", message, found.where, span=name.span, hint=hint)
            bad = True
        elif name.dotted in layout.axes and found.sight != "axes":
            message = f"`{name.dotted}` is a live count, known only at run time"
            hint = f"its maximum is `{_shown_max(layout, name.dotted)}`"
            report.add("AG220", message, found.where, span=name.span, hint=hint)
            bad = True
    return bad


def _shown_max(layout: Elaborated, axis: str) -> str:
    from arenagen.expressions import to_text

    return to_text(layout.axes[axis].max)


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
