"""From what is written to what is meant: the tree of nodes, the scope of names, and what each routine clears.

May import dtypes, diagnostics, expressions and model. Reports references that lead nowhere; whether the result is sound
is for the rules to say.
"""

from arenagen.elaborate.build import elaborate
from arenagen.elaborate.nodes import (
    TOKENS,
    Composition,
    Elaborated,
    Mode,
    Node,
    NodeKind,
    Plan,
    Scope,
    Target,
)

__all__ = [
    "TOKENS",
    "Composition",
    "Elaborated",
    "Mode",
    "Node",
    "NodeKind",
    "Plan",
    "Scope",
    "Target",
    "elaborate",
]
