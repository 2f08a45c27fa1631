"""Driver of the Python target: answers for the package in the folder `python` of a case.

    python -m tests.conformance.python_driver FOLDER

What a driver for any language does: reads requests from its input, one a line, and prints an answer for each.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from arenagen.conformance.messages import (
    FIRST_POINTER,
    STREAM,
    Answer,
    Call,
    Request,
    Step,
    parse_request,
)
from arenagen.runtime import Allocation


class Backend:
    """Memory that does not exist: writes down what is asked of it."""

    def __init__(self, fail_at: int | None) -> None:
        self.calls: list[Call] = []
        self._fail_at = fail_at
        self._asked = 0

    def allocate(self, nbytes: int, *, align: int, memory: str, name: str) -> Allocation:
        asked, self._asked = self._asked, self._asked + 1
        if asked == self._fail_at:
            raise MemoryError
        self.calls.append(("alloc", nbytes))
        return Allocation(name, memory, (asked + 1) << FIRST_POINTER, nbytes)

    def free(self, allocation: Allocation) -> None:
        self.calls.append(("free", allocation.pointer))

    def fill(
        self, allocation: Allocation, offset: int, nbytes: int, pattern: bytes, stream: int | None
    ) -> None:
        pointer = allocation.pointer + offset
        if len(pattern) == 1:
            self.calls.append(("memset", pointer, pattern[0], nbytes, stream or 0))
        else:
            self.calls.append(("fill", pointer, pattern.hex(), nbytes, stream or 0))

    def view(self, *place: object) -> object:
        return place


def called(name: str, known: Iterable[str]) -> str:
    """What a name of the layout is called in Python: words of the language have an underscore."""
    names = set(known)
    return next(found for found in (name, name + "_", name + "__") if found in names)


@dataclass
class Package:
    """A generated package, and the layout that it was generated from."""

    module: ModuleType
    layout: dict[str, Any]

    def answer(self, request: Request) -> Answer:
        """What comes of a request."""
        try:
            sizes = self.sizes(request)
            backend = Backend(request.fail_alloc)
            self.live(sizes, backend, request.steps)
        except ValueError as refused:
            return Answer(refused=str(refused))
        return Answer(
            sizes={name: extent.bytes for name, extent in self.buffers(sizes)},
            offsets={name: extent.offset for name, extent in self.buffers(sizes)},
            totals={name: arena.bytes for name, arena in sizes.arenas.items()},
            parts=dict(self.parts(sizes)),
            calls=tuple(backend.calls),
        )

    def sizes(self, request: Request) -> Any:
        """Sizes for the values of a request."""
        params, flags = self.module.Params, self.module.Flags
        given = {called(n, (f.name for f in fields(params))): v for n, v in request.values.items()}
        set_to = {called(n, (f.name for f in fields(flags))): v for n, v in request.flags.items()}
        return self.module.Sizes(params(**given), flags(**set_to))

    def live(self, sizes: Any, backend: Backend, steps: tuple[Step, ...]) -> None:
        """Makes an arena and does with it what is asked."""
        arena: Any = None
        for step in steps:
            if step[0] == "alloc":
                try:
                    arena = self.module.Arena(sizes, backend)
                except MemoryError:
                    return
            elif step[0] == "release":
                arena.release()
            else:
                self.clear(arena, step[1], step[2:])

    def clear(self, arena: Any, name: str, texts: tuple[str, ...]) -> None:
        """Calls a routine."""
        routine = next(r for r in self.layout["routines"] if r["name"] == name)
        method = getattr(arena, called(name, dir(arena)))
        if routine["range"] == "rows":
            method([int(text) for text in texts[0].split(":") if text], stream=STREAM)
        else:
            method(*(int(text) for text in texts), stream=STREAM)

    def buffers(self, sizes: Any) -> Iterator[tuple[str, Any]]:
        """Buffers by their names in the layout."""
        for buffer in self.layout["buffers"]:
            yield buffer["name"], sizes.extents[called(buffer["name"], sizes.extents)]

    def parts(self, sizes: Any) -> Iterator[tuple[str, tuple[int | None, int]]]:
        """Place in its buffer, and bytes, of every use and section."""
        for name, whole in self.buffers(sizes):
            pending = [b for b in self.layout["buffers"] if b["name"] == name]
            while pending:
                node = pending.pop()
                inner = [*node.get("uses", ()), *node.get("sections", ())]
                pending += [part for part in inner if part["kind"] != "gap"]
                if node["kind"] != "buffer":
                    part = sizes.extents[called(node["identifier"], sizes.extents)]
                    place = None if part.offset is None else part.offset - whole.offset
                    yield node["path"], (place, part.bytes)


def main(folder: Path) -> None:
    import json

    layout = json.loads((folder / "layout.json").read_text(encoding="utf-8"))
    sys.path.insert(0, str(folder))
    package = Package(import_module("python"), layout)
    for line in sys.stdin:
        print(package.answer(parse_request(line)).text(), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[-1]))
