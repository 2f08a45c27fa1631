"""Reads sets of values: a TOML or JSON file with one set, a JSON array of sets, or JSONL with one set a line.

May import diagnostics, parse and what lies beside it in this package.
"""

from __future__ import annotations

import difflib
import json
import os
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from attrs import evolve, frozen

from arenagen.diagnostics import Diagnostic, Place, Report
from arenagen.files.disk import UnreadableError, decoded, read_text, reason
from arenagen.files.json_places import position
from arenagen.files.values import TABLES, Layer
from arenagen.parse import read_toml

STANDARD_INPUT: Final = "-"
_KEYS: Final = (*TABLES, "label")
_LIKE: Final = 0.75
"""How near a key must be to one that means something to be taken for a slip rather than for another field."""


class ValuesError(Exception):
    """A file of values, or one set in it, is not what is expected."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__("; ".join(diagnostic.message for diagnostic in diagnostics))
        self.diagnostics = diagnostics


@frozen
class JsonPlaces:
    """Finds places in one JSON value: in which text it stands, from which line on, and where in that."""

    text: str
    line: int = 1
    base: tuple[int, ...] = ()

    def __call__(self, path: tuple[str | int, ...]) -> Place:
        """The place of a key."""
        line, column = position(self.text, (*self.base, *path))
        return Place(path, at=(line + self.line - 1, column))


def is_stream(path: str) -> bool:
    """Whether a file of values has one set a line: by its name, or because it has no name that tells."""
    return os.path.splitext(path)[1].lower() not in (".toml", ".json")


def read_values(path: str, texts: dict[str, str]) -> Iterator[Layer | ValuesError]:
    """The sets of a file, in order; for a set that is faulty, what is wrong with it. Raises ValuesError.

    The text of a file that is read as a whole is added to `texts`.
    """
    if is_stream(path):
        return _read_stream(path)
    try:
        text = texts[path] = read_text(path)
    except UnreadableError as fault:
        raise _unreadable(path, str(fault)) from None
    return iter(
        (_from_toml(text, path),) if path.lower().endswith(".toml") else _from_json(text, path)
    )


def _unreadable(path: str, why: str, at: tuple[int, int] | None = None) -> ValuesError:
    message = f"cannot be read: {why}"
    return ValuesError((Diagnostic("AG508", message, Place((), at=at), source=path),))


def _from_toml(text: str, path: str) -> Layer:
    report = Report(path)
    data = read_toml(text, report)
    if data is None:
        raise ValuesError(report.diagnostics)
    return _filled(Layer(source=path, locate=Place), data, strict=True)


def _from_json(text: str, path: str) -> Iterator[Layer | ValuesError]:
    data = parsed_json(text, path)
    if not isinstance(data, list):
        yield _filled(Layer(source=path, locate=JsonPlaces(text)), data)
        return
    for i, item in enumerate(data):
        try:
            yield _filled(Layer(source=path, locate=JsonPlaces(text, base=(i,))), item)
        except ValuesError as fault:
            yield fault


class DuplicateKeyError(ValueError):
    """A key stands twice in one object, so that one of its values would be lost."""


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        raise DuplicateKeyError(next(key for key in keys if keys.count(key) > 1))
    return made


def parsed_json(text: str, source: str, line: int = 1) -> Any:
    """A JSON value. Raises ValuesError with line and column."""
    try:
        return json.loads(text, object_pairs_hook=_without_duplicates)
    except DuplicateKeyError as fault:
        message = f"the key `{fault}` stands twice in one object"
    except json.JSONDecodeError as fault:
        at = (fault.lineno + line - 1, fault.colno)
        raise _faulty(source, f"no JSON: {fault.msg}", Place((), at=at)) from None
    except RecursionError:
        message = "arrays or objects nest too deeply"
    except ValueError:  # digits beyond what int() converts
        message = "a number has too many digits"
    raise _faulty(source, message, Place((), at=(line, 1)))


def _faulty(source: str, message: str, place: Place, hint: str | None = None) -> ValuesError:
    return ValuesError((Diagnostic("AG508", message, place, hint=hint, source=source),))


def _read_stream(path: str) -> Iterator[Layer | ValuesError]:
    """The sets of a JSONL, read line by line."""
    found = False
    for number, raw in stream_lines(path):
        found = True
        yield read_line(raw, number, path)
    if not found:
        raise _faulty(_named(path), "there are no values in it", Place((), at=(1, 1)))


def stream_lines(path: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a file or of standard input that are not blank, with their numbers. Raises ValuesError."""
    try:
        with _opened(path) as file:
            yield from ((number, raw) for number, raw in enumerate(file, 1) if not raw.isspace())
    except OSError as fault:
        raise _unreadable(_named(path), reason(fault)) from None


def _named(path: str) -> str:
    return "standard input" if path == STANDARD_INPUT else path


def _opened(path: str) -> BinaryIO:
    if path != STANDARD_INPUT:
        try:
            return open(path, "rb")
        except ValueError as fault:  # a NUL in the path
            raise _unreadable(path, reason(fault)) from None
    if sys.stdin is None:
        raise _unreadable(_named(path), "it is closed")
    return sys.stdin.buffer


def read_line(raw: bytes, number: int, path: str) -> Layer | ValuesError:
    """The set in a line, or what is wrong with it."""
    source = _named(path)
    try:
        text = decoded(raw).removesuffix("\n")
        return _filled(
            Layer(source=source, locate=JsonPlaces(text, number)), parsed_json(text, source, number)
        )
    except UnreadableError:
        return _faulty(source, "the line is not UTF-8 text", Place((), at=(number, 1)))
    except ValuesError as fault:
        return fault


def _filled(layer: Layer, data: Any, *, strict: bool = False) -> Layer:
    """The layer with the values of one set. With `strict`, keys that mean nothing are faults."""
    if not isinstance(data, dict):
        raise ValuesError((_fault(layer, "a set of values is an object", ()),))
    faults = [fault for key in data if (fault := _key_fault(layer, key, data[key], strict))]
    if "params" not in data:
        hint = 'a set is {"params": {...}, "env": {...} or "flags": {...}, "label": "..."}'
        faults.append(_fault(layer, "a set of values without `params`", (), hint))
    if faults:
        raise ValuesError(tuple(faults))
    tables = {table: data.get(table, {}) for table in TABLES}
    return evolve(layer, label=data.get("label"), **tables)


def _key_fault(layer: Layer, key: str, value: object, strict: bool) -> Diagnostic | None:
    """What is wrong with a key of a set. Another program's keys are let pass, unless one looks like a slip."""
    if key == "label":
        well = value is None or isinstance(value, str)
        return None if well else _fault(layer, "`label` is a text", (key,))
    if key in TABLES:
        well = isinstance(value, dict)
        return None if well else _fault(layer, f"`{key}` is a table of values by name", (key,))
    near = difflib.get_close_matches(key, _KEYS, 1, _LIKE)
    if not near and not strict:
        return None
    hint = f"did you mean `{near[0]}`?" if near else f"known keys: {', '.join(_KEYS)}"
    return _fault(layer, f"unknown key `{key}`", (key,), hint)


def _fault(
    layer: Layer, message: str, path: tuple[str, ...], hint: str | None = None
) -> Diagnostic:
    return Diagnostic("AG508", message, layer.locate(path), hint=hint, source=layer.source)
