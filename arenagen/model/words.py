"""What a kind of value is called, for the reference of the language. Imports the kinds of keys only."""

from __future__ import annotations

from arenagen.model import keys
from arenagen.model.keys import Kind


def words(kind: Kind, *, many: bool = False) -> str:
    """The kind in a few words; with `many`, in the plural."""
    s = "s" if many else ""
    match kind:
        case keys.Text():
            return f"string{s}"
        case keys.Integer():
            return _integer(kind, s)
        case keys.Boolean():
            return "`true` or `false`"
        case keys.Identifier():
            return f"path{s}" if kind.path else f"name{s}"
        case keys.Formula():
            return f"expression{s}" if kind.type == "int" else f"condition{s}"
        case keys.OneOf() | keys.Fill() | keys.Either():
            return _choice(kind, many=many)
        case _:
            return _collection(kind, s)


def _integer(kind: keys.Integer, s: str) -> str:
    if kind.power_of_two:
        return f"power{s} of two"
    return (
        f"whole number{s}" if kind.minimum is None else f"whole number{s}, {kind.minimum} or more"
    )


def _choice(kind: keys.OneOf | keys.Fill | keys.Either, *, many: bool) -> str:
    match kind:
        case keys.OneOf():
            return _either([f'`"{word}"`' for word in kind.words])
        case keys.Fill():
            keep = ['`"keep"`'] if kind.keep else []
            return _either(["number", "expression", *keep])
        case keys.Either():
            return _either([words(option, many=many) for option in kind.kinds])


def _collection(kind: keys.ListOf | keys.MapOf | keys.TableOf | keys.NamedTables, s: str) -> str:
    match kind:
        case keys.ListOf():
            count = "" if kind.length is None else f"{kind.length} "
            return f"array{s} of {count}{words(kind.item, many=True)}"
        case keys.MapOf():
            return f"table{s} of {words(kind.value, many=True)}"
        case keys.TableOf():
            return f"table{s}"
        case keys.NamedTables():
            short = f", each a table or its `{kind.short}` alone" if kind.short else ""
            return f"table of named tables{short}"


def _either(options: list[str]) -> str:
    return options[0] if len(options) == 1 else f"{', '.join(options[:-1])} or {options[-1]}"
