"""The C++ target."""

from arenagen.emit.cpp.target import TARGET

__all__ = ["TARGET"]
