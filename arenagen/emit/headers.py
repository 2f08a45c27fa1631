"""The first lines of a generated file: from which layout it comes, and a digest of the file itself.

The digest tells a hand edit from a stale file: it is the SHA-256 of the whole text with its own digits left out, so it
covers the other header line too. The digest of the inputs is in the manifest alone: in every header it would change
every file with each change of the layout, and hide in a review what really changed.

Imports the standard library only, because `check` reads headers before anything else is loaded.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Final, NamedTuple

HEADER_LINES: Final = 2
"""Lines that a header takes in files with comments."""

_MARK: Final = " ".join(("generated", "by", "arenagen", "from"))
_NO_EDIT: Final = "; do not edit"
_SOURCE = re.compile(re.escape(_MARK) + r" (?P<layout>[^\n]+?)" + re.escape(_NO_EDIT))
_BODY = re.compile(r"\bbody\W+sha256:(?P<hex>[0-9a-f]{64})\b")
_HEAD_LINES: Final = 5


class Header(NamedTuple):
    """What the first lines of a generated file say."""

    layout: str
    body: str


class Comment(NamedTuple):
    """How a line of comment begins and ends in some language."""

    prefix: str
    suffix: str = ""


HASH: Final = Comment("# ")
SLASHES: Final = Comment("// ")
MARKUP: Final = Comment("<!-- ", " -->")


def digest(text: str) -> str:
    """SHA-256 of a text in UTF-8, in hex."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def with_header(body: str, comment: Comment, layout: str) -> str:
    """A text behind header lines. `layout` is the path of the layout in its project."""
    facts = (f"{_MARK} {layout}{_NO_EDIT}", "body sha256:")
    head = "".join(f"{comment.prefix}{fact}{comment.suffix}\n" for fact in facts)
    return _sealed(head, body, "body sha256:")


def json_head(layout: str) -> dict[str, str]:
    """The header as the first keys of a JSON object; `sealed_json` fills in the last one."""
    return {
        "notice": f"{_MARK} {layout}{_NO_EDIT}",
        "body": "sha256:",
    }


def sealed_json(text: str) -> str:
    """The text of a JSON object that begins with `json_head`, with the digest of the body filled in."""
    anchor = '"body": "sha256:'
    return _sealed("", text, anchor)


def _sealed(head: str, body: str, anchor: str) -> str:
    whole = head + body
    at = whole.index(anchor) + len(anchor)
    return whole[:at] + digest(whole) + whole[at:]


def read_header(text: str) -> Header | None:
    """The header of a generated file; None for any other file."""
    head = _head(text)
    source, body = _SOURCE.search(head), _BODY.search(head)
    if source is None or body is None:
        return None
    return Header(source["layout"], body["hex"])


def has_mark(text: str) -> bool:
    """Whether a file says that it is generated, even if the rest of its header is damaged."""
    return _SOURCE.search(_head(text)) is not None


def is_intact(text: str) -> bool:
    """Whether a generated file is as it was written: its body digest is that of its text."""
    found = _BODY.search(_head(text))
    if found is None:
        return False
    return digest(text[: found.start("hex")] + text[found.end("hex") :]) == found["hex"]


def _head(text: str) -> str:
    return "\n".join(text.split("\n", _HEAD_LINES)[:_HEAD_LINES])
