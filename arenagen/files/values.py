"""Sets of values for a layout's parameters and flags, and from which file, line or option each value came.

May import diagnostics, model, elaborate and resolve.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from attrs import evolve, field, frozen

from arenagen.api import Given, Loaded, ResolveError, resolve
from arenagen.diagnostics import Diagnostic, Note, Place
from arenagen.elaborate import Elaborated
from arenagen.files.problem import nearest
from arenagen.resolve import ResolvedLayout

TABLES: Final = ("params", "flags", "env")
_GIVEN: Final = "values given"
"""Stands for the source of values until their own source is looked up; no file has this name."""

Locate = Callable[[tuple[str | int, ...]], Place]


@frozen(kw_only=True)
class Layer:
    """Values from one source. `locate` leads from a table, or a table and a name, to the place to show."""

    source: str
    locate: Locate = field(repr=False)
    params: Mapping[str, object] = field(factory=dict)
    flags: Mapping[str, object] = field(factory=dict)
    env: Mapping[str, object] = field(factory=dict)
    label: str | None = None


@frozen
class ValueSet:
    """Layers of values; a later layer goes before an earlier one."""

    layers: tuple[Layer, ...]

    @property
    def label(self) -> str | None:
        """What the set is called: the label of the last layer that has one."""
        return next((x.label for x in reversed(self.layers) if x.label is not None), None)

    def resolve(self, loaded: Loaded) -> ResolvedLayout:
        """The layout for these values. Raises ResolveError whose places all name their file."""
        assert loaded.elaborated is not None  # noqa: S101 - callers stop at errors in the layout
        env, faults = self._environment(loaded.elaborated)
        given = Given(self._merged("params"), self._merged("flags"), env, _GIVEN)
        try:
            resolved = resolve(loaded, given)
        except ResolveError as fault:
            faults += [self._placed(found) for found in fault.diagnostics]
        if faults:
            raise ResolveError(tuple(faults))
        return resolved

    def _merged(self, table: str) -> dict[str, object]:
        if len(self.layers) == 1:
            return dict(getattr(self.layers[0], table))
        return {
            name: value for layer in self.layers for name, value in getattr(layer, table).items()
        }

    def _environment(self, layout: Elaborated) -> tuple[dict[str, str], list[Diagnostic]]:
        """Environment variables as the flags read them: 0 is unset, another number is its digits."""
        read: dict[str, str] = {}
        faults: list[Diagnostic] = []
        variables = {flag.env for flag in layout.layout.flags}
        for name, value in self._merged("env").items():
            if name not in variables:
                message = f"no flag of the layout reads the environment variable `{name}`"
                faults.append(self._fault(message, name, nearest(name, variables)))
            elif isinstance(value, str):
                read[name] = value
            elif not isinstance(value, int) or isinstance(value, bool):
                message = f"`{name}` is the text of an environment variable or a whole number"
                faults.append(self._fault(message, name, 'for example "1"'))
            elif value:
                read[name] = str(value)
        return read, faults

    def _fault(self, message: str, name: str, hint: str | None) -> Diagnostic:
        place = self._place(("env", name))
        return Diagnostic("AG505", message, place, hint=hint, source=place.source or "")

    def _place(self, path: tuple[str | int, ...]) -> Place:
        """Where a value was given last; for what was not given, where it might have been."""
        if len(path) > 1:
            for layer in reversed(self.layers):
                if path[1] in getattr(layer, str(path[0])):
                    return _with_source(layer.locate(path), layer.source)
        layer = self.layers[0]
        return _with_source(layer.locate(path[:1]), layer.source)

    def _placed(self, diagnostic: Diagnostic) -> Diagnostic:
        """A fault that names a value, at that value; one in the layout, at the values with a note to the layout."""
        if diagnostic.source == _GIVEN:
            place = evolve(self._place(diagnostic.place.path), of=diagnostic.place.of)
            return evolve(diagnostic, place=place, source=place.source or "")
        place = evolve(self._place(("params",)), of="key")
        stands = Note(evolve(diagnostic.place, source=diagnostic.file), "it stands here")
        return evolve(
            diagnostic, place=place, also=(stands, *diagnostic.also), source=place.source or ""
        )


def _with_source(place: Place, source: str) -> Place:
    return evolve(place, source=source)


def nowhere(path: tuple[str | int, ...]) -> Place:
    """The place of values that stand in no file."""
    return Place(path)


def command_line_layer(settings: Sequence[str], layout: Elaborated) -> Layer:
    """The layer of `--set name=value` options. Raises ResolveError for an option that is no such thing."""
    flags = {flag.name for flag in layout.layout.flags}
    tables: dict[str, dict[str, object]] = {"params": {}, "flags": {}}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals or not name.strip():
            message = f"`--set {setting}` is not of the form name=value"
            raise ResolveError((Diagnostic("AG508", message, Place(), source=""),))
        table = "flags" if name.strip() in flags else "params"
        tables[table][name.strip()] = _literal(text.strip())
    return Layer(source="--set", locate=nowhere, params=tables["params"], flags=tables["flags"])


def _literal(text: str) -> object:
    """What a value on the command line means: true, false, a whole number, or the name of a dtype."""
    if text in ("true", "false"):
        return text == "true"
    try:
        return int(text)
    except ValueError:
        return text
