"""Random sound layouts, small enough to look at every byte, and random values in their domains.

A layout is TOML data (`layouts()`); `written` makes text of it. Simple choices come first everywhere, so that what
fails shrinks to a layout that a person can read.
"""

from tests.strategies.layouts import layouts
from tests.strategies.values import asked, compiled, values_for, written

__all__ = ["asked", "compiled", "layouts", "values_for", "written"]
