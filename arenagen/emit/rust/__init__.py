"""The Rust target. Importing it loads neither the template engine nor what the templates are given."""

from arenagen.emit.rust.target import TARGET, RustTarget

__all__ = ["TARGET", "RustTarget"]
