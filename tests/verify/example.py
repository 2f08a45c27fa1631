"""A small layout with something of everything, for tests that damage its numbers."""

from __future__ import annotations

from arenagen.api import Given, Loaded, load, resolve
from arenagen.resolve import ResolvedLayout

TEXT = """\
arenagen = 1

[layout]
name = "small"
doc = "A bit of everything."

[arenas.main]
align = 64
size_multiple = 128

[params]
n = { min = 1, max = 8, doc = "tokens" }
wide = { type = "bool", default = true, doc = "with the wide use" }
debug = { type = "bool", default = false, doc = "with a trace" }

[axes]
tokens = { max = "n" }

[reset.classes]
step = { doc = "holds one pass", stale_read = true }
none = { doc = "written before read", cleared = "never" }

[reset.routines]
clear = { classes = ["step"] }
clear_rows = { classes = ["step"], range = "live", fixed = "skip" }

[buffers.notes]
dtype = "u8"
token_major = false
shape = [40]
reset = "none"
mirror = "pinned"
doc = "Written before it is read."

[buffers.hidden]
dtype = "f32"
token_major = true
reset = "step"
fill = 1
doc = "Rows."
[buffers.hidden.uses]
narrow = { row = [3] }
wide = { row = [5], when = "wide" }

[buffers.parts]
token_major = false
axis = "tokens"
reset = "step"
doc = "Parts."
sections = [
  { name = "ids", dtype = "u8", row = [] },
  { gap = 4 },
  { name = "scale", dtype = "f32", row = [2], overread = 1 },
]

[buffers.trace]
dtype = "u8"
token_major = false
shape = [100]
when = "debug"
placeholder = 16
reset = "step"
doc = "Absent unless asked for."
"""


def loaded() -> Loaded:
    """The layout, which has no fault."""
    found = load(TEXT, "small.toml")
    assert found.report.diagnostics == ()
    return found


def numbers() -> ResolvedLayout:
    """The layout for four tokens, made anew so that a test may damage it."""
    return resolve(loaded(), Given({"n": 4}))
