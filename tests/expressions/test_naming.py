"""Names in trees, expressions in their place, and the order among definitions."""

from hypothesis import given
from hypothesis import strategies as st

from arenagen.expressions import (
    Int,
    dependency_order,
    free_names,
    free_names_in_order,
    height,
    names,
    parse,
    substitute,
    to_text,
    walk,
)

from .strategies import WIDE

TEXT = "b if p and a.x > 0 else max(a.x, b, rung(c, steps))"


def test_names_come_in_the_order_of_the_text_with_their_places():
    found = names(parse(TEXT))
    assert [name.dotted for name in found] == ["b", "p", "a.x", "a.x", "b", "c", "steps"]
    assert [TEXT[slice(*name.span)] for name in found] == [name.dotted for name in found]
    assert free_names_in_order(parse(TEXT)) == ("b", "p", "a.x", "c", "steps")
    assert free_names(parse(TEXT)) == {"b", "p", "a.x", "c", "steps"}


def test_substitute_puts_whole_trees_in_and_does_not_look_at_them_again():
    found = substitute(parse("a * b - a.x"), {"a": parse("b + 1"), "b": parse("a"), "x": Int(3)})
    assert to_text(found) == "(b + 1) * a - a.x"


@given(WIDE)
def test_substituting_nothing_changes_nothing(tree):
    assert substitute(tree, {}) == tree
    assert substitute(tree, {name: parse(name) for name in free_names(tree)}) == tree


@given(WIDE)
def test_height_and_walk_see_every_node(tree):
    nodes = list(walk(tree))
    assert nodes[0] is tree
    assert 1 <= height(tree) <= len(nodes)


def orders(**texts):
    return dependency_order({name: parse(text) for name, text in texts.items()})


def test_definitions_follow_what_they_use():
    assert orders(c="b + a", b="a * n", a="n", d="1") == (("a", "b", "c", "d"), ())


def test_a_cycle_is_given_in_order_and_its_users_are_left_out():
    order, cycle = orders(user="a", a="b", b="n + c", c="a", fine="n")
    assert order == ("fine",)
    assert cycle == ("a", "b", "c")
    assert orders(a="a + 1") == ((), ("a",))


@given(st.dictionaries(st.integers(0, 9), st.sets(st.integers(0, 9), max_size=3), max_size=10))
def test_any_graph_is_ordered_or_has_a_cycle(graph):
    made = {
        f"x{n}": parse(" + ".join(["1", *(f"x{u}" for u in uses)])) for n, uses in graph.items()
    }
    order, cycle = dependency_order(made)
    for at, name in enumerate(order):
        assert free_names(made[name]) & made.keys() <= set(order[:at])
    for user, used in zip(cycle, [*cycle[1:], *cycle[:1]], strict=True):
        assert used in free_names(made[user])
    assert bool(cycle) == (len(order) < len(made))
