"""The Python target. Importing it loads neither the template engine nor what the templates are
given.
"""

from arenagen.emit.python.target import TARGET, PythonTarget

__all__ = ["TARGET", "PythonTarget"]
