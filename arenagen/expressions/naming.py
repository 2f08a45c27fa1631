"""Names in a tree: which occur, expressions in their place, and the order among definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from arenagen.expressions.nodes import (
    Arith,
    Call,
    Choice,
    Compare,
    Expr,
    Logic,
    Name,
    Negate,
    Not,
    walk,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def names(expr: Expr) -> tuple[Name, ...]:
    """Every name in the order of the text, once for each time it occurs."""
    return tuple(node for node in walk(expr) if isinstance(node, Name))


def free_names(expr: Expr) -> frozenset[str]:
    """The dotted names that occur."""
    return frozenset(name.dotted for name in names(expr))


def substitute(expr: Expr, replacements: Mapping[str, Expr]) -> Expr:
    """The tree with expressions in the place of names (by dotted name), put in as they are."""

    def put(node: Expr) -> Expr:
        match node:
            case Name():
                return replacements.get(node.dotted, node)
            case Negate() | Not():
                return evolve(node, operand=put(node.operand))
            case Arith() | Compare() | Logic():
                return evolve(node, left=put(node.left), right=put(node.right))
            case Choice():
                then, test, other = put(node.then), put(node.test), put(node.other)
                return evolve(node, then=then, test=test, other=other)
            case Call():
                return evolve(node, args=tuple(map(put, node.args)))
            case _:
                return node

    return put(expr)


def dependency_order(definitions: Mapping[str, Expr]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(order, cycle) of definitions: each after those that it uses; the names along a cycle, or ().

    Definitions on a cycle, or that use one, are left out of the order.
    """
    uses = {
        name: tuple(n for n in free_names_in_order(expr) if n in definitions)
        for name, expr in definitions.items()
    }
    done: dict[str, bool] = {}
    cycle: tuple[str, ...] = ()
    for name in definitions:
        found = _visit(name, uses, done)
        cycle = cycle or found
    return tuple(name for name, sound in done.items() if sound), cycle


def free_names_in_order(expr: Expr) -> tuple[str, ...]:
    """The dotted names that occur, each once, in the order of the text."""
    return tuple(dict.fromkeys(name.dotted for name in names(expr)))


def _visit(root: str, uses: Mapping[str, Iterable[str]], done: dict[str, bool]) -> tuple[str, ...]:
    """Depth first from one definition, not recursive: marks each as sound or not, gives a cycle."""
    if root in done:
        return ()
    path: dict[str, tuple[list[str], bool]] = {root: (list(uses[root])[::-1], True)}
    cycle: tuple[str, ...] = ()
    while path:
        name = next(reversed(path))
        pending, sound = path[name]
        if not pending:
            done[name] = sound
            del path[name]
            continue
        used = pending.pop()
        if used in path:
            on_path = tuple(path)
            cycle = cycle or on_path[on_path.index(used) :]
            path[name] = (pending, False)
        elif used not in done:
            path[used] = (list(uses[used])[::-1], True)
            pending.append(used)
        elif not done[used]:
            path[name] = (pending, False)
    return cycle
