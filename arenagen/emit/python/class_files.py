"""Files of a class whose body may be too long for one: mixins that hold parts of it, and what puts
them together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from arenagen.emit.naming import class_name
from arenagen.emit.python.documents import call, printed, row
from arenagen.emit.python.imports import import_lines
from arenagen.emit.python.pages import ClassPage
from arenagen.emit.python.render import rendered
from arenagen.emit.python.text import docstring
from arenagen.emit.shelves import Names, merged

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arenagen.emit.shelves import Shelf


@frozen(eq=False, kw_only=True)
class Mixins:
    """How the parts of a class are called and what they build on.

    kind: start of the modules' names; what: what a part says, in doc texts. base: the class that
    all parts have below them; suffix: type arguments that mentions of a part carry.
    """

    kind: str
    what: str
    base: str
    imports: Names
    suffix: str = ""
    suffix_imports: Names = field(factory=dict)

    def part_class(self, module: str) -> str:
        """The class in a module."""
        return class_name(module)

    def mention(self, module: str) -> str:
        """The class as another one names it as its base."""
        return f"{self.part_class(module)}{self.suffix}"

    def bases(self, shelf: Shelf) -> tuple[list[str], Names]:
        """Bases of the whole class, and the imports for them."""
        if not shelf.parts:
            return [self.base], self.imports
        return [self.mention(module) for module in shelf.top], self._mentioned(shelf.top)

    def _mentioned(self, modules: tuple[str, ...]) -> Names:
        return merged(
            [{module: {self.part_class(module)} for module in modules}, self.suffix_imports]
        )

    def files(self, shelf: Shelf) -> Mapping[str, str]:
        """The modules beside the one of the whole class."""
        found = {}
        for part in shelf.parts:
            first, last = part.part.blocks[0].name, part.part.blocks[-1].name
            run = first if first == last else f"{first} to {last}"
            doc = docstring([f"{self.what} of {run}."], 0)
            imports = merged([part.imports, self.imports])
            found[f"{part.module}.py"] = self._page(
                part.module, [self.base], imports, doc, part.texts
            )
        for module, modules in shelf.indexes:
            bases = [self.mention(name) for name in modules]
            doc = docstring([f"{self.what} of several files, put together."], 0)
            found[f"{module}.py"] = self._page(module, bases, self._mentioned(modules), doc, ())
        return found

    def _page(
        self, module: str, bases: list[str], imports: Names, doc: str, texts: tuple[str, ...]
    ) -> str:
        heading = class_heading(self.part_class(module), bases)
        page = ClassPage(
            doc=doc,
            imports=import_lines(imports),
            heading=heading,
            class_doc=docstring(["A part of the whole."], 4),
            blocks=texts,
        )
        return rendered("class.py.j2", page)


def class_heading(name: str, bases: list[str]) -> str:
    """The first line of a class."""
    head = call(f"class {name}", bases) if bases else f"class {name}"
    return printed(row(head, ":"))
