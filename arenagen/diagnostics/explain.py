"""What `arenagen explain` says about a code."""

from __future__ import annotations

import re
from textwrap import fill, indent
from typing import Final

from arenagen.diagnostics.catalog import BY_CODE, RULES
from arenagen.diagnostics.rule import Rule

WIDTH: Final = 80
_CODE = re.compile(r"(?:AG)?(\d{1,3})\Z", re.IGNORECASE)


def normalised(text: str) -> str:
    """A code as the catalogue writes it: `ag10` and `10` mean AG010. Other text stays as it is."""
    match = _CODE.match(text.strip())
    return f"AG{int(match[1]):03}" if match else text.strip()


def explain(text: str) -> str | None:
    """Meaning, example and fix of a code; None where there is no such code."""
    rule = BY_CODE.get(normalised(text))
    return None if rule is None else _explained(rule)


def suggestions(text: str) -> tuple[Rule, ...]:
    """Up to three rules that may be meant: the nearest numbers, or titles with a word of the text."""
    match = _CODE.match(text.strip())
    if match:
        wanted = int(match[1])
        return tuple(sorted(RULES, key=lambda rule: abs(int(rule.code[2:]) - wanted))[:3])
    words = [word for word in re.findall(r"\w+", text.lower()) if len(word) > 2]
    found = (rule for rule in RULES if any(word in rule.title.lower() for word in words))
    return tuple(found)[:3]


def unknown(text: str) -> str:
    """What to say about a text that is no code."""
    near = suggestions(text)
    if not near:
        return f"there is no diagnostic `{text}`; codes look like {RULES[0].code}"
    listed = "\n".join(f"  {rule.code}  {rule.title}" for rule in near)
    return f"there is no diagnostic `{text}`; perhaps you mean\n{listed}"


def waiving(rule: Rule) -> str:
    """Whether a finding can be waived, as a sentence."""
    if rule.unwaivable:
        return f"It cannot be waived: {rule.unwaivable}."
    return "It can be waived, with a reason."


def _explained(rule: Rule) -> str:
    parts = (
        f"{rule.code}: {rule.title} ({rule.severity})",
        fill(rule.meaning, WIDTH, break_on_hyphens=False),
        "Example:",
        indent(rule.example.rstrip("\n"), "    "),
        "What to do:",
        fill(rule.fix, WIDTH, break_on_hyphens=False),
        fill(waiving(rule), WIDTH, break_on_hyphens=False),
    )
    return "\n\n".join(parts) + "\n"
