"""Reads the command line and runs one command; turns every unforeseen failure into exit code 3 without a traceback."""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from arenagen.cli.failures import OutputError, report

FINE: Final = 0
FINDINGS: Final = 1
BAD_INPUT: Final = 2
INTERNAL: Final = 3

_DESCRIPTION = "Compiles the layout of a GPU buffer arena into sizes, accessors and resets."
_EXITS = "exit codes: 0 fine, 1 findings, 2 bad input or usage, 3 internal error"


def run(arguments: Sequence[str]) -> int:
    """Runs a command line; returns its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # names of files may hold bytes that no encoding has
            stream.reconfigure(errors="backslashreplace")
    name, *rest = arguments or ("--help",)
    if name not in COMMANDS:
        return _top(name, FINE if arguments else BAD_INPUT)
    options = command_parser(name).parse_intermixed_args(rest)
    with _rare_collection():
        return _run(name, options)


def _run(name: str, options: argparse.Namespace) -> int:
    try:
        code: int = importlib.import_module(f"arenagen.cli.{name}").run(options)
    except (BrokenPipeError, OutputError):
        raise
    except Exception as fault:
        return report(fault, debug=options.debug)
    return code


@contextlib.contextmanager
def _rare_collection() -> Iterator[None]:
    """Has Python look for cyclic garbage seldom: a command builds one tree and ends, and looking took a fifth of it."""
    usual = gc.get_threshold()
    gc.set_threshold(200_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def _top(argument: str, code: int) -> int:  # noqa: RET503 - `error` does not return
    """What is asked of no command: help, the version, or something that there is not."""
    top = argparse.ArgumentParser(
        prog="arenagen", description=_DESCRIPTION, epilog=_EXITS, allow_abbrev=False
    )
    top.add_argument("--version", action="store_true", help="print the version")
    commands = top.add_subparsers(metavar="COMMAND", title="commands")
    for name, command in COMMANDS.items():
        commands.add_parser(name, help=command.about)
    if argument in ("-h", "--help"):
        top.print_help(sys.stdout if code == FINE else sys.stderr)
        return code
    if argument.startswith("-"):
        top.error(f"there is no option `{argument}` without a command")
    from arenagen.files.problem import nearest

    top.error(f"there is no command `{argument}`; {nearest(argument, COMMANDS)}")


def command_parser(name: str) -> argparse.ArgumentParser:
    """The command line of one command."""
    command = COMMANDS[name]
    about = command.about[0].upper() + command.about[1:] + "."
    parser = argparse.ArgumentParser(
        prog=f"arenagen {name}", description=about, epilog=_EXITS, allow_abbrev=False
    )
    command.add(parser)
    parser.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto", help="colours in messages"
    )
    parser.add_argument("--debug", action="store_true", help="show where an internal error arose")
    return parser


def _layouts(parser: argparse.ArgumentParser) -> None:
    which = "paths of layouts; by default all of the project"
    parser.add_argument("layouts", metavar="LAYOUT", nargs="*", help=which)
    full = "render everything even where all digests agree"
    parser.add_argument("--full", action="store_true", help=full)
    _format(parser, "text", "json", "github", "gitlab", "sarif")


def _fmt(parser: argparse.ArgumentParser) -> None:
    which = "paths of layouts; by default all of the project"
    parser.add_argument("layouts", metavar="LAYOUT", nargs="*", help=which)
    check = "write nothing; exit code 1 where a layout would change"
    parser.add_argument("--check", action="store_true", help=check)
    diff = "like --check, and print what would change"
    parser.add_argument("--diff", action="store_true", help=diff)


def _size(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("layout", metavar="LAYOUT", help="path of a layout")
    parser.add_argument("--preset", metavar="NAME", help="values of a preset of the project")
    parser.add_argument("--hf", metavar="FILE", help="values of a Hugging Face config.json")
    values = "a .toml or .json file of values, or a .jsonl with a set a line; - is standard input"
    parser.add_argument("--values", metavar="FILE", help=values)
    one = "one parameter or flag; goes before all others"
    parser.add_argument("--set", metavar="NAME=VALUE", action="append", default=[], help=one)
    _format(parser, "table", "json", "jsonl", "csv", default=None)


def _show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("layout", metavar="LAYOUT", help="path of a layout")
    only = "only this buffer, use or section, by its path"
    parser.add_argument("buffer", metavar="BUFFER", nargs="?", help=only)
    table = "the table of buffers against routines"
    parser.add_argument("--resets", action="store_true", help=table)
    _format(parser, "text", "json")


def _init(parser: argparse.ArgumentParser) -> None:
    folder = "folder of the project; by default the working directory"
    parser.add_argument("folder", metavar="DIR", nargs="?", default=".", help=folder)


def _where(parser: argparse.ArgumentParser) -> None:
    place = "FILE:LINE of a generated file or a layout; or a layout, before NAME"
    parser.add_argument("place", metavar="PLACE", help=place)
    name = "a name in the layout, such as a buffer or `buffer.use`"
    parser.add_argument("name", metavar="NAME", nargs="?", help=name)


def _laws(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("layout", metavar="LAYOUT", help="path of a layout")
    only = "only this law, laws of this kind, or laws about this buffer, use or section"
    parser.add_argument("law", metavar="LAW", nargs="?", help=only)
    full = "prove everything anew, also what the committed ledger holds proofs of"
    parser.add_argument("--full", action="store_true", help=full)
    _format(parser, "text", "json")


def _explain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", metavar="CODE", help="code of a diagnostic, such as AG302")


def _nothing(parser: argparse.ArgumentParser) -> None:
    """A command without options of its own."""


def _format(parser: argparse.ArgumentParser, *words: str, default: str | None = "text") -> None:
    parser.add_argument("--format", choices=words, default=default, help="form of the output")


class Command(NamedTuple):
    """A command: what it is for, and how its options are added to a parser."""

    about: str
    add: Callable[[argparse.ArgumentParser], None]


COMMANDS: Final = {
    "init": Command("set up a project: settings, a first layout, hooks, a workflow", _init),
    "build": Command("generate the code of layouts and write what changed", _layouts),
    "check": Command("say whether layouts are sound and their code is current", _layouts),
    "size": Command("print the bytes of every buffer for given values", _size),
    "show": Command("print what a layout comes to: extents, conditions, resets", _show),
    "fmt": Command("put the white space of layouts in order", _fmt),
    "schema": Command("print the JSON Schema of layouts, for editors", _nothing),
    "where": Command("lead from a line of generated code to the layout, and back", _where),
    "laws": Command("print what holds of a layout for all values, and how that is known", _laws),
    "explain": Command("print what a diagnostic means, with an example and the fix", _explain),
}
