"""Files of constants, parameters and flags, and derived values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.naming import class_name
from arenagen.emit.python.class_files import class_heading
from arenagen.emit.python.documents import INDENT
from arenagen.emit.python.imports import import_lines
from arenagen.emit.python.pages import ClassPage, ConstantsPage
from arenagen.emit.python.render import rendered
from arenagen.emit.python.text import docstring
from arenagen.emit.python.values import (
    constant,
    dtype_constants,
    flag_field,
    let_property,
    param_field,
)
from arenagen.emit.shelves import Names, Piece, merged, piece, shelved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arenagen.elaborate import Elaborated
    from arenagen.emit.python.scribe import Source

RECORD = "@dataclass(frozen=True, slots=True, kw_only=True)"
FIELD: Names = {"dataclasses": {"dataclass", "field"}}
PLAIN: Names = {"dataclasses": {"dataclass"}}

CHECKED = """\
    def __post_init__(self) -> None:
        refuse(field_faults(self))"""

CHECKED_WITH_REQUIREMENTS = """\
    def __post_init__(self) -> None:
        from .requires import Requirements

        refuse(field_faults(self))
        refuse(check_faults(Requirements(self)))"""

FROM_ENV = '''\
    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Flags:
        """Flags as an environment sets them, such as `os.environ`."""
        return cls(**switches(cls, environ))'''


def value_files(source: Source, max_lines: int, requires: bool) -> dict[str, str]:
    """Everything that sizes are worked out from. `requires`: whether there is a module that checks
    parameters.
    """
    return {
        "constants.py": _constants(source.layout),
        **_params(source, max_lines, requires),
        "flags.py": _flags(source),
        **_values(source, max_lines),
    }


def _constants(layout: Elaborated) -> str:
    dtypes = list(dtype_constants(layout))
    blocks = [constant(const) for const in layout.layout.consts]
    imports: dict[str, set[str]] = {}
    if dtypes or blocks:
        imports["typing"] = {"Final"}
    if dtypes:
        imports["extents"] = {"DType"}
        blocks.append("\n".join(dtypes))
    page = ConstantsPage(
        doc=docstring([f"Constants of the layout {layout.name}, and its element types."], 0),
        imports=import_lines(imports),
        blocks=tuple(blocks),
    )
    return rendered("constants.py.j2", page)


def _params(source: Source, max_lines: int, requires: bool) -> dict[str, str]:
    pieces = []
    for param in source.layout.layout.params:
        scribe = source.scribe()
        text = param_field(scribe, param)
        pieces.append(piece(param.name, "", text, merged([scribe.imports, FIELD])))
    return _chain(
        pieces,
        kind="params",
        name="Params",
        doc=f"Parameters of the layout {source.layout.name}.",
        class_doc="Values given at run time; LayoutError, a ValueError, with everything that is wrong.",
        max_lines=max_lines,
        tail=CHECKED_WITH_REQUIREMENTS if requires else CHECKED,
        tail_imports={
            "arithmetic": {"refuse"},
            "dataclasses": {"dataclass"},
            "domain": {"field_faults"},
            **({"placement": {"check_faults"}} if requires else {}),
        },
    )


def _flags(source: Source) -> str:
    scribe = source.scribe()
    fields = [flag_field(scribe, flag) for flag in source.layout.layout.flags]
    imports = merged(
        [
            scribe.imports,
            FIELD if fields else PLAIN,
            {
                "arithmetic": {"refuse"},
                "domain": {"field_faults", "switches"},
                "collections.abc": {"Mapping"},
            },
        ]
    )
    page = ClassPage(
        doc=docstring([f"Flags of the layout {source.layout.name}."], 0),
        imports=import_lines(imports),
        heading=class_heading("Flags", []),
        class_doc=docstring(["Switches, off unless they are turned on."], INDENT),
        decorator=RECORD,
        blocks=(*fields, CHECKED, FROM_ENV),
    )
    return rendered("class.py.j2", page)


VALUES_INIT = """\
    def __init__(self, params: Params, flags: Flags) -> None:
        self.params = params
        self.flags = flags"""


def _values(source: Source, max_lines: int) -> dict[str, str]:
    """Derived values, each after those it uses, so that a part builds on the parts before it."""
    by_name = {let.name: let for let in source.layout.layout.let}
    pieces = [piece("_init", "", VALUES_INIT, {"flags": {"Flags"}, "params": {"Params"}})]
    for name in source.layout.scope.definitions:
        scribe = source.scribe()
        text = let_property(scribe, by_name[name])
        imports = merged([scribe.imports, {"functools": {"cached_property"}}])
        pieces.append(piece(name, "", text, imports))
    return _chain(
        pieces,
        kind="values",
        name="Values",
        doc=f"What derives from parameters and flags of the layout {source.layout.name}.",
        class_doc="Parameters, flags, and derived values, each worked out when it is first read.",
        max_lines=max_lines,
        record=False,
    )


def _chain(
    pieces: Sequence[Piece],
    *,
    kind: str,
    name: str,
    doc: str,
    class_doc: str,
    max_lines: int,
    tail: str = "",
    tail_imports: Names | None = None,
    record: bool = True,
) -> dict[str, str]:
    """A class in one file, or in several that build on one another, in order."""
    shelf = shelved(kind, pieces, max_lines, tail.count("\n") + 1)
    found = {}
    base: list[str] = []
    below: Names = {}
    for part in shelf.parts:
        own = class_name(part.module)
        page = ClassPage(
            doc=docstring([doc], 0),
            imports=import_lines(merged([part.imports, below])),
            heading=class_heading(own, base),
            class_doc=docstring(["A part of the whole."], INDENT),
            decorator=RECORD if record else "",
            blocks=part.texts,
        )
        found[f"{part.module}.py"] = rendered("class.py.j2", page)
        base, below = [own], {part.module: {own}}
    page = ClassPage(
        doc=docstring([doc], 0),
        imports=import_lines(merged([shelf.imports, below, tail_imports or {}])),
        heading=class_heading(name, base),
        class_doc=docstring([class_doc], INDENT),
        decorator=RECORD if record else "",
        blocks=(*shelf.texts, *([tail] if tail else [])),
    )
    found[f"{kind}.py"] = rendered("class.py.j2", page)
    return found
