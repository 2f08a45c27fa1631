"""What a layout must satisfy before it may be resolved or emitted: every rule that needs no values.

Each module holds the rules about one subject and reports all that it finds; `check` runs them all. May import dtypes,
diagnostics, expressions, model, encoding and elaborate.
"""

from arenagen.rules.check import check
from arenagen.rules.waivers import waivers_of

__all__ = ["check", "waivers_of"]
