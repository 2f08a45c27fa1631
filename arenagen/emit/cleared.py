"""What clears each node of a layout, looked up once for all blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from arenagen.elaborate.selection import plan_creation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arenagen.elaborate import Elaborated, Mode, Node


@frozen(eq=False)
class Cleared:
    """The routines that clear each node, with the part they clear, and the nodes that are cleared
    on creation.
    """

    modes: Mapping[Node, Mapping[str, Mode]]
    created: frozenset[Node]
    kept: frozenset[str]
    """Reset classes whose contents are to survive every routine."""

    def routines(self, *nodes: Node) -> list[str]:
        """Names of the routines that clear any of the nodes, in the order of the layout."""
        return list(dict.fromkeys(name for node in nodes for name in self.modes.get(node, {})))


def cleared(layout: Elaborated) -> Cleared:
    """What clears each node."""
    modes: dict[Node, dict[str, Mode]] = {}
    for plan in layout.plans:
        for target in plan.targets:
            modes.setdefault(target.node, {})[plan.routine.name] = target.mode
    made = plan_creation(layout.buffers, layout.classes)
    kept = frozenset(cls.name for cls in layout.classes if cls.keep or cls.cleared == "create")
    return Cleared(modes, frozenset(target.node for target in made.targets), kept)
