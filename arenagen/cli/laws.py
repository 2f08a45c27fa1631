"""`arenagen laws`: the verdict on everything that must hold of a layout for all values, and how it was reached."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence

from arenagen.api import load_proved
from arenagen.cli.main import BAD_INPUT, FINDINGS, FINE
from arenagen.cli.output import document, put, show
from arenagen.cli.sources import Stop, load_layout
from arenagen.cli.tables import aligned
from arenagen.diagnostics.waivers import Waiver, waive
from arenagen.elaborate import Elaborated
from arenagen.files.ledger import recorded_laws
from arenagen.files.problem import ProblemError, nearest
from arenagen.files.project import find_project, shown
from arenagen.files.waivers import settings_waivers
from arenagen.laws import Recorded, Settled, counted, record


def run(options: Namespace) -> int:
    """Proves the laws of a layout and prints the verdicts: all, or those that a name asks for."""
    try:
        unproved, layout = load_layout(options)
    except Stop:
        return BAD_INPUT
    loaded = load_proved(unproved.text, options.layout, _recorded, anew=options.full)
    texts = {options.layout: loaded.text}
    waive(loaded.report, _waivers(options.layout, texts))
    listed = loaded.laws
    if options.law is not None:
        listed = tuple(each for each in listed if _asked(each, options.law))
        if loaded.laws and not listed:
            names = [each.obligation.name for each in loaded.laws]
            put(
                f"arenagen: there is no law `{options.law}`; {nearest(options.law, names)}\n",
                sys.stderr,
            )
            return BAD_INPUT
    if options.format == "json":
        laws = [_data(each) for each in listed]
        put(document(loaded.report.diagnostics, texts, {"laws": laws}))
    else:
        show(loaded.report.diagnostics, texts, color=options.color, stream=sys.stdout)
        put(_table(listed))
        put(_reasons(listed, layout))
    if loaded.report.ok:
        return FINDINGS if loaded.report.findings else FINE
    return BAD_INPUT


def _recorded(name: str) -> Recorded:
    """The ledger of the project that the command is run in; there need not be one."""
    try:
        return recorded_laws(find_project(), name)
    except ProblemError:
        return {}


def _waivers(path: str, texts: dict[str, str]) -> tuple[Waiver, ...]:
    """Those of the project's settings that are for a layout; whether they are of use is left to `check`.

    The text of the settings is added to `texts`.
    """
    try:
        project = find_project()
    except ProblemError:
        return ()
    texts[project.settings_file.shown] = project.settings_file.text
    return settings_waivers(project, {shown(os.path.realpath(path), project.root): path})


def _asked(settled: Settled, name: str) -> bool:
    """Whether a name is that of the obligation, of its kind, or of what it is about."""
    obligation = settled.obligation
    return name in (obligation.name, obligation.law, obligation.subject)


def _data(settled: Settled) -> dict[str, object]:
    verdict = settled.verdict
    data: dict[str, object] = {
        **record(settled),
        "doc": settled.obligation.doc,
        "kept": settled.kept,
    }
    if verdict.witness:
        data["values"] = dict(verdict.witness)
        data["shown"] = dict(verdict.shown)
    return data


def _reasons(listed: Sequence[Settled], layout: Elaborated) -> str:
    """Why the assumptions that verdicts rest on are taken to hold."""
    named = {name for each in listed for name in each.verdict.because}
    used = (item for item in layout.layout.assume if item.name in named)
    return "".join(f"{item.name}: {item.reason}\n" for item in used)


def _table(listed: Sequence[Settled]) -> str:
    rows = []
    for each in listed:
        verdict = each.verdict
        how = ", ".join(verdict.by)
        if verdict.points:
            how += f" over {verdict.points:,} sets of values"
        if verdict.because:
            how += f", given {', '.join(verdict.because)}"
        if verdict.passes:
            how += ": " + ", ".join(f"{name} up to {most:,}" for name, most in verdict.passes)
        rows.append((each.obligation.name, verdict.status.upper(), how.removeprefix(", ")))
    counts = ", ".join(f"{count} {status}" for status, count in counted(listed).items())
    kept = sum(each.kept for each in listed)
    taken = f"; {kept} taken from the ledger" if kept else ""
    return "".join(f"{line}\n" for line in (*aligned(rows), f"{counts}{taken}")) if rows else ""
