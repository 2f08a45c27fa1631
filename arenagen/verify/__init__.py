"""Works out again, in a slow and obvious way, what a resolved layout must be, and reports where it is not.

Shares no formula with `resolve`, of which it may import the data classes only. May import dtypes, encoding,
expressions, model and elaborate. Nothing found means that sizes, places and statements are as the layout says.
"""

from arenagen.verify.calls import Allocation, Block, Fill, blocks, cleared, created
from arenagen.verify.coverage import verify_merged, verify_ranges
from arenagen.verify.finding import Finding
from arenagen.verify.layout import verify_layout
from arenagen.verify.words import Asked

__all__ = [
    "Allocation",
    "Asked",
    "Block",
    "Fill",
    "Finding",
    "blocks",
    "cleared",
    "created",
    "verify_layout",
    "verify_merged",
    "verify_ranges",
]
