"""Reads TOML values into model classes as their keys describe, and goes on after a fault so that all are reported.

What a key means is described at its field in the model; nothing here knows a key by name.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar, cast

from attrs import fields

import arenagen.model as model
from arenagen.diagnostics import Place, Report
from arenagen.expressions import Bool, Expr, ExpressionError, Int, parse
from arenagen.model import keys
from arenagen.model.keys import Kind, keys_of

T = TypeVar("T")
Path = tuple[str | int, ...]

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}\Z")
INT64: Final = range(-(2**63), 2**63)
MAX_DEPTH: Final = 64
"""Keys on the way to a value; the parts of a buffer take two for each level."""
INVALID: Final = object()
"""Stands for a value whose fault has been reported."""

_REQUIRED_CODES = {"token_major": "AG300", "reset": "AG400"}
"""Keys whose absence has a code of its own, because leaving them out is the fault this language is made against."""


def classify(value: object) -> str:
    """What a TOML value is called in messages."""
    names: dict[type, str] = {
        bool: "a boolean",
        int: "a whole number",
        float: "a float",
        str: "a string",
        list: "an array",
        dict: "a table",
    }
    return names.get(type(value), "a date or time")


class Reader:
    """Reads tables into model classes and reports what does not fit."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._readers: dict[type, Callable[[Any, object, Path], object]] = {
            keys.Text: self._text,
            keys.Integer: self._integer,
            keys.Boolean: self._boolean,
            keys.OneOf: self._one_of,
            keys.Identifier: self._identifier,
            keys.Formula: self._formula,
            keys.Fill: self._fill,
            keys.ListOf: self._list,
            keys.Either: self._either,
            keys.MapOf: self._map,
            keys.TableOf: self._table_of,
            keys.NamedTables: self._named,
        }

    def read(self, kind: Kind, value: object, path: Path) -> object:
        """The value as the kind wants it, or INVALID."""
        if len(path) > MAX_DEPTH:
            self._report.add("AG231", "tables nest too deeply", path[:MAX_DEPTH])
            return INVALID
        return self._readers[type(kind)](kind, value, path)

    def table(self, cls: type[T], data: dict[str, Any], path: Path, **given: object) -> T | None:
        """An instance of a model class from a TOML table; None where a fault was reported."""
        model_class: type = cls
        wanted = keys_of(model_class)
        self._unknown(data, wanted, path)
        values: dict[str, object] = dict(given)
        for toml, (attribute, key) in wanted.items():
            if toml in data:
                values[attribute] = self.read(key.kind, data[toml], (*path, toml))
            elif key.required:
                values[attribute] = self._missing(toml, key.doc, path)
        if any(v is INVALID for v in values.values()):
            return None
        return cls(**values)

    def _unknown(self, data: Iterable[str], wanted: Iterable[str], path: Path) -> None:
        known = list(wanted)
        for name in data:
            if name not in known:
                near = difflib.get_close_matches(name, known, 1)
                hint = f"did you mean `{near[0]}`?" if near else f"known keys: {', '.join(known)}"
                self._report.add(
                    "AG010", f"unknown key `{name}`", Place((*path, name), of="key"), hint=hint
                )

    def _missing(self, toml: str, doc: str, path: Path) -> object:
        code = _REQUIRED_CODES.get(toml, "AG012") if path[:1] == ("buffers",) else "AG012"
        self._report.add(code, f"missing key `{toml}`: {doc}", Place(path, of="key"))
        return INVALID

    def _wrong(self, wanted: str, value: object, path: Path, hint: str | None = None) -> object:
        self._report.add("AG011", f"expected {wanted}, found {classify(value)}", path, hint=hint)
        return INVALID

    def _text(self, kind: keys.Text, value: object, path: Path) -> object:
        return value if isinstance(value, str) else self._wrong("a string", value, path)

    def _integer(self, kind: keys.Integer, value: object, path: Path) -> object:
        if not isinstance(value, int) or isinstance(value, bool):
            return self._wrong("a whole number", value, path)
        fault = _integer_fault(kind, value)
        if fault:
            self._report.add("AG013", f"{value} is {fault}", path)
            return INVALID
        return value

    def _boolean(self, kind: keys.Boolean, value: object, path: Path) -> object:
        return value if isinstance(value, bool) else self._wrong("true or false", value, path)

    def _one_of(self, kind: keys.OneOf, value: object, path: Path) -> object:
        if not isinstance(value, str):
            return self._wrong("a string", value, path)
        if value in kind.words:
            return value
        near = difflib.get_close_matches(value, kind.words, 1)
        hint = f"did you mean `{near[0]}`?" if near else None
        choices = ", ".join(f"`{w}`" for w in kind.words)
        self._report.add("AG013", f"`{value}` is not one of {choices}", path, hint=hint)
        return INVALID

    def _identifier(self, kind: keys.Identifier, value: object, path: Path) -> object:
        if not isinstance(value, str):
            return self._wrong("a name", value, path)
        parts = value.split(".") if kind.path else [value]
        if all(NAME.match(p) for p in parts):
            return value
        return self._bad_name(value, path)

    def _bad_name(self, value: str, path: Path, of: str = "value") -> object:
        place = Place(path, of="key") if of == "key" else Place(path)
        self._report.add(
            "AG020",
            f"`{value}` is no name: a letter, then up to 39 letters, digits and underscores",
            place,
        )
        return INVALID

    def _formula(self, kind: keys.Formula, value: object, path: Path) -> object:
        if isinstance(value, str):
            return self._expression(value, path)
        if kind.type == "bool" and isinstance(value, bool):
            return Bool(value)
        if kind.type == "int" and isinstance(value, int) and not isinstance(value, bool):
            return self._literal(value, path)
        wanted = "a whole number or an expression" if kind.type == "int" else "a condition"
        return self._wrong(wanted, value, path)

    def _literal(self, value: int, path: Path) -> object:
        read = self._integer(keys.Integer(), value, path)
        return read if read is INVALID else Int(cast(int, read))

    def _expression(self, text: str, path: Path) -> Expr | object:
        try:
            return parse(text)
        except ExpressionError as fault:
            self._report.add(fault.code, fault.message, path, span=fault.span, hint=fault.hint)
            return INVALID

    def _fill(self, kind: keys.Fill, value: object, path: Path) -> object:
        if isinstance(value, float):
            return value
        if kind.keep and value == "keep":
            return value
        if isinstance(value, bool):
            return self._wrong("a number or an expression", value, path)
        if isinstance(value, int):
            return self._integer(keys.Integer(), value, path)
        read = self._formula(keys.Formula("int"), value, path)
        return read.value if isinstance(read, Int) else read

    def _list(self, kind: keys.ListOf, value: object, path: Path) -> object:
        if not isinstance(value, list):
            return self._wrong("an array", value, path, _array_hint(kind, value))
        if kind.length is not None and len(value) != kind.length:
            self._report.add("AG013", f"expected {kind.length} elements, found {len(value)}", path)
            return INVALID
        items = [self.read(kind.item, item, (*path, i)) for i, item in enumerate(value)]
        return INVALID if any(i is INVALID for i in items) else tuple(items)

    def _either(self, kind: keys.Either, value: object, path: Path) -> object:
        for option in kind.kinds:
            if _fits(option, value):
                return self.read(option, value, path)
        wanted = " or ".join(_described(option) for option in kind.kinds)
        return self._wrong(wanted, value, path)

    def _map(self, kind: keys.MapOf, value: object, path: Path) -> object:
        if not isinstance(value, dict):
            return self._wrong("a table", value, path)
        read = []
        for name, item in value.items():
            good = self._name(name, (*path, name))
            read.append((name, self.read(kind.value, item, (*path, name)) if good else INVALID))
        return INVALID if any(item is INVALID for _, item in read) else tuple(read)

    def _name(self, name: str, path: Path) -> bool:
        if NAME.match(name):
            return True
        self._bad_name(name, path, of="key")
        return False

    def _table_of(self, kind: keys.TableOf, value: object, path: Path) -> object:
        if not isinstance(value, dict):
            return self._wrong("a table", value, path)
        cls = getattr(model, kind.cls)
        given = {"where": path} if _has_where(cls) else {}
        read = self.table(cls, value, path, **given)
        return INVALID if read is None else read

    def _named(self, kind: keys.NamedTables, value: object, path: Path) -> object:
        if not isinstance(value, dict):
            return self._wrong("a table of named items", value, path)
        items = [self._item(kind, name, item, (*path, name)) for name, item in value.items()]
        return INVALID if any(i is INVALID for i in items) else tuple(items)

    def _item(self, kind: keys.NamedTables, name: str, value: object, path: Path) -> object:
        if not self._name(name, path):
            return INVALID
        cls = getattr(model, kind.cls)
        if isinstance(value, dict):
            read = self.table(cls, value, path, name=name, where=path)
            return INVALID if read is None else read
        if kind.short is None:
            return self._wrong("a table", value, path)
        only = self.read(keys_of(cls)[kind.short][1].kind, value, path)
        return INVALID if only is INVALID else cls(name=name, where=path, **{kind.short: only})


