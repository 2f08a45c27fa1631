"""Asks a driver: a process that reads requests as lines and writes an answer for each."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from typing import Protocol

from attrs import frozen

from arenagen.conformance.messages import Answer, Request, parse_answer


class DriverError(Exception):
    """A driver that does not answer as it should; the message says how it failed."""


class Driver(Protocol):
    """Answers for the generated code of one layout."""

    def ask(self, requests: Sequence[Request]) -> list[Answer]:
        """An answer for each request, in order. Raises DriverError."""
        ...


@frozen
class ProcessDriver:
    """A driver that is a command. It is run once for all requests of a call and ends with its input."""

    command: tuple[str, ...]
    folder: str | None = None
    """Where it is run; None for the working directory."""
    timeout: float = 300.0
    """Seconds for all answers of one call."""

    def ask(self, requests: Sequence[Request]) -> list[Answer]:
        """An answer for each request, in order. Raises DriverError."""
        text = "".join(f"{request.text()}\n" for request in requests)
        try:
            done = subprocess.run(  # noqa: S603 - the command is the user's
                self.command,
                input=text,
                capture_output=True,
                text=True,
                encoding="utf-8",
                cwd=self.folder,
                timeout=self.timeout,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as fault:
            raise DriverError(f"{self.command[0]}: {fault}") from None
        lines = done.stdout.splitlines()
        if done.returncode or len(lines) != len(requests):
            raise DriverError(
                f"{self.command[0]} ended with {done.returncode} after {len(lines)} of {len(requests)} answers\n"
                f"{done.stderr[-2000:]}"
            )
        try:
            return [parse_answer(line) for line in lines]
        except ValueError as fault:
            raise DriverError(str(fault)) from None
