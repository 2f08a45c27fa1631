"""Every folder of `tests/cases` that has a layout, against two expectations.

`expected.json` (numbers) and `expected.txt` (diagnostics) hold everything and are rewritten by
`--update-golden`. `answer.toml` holds the few numbers and codes that matter, worked out by hand; nothing rewrites it:

    codes = ["AG350"]                 # of the layout, sorted, with repeats; none by default
    contains = ["256 bytes"]          # pieces of expected.txt, in any order
    [sets.LABEL]                      # what is not named here is not looked at, except codes
    codes = ["AG504"]                 # none by default
    total_bytes = 4096
    arenas = { main = 4096 }
    nodes = { "x.part" = { bytes = 64, offset = 0 } }
    routines = [[["main", 0, 64, "00"]]]    # ranges of each call in turn, or the message that refuses it
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from case_runner import SetOutcome, run_case

from arenagen.verify import Asked, verify_layout, verify_merged, verify_ranges

CASES = Path(__file__).parent / "cases"
FOLDERS = sorted(path.parent for path in CASES.rglob("layout.toml"))
NAMES = [folder.relative_to(CASES).as_posix() for folder in FOLDERS]

PAINTED = 1 << 17
"""Arenas up to so many bytes are compared byte by byte."""

each_case = pytest.mark.parametrize("folder", FOLDERS, ids=NAMES)


@each_case
def test_case_gives_what_is_kept(
    folder: Path, golden: Callable[[Path, str], None], request: pytest.FixtureRequest
) -> None:
    outcome = run_case(folder)
    for name, text in (("expected.json", outcome.json()), ("expected.txt", outcome.text())):
        if text:
            golden(folder / name, text)
        elif request.config.getoption("--update-golden"):
            (folder / name).unlink(missing_ok=True)
        else:
            assert not (folder / name).exists()


@each_case
def test_case_gives_the_right_answer(folder: Path) -> None:
    answer = tomllib.loads((folder / "answer.toml").read_text(encoding="utf-8"))
    outcome = run_case(folder)
    assert sorted(d.code for d in outcome.diagnostics) == answer.get("codes", [])
    text = outcome.text()
    for piece in answer.get("contains", ()):
        assert piece in text
    wanted = answer.get("sets", {})
    assert set(wanted) <= {made.label for made in outcome.sets}
    for made in outcome.sets:
        _compare(made, wanted.get(made.label, {}))
    assert wanted or outcome.diagnostics, "the answer says something"


def _compare(made: SetOutcome, wanted: dict[str, Any]) -> None:
    assert sorted(d.code for d in made.diagnostics) == wanted.get("codes", []), made.label
    found = made.data()
    if found is None:
        return
    if "total_bytes" in wanted:
        assert found["total_bytes"] == wanted["total_bytes"], made.label
    for name, size in wanted.get("arenas", {}).items():
        assert found["arenas"][name]["bytes"] == size, (made.label, name)
    for path, numbers in wanted.get("nodes", {}).items():
        node = found["nodes"][path]
        assert {key: node[key] for key in numbers} == numbers, (made.label, path)
    if "routines" in wanted:
        results = [call.get("ranges", call.get("refused")) for call in found["routines"]]
        assert results == wanted["routines"], made.label


@each_case
def test_numbers_pass_the_independent_check(folder: Path) -> None:
    for made in run_case(folder).sets:
        if made.resolved is not None:
            assert verify_layout(made.resolved) == (), made.label


@each_case
def test_ranges_pass_the_independent_check(folder: Path) -> None:
    for made in run_case(folder).sets:
        if made.resolved is None or made.resolved.total_bytes > PAINTED:
            continue
        for call in made.calls:
            if call.refused is None:
                routine, counts = call.plan.routine, call.counts
                asked = Asked(counts.live, counts.padded, counts.rows)
                assert verify_ranges(made.resolved, routine, asked, call.ranges) == ()
                assert verify_merged(made.resolved, call.ranges, call.merged) == ()


def test_there_are_cases() -> None:
    assert FOLDERS


def test_no_file_is_left_over() -> None:
    known = {"layout.toml", "values.json", "answer.toml", "expected.json", "expected.txt"}
    strays = [
        path
        for folder in FOLDERS
        for path in folder.iterdir()
        if path.name not in known or path.is_dir()
    ]
    assert strays == []
    assert all((folder / "answer.toml").exists() for folder in FOLDERS)