def _has_where(cls: type) -> bool:
    return any(a.name == "where" for a in fields(cls))


def _integer_fault(kind: keys.Integer, value: int) -> str | None:
    if value not in INT64:
        return "outside the signed 64-bit numbers"
    if kind.minimum is not None and value < kind.minimum:
        return f"below {kind.minimum}"
    if kind.power_of_two and value & (value - 1):
        return "no power of two"
    return None


def _array_hint(kind: keys.ListOf, value: object) -> str | None:
    """A scalar where dimensions are due is a slip worth a word: brackets tell a row from a number of rows."""
    if isinstance(kind.item, keys.Formula) and isinstance(value, (int, str)):
        return f"write [{value!r}]" if isinstance(value, int) else f'write ["{value}"]'
    return None


_TYPES: dict[type, tuple[tuple[type, ...], str]] = {
    keys.Text: ((str,), "a string"),
    keys.Integer: ((int,), "a whole number"),
    keys.Boolean: ((bool,), "true or false"),
    keys.OneOf: ((str,), "a word"),
    keys.Identifier: ((str,), "a name"),
    keys.Fill: ((int, float, str), "a number or an expression"),
    keys.ListOf: ((list,), "an array"),
    keys.MapOf: ((dict,), "a table"),
    keys.TableOf: ((dict,), "a table"),
    keys.NamedTables: ((dict,), "a table"),
}


def _described(kind: Kind) -> str:
    if isinstance(kind, keys.Formula):
        return "an expression" if kind.type == "int" else "a condition"
    return _TYPES[type(kind)][1]


def _fits(kind: Kind, value: object) -> bool:
    """Whether the TOML type of a value is one that the kind is written with."""
    if isinstance(kind, keys.Formula):
        return type(value) in ((str, int) if kind.type == "int" else (str, bool))
    return type(value) in _TYPES[type(kind)][0]
