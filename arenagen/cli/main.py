"""Reads the command line and runs one command; turns every unforeseen failure into exit code 3 without a traceback."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from typing import Final, TypeAlias

FINE: Final = 0
FINDINGS: Final = 1
BAD_INPUT: Final = 2
INTERNAL: Final = 3

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
_DESCRIPTION = "Compiles the layout of a GPU buffer arena into sizes, accessors and resets."
_EXITS = "exit codes: 0 fine, 1 findings, 2 bad input or usage, 3 internal error"


def run(arguments: Sequence[str]) -> int:
    """Runs a command line; returns its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # names of files may hold bytes that no encoding has
            stream.reconfigure(errors="backslashreplace")
    options = parser().parse_args(arguments)
    if options.command is None:
        parser().print_help()
        return BAD_INPUT
    try:
        command = importlib.import_module(f"arenagen.cli.{options.command}")
        code: int = command.run(options)
    except BrokenPipeError:
        raise
    except Exception as fault:
        from arenagen.cli.failures import report

        return report(fault, debug=options.debug)
    return code


def parser() -> argparse.ArgumentParser:
    """The command line of all commands."""
    top = argparse.ArgumentParser(
        prog="arenagen", description=_DESCRIPTION, epilog=_EXITS, allow_abbrev=False
    )
    top.add_argument("--version", action="version", version=f"arenagen {_version()}")
    top.set_defaults(debug=False)
    commands = top.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for add in (_build, _check, _size, _show, _explain):
        added = add(commands)
        added.add_argument(
            "--color",
            choices=("auto", "always", "never"),
            default="auto",
            help="colours in messages",
        )
        added.add_argument(
            "--debug", action="store_true", help="show where an internal error arose"
        )
    return top


def _version() -> str:
    from arenagen import __version__

    return __version__


def _command(commands: Commands, name: str, text: str) -> argparse.ArgumentParser:
    about = text[0].upper() + text[1:] + "."
    return commands.add_parser(
        name, help=text, description=about, epilog=_EXITS, allow_abbrev=False
    )


def _build(commands: Commands) -> argparse.ArgumentParser:
    added = _command(commands, "build", "generate the code of layouts; write what changed")
    _layouts(added)
    _format(added, "text", "json")
    return added


def _check(commands: Commands) -> argparse.ArgumentParser:
    added = _command(commands, "check", "say whether layouts are sound and their code is current")
    _layouts(added)
    added.add_argument(
        "--full", action="store_true", help="render everything even where all digests agree"
    )
    _format(added, "text", "json")
    return added


def _size(commands: Commands) -> argparse.ArgumentParser:
    added = _command(commands, "size", "print the bytes of every buffer for given values")
    added.add_argument("layout", metavar="LAYOUT", help="path of a layout")
    added.add_argument("--preset", metavar="NAME", help="values of a preset of the project")
    added.add_argument("--hf", metavar="FILE", help="values of a Hugging Face config.json")
    added.add_argument(
        "--values",
        metavar="FILE",
        help="values in a .toml or .json file, or one set a line in a .jsonl file; - reads lines from standard input",
    )
    added.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="one parameter or flag; goes before all others",
    )
    _format(added, "table", "json", "jsonl", "csv", default=None)
    return added


def _show(commands: Commands) -> argparse.ArgumentParser:
    added = _command(commands, "show", "print what a layout comes to: extents, conditions, resets")
    added.add_argument("layout", metavar="LAYOUT", help="path of a layout")
    added.add_argument(
        "buffer", metavar="BUFFER", nargs="?", help="only this buffer, use or section, by its path"
    )
    added.add_argument(
        "--resets", action="store_true", help="the table of buffers against routines"
    )
    _format(added, "text", "json")
    return added


def _explain(commands: Commands) -> argparse.ArgumentParser:
    added = _command(
        commands, "explain", "print what a diagnostic means, with an example and the fix"
    )
    added.add_argument("code", metavar="CODE", help="code of a diagnostic, such as AG302")
    return added


def _layouts(added: argparse.ArgumentParser) -> None:
    added.add_argument(
        "layouts",
        metavar="LAYOUT",
        nargs="*",
        help="paths of layouts; by default all of the project",
    )


def _format(added: argparse.ArgumentParser, *words: str, default: str | None = "text") -> None:
    added.add_argument("--format", choices=words, default=default, help="form of the output")
