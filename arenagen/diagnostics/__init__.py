"""Diagnostics: what can be wrong with a layout, where it is wrong, and how to say so.

What finds faults needs only the names below. The catalogue (`catalog`), places in text (`locate`)
and the writers are imported by those who print. Imports the standard library and attrs; tree-sitter
is loaded by `locate` alone.
"""

from arenagen.diagnostics.model import Diagnostic, KeyPath, Note, Place, Span, Waived
from arenagen.diagnostics.report import Report

__all__ = ["Diagnostic", "KeyPath", "Note", "Place", "Report", "Span", "Waived"]
