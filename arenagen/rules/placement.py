"""Arenas: base alignment, and twins of what is not in host memory already."""

from __future__ import annotations

from arenagen.diagnostics import Note, Place, Report
from arenagen.elaborate import Elaborated
from arenagen.model import Buffer


def check_placement(layout: Elaborated, report: Report) -> None:
    """The rules about where buffers lie."""
    arenas = {arena.name: arena for arena in layout.arenas}
    for buffer in layout.buffers:
        assert isinstance(buffer.written, Buffer)  # noqa: S101 - roots are buffers
        arena = arenas[layout.arena_of(buffer)]
        asked = buffer.written.align or max(arena.align, buffer.align)
        if arena.base_align is not None and arena.base_align < asked:
            message = f"`{buffer.name}` is aligned to {asked}, arena `{arena.name}` only to {arena.base_align}"
            report.add(
                "AG370", message, (*arena.where, "base_align"), hint=f"state {asked} or more"
            )
        if buffer.written.mirror is not None and arena.memory != "device":
            message = f"`{buffer.name}` lies in {arena.memory} memory and needs no twin there"
            report.add("AG371", message, (*buffer.where, "mirror"))
        twin = f"{arena.name}_{buffer.written.mirror}"
        if buffer.written.mirror is not None and twin in arenas:
            message = f"the twin of `{buffer.name}` lies in an arena called `{twin}`, which is declared too"
            note = Note(Place(arenas[twin].where, of="key"), "declared here")
            report.add("AG205", message, (*buffer.where, "mirror"), also=[note])
