"""The suite as a command: `python -m arenagen.conformance --target NAME --driver COMMAND`."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from arenagen.conformance.built_in import built_in_cases
from arenagen.conformance.cases import Case, CaseError, case_of
from arenagen.conformance.driver import Driver, ProcessDriver
from arenagen.conformance.suite import Made, Outcome, Scope, run_case
from arenagen.emit.plugins import TargetError, load_target
from arenagen.emit.render import Chosen
from arenagen.emit.target import SettingsError, completed
from arenagen.verify import Allocation

SHOWN: Final = 40
"""Lines of one case that are printed."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the suite; 0 where everything agrees, 1 where something does not, 2 where it cannot be run."""
    options = _parser().parse_args(argv)
    try:
        chosen = _chosen(options.target, options.set)
        cases = _cases(options.layout, options.only)
    except (TargetError, SettingsError, CaseError, OSError, UnicodeDecodeError) as fault:
        print(f"conformance: {fault}", file=sys.stderr)
        return 2
    with TemporaryDirectory(prefix="conformance_") as folder:
        make = made_in(Path(options.keep or folder).resolve(), tuple(shlex.split(options.driver)))
        how: Allocation = "separate" if options.separate else "slab"
        scope: Scope = "sizes" if options.sizes else "all"
        outcomes = [_told(run_case(case, chosen, make, how, scope)) for case in cases]
    wrong = sum(not outcome.passed for outcome in outcomes)
    print(f"{len(outcomes)} cases, {wrong} not as they should be")
    return 1 if wrong else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m arenagen.conformance", description=__doc__)
    add = parser.add_argument
    add("--target", required=True, help="name of the target, or NAME=package.module:ATTRIBUTE")
    add(
        "--driver",
        required=True,
        help="command of the driver; gets the folder of a case as its last argument",
    )
    add("--set", action="append", default=[], metavar="SETTING=VALUE", help="setting of the target")
    add(
        "--layout",
        action="append",
        default=[],
        metavar="FILE",
        help="a layout besides the built-in ones",
    )
    add(
        "--only",
        action="append",
        default=[],
        metavar="CASE",
        help="names of the cases that are run",
    )
    add("--separate", action="store_true", help="the target allocates each buffer by itself")
    add("--sizes", action="store_true", help="ask for the sizes of buffers alone")
    add("--keep", metavar="FOLDER", help="where the files of cases are written and stay")
    return parser


def _chosen(name: str, settings: Sequence[str]) -> Chosen:
    name, _, place = name.partition("=")
    target = load_target(name, place or None)
    kinds = {setting.name: type(setting.default) for setting in target.settings}
    options: dict[str, object] = {}
    for setting in settings:
        key, _, text = setting.partition("=")
        options[key] = _value(text, kinds.get(key, str))
    return Chosen(target, completed(target, options))


def _value(text: str, kind: type) -> object:
    """A setting of a kind; text that is none of it is left to the checks of settings."""
    if kind is bool and text in ("true", "false"):
        return text == "true"
    return int(text) if kind is int and text.isdigit() else text


def _cases(layouts: Sequence[str], only: Sequence[str]) -> tuple[Case, ...]:
    own = [case_of(Path(file).read_text(encoding="utf-8"), file) for file in layouts]
    cases = (*built_in_cases(), *own)
    unknown = set(only) - {case.name for case in cases}
    if unknown:
        raise CaseError(f"there is no case {', '.join(sorted(unknown))}")
    return tuple(case for case in cases if not only or case.name in only)


def made_in(root: Path, command: tuple[str, ...]) -> Made:
    """Writes a case below a folder and starts the command with the case's folder as its last argument."""

    def make(case: Case, files: Mapping[str, str]) -> Driver:
        folder = root / case.name
        for name, text in {"layout.toml": case.text, **files}.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return ProcessDriver((*command, str(folder)))

    return make


def _told(outcome: Outcome) -> Outcome:
    """Prints what came of a case."""
    print(f"{outcome.case}: {outcome.state}, {outcome.asked} requests")
    for line in outcome.faults[:SHOWN]:
        print(f"  {line}")
    if len(outcome.faults) > SHOWN:
        print(f"  and {len(outcome.faults) - SHOWN} lines more")
    return outcome


if __name__ == "__main__":
    sys.exit(main())
