"""Short layouts for tests: a frame with two axes and four reset classes, and the buffers that a test is about."""

from __future__ import annotations

from arenagen.api import Given, Loaded, ResolveError, load, resolve
from arenagen.diagnostics import Diagnostic
from arenagen.resolve import ResolvedLayout

FRAME = """\
arenagen = 1
[layout]
name = "example"
doc = "An example."
[params]
n = { min = 1, max = 64, default = 10, doc = "tokens" }
r = { min = 1, max = 16, default = 3, doc = "requests" }
width = { max = 256, default = 4, doc = "elements of a row" }
moe = { type = "bool", default = true, doc = "experts" }
kv = { type = "dtype", values = ["bf16", "f8e4m3"], default = "bf16", doc = "cache element" }
[flags]
fast = { env = "FAST", on = ["1", "yes"], doc = "the fast path" }
[axes]
tokens = { max = "n" }
requests = { max = "r" }
[reset.classes]
carried = { doc = "carries state", stale_read = true }
step = { doc = "holds one pass", stale_read = true }
once = { doc = "set once", cleared = "create", keep = true }
none = { doc = "written before read", cleared = "never" }
[reset.routines]
clear = { classes = ["carried", "step"] }
"""
KEPT_BUFFER = """\
[buffers.base]
dtype = "u8"
token_major = true
row = []
reset = "carried"
doc = "One byte a row, so that routines have something to clear."
"""


def buffer(name: str, keys: str, *, reset: str = "step", token_major: bool = False) -> str:
    """A buffer table; `keys` are lines of TOML."""
    order = str(token_major).lower()
    return (
        f'[buffers.{name}]\nreset = "{reset}"\ntoken_major = {order}\ndoc = "A buffer."\n{keys}\n'
    )


def layout(*blocks: str, base: bool = True) -> str:
    """A whole layout. `base` adds a buffer of one byte a row in front."""
    return "\n".join([FRAME, *([KEPT_BUFFER] if base else []), *blocks])


def sound(*blocks: str, base: bool = True) -> Loaded:
    """A layout that has no error."""
    loaded = load(layout(*blocks, base=base), "example.toml")
    assert loaded.report.errors == ()
    return loaded


def errors(*blocks: str, base: bool = True) -> list[Diagnostic]:
    """The errors of a layout, which has some."""
    loaded = load(layout(*blocks, base=base), "example.toml")
    assert loaded.elaborated is None
    return list(loaded.report.errors)


def numbers(*blocks: str, base: bool = True, **params: object) -> ResolvedLayout:
    """A sound layout resolved; parameters that are not given take their defaults."""
    return resolve(sound(*blocks, base=base), Given(params, source="values"))


def refused(*blocks: str, base: bool = True, **params: object) -> list[Diagnostic]:
    """Why values have no layout."""
    try:
        numbers(*blocks, base=base, **params)
    except ResolveError as fault:
        return list(fault.diagnostics)
    raise AssertionError("the values were not refused")
