"""The number by which generated code recognises a runtime it can work with. Imports nothing."""

from __future__ import annotations

from typing import Final

ABI: Final = 1
"""Raised by one whenever a change here would break packages that are already generated."""


class AbiError(ImportError):
    """A generated package was imported together with a runtime that it was not made for."""


def require_abi(oldest: int, newest: int) -> None:
    """AbiError unless `oldest <= ABI <= newest`: the versions that the calling package was
    generated for.
    """
    if oldest <= ABI <= newest:
        return
    advice = "update arenagen" if newest > ABI and oldest > ABI else "run `arenagen build` again"
    message = f"generated for arenagen runtime {oldest} to {newest}, found {ABI}: {advice}"
    raise AbiError(message)
