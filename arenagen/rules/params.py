"""Parameters and flags: domains that hold something, defaults inside them, one variable for one flag."""

from __future__ import annotations

from arenagen.diagnostics import Note, Place, Report
from arenagen.elaborate import Elaborated
from arenagen.model import Flag, Param
from arenagen.model.domain import domain_fault, type_fault


def check_params(layout: Elaborated, report: Report) -> None:
    """Everything that can be wrong with the declaration of a parameter or flag."""
    for param in layout.layout.params:
        fits = _keys_fit(param, report)
        if fits and _has_domain(param, report) and param.default is not None:
            fault = type_fault(param, param.default) or domain_fault(param, param.default)
            if fault:
                report.add("AG032", f"default: {fault}", (*param.where, "default"))
    _flags(layout.layout.flags, report)
    _dtype_values(layout, report)


def _keys_fit(param: Param, report: Report) -> bool:
    """Keys that do not belong to the parameter's type."""
    bad = []
    if param.type != "int" or param.values is not None:
        numeric = (("min", 0), ("max", None), ("multiple_of", 1))
        bad += [key for key, unset in numeric if getattr(param, key) != unset]
    if param.type == "bool" and param.values is not None:
        bad.append("values")
    for key in bad:
        what = "with `values`" if param.type == "int" else f"of type {param.type}"
        report.add("AG033", f"`{key}` does not fit a parameter {what}", (*param.where, key))
    wanted = {"int": int, "dtype": str}.get(param.type)
    if wanted is not None:
        for i, value in enumerate(param.values or ()):
            if not isinstance(value, wanted):
                message = f"{value!r} does not fit a parameter of type {param.type}"
                report.add("AG033", message, (*param.where, "values", i))
                bad.append("values")
    return not bad


def _has_domain(param: Param, report: Report) -> bool:
    where = Place(param.where, of="key")
    if param.type == "bool":
        return True
    if param.values is not None:
        if not param.values:
            report.add("AG031", f"`{param.name}` has no values", (*param.where, "values"))
        return bool(param.values)
    if param.type == "dtype" or param.max is None:
        key = "values" if param.type == "dtype" else "max"
        message = f"`{param.name}` needs `{key}`: checks over all values depend on its domain"
        report.add("AG030", message, where)
        return False
    first = -(-param.min // param.multiple_of) * param.multiple_of
    if first > param.max:
        message = f"`{param.name}` has no value from {param.min} to {param.max}"
        if param.multiple_of > 1:
            message += f" that is a multiple of {param.multiple_of}"
        report.add("AG031", message, where)
        return False
    return True


def _flags(flags: tuple[Flag, ...], report: Report) -> None:
    seen: dict[str, Flag] = {}
    for flag in flags:
        if not flag.on:
            report.add(
                "AG034", f"no value of {flag.env} turns `{flag.name}` on", (*flag.where, "on")
            )
        first = seen.setdefault(flag.env, flag)
        if first is not flag:
            report.add(
                "AG223",
                f"`{flag.name}` and `{first.name}` are read from the same variable {flag.env}",
                (*flag.where, "env"),
                also=[Note(Place((*first.where, "env")), "first read here")],
            )


def _dtype_values(layout: Elaborated, report: Report) -> None:
    for param in layout.layout.params:
        if param.type == "dtype":
            for i, value in enumerate(param.values or ()):
                if isinstance(value, str) and value not in layout.dtypes:
                    report.add("AG211", f"unknown dtype `{value}`", (*param.where, "values", i))
