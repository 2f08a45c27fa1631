"""What a target language offers the compiler. The shipped targets are found the same way as any
other: as an entry point of the group `arenagen.targets`, or as a module named in the settings, that
gives a `Target`.

May import model and elaborate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from arenagen.elaborate import Elaborated
    from arenagen.emit.table import ByteTable
    from arenagen.model import KeyPath

SettingValue = bool | int | str


@frozen
class Setting:
    """An option of a target. `fault` says what is wrong with a value of the right type, or None."""

    name: str
    default: SettingValue
    doc: str
    fault: Callable[[SettingValue], str | None] = lambda value: None


class SettingsError(ValueError):
    """Options that a target does not take; `faults` has (name of the option, what is wrong) for
    each.
    """

    def __init__(self, faults: Iterable[tuple[str, str]]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(message for _, message in self.faults))


@frozen
class Identifier:
    """A name that generated code gives to something.

    Two names of one `scope` must differ. `where` is the key path of what is named in the layout,
    `what` says what it is in messages.
    """

    name: str
    scope: str
    where: KeyPath
    what: str


class Target(Protocol):
    """Renders layouts in one language. Deterministic: the same layout and settings give the same
    bytes.
    """

    @property
    def name(self) -> str:
        """Its name in the settings, and the folder of its files."""

    @property
    def settings(self) -> tuple[Setting, ...]:
        """The options that it takes."""

    @property
    def reserved(self) -> frozenset[str]:
        """Words of the language that cannot be names; `identifiers` has escaped them already."""

    def identifiers(self, layout: Elaborated) -> Iterable[Identifier]:
        """Every name that generated code makes from a name of the layout, for checks that they
        differ.
        """

    def render(self, layout: Elaborated, settings: Mapping[str, SettingValue]) -> dict[str, str]:
        """Relative file name -> text without header. Takes settings that `completed` has passed."""


@runtime_checkable
class SelfTesting(Protocol):
    """A target whose files hold a test of themselves. What `self_tests` gives is written beside
    what `render` gives.
    """

    def self_tests(self, table: ByteTable, settings: Mapping[str, SettingValue]) -> dict[str, str]:
        """Relative file name -> text without header: a test that generated code comes to the
        numbers of the table, which it embeds or reads from bytes.json.
        """


@runtime_checkable
class SettingNames(Protocol):
    """A target that has settings which name something in generated code."""

    def set_names(self, settings: Mapping[str, SettingValue]) -> Mapping[tuple[str, str], str]:
        """(scope, name) -> the setting that gives it; no identifier of that scope may be the same."""


def completed(target: Target, options: Mapping[str, object]) -> dict[str, SettingValue]:
    """All settings of a target, defaults filled in. Raises SettingsError with everything that is
    wrong.
    """
    known = {setting.name: setting for setting in target.settings}
    faults = [
        (name, f"target {target.name} has no setting `{name}`")
        for name in options
        if name not in known
    ]
    found: dict[str, SettingValue] = {}
    for name, setting in known.items():
        value = options.get(name, setting.default)
        if not isinstance(value, bool | int | str) or type(value) is not type(setting.default):
            wanted = _KINDS[type(setting.default)]
            faults.append((name, f"`{name}` is {wanted}, not {value!r}"))
            continue
        fault = setting.fault(value)
        if fault is not None:
            faults.append((name, fault))
        found[name] = value
    if faults:
        raise SettingsError(faults)
    return found


_KINDS: Mapping[type, str] = {bool: "true or false", int: "a whole number", str: "a text"}
