"""Where buffers lie: by arena, then rank, then in order; placeholders behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, Self, TypeVar

from .arithmetic import INT_MAX, LayoutError, align_up, refuse
from .extents import Extent, Part
from .parts import Uses

ParamsT = TypeVar("ParamsT")
FlagsT = TypeVar("FlagsT")
ValuesT = TypeVar("ValuesT")


@dataclass(frozen=True, slots=True)
class ArenaSpec:
    """One allocation, before its size is known."""

    name: str
    memory: str
    align: int
    size_multiple: int = 1


@dataclass(slots=True)
class ArenaSize:
    """One allocation: what must be allocated, and how its address is aligned."""

    name: str
    memory: str
    align: int
    bytes: int = 0
    padding: dict[int, int] = field(default_factory=dict)
    """End of a buffer -> start of the next, where only alignment lies between."""
    guard: int = 0
    """Bytes at least in front of, between and behind buffers."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a buffer is sized and where it goes."""

    build: Callable[[Any, Uses], None]
    name: str
    arena: str
    rank: int
    align: int
    placeholder: int
    mirror: str


def buffer(
    name: str,
    arena: str,
    *,
    align: int,
    rank: int = 0,
    placeholder: int = 0,
    mirror: str = "",
) -> Callable[[Callable[[Any, Uses], None]], Recipe]:
    """Marks a method that adds one buffer, or nothing where it is absent."""

    def made(build: Callable[[Any, Uses], None]) -> Recipe:
        return Recipe(build, name, arena, rank, align, placeholder, mirror)

    return made


@dataclass(frozen=True, slots=True)
class Check:
    """What must hold once everything has a size: the faults that are found."""

    find: Callable[[Any], Iterator[str]]


class BaseSizes(Generic[ParamsT, FlagsT, ValuesT]):
    """Everything that follows from parameters and flags.

    Subclasses annotate an `Extent` for each buffer, use and section, and hold the
    recipes and checks. Raises LayoutError with everything that is wrong.
    """

    ARENAS: ClassVar[tuple[ArenaSpec, ...]] = ()

    params: ParamsT
    flags: FlagsT
    values: ValuesT
    extents: Mapping[str, Extent]
    """Buffers, uses and sections by name, in the order of the layout."""
    buffers: Mapping[str, Extent]
    """Buffers alone."""
    arenas: Mapping[str, ArenaSize]
    """What is allocated."""

    def __init__(self, params: ParamsT, flags: FlagsT, values: ValuesT) -> None:
        self.params = params
        self.flags = flags
        self.values = values
        self._place(0)
        refuse(check_faults(self))

    def _place(self, guard: int) -> None:
        self.seen: dict[str, Part] = {}
        recipes = list(_marked(type(self), Recipe))
        specs, sized = self.ARENAS, _sized(self, recipes)
        self.arenas, found = _placed(specs, recipes, sized, guard)
        self.extents = {
            name: found.get(name) or Extent(name=name) for name in _names(type(self))
        }
        self.buffers = {recipe.name: self.extents[recipe.name] for recipe in recipes}
        self.__dict__.update(self.extents)

    def guarded(self, guard: int) -> Self:
        """The same buffers with so many bytes or more in front of, between and behind
        them, to be checked for damage. Budgets are those of buffers without guards.
        """
        other = copy(self)
        other._place(guard)
        return other

    def carve(self, name: str, **changes: int) -> Mapping[str, Extent]:
        """A buffer and its parts, laid out in its place for other values.

        `changes` are parameters or derived values, which may not exceed those that the
        buffer was sized for. Raises LayoutError where they do, or need more bytes.
        """
        other = copy(self)
        other.seen = dict(self.seen)
        other.params, other.values = _changed(self, changes)
        (recipe,) = (r for r in _marked(type(self), Recipe) if r.name == name)
        whole = self.extents[name]
        part = _sized(other, [recipe]).get(name)
        if part is None or whole.offset is None:
            return {}
        if part.bytes > whole.bytes:
            values = ", ".join(f"{key} = {value}" for key, value in changes.items())
            message = f"{name} needs {part.bytes} bytes with {values}"
            raise LayoutError([f"{message}, and has {whole.bytes}"])
        return {e.name: e for e in part.placed(whole.arena, whole.offset)}

    @property
    def total_bytes(self) -> int:
        """Plain sum over the buffers, placeholders included, without alignment."""
        return sum(extent.bytes for extent in self.buffers.values())


MarkT = TypeVar("MarkT")


def _marked(cls: type, kind: type[MarkT]) -> Iterator[MarkT]:
    for base in cls.__mro__:
        yield from (item for item in vars(base).values() if isinstance(item, kind))


