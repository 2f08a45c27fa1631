"""What generated packages need at run time: memory backends, views, clearing.

Imports nothing of the compiler and, until a backend is asked for, nothing but the standard library.
Generated code checks `ABI` when it is imported, so that an old package and a new runtime never meet
by accident.
"""

from __future__ import annotations

from arenagen.runtime.abi import ABI, AbiError, require_abi
from arenagen.runtime.arena import BaseArena
from arenagen.runtime.backend import Allocation, Backend
from arenagen.runtime.debug.options import DebugOptions, debug_options
from arenagen.runtime.errors import LayoutChangedError, NotDebuggedError, ReleasedError
from arenagen.runtime.fills import Fill, merge
from arenagen.runtime.graphs import GuardedReplay
from arenagen.runtime.layout_hash import LayoutHash
from arenagen.runtime.recording import Call, RecordingBackend
from arenagen.runtime.routine import Clear, Mode, Routine

__all__ = [
    "ABI",
    "AbiError",
    "Allocation",
    "Backend",
    "BaseArena",
    "Call",
    "Clear",
    "DebugOptions",
    "Fill",
    "GuardedReplay",
    "LayoutChangedError",
    "LayoutHash",
    "Mode",
    "NotDebuggedError",
    "RecordingBackend",
    "ReleasedError",
    "Routine",
    "debug_options",
    "merge",
    "require_abi",
]
