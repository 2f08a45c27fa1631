"""Reads files, and says in plain words why that fails. Standard library only; opens nothing for writing."""

from __future__ import annotations

import os
import stat
from typing import ClassVar, Final

MAX_BYTES: Final = 64 * 2**20
"""No layout, preset or generated file comes near this; what does is some other file."""


class UnreadableError(Exception):
    """A file cannot be read; the message says why, to follow the words "... cannot be read: "."""

    code: ClassVar[str] = "AG602"
    """What to report where the file is a layout."""


class NotTextError(UnreadableError):
    """The file is not UTF-8."""

    code = "AG002"


class AbsentError(UnreadableError):
    """There is no such file."""


def read_bytes(path: str) -> bytes:
    """The content of a regular file, links followed. Raises UnreadableError."""
    try:
        found = os.stat(path)
        if not stat.S_ISREG(found.st_mode):
            raise UnreadableError(f"it is {kind_of(found.st_mode)}")
        if found.st_size > MAX_BYTES:
            raise UnreadableError(f"it is larger than {MAX_BYTES} bytes")
        with open(path, "rb") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError):
        raise AbsentError("it does not exist") from None
    except (OSError, ValueError) as fault:
        raise UnreadableError(reason(fault)) from None


def read_text(path: str) -> str:
    """The text of a UTF-8 file, without a byte-order mark and with plain line feeds. Raises UnreadableError."""
    return decoded(read_bytes(path))


def decoded(data: bytes) -> str:
    """Bytes as text, without a byte-order mark and with plain line feeds. Raises UnreadableError."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise NotTextError(f"it is not UTF-8 text (byte {fault.start}, in line {line})") from None
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def reason(fault: OSError | ValueError) -> str:
    """Why the system refused, without the path and the number."""
    if isinstance(fault, PermissionError):
        return "permission denied"
    if isinstance(fault, OSError) and fault.strerror:
        return fault.strerror[0].lower() + fault.strerror[1:]
    return str(fault) or type(fault).__name__


def kind_of(mode: int) -> str:
    """What something that is no regular file is called."""
    kinds = (
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISLNK, "a symbolic link"),
        (stat.S_ISFIFO, "a pipe"),
        (stat.S_ISSOCK, "a socket"),
    )
    return next((word for test, word in kinds if test(mode)), "a device")
