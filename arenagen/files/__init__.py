"""The project on disk: its settings, its layouts and presets, the state of its generated files, and writing them.

With `cli` the only package that touches the disk. May import everything below it. What `check` needs for an unchanged
tree (`project`, `settings`, `digests`, `unchanged`) uses the standard library and `emit.headers` only, and named
tuples rather than attrs, whose import alone would take as long as that check.
"""
