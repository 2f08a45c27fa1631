"""What is asked of a debug arena, in Python or in one variable of the environment. Standard library
only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

GUARD_BYTES: Final = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class DebugOptions:
    """How an arena is debugged. ValueError where that makes no sense."""

    guards: int = GUARD_BYTES
    """Bytes at least that lie in front of, between and behind buffers to be checked; 0 for none."""

    poison: bool = True
    """Whether all buffers hold poison when the arena is made, and `poison_beyond` can be used."""

    poison_classes: tuple[str, ...] = ()
    """Reset classes whose buffers are poisoned again before each of `poison_routines`."""

    poison_routines: tuple[str, ...] = ()
    """Routines that poison; all of them where none is named and there are classes."""

    names: bool = True
    """Whether profilers are told names, where the package `nvtx` is installed."""

    def __post_init__(self) -> None:
        if isinstance(self.guards, bool) or not isinstance(self.guards, int) or self.guards < 0:
            raise ValueError(f"guards are a number of bytes, not {self.guards!r}")
        for names in (self.poison_classes, self.poison_routines):
            if not isinstance(names, tuple):
                raise ValueError(
                    f"classes and routines are given as tuples of names, not {names!r}"
                )
        if self.poison_routines and not self.poison_classes:
            raise ValueError("poison_routines say when, poison_classes what: name a class")


WORDS_ON: Final = ("1", "on", "true", "yes")
WORDS_OFF: Final = ("", "0", "off", "false", "no")


def debug_options(
    given: DebugOptions | bool | None, text: str, variable: str
) -> DebugOptions | None:
    """The options of an arena; None where it is not debugged.

    What is `given` counts; None leaves it to the `text` of an environment variable: empty or `0`,
    `1` for the defaults, or words with commas between them, such as
    `guards=512,poison=none+step,routines=zero_all,names`, for that alone. ValueError, with the name
    of the variable, for any other text; TypeError for anything else that is given.
    """
    if isinstance(given, DebugOptions):
        return given
    if given is not None:
        if not isinstance(given, bool):
            raise TypeError(f"debug is True, False, None or DebugOptions, not {given!r}")
        return DebugOptions() if given else None
    word = text.strip().lower()
    if word in WORDS_OFF:
        return None
    if word in WORDS_ON:
        return DebugOptions()
    try:
        return _parsed(text)
    except ValueError as error:
        raise ValueError(f"{variable} is {text!r}: {error}") from None


def _parsed(text: str) -> DebugOptions:
    asked: dict[str, Any] = {"guards": 0, "poison": False, "names": False}
    for item in text.split(","):
        key, stated, value = (part.strip() for part in item.partition("="))
        if stated and not value:
            raise ValueError(f"`{key}=` has no value")
        asked |= _asked(key, value)
    return DebugOptions(**asked)


def _asked(key: str, value: str) -> dict[str, Any]:
    """What one word asks for."""
    match key, value:
        case "guards", _:
            return {"guards": _bytes(value) if value else GUARD_BYTES}
        case "poison", _:
            return {"poison": True, "poison_classes": _names(value)}
        case "routines", _ if value:
            return {"poison_routines": _names(value)}
        case "names", "":
            return {"names": True}
    known = "guards, guards=BYTES, poison, poison=CLASS+CLASS, routines=NAME+NAME and names"
    raise ValueError(f"`{key}{'=' * bool(value)}{value}` is none of {known}")


def _bytes(value: str) -> int:
    if not (value.isascii() and value.isdigit()):
        raise ValueError(f"guards are a number of bytes, not `{value}`")
    return int(value)


def _names(value: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in value.split("+")) if value else ()
