"""What a driver is asked and what it answers, as text. Imports the standard library only.

A request is one line without spaces that it could do without:

    max_tokens=32;wide=true;kv_dtype=bf16|fast=0|alloc;routine,clear_rows,1:3:5;release|-

values; flags; calls; and the number of the allocation that fails, from 0, or `-`. An answer is one line of JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

FIRST_POINTER: Final = 44
"""Allocation number i of a driver's backend starts at (i + 1) << 44."""

STREAM: Final = 7
"""The stream that a driver passes to routines; what is written when an arena is made goes to stream 0."""

Value = int | bool | str

Step = tuple[str, ...]
"""("alloc",), ("release",) or ("routine", name, argument, ...); row numbers are one argument, joined by colons."""

Call = tuple[str | int, ...]
"""What the backend was asked for: ("alloc", bytes), ("free", pointer), ("memset", pointer, value of the bytes, length,
stream), or ("fill", pointer, bytes of the pattern in hex, length, stream) where these are not all equal."""


@frozen
class Request:
    """One question: values for all parameters and flags, and what is then done with an arena."""

    values: Mapping[str, Value]
    flags: Mapping[str, bool] = field(factory=dict)
    steps: tuple[Step, ...] = ()
    fail_alloc: int | None = None

    def text(self) -> str:
        """The line that a driver reads, without its end."""
        values = ";".join(f"{name}={_shown(value)}" for name, value in self.values.items())
        flags = ";".join(f"{name}={int(value)}" for name, value in self.flags.items())
        steps = ";".join(",".join(step) for step in self.steps)
        fail = "-" if self.fail_alloc is None else str(self.fail_alloc)
        return f"{values}|{flags}|{steps}|{fail}"


def _shown(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_request(line: str) -> Request:
    """The request of a line, for drivers written in Python. ValueError for what is none."""
    values, flags, steps, fail = line.strip("\n").split("|")
    return Request(
        values={name: _value(text) for name, text in _pairs(values)},
        flags={name: text == "1" for name, text in _pairs(flags)},
        steps=tuple(tuple(step.split(",")) for step in steps.split(";") if step),
        fail_alloc=None if fail == "-" else int(fail),
    )


def _pairs(text: str) -> list[tuple[str, str]]:
    pairs = [pair.partition("=") for pair in text.split(";") if pair]
    return [(name, value) for name, _, value in pairs]


def _value(text: str) -> Value:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdigit() else text


@frozen
class Answer:
    """What came of a request: a refusal, or numbers by name and the calls of the backend in order.

    sizes, offsets: of each buffer in bytes; the offset in its arena, None where nothing is allocated for it.
    totals: bytes of each arena, of those of twins too.
    parts: (start in its buffer, bytes) of each use and section by dotted path; None where the answer leaves them out.
    """

    refused: str | None = None
    sizes: Mapping[str, int] = field(factory=dict)
    offsets: Mapping[str, int | None] = field(factory=dict)
    totals: Mapping[str, int] = field(factory=dict)
    parts: Mapping[str, tuple[int | None, int]] | None = None
    calls: tuple[Call, ...] = ()

    def text(self) -> str:
        """The line that a driver writes, without its end."""
        if self.refused is not None:
            return json.dumps({"refused": self.refused})
        data: dict[str, Any] = {
            "sizes": dict(self.sizes),
            "offsets": dict(self.offsets),
            "totals": dict(self.totals),
        }
        if self.parts is not None:
            data["parts"] = {path: list(part) for path, part in self.parts.items()}
        return json.dumps({**data, "calls": [list(call) for call in self.calls]})


def parse_answer(line: str) -> Answer:
    """The answer of a line. ValueError that says what is wrong with it."""
    try:
        data = json.loads(line)
        if "refused" in data:
            return Answer(refused=str(data["refused"]))
        parts = data.get("parts")
        return Answer(
            sizes=dict(data["sizes"]),
            offsets=dict(data.get("offsets", {})),
            totals=dict(data.get("totals", {})),
            parts=None if parts is None else {k: (at, size) for k, (at, size) in parts.items()},
            calls=tuple(tuple(call) for call in data.get("calls", ())),
        )
    except (ValueError, TypeError, KeyError, AttributeError) as fault:
        raise ValueError(f"{line[:200]!r} is no answer: {fault!r}") from None
