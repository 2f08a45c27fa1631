"""Requirements and laws: a function each, and the record that names it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.negation import negated
from arenagen.emit.prose import sentence
from arenagen.emit.rust.builders import numbers
from arenagen.emit.rust.lines import call, docs, let_text, literal, signature
from arenagen.emit.rust.names import variant_name
from arenagen.emit.rust.scribe import Body
from arenagen.expressions import Expr, Logic, free_names_in_order, to_text
from arenagen.model import Law, Require

if TYPE_CHECKING:
    from collections.abc import Callable

    from arenagen.emit.rust.scribe import Ends, Scribe


def statement_name(item: Require | Law) -> str:
    """The constant of a statement."""
    return f"{'LAW' if isinstance(item, Law) else 'REQUIRE'}_{item.name.upper()}"


def statement(scribe: Scribe, item: Require | Law) -> str:
    """The block of a statement."""
    kind = "law" if isinstance(item, Law) else "requirement"
    function = statement_name(item).lower()
    scribe.need("arithmetic", "Fault")
    scribe.need("checks", "Statement", "unmet")
    scribe.need("placement", "Faults", "Layout")
    scribe.need("values", "Values")
    variables: dict[str, tuple[str, Ends]] = {
        name: (f"var_{name}", (low, high))
        for name, (low, high) in (item.forall if isinstance(item, Law) else ())
    }
    body = Body(scribe, path=_path(scribe), variables=variables)
    _check(body, item, f"{kind} {item.name}")
    values = "v" if body.reads_values else "_"
    layout = "layout" if any("layout." in line for line in body.lines) else "_"
    lines = [
        *docs([sentence(item.doc)], 0),
        f"pub(super) const {statement_name(item)}: Statement = Statement {{",
        f"    name: {literal(f'{kind} {item.name}')},",
        f"    check: {function},",
        "};",
        "",
        *signature(
            f"fn {function}",
            [f"{values}: &Values", f"{layout}: &Layout", "faults: &mut Faults"],
            " -> Result<(), Fault> {",
            0,
        ),
        *body.lines,
        "    Ok(())",
        "}",
    ]
    return "\n".join(lines)


def _path(scribe: Scribe) -> Callable[[str, str], str]:
    def path(where: str, asked: str) -> str:
        node = scribe.source.layout.by_path[where]
        buffer = scribe.source.layout.by_path[node.buffer]
        scribe.need("table", "Buffer")
        number = next(n for other, n in numbers(buffer).items() if other.path == node.path)
        return f"layout.{asked}(Buffer::{variant_name(node.buffer)}, {number})"

    return path


def _check(body: Body, item: Require | Law, what: str) -> None:
    names = [rust for rust, _ in body.variables.values()]
    if names:
        _loop(body, names)
    broken: Expr = negated(item.that)
    if item.when is not None:
        broken = Logic("and", item.when, broken)
    body.begin_if(broken)
    body.lines += let_text("that", to_text(item.that), body.column)
    shown = free_names_in_order(item.that)
    for i, name in enumerate(shown):
        body.put(f"let n{i} = {_value(body, name)};")
    pairs = [f"({literal(name)}, &n{i})" for i, name in enumerate(shown)]
    _unmet(body, ["faults", literal(what), "that"], pairs)
    if names:
        body.put("break;")
    body.end()
    if names:
        body.end()


def _unmet(body: Body, args: list[str], pairs: list[str]) -> None:
    """The call that notes a broken statement, with the values it is about."""
    inline = call("unmet", [*args, f"&[{', '.join(pairs)}]"], ";", body.column)
    if len(inline) == 1:
        body.lines += inline
        return
    body.put("unmet(", *(f"    {arg}," for arg in args))
    body.column += 4
    body.array("&", pairs, ",")
    body.column -= 4
    body.put(");")


def _loop(body: Body, names: list[str]) -> None:
    """The loop over the values of the variables."""
    body.scribe.need("checks", "points")
    ends: list[str] = []
    for i, (_, between) in enumerate(body.variables.values()):
        low, high = between or (None, None)
        assert low is not None and high is not None  # noqa: S101, PT018 - laws state both
        body.put(f"let low{i} = {body.value(low, 60)};", f"let high{i} = {body.value(high, 60)};")
        ends.append(f"(low{i}, high{i})")
    body.put(f"for point in points([{', '.join(ends)}]) {{")
    body.column += 4
    body.put(f"let [{', '.join(names)}] = point;")


def _value(body: Body, name: str) -> str:
    if name in body.variables:
        return body.variables[name][0]
    where, dot, asked = name.rpartition(".")
    assert body.path is not None  # noqa: S101 - statements have one
    return body.path(where, asked) if dot else body.scribe.name(name)
