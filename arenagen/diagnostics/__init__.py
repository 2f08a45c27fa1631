"""Diagnostics: what can be wrong with a layout, where it is wrong, and how to say so.

Only `rule`, `model` and `report` are needed to find faults; the catalogue and everything that
locates or writes diagnostics is imported by those who print. Imports the standard library and attrs.
"""
