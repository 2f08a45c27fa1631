"""Tables damaged as tables: keys and values exchanged, left out, renamed, nested; then written as TOML again."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import tomli_w
from attrs import frozen

import arenagen.model as model
from arenagen.model.keys import keys_of
from tests.fuzz.words import NUMBERS, anything, number, truth

_CLASSES = ("Layout", "Buffer", "Use", "Section", "Param", "Routine", "ResetClass", "Arena", "Law")
KEYS = tuple(sorted({key for name in _CLASSES for key in keys_of(getattr(model, name))}))


_NAME = re.compile(r"[A-Za-z_]\w*")


@frozen
class Slot:
    """A value and the table or array that holds it."""

    holder: Any
    key: Any

    @property
    def value(self) -> Any:
        """What it holds."""
        return self.holder[self.key]

    def put(self, value: Any) -> None:
        """Holds another value."""
        self.holder[self.key] = value


@cache
def _read(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def damaged(random: Random, text: str) -> str:
    """A layout after a few changes of its tables; the text as it is where it is not TOML."""
    data = deepcopy(_read(text))
    if data is None:
        return text
    for _ in range(random.choice((1, 1, 2, 4))):
        slots = list(_slots(data))
        if slots:
            random.choice(_CHANGES)(random, slots)
    return tomli_w.dumps(data)


def nudged(random: Random, text: str) -> str:
    """A layout in which a few numbers, expressions and words have others of their type in their place."""
    data = deepcopy(_read(text))
    if data is None:
        return text
    slots = [slot for slot in _slots(data) if not isinstance(slot.value, dict | list)]
    slots = [slot for slot in slots if slot.key not in ("arenagen", "doc")]
    for slot in random.sample(slots, min(len(slots), random.choice((1, 1, 2, 3)))):
        slot.put(_alike(random, slot.value, slots))
    return tomli_w.dumps(data)


def _alike(random: Random, value: Any, slots: list[Slot]) -> Any:
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random.choice((value + 1, value - 1, 2 * value, 1, 4, number(random), *NUMBERS))
    if not isinstance(value, str):
        return anything(random)
    others = [slot.value for slot in slots if isinstance(slot.value, str)]
    names = _NAME.findall(value)
    if names and names != [value] and random.random() < 0.6:
        return value.replace(random.choice(names), number(random, 1))
    if _NAME.fullmatch(value) and random.random() < 0.9:
        return random.choice([other for other in others if _NAME.fullmatch(other)])
    return random.choice((random.choice(others), number(random), truth(random)))


def _slots(data: Any) -> Iterator[Slot]:
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in list(items):
        yield Slot(data, key)
        if isinstance(value, dict | list):
            yield from _slots(value)


def _exchange(random: Random, slots: list[Slot]) -> None:
    one = random.choice(slots)
    alike = [slot for slot in slots if type(slot.value) is type(one.value)]
    other = random.choice(alike if random.random() < 0.9 else slots)
    first, second = deepcopy(one.value), deepcopy(other.value)
    one.put(second)
    if other.key in other.holder if isinstance(other.holder, dict) else True:
        other.put(first)


def _copy(random: Random, slots: list[Slot]) -> None:
    """The value of another slot of the same type, nearly always."""
    one = random.choice(slots)
    alike = [slot for slot in slots if type(slot.value) is type(one.value)]
    one.put(deepcopy(random.choice(alike if random.random() < 0.9 else slots).value))


def _remove(random: Random, slots: list[Slot]) -> None:
    slot = random.choice(slots)
    del slot.holder[slot.key]


def _rename(random: Random, slots: list[Slot]) -> None:
    slot = random.choice(slots)
    if isinstance(slot.holder, dict):
        slot.holder[random.choice(KEYS)] = slot.holder.pop(slot.key)


def _add(random: Random, slots: list[Slot]) -> None:
    """A key of the language with a value that may fit."""
    tables = [slot.value for slot in slots if isinstance(slot.value, dict)]
    if tables:
        random.choice(tables)[random.choice(KEYS)] = _value(random)


def _replace(random: Random, slots: list[Slot]) -> None:
    random.choice(slots).put(_value(random))


def _expression(random: Random, slots: list[Slot]) -> None:
    texts = [slot for slot in slots if isinstance(slot.value, str)]
    if texts:
        random.choice(texts).put(random.choice((number, truth))(random))


def _value(random: Random) -> Any:
    return anything(random) if random.random() < 0.5 else number(random)


_CHANGES: tuple[Callable[[Random, list[Slot]], None], ...] = (
    _exchange,
    _copy,
    _remove,
    _rename,
    _add,
    _add,
    _replace,
    _expression,
    _expression,
)
