"""Identities of diagnostics that outlive a change of lines. Standard library only.

A service that shows findings tells new ones from known ones by them. The identity is made from the file, the code and
the path of keys, never from lines, columns or the words of a message: a finding stays the same one when a table moves
or a number in it changes. Several of one code at one place are told apart by their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arenagen.diagnostics.locate import Located


def fingerprints(located: Sequence[Located]) -> tuple[str, ...]:
    """The identity of each diagnostic, 64 hexadecimal digits; no two of a run are the same."""
    seen: Counter[str] = Counter()
    found = []
    for each in located:
        diagnostic = each.diagnostic
        path = [f"{type(part).__name__}:{part}" for part in diagnostic.place.path]
        what = "\0".join([diagnostic.file, diagnostic.code, diagnostic.place.of, *path])
        key = f"{what}\0\0{seen[what]}"
        seen[what] += 1
        found.append(sha256(key.encode("utf-8", "surrogatepass")).hexdigest())
    return tuple(found)
