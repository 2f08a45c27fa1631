"""The layout as its author wrote it: frozen classes whose fields are the keys of the language.

May import dtypes and expressions. A parsed layout written back and parsed again is equal.
"""

from arenagen.model.layout import (
    DEFAULT_ALIGN,
    SCHEMA_VERSION,
    Arena,
    Group,
    Header,
    Layout,
    Phases,
    ResetClass,
    Resets,
    Routine,
)
from arenagen.model.parts import Buffer, Extent, FillValue, Section, Use
from arenagen.model.values import (
    Assume,
    Axis,
    BlockType,
    Const,
    Flag,
    Item,
    KeyPath,
    Law,
    Let,
    Param,
    Require,
    View,
)

__all__ = [
    "DEFAULT_ALIGN",
    "SCHEMA_VERSION",
    "Arena",
    "Assume",
    "Axis",
    "BlockType",
    "Buffer",
    "Const",
    "Extent",
    "FillValue",
    "Flag",
    "Group",
    "Header",
    "Item",
    "KeyPath",
    "Law",
    "Layout",
    "Let",
    "Param",
    "Phases",
    "Require",
    "ResetClass",
    "Resets",
    "Routine",
    "Section",
    "Use",
    "View",
]
