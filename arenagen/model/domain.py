"""Whether a value belongs to the domain of a parameter, and what to say where it does not."""

from __future__ import annotations

from arenagen.model.values import Param

_WANTED: dict[str, tuple[type, str]] = {
    "int": (int, "a whole number"),
    "bool": (bool, "true or false"),
    "dtype": (str, "the name of a dtype"),
}


def type_fault(param: Param, value: object) -> str | None:
    """What keeps a value from being of the parameter's type, if anything. A boolean is no number."""
    wanted, words = _WANTED[param.type]
    shown = str(value).lower() if isinstance(value, bool) else repr(value)
    return None if type(value) is wanted else f"expected {words}, not {shown}"


def domain_fault(param: Param, value: int | bool | str) -> str | None:
    """What keeps a value of the right type out of the parameter's domain, if anything."""
    if isinstance(value, bool):
        return None
    if param.values is not None or isinstance(value, str):
        allowed = param.values or ()
        listed = ", ".join(str(v) for v in allowed)
        return None if value in allowed else f"{value} is not one of {listed}"
    if value < param.min or (param.max is not None and value > param.max):
        return f"{value} does not lie between {param.min} and {param.max}"
    return f"{value} is no multiple of {param.multiple_of}" if value % param.multiple_of else None
