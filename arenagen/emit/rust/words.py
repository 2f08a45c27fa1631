"""Words of Rust, and names that generated code uses for itself."""

from __future__ import annotations

KEYWORDS = frozenset(
    {
        "Self",
        "abstract",
        "as",
        "async",
        "await",
        "become",
        "box",
        "break",
        "const",
        "continue",
        "crate",
        "do",
        "dyn",
        "else",
        "enum",
        "extern",
        "false",
        "final",
        "fn",
        "for",
        "gen",
        "if",
        "impl",
        "in",
        "let",
        "loop",
        "macro",
        "match",
        "mod",
        "move",
        "mut",
        "override",
        "priv",
        "pub",
        "ref",
        "return",
        "self",
        "static",
        "struct",
        "super",
        "trait",
        "true",
        "try",
        "type",
        "typeof",
        "union",
        "unsafe",
        "unsized",
        "use",
        "virtual",
        "where",
        "while",
        "yield",
    }
)
"""Reserved in some edition, or about to be."""

ARENA_WORDS = frozenset(
    {
        "alloc",
        "buffer",
        "carved",
        "checked",
        "fills",
        "host_pointer",
        "host_view",
        "params",
        "picked",
        "pointer",
        "release",
        "released",
        "routine",
        "sizes",
        "total_bytes",
        "view",
        "view_of",
    }
)
"""Methods that every arena has."""

ARGUMENT_WORDS = frozenset(
    {"Err", "None", "Ok", "Some", "chosen", "counts", "gpu", "rows", "stream"}
)
"""Arguments and variables of generated methods, and variants that no argument may be called like."""

VALUE_WORDS = frozenset({"carve", "flags", "given"})
"""Arguments of the function that works out derived values."""
