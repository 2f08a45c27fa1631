"""Blocks of generated `ParamValues`, `Flags` and `Values`. May import expressions, model and elaborate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.cpp.lines import braced, call, comment, function, literal, whole
from arenagen.emit.cpp.mixins import Entry
from arenagen.emit.cpp.names import dtype_name, flag_name, joined, param_name, value_name
from arenagen.emit.prose import sentence
from arenagen.expressions import to_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arenagen.emit.cpp.scribe import Source
    from arenagen.model import Flag, Let, Param

CHECK = "constexpr void check(Fault &fault) const"
GIVEN = {"int": "std::int64_t", "bool": "bool", "dtype": "DType"}
KINDS = {"int": "Number", "bool": "bool", "dtype": "DType"}


def param_entry(param: Param) -> Entry:
    """The member of a parameter, and the check of its domain."""
    name = param_name(param.name)
    default = "" if param.default is None else f" = {_value(param.default)}"
    members = [*comment([sentence(param.doc), _domain(param)], 1)]
    members.append(f"Given<{GIVEN[param.type]}> {name}{default};")
    return Entry(param.name, "", tuple(members), {CHECK: (_check(param, name),)})


def _value(value: bool | int | str) -> str:
    if isinstance(value, str):
        return f"DType::{dtype_name(value)}"
    return str(value).lower() if isinstance(value, bool) else whole(value)


def _domain(param: Param) -> str:
    if param.type == "bool":
        return ""
    if param.values is not None:
        return f"One of {', '.join(map(str, param.values))}."
    step = f", a multiple of {param.multiple_of}" if param.multiple_of > 1 else ""
    return f"From {param.min} to {param.max}{step}."


def _check(param: Param, name: str) -> str:
    args = ["fault", literal(param.name), name]
    if param.type == "bool":
        return f"{call('check_given', args)};"
    if param.values is not None:
        values = braced([_value(value) for value in param.values])
        kind = GIVEN[param.type]
        return f"{call('check_listed', [*args, f'std::initializer_list<{kind}>{values}'])};"
    step = [str(param.multiple_of)] if param.multiple_of > 1 else []
    return f"{call('check_whole', [*args, whole(param.min), whole(param.max or 0), *step])};"


def flag_lines(flag: Flag) -> list[str]:
    """The member of a flag."""
    names = ", ".join(flag.on)
    text = f"On where the environment variable {flag.env} is {names}."
    return [*comment([sentence(flag.doc), text], 1), f"bool {flag_name(flag.name)} = false;"]


def flag_lookup(flag: Flag) -> str:
    """The statement that reads a flag from an environment."""
    values = braced([literal(on) for on in flag.on])
    looked_up = call("is_one_of", [f"lookup({literal(flag.env)})", values])
    return f"found.{flag_name(flag.name)} = {looked_up};"


def value_entries(source: Source) -> Iterator[Entry]:
    """Members of `Values`: parameters, flags, and derived values, each after those it uses."""
    written = source.layout.layout
    carved = {name for node in source.layout.nodes() for name in node.written.carve}
    for param in written.params:
        given = f"this->p.{param_name(param.name)}.value()"
        text = f"this->number({given})" if param.type == "int" else given
        head = f"constexpr {KINDS[param.type]} {value_name(param.name)}() const"
        members = function(head, [f"return {text};"])
        if param.name in carved:
            change = f"this->p.{param_name(param.name)} = changed;"
            members += ["", *function(_change(param.name), [change])]
        yield Entry(param.name, "", tuple(members))
    for flag in written.flags:
        head = f"constexpr bool {value_name(flag.name)}() const"
        body = f"return this->f.{flag_name(flag.name)};"
        yield Entry(flag.name, "", tuple(function(head, [body])))
    by_name = {let.name: let for let in written.let}
    for name in source.layout.scope.definitions:
        yield _let(source, by_name[name], carved=name in carved)


def _change(name: str) -> str:
    """The head of the function that gives a value for the pass at hand."""
    return f"constexpr void change_{value_name(name)}(std::int64_t changed)"


def _let(source: Source, let: Let, *, carved: bool) -> Entry:
    """A derived value, worked out when something first asks for it."""
    name = value_name(let.name)
    kind = KINDS.get(source.layout.scope.types[let.name], "DType")
    kept = joined(name, "kept")
    text = source.printer("this->").typed(let.value)
    if kind != "Number":
        text = source.printer("this->").text(let.value)
    body = [f"if (!{kept}.known()) {{", f"    {kept}.set({text});", "}", f"return {kept}.value();"]
    texts = [sentence(let.doc), f"{to_text(let.value)}"]
    members = [
        *comment(texts, 1),
        *function(f"constexpr {kind} {name}()", body),
        "",
        f"Kept<{kind}> {kept};",
    ]
    if carved:
        members += ["", *function(_change(let.name), [f"{kept}.set(this->number(changed));"])]
    return Entry(let.name, "", tuple(members))
