"""Modules that are copied as they are into every generated package.

Standard library only; they import each other and nothing else.
"""
