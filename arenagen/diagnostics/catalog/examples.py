"""Builds the examples of the catalogue: a small sound layout with a few lines changed."""

from __future__ import annotations

HEAD = """\
arenagen = 1

[layout]
name = "example"
doc = "An example."
"""

N = 'n = { min = 1, max = 64, doc = "rows" }'
NONE = 'none = { doc = "written before read", cleared = "never" }'
TOKENS = 'tokens = { max = "n" }'


def layout(
    *blocks: str,
    params: str = N,
    tables: str = "",
    classes: str = NONE,
    axes: str = TOKENS,
    head: str = HEAD,
) -> str:
    """A whole layout. `blocks` are its last tables; by default the one sound buffer `x`."""
    parts = (
        head,
        f"[params]\n{params}\n" if params else "",
        tables,
        f"[reset.classes]\n{classes}\n",
        f"[axes]\n{axes}\n" if axes else "",
        *(blocks or (buffer(),)),
    )
    return "\n".join(part.strip("\n") + "\n" for part in parts if part)


def buffer(name: str = "x", *, token_major: bool | None = True, **changes: str | None) -> str:
    """A buffer table; `changes` are TOML values of keys to set, None for keys to leave out."""
    order = None if token_major is None else str(token_major).lower()
    sound = {"dtype": '"f32"', "token_major": order, "row": "[4]", "reset": '"none"'}
    keys = {**sound, **changes, "doc": '"What it holds."'}
    lines = (f"{key} = {value}" for key, value in keys.items() if value is not None)
    return f"[buffers.{name}]\n" + "\n".join(lines) + "\n"
