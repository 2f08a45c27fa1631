from __future__ import annotations

import subprocess
import sys

from arenagen.diagnostics import Diagnostic, Note, Place, Report


def test_errors_and_findings_are_told_apart() -> None:
    report = Report("x.toml")
    assert report.ok
    report.add("AG240", "unused", ("params", "n"))
    assert report.ok
    report.add("AG010", "unknown", ("a",))
    assert not report.ok
    assert [d.code for d in report.errors] == ["AG010"]
    assert [d.code for d in report.findings] == ["AG240"]
    assert {d.source for d in report.diagnostics} == {"x.toml"}


def test_the_same_diagnostic_is_kept_once() -> None:
    report = Report()
    report.add("AG010", "unknown", ("a",))
    report.add("AG010", "unknown", Place(("a",)))
    report.add("AG010", "unknown", ("b",))
    other = Report()
    other.extend(report)
    other.extend(report.diagnostics)
    assert other.diagnostics == report.diagnostics
    assert len(other.diagnostics) == 2


def test_what_add_puts_together() -> None:
    report = Report("x.toml")
    note = Note(Place(("b",), source="z.toml"), "first")
    report.add("AG010", "m", Place(("a",), source="y.toml"), span=(1, 2), hint="h", also=[note])
    report.add("AG500", "m", (), source="")
    assert report.diagnostics == (
        Diagnostic(
            "AG010", "m", Place(("a",), span=(1, 2), source="y.toml"), (note,), "h", "y.toml"
        ),
        Diagnostic("AG500", "m", Place()),
    )


def test_finding_nothing_loads_neither_the_catalogue_nor_the_grammar() -> None:
    program = (
        "import sys\n"
        "from arenagen.diagnostics import Report\n"
        "report = Report()\n"
        "assert report.ok and not report.findings\n"
        "print([m for m in sys.modules if 'catalog' in m or 'tree_sitter' in m])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_known_positions_do_not_load_the_grammar() -> None:
    program = (
        "import sys\n"
        "from arenagen.diagnostics import Place\n"
        "from arenagen.diagnostics.locate import SourceText\n"
        "SourceText('a = ').region(Place(at=(1, 5)))\n"
        "assert not any('tree_sitter' in m for m in sys.modules)\n"
        "SourceText('a = 1').region(Place(('a',)))\n"
        "assert any('tree_sitter' in m for m in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
