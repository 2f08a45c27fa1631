"""Runs the TOML of the pages. A whole layout runs as it is; a fragment is completed from the page's first layout.

What a fragment lacks is taken from there: single parameters, flags, constants and derived values; other tables whole.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

import tomli_w
from attrs import frozen

from arenagen.api import Given, Loaded, ResolveError, load, resolve
from arenagen.diagnostics import Diagnostic
from arenagen.diagnostics.locate import Sources
from arenagen.diagnostics.write_text import write_text
from arenagen.elaborate import Elaborated
from arenagen.resolve import Resolved, ResolvedLayout
from arenagen.resolve.ranges import Counts, merge, padding_gaps, routine_ranges

FILE = "layout.toml"
COUNTS = ("live", "padded", "rows")
USUAL = {"max_batch_tokens": 8, "max_batch_size": 4, "hidden_size": 64}
"""Values of parameters that a block does not give."""

_SINGLE = ("params", "flags", "consts", "let")
_WHOLE = ("arenagen", "layout", "axes", "buffers")


@frozen
class Snippet:
    """A layout from a page: its text there, what it was completed to, and what the rules say."""

    text: str
    loaded: Loaded
    diagnostics: tuple[Diagnostic, ...]

    @property
    def layout(self) -> Elaborated:
        """The layout, which has no errors."""
        assert self.loaded.elaborated is not None, self.shown()
        return self.loaded.elaborated

    @property
    def errors(self) -> tuple[str, ...]:
        """Codes of what is wrong or looks wrong and not waived; in a fragment, unused declarations are no fault."""
        return tuple(sorted({d.code for d in self.diagnostics if d.waived is None}))

    def shown(self) -> str:
        """The diagnostics as a user sees them, with places in the text of the page."""
        return shown(self.text, self.diagnostics)


def shown(text: str, diagnostics: Iterable[Diagnostic]) -> str:
    """Diagnostics as text, located in a layout."""
    sources = Sources({FILE: text})
    return write_text(sources.locate(diagnostics), sources)


def run(text: str, scaffold: str | None = None) -> Snippet:
    """The layout in a text, completed from another where one is given."""
    loaded = load(text if scaffold is None else completed(text, scaffold), FILE)
    found = loaded.report.diagnostics
    if scaffold is not None:
        found = tuple(d for d in found if not d.code.startswith("AG24"))
    return Snippet(text, loaded, found)


def completed(text: str, scaffold: str) -> str:
    """A fragment with what it lacks."""
    given, base = tomllib.loads(text), tomllib.loads(scaffold)
    merged: dict[str, Any] = {key: given.get(key, base[key]) for key in _WHOLE}
    for key in _SINGLE:
        merged[key] = {**base.get(key, {}), **given.get(key, {})}
    resets = given.get("reset", {})
    used = {buffer.get("reset") for buffer in merged["buffers"].values()}
    routines = {
        name: routine
        for name, routine in base["reset"]["routines"].items()
        if used.intersection(routine["classes"])
    }
    merged["reset"] = {
        "classes": resets.get("classes", base["reset"]["classes"]),
        "routines": resets.get("routines", {} if "classes" in resets else routines),
    }
    others = {key: value for key, value in given.items() if key not in merged}
    return tomli_w.dumps({**merged, **others})


def given(layout: Elaborated, words: Iterable[str]) -> tuple[Given, dict[str, str]]:
    """Values from words such as `n=4` and `fused=true`, and the counts of a routine among them."""
    counts: dict[str, str] = {}
    declared = {param.name for param in layout.layout.params}
    params: dict[str, object] = {name: n for name, n in USUAL.items() if name in declared}
    flags: dict[str, object] = {}
    switches = {flag.name for flag in layout.layout.flags}
    for word in words:
        name, _, value = word.partition("=")
        if name in COUNTS:
            counts[name] = value
        else:
            (flags if name in switches else params)[name] = _value(value)
    return Given(params=params, flags=flags, source="values"), counts


def _value(word: str) -> object:
    if word in ("true", "false"):
        return word == "true"
    return int(word) if word.lstrip("-").isdigit() else word


def sizes(snippet: Snippet, words: Iterable[str]) -> str:
    """Where everything lies, for given values; or why there is no answer."""
    values, _ = given(snippet.layout, words)
    try:
        resolved = resolve(snippet.loaded, values)
    except ResolveError as refused:
        return shown(snippet.text, refused.diagnostics)
    rows = [("", "starts at", "bytes", "holds")]
    rows += [_row(path, made) for path, made in resolved.nodes.items()]
    return _heading(words) + _table(rows) + _totals(resolved)


def _heading(words: Iterable[str]) -> str:
    said = ", ".join(word.replace("=", " = ") for word in words)
    return f"{said}\n\n" if said else ""


def _row(path: str, made: Resolved) -> tuple[str, str, str, str]:
    start = "" if made.offset is None else str(made.offset)
    if not made.exists:
        return path, start, str(made.bytes), "placeholder" if made.bytes else "absent"
    plain = made.node.composed is None or made.node.stated
    dtype = made.dtype.name if made.dtype and plain else "bytes"
    return path, start, str(made.bytes), f"{dtype} {list(made.shape)}"


def _totals(resolved: ResolvedLayout) -> str:
    arenas = "".join(f"; arena {a.name} {a.bytes}" for a in resolved.arenas.values())
    return f"\nsum of buffers {resolved.total_bytes}{arenas}\n"


def _table(rows: list[tuple[str, str, str, str]]) -> str:
    first, *middle, _ = (max(len(row[i]) for row in rows) for i in range(4))
    lines = (
        f"{name:{first}}  {start:>{middle[0]}}  {size:>{middle[1]}}  {holds}".rstrip()
        for name, start, size, holds in rows
    )
    return "\n".join(lines) + "\n"


def ranges(snippet: Snippet, routine: str, words: Iterable[str]) -> str:
    """The bytes that a routine writes, for given values and counts."""
    values, counts = given(snippet.layout, words)
    program = snippet.loaded.program
    resolved = program.resolve(values)
    plan = next(plan for plan in program.layout.plans if plan.routine.name == routine)
    found = merge(routine_ranges(program, resolved, plan, _counts(counts)), padding_gaps(resolved))
    lines = [f"{r.arena} [{r.offset}, {r.offset + r.size}) = {r.pattern.hex(' ')}" for r in found]
    return _heading(words) + "\n".join(lines or ["nothing"]) + "\n"


def _counts(words: Mapping[str, str]) -> Counts:
    rows = tuple(int(row) for row in words.get("rows", "").split(",") if row)
    return Counts(int(words.get("live", 0)), int(words.get("padded", 0)), rows)