def _names(cls: type) -> Iterator[str]:
    """Attributes that are annotated as extents, in order."""
    for base in cls.__mro__:
        annotations = vars(base).get("__annotations__", {})
        yield from (name for name, kind in annotations.items() if kind == "Extent")


def _sized(owner: Any, recipes: list[Recipe]) -> dict[str, Part]:
    """The buffers that exist, by name."""
    found: dict[str, Part] = {}
    faults: list[str] = []
    for recipe in recipes:
        out = Uses()
        out.seen = owner.seen
        try:
            recipe.build(owner, out)
        except LayoutError as error:
            faults += error.faults
        except ArithmeticError as error:
            faults.append(f"{recipe.name}: {error}")
        found.update((part.name, part) for part in out.found)
    refuse(faults)
    return found


def _placed(
    specs: tuple[ArenaSpec, ...],
    recipes: list[Recipe],
    parts: dict[str, Part],
    guard: int,
) -> tuple[dict[str, ArenaSize], dict[str, Extent]]:
    """Arenas by name, and every extent that has bytes."""
    arenas = {s.name: ArenaSize(s.name, s.memory, s.align, guard=guard) for s in specs}
    extents: dict[str, Extent] = {}
    for recipe in sorted(recipes, key=lambda recipe: recipe.rank):
        part = parts.get(recipe.name)
        if part is not None:
            part.align = recipe.align
            offset = _taken(arenas[recipe.arena], recipe.align, part.bytes)
            extents.update((e.name, e) for e in part.placed(recipe.arena, offset))
            _mirrored(recipe, extents[recipe.name], arenas, extents)
    for recipe in sorted(recipes, key=lambda recipe: recipe.rank):
        if recipe.name not in parts and recipe.placeholder:
            arena = arenas[recipe.arena]
            offset = _taken(arena, recipe.align, recipe.placeholder)
            extents[recipe.name] = Extent(
                name=recipe.name,
                arena=recipe.arena,
                bytes=recipe.placeholder,
                offset=offset,
                align=recipe.align,
            )
    for spec in specs:
        _rounded(arenas[spec.name], spec.size_multiple)
    return arenas, extents


def _mirrored(
    recipe: Recipe,
    extent: Extent,
    arenas: dict[str, ArenaSize],
    extents: dict[str, Extent],
) -> None:
    """The twin of a buffer in host memory, in an arena of its own."""
    if recipe.mirror:
        name = f"{recipe.name}_{recipe.mirror}"
        arena = f"{recipe.arena}_{recipe.mirror}"
        offset = _taken(arenas[arena], recipe.align, extent.bytes)
        twin = replace(extent, name=name, arena=arena, offset=offset, parts=())
        extents[name] = twin


def _taken(arena: ArenaSize, align: int, count: int) -> int:
    """The next place in an arena."""
    offset = align_up(arena.bytes + arena.guard, align)
    if 0 < arena.bytes < offset and not arena.guard:
        arena.padding[arena.bytes] = offset
    arena.bytes = offset + count
    return offset


def _rounded(arena: ArenaSize, size_multiple: int) -> None:
    if arena.bytes:
        arena.bytes = align_up(arena.bytes + arena.guard, size_multiple)
    if arena.bytes > INT_MAX:
        message = f"arena {arena.name} would take {arena.bytes} bytes"
        raise LayoutError([f"{message}, more than 2^63 - 1"])


def _changed(sizes: Any, changes: Mapping[str, int]) -> tuple[Any, Any]:
    """Parameters and values with some of them replaced by smaller ones."""
    given = {name: n for name, n in changes.items() if hasattr(sizes.params, name)}
    derived = {name: n for name, n in changes.items() if name not in given}
    for name, value in changes.items():
        source = sizes.params if name in given else sizes.values
        most = getattr(source, name)
        if isinstance(value, bool) or not isinstance(value, int):
            raise LayoutError([f"{name} is a whole number, not {value!r}"])
        if not 0 <= value <= most:
            raise LayoutError([f"{name} is {value}, outside 0 to {most}"])
    params = _with_fields(sizes.params, given)
    values = type(sizes.values)(params, sizes.flags)
    values.__dict__.update(derived)
    return params, values


def _with_fields(record: Any, changes: Mapping[str, int]) -> Any:
    """A copy of a frozen record with other values. They are those of one pass, so that
    neither the domains of parameters nor the requirements apply.
    """
    made = copy(record)
    for name, value in changes.items():
        object.__setattr__(made, name, value)
    return made


def check_faults(owner: Any) -> Iterator[str]:
    """What the checks of an object's class find."""
    for check in _marked(type(owner), Check):
        try:
            yield from check.find(owner)
        except LayoutError as error:
            yield from error.faults
        except ArithmeticError as error:
            yield str(error)
