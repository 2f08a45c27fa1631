"""What values parameters take, kept beside the fields of a dataclass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, fields
from typing import Any

KEY = "domain"


@dataclass(frozen=True, slots=True)
class Whole:
    """Whole numbers from `low` to `high`, multiples of `step`."""

    low: int
    high: int
    step: int = 1

    def fault(self, name: str, value: object) -> str | None:
        """What is wrong with a value, if anything."""
        if isinstance(value, bool) or not isinstance(value, int):
            return f"{name} is a whole number, not {value!r}"
        if not self.low <= value <= self.high:
            return f"{name} lies between {self.low} and {self.high}, not at {value}"
        if value % self.step:
            return f"{name} is a multiple of {self.step}, which {value} is not"
        return None


@dataclass(frozen=True, slots=True)
class OneOf:
    """A few whole numbers or names."""

    values: tuple[int | str, ...]

    def fault(self, name: str, value: object) -> str | None:
        """What is wrong with a value, if anything."""
        if not isinstance(value, bool) and value in self.values:
            return None
        listed = ", ".join(map(str, self.values))
        return f"{name} is one of {listed}, not {value!r}"


@dataclass(frozen=True, slots=True)
class Switch:
    """True or false. A flag is true where its environment variable is one of `on`."""

    env: str = ""
    on: tuple[str, ...] = ()

    def fault(self, name: str, value: object) -> str | None:
        """What is wrong with a value, if anything."""
        return None if isinstance(value, bool) else f"{name} is a bool, not {value!r}"


def whole(low: int, high: int, *, multiple_of: int = 1) -> Mapping[str, object]:
    """Metadata of a field that takes whole numbers."""
    return {KEY: Whole(low, high, multiple_of)}


def one_of(*values: int | str) -> Mapping[str, object]:
    """Metadata of a field that takes one of a few values."""
    return {KEY: OneOf(values)}


def boolean() -> Mapping[str, object]:
    """Metadata of a field that is true or false."""
    return {KEY: Switch()}


def switch(env: str, *on: str) -> Mapping[str, object]:
    """Metadata of a flag: its environment variable, and the values that turn it on."""
    return {KEY: Switch(env, on)}


def field_faults(record: Any) -> Iterator[str]:
    """Everything wrong with the fields of a dataclass that has domains."""
    for item in fields(record):
        fault = _domain(item).fault(item.name, getattr(record, item.name))
        if fault is not None:
            yield fault


def switches(record: Any, environ: Mapping[str, str]) -> dict[str, bool]:
    """What an environment sets the fields of a dataclass of flags to."""
    found = {}
    for item in fields(record):
        domain = _domain(item)
        if isinstance(domain, Switch):
            found[item.name] = environ.get(domain.env) in domain.on
    return found


def _domain(item: Field[Any]) -> Whole | OneOf | Switch:
    domain = item.metadata.get(KEY)
    if isinstance(domain, Whole | OneOf | Switch):
        return domain
    raise TypeError(f"{item.name} has no domain")
