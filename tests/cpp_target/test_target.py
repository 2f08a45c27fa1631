"""Settings and names of the C++ target; `cross_language` asks for the rest."""

from __future__ import annotations

import pytest

from arenagen.diagnostics import Report
from arenagen.emit.cpp import TARGET
from arenagen.emit.headers import HEADER_LINES
from arenagen.emit.identifiers import check_identifiers
from arenagen.emit.target import SettingsError, completed
from tests.cpp_target.test_programs import SMALL
from tests.strategies import compiled


@pytest.mark.parametrize(
    "option",
    [
        {"max_lines": 449},
        {"namespace": "std"},
        {"namespace": "a::class"},
        {"namespace": "a b"},
        {"namespace": ""},
        {"errors": "codes"},
        {"allocation": "pool"},
        {"probe": "while"},
        {"probe": "a__b"},
        {"probe": "release"},
    ],
)
def test_settings_that_make_no_code_are_refused(option: dict[str, object]) -> None:
    with pytest.raises(SettingsError):
        completed(TARGET, option)


def test_settings_name_the_namespace_and_the_probe() -> None:
    elaborated = compiled(SMALL).elaborated
    assert elaborated is not None
    options = completed(TARGET, {"namespace": "engine::{layout}_arena", "probe": "checksum"})
    files = TARGET.render(elaborated, options)
    assert "namespace engine::small_arena {" in files["detail/arena.hpp"]
    assert "void checksum(Probe &&probe) const" in files["detail/storage.hpp"]
    assert not any("ARENAGEN" in text for text in files.values())


def test_no_header_is_longer_than_the_shortest_limit() -> None:
    buffers = {f"buffer_{i}": SMALL["buffers"]["one"] for i in range(300)}  # type: ignore[index]
    elaborated = compiled({**SMALL, "buffers": buffers}).elaborated
    assert elaborated is not None
    files = TARGET.render(elaborated, completed(TARGET, {"max_lines": 450, "cuda": True}))
    assert max(text.count("\n") + HEADER_LINES for text in files.values()) <= 450
    assert len([name for name in files if "/sizes_" in name]) > 10


def faults(*buffers: str) -> list[str]:
    """What is said of names of a layout."""
    first = SMALL["buffers"]["one"]  # type: ignore[index]
    elaborated = compiled({**SMALL, "buffers": dict.fromkeys(buffers, first)}).elaborated
    assert elaborated is not None
    report = Report("layout.toml")
    check_identifiers(elaborated, TARGET, report)
    return [f"{fault.code}: {fault.message}" for fault in report.errors]


def test_a_buffer_that_is_called_like_the_probe_is_reported() -> None:
    elaborated = compiled(SMALL).elaborated
    assert elaborated is not None
    report = Report("small.toml")
    check_identifiers(elaborated, TARGET, report, completed(TARGET, {"probe": "two"}))
    (fault,) = report.errors
    assert (fault.code, fault.place.path) == ("AG205", ("buffers", "two"))


def test_names_that_fall_together_are_reported() -> None:
    assert faults("one", "two") == []
    assert faults("class", "sizes", "part") == []
    (found,) = faults("rows", "rows_bytes")
    assert found.startswith("AG205")
    assert "rows_bytes" in found
