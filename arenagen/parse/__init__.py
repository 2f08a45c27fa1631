"""From TOML text to the model: what is written, checked for shape but not for meaning.

May import diagnostics, expressions and model. Takes text and returns objects; opens no file.
"""

from arenagen.parse.document import parse_layout, read_toml

__all__ = ["parse_layout", "read_toml"]
