"""A layout compiler for the GPU buffer arenas of LLM inference engines.

Importing this package costs nothing: every phase lives in a subpackage of its own and is imported by its user.
"""

__version__ = "0.1.0"
