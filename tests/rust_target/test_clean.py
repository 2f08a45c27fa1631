"""Generated Rust is as rustfmt leaves it and without a word from clippy, whatever the layout."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from arenagen.conformance.cases import Case
from tests import strategies
from tests.cross_language.test_layouts import random_cases
from tests.rust_target.driver import ROOT, RUST, SHIPPED, write
from tests.strategies import written

WORDS = "new release sizes len from_this to_that is_it into_us add foo Some Err host total IO"
"""Names that generated code has itself, or that lints speak of."""


def need(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(
            f"{program} is not installed: generated Rust was not looked at (rustup component add)"
        )


def formatted(module: Path) -> str:
    done = subprocess.run(
        ["rustfmt", "--edition", "2021", "--check", str(module)],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_files_are_as_rustfmt_leaves_them(name: str) -> None:
    need("rustfmt")
    assert formatted(ROOT / "generated" / name / "rust/mod.rs") == ""


def test_random_files_are_as_rustfmt_leaves_them(tmp_path: Path) -> None:
    need("rustfmt")
    for case in random_cases():
        module = write(case, RUST, tmp_path / case.name)
        assert formatted(module) == ""


def lints(module: Path, folder: Path) -> str:
    """What clippy says of a module, with its default lints, inside a program that uses nothing of it."""
    source = folder / "linted.rs"
    attributes = "#![forbid(unsafe_code)]\n#![deny(warnings)]\n"
    uses = f'#[path = "{module}"]\n#[allow(unused_imports)]\nmod layout;\n\nfn main() {{}}\n'
    source.write_text(attributes + uses, encoding="utf-8")
    done = subprocess.run(
        ["clippy-driver", "--edition", "2021", "--emit=metadata", "--out-dir", str(folder), source],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("name", SHIPPED)
def test_clippy_has_nothing_to_say_of_shipped_files(name: str, tmp_path: Path) -> None:
    need("clippy-driver")
    assert lints(ROOT / "generated" / name / "rust/mod.rs", tmp_path) == ""


def test_clippy_has_nothing_to_say_of_random_files(tmp_path: Path) -> None:
    need("clippy-driver")
    for case in random_cases():
        assert lints(write(case, RUST, tmp_path / case.name), tmp_path) == ""


def odd_layouts() -> dict[str, dict[str, Any]]:
    """Layouts that are small, or that are called as generated code calls things."""
    one = {"dtype": "u8", "shape": [4], "token_major": False, "reset": "step", "doc": "Bytes."}
    base = {
        "arenagen": 1,
        "reset": {
            "classes": {"step": {"doc": "holds one pass"}},
            "routines": {"clear": {"classes": ["step"], "doc": "All."}},
        },
    }
    words = WORDS.split()
    rows = {"dtype": "u8", "axis": "rows", "row": [2], "planes": {"None": 3}, "reset": "step"}
    number = {"n": {"min": -9, "max": -1, "default": -5, "doc": "a number"}}
    return {
        "single": {**base, "buffers": {"only": one}},
        "negative": {**base, "params": number, "buffers": {"only": {**one, "shape": ["-n"]}}},
        "short": {
            **base,
            "params": {"n": {"min": 0, "max": 2**63 - 1, "doc": "a number"}},
            "buffers": {"a": {**one, "shape": ["n"], "when": "n > 5"}},
        },
        "words": {**base, "buffers": dict.fromkeys(words, one)},
        "planes": {
            **base,
            "params": number,
            "axes": {"rows": {"max": "-n"}, "lines": {"max": "-n"}},
            "buffers": {"cache": {**rows, "token_major": False, "doc": "Rows."}},
            "views": {"of_none": {"of": "cache", "at": ["None"], "doc": "One of them."}},
        },
        "docs": {
            **base,
            "buffers": {"only": {**one, "doc": ' */ """ \\ caf\u00e9 \u2028 - [x] <b> `a  '}},
        },
    }


@pytest.mark.parametrize("name", list(odd_layouts()))
def test_odd_layouts_are_clean_too(name: str, tmp_path: Path) -> None:
    for tool in ("clippy-driver", "rustfmt"):
        need(tool)
    data = {**odd_layouts()[name], "layout": {"name": name, "doc": "Odd."}}
    module = write(Case(name, written(data), strategies.compiled(data).program), RUST, tmp_path)
    assert formatted(module) == ""
    assert lints(module, tmp_path) == ""
