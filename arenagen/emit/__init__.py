"""From an elaborated layout to the texts of its generated files; nothing here touches the disk.

May import dtypes, diagnostics, expressions, model, elaborate and resolve. Targets, the shipped ones included, are
loaded by name and only when something is rendered, so importing this package costs nothing.
"""
