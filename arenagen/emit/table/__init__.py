"""What a layout comes to for a few sets of values: the numbers that the code of every target must reproduce.

Committed as bytes.json, and given to targets for the tests that they emit. Worked out by `resolve`, compared with what
`verify` derives by itself. May import model, elaborate, resolve and verify.
"""

from arenagen.emit.table.build import DisagreementError, byte_table
from arenagen.emit.table.model import CREATION, ByteTable, Clearing, Point
from arenagen.emit.table.write import table_data

__all__ = [
    "CREATION",
    "ByteTable",
    "Clearing",
    "DisagreementError",
    "Point",
    "byte_table",
    "table_data",
]
