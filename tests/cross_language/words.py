"""Words of the languages, as their standards list them, that a layout may use as names."""

from __future__ import annotations

import keyword

from arenagen.rules.names import EXPRESSION_WORDS

PYTHON = (
    *keyword.kwlist,
    *keyword.softkwlist,
    "print",
    "int",
    "bool",
    "self",
    "cls",
    "len",
    "range",
    "property",
)


def _words(text: str) -> list[str]:
    return text.split()


RUST = _words(
    """
    as break const continue crate else enum extern false fn for if impl in let loop match mod move mut pub ref
    return self Self static struct super trait true type unsafe use where while async await dyn abstract become
    box do final macro override priv typeof unsized virtual yield try gen union auto raw safe i64 u64 usize bool
    str u8 Option Some None Result Ok Err Vec Box String Default Clone Copy Debug Drop std core vec format matches
    new main test
    """
)

CPP = _words(
    """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t class compl
    const const_cast constexpr continue decltype default delete do double dynamic_cast else enum explicit export
    extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr
    operator or or_eq private protected public register reinterpret_cast return short signed sizeof static
    static_assert static_cast struct switch template this thread_local throw true try typedef typeid typename
    union unsigned using virtual void volatile wchar_t while xor xor_eq char8_t concept consteval constinit
    co_await co_return co_yield requires final override import module std size_t int64_t uint64_t NULL errno
    assert EOF main stdin stdout stderr linux unix signbit major minor
    """
)
"""Also words of later standards, and names that headers often define as macros."""


def usable(words: tuple[str, ...] | list[str]) -> list[str]:
    """Those that can be names of a layout at all, each once, none of them in another case too."""
    found: dict[str, str] = {}
    for word in words:
        if word.lower() not in EXPRESSION_WORDS and word[0] != "_":
            found.setdefault(word.lower(), word)
    return list(found.values())
