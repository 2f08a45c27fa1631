"""What the pages say about the repository is true: links lead somewhere, and every package is described."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .markdown import ROOT, page

PAGES = tuple(
    path.relative_to(ROOT).as_posix()
    for path in sorted((*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")))
)

_LINK = re.compile(r"\]\((?P<target>[^)\s]+)\)")


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    for target in _LINK.findall(re.sub(r"```.*?```", "", page(name), flags=re.DOTALL)):
        if target.startswith(("https://", "http://")):
            continue
        path, _, anchor = target.partition("#")
        file = (ROOT / name).parent / path if path else ROOT / name
        assert file.exists(), f"{name} links to {target}"
        if anchor:
            assert anchor in anchors(file), f"{name} links to {target}"


def anchors(file: Path) -> set[str]:
    """The names that headings of a page are linked by."""
    text = re.sub(r"```.*?```", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_architecture_names_every_package() -> None:
    package = ROOT / "arenagen"
    parts = {path.stem for path in package.iterdir() if path.suffix == ".py"}
    parts |= {path.name for path in package.iterdir() if (path / "__init__.py").exists()}
    table = page("docs/architecture.md").partition("## Packages")[2].partition("## ")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == parts - {
        "__init__",
        "__main__",
    }
