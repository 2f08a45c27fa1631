"""The facade: a text through all phases, and every place in an error says in which file it is."""

from __future__ import annotations

import pytest
from files.project_tree import LAYOUT

from arenagen.api import Given, ResolveError, load, resolve

TEXT = LAYOUT.format(name="small")


def test_a_sound_layout() -> None:
    loaded = load(TEXT, "small.toml")
    assert loaded.report.diagnostics == ()
    resolved = resolve(loaded, Given(params={"max_tokens": 3}, source="values"))
    assert resolved.total_bytes == 3 * 64 * 4
    assert loaded.program is loaded.program


def test_a_layout_with_errors_has_a_report_and_nothing_else() -> None:
    loaded = load(TEXT.replace('"step"\ndoc', '"stepp"\ndoc'), "small.toml")
    assert loaded.elaborated is None
    assert [(d.code, d.source) for d in loaded.report.errors] == [("AG401", "small.toml")]
    assert load("[", "broken.toml").elaborated is None


def test_faults_of_values_and_their_notes_name_their_files() -> None:
    loaded = load(TEXT, "small.toml")
    with pytest.raises(ResolveError) as caught:
        resolve(loaded, Given(params={"max_tokens": 0}, source="values.json"))
    (fault,) = caught.value.diagnostics
    assert (fault.code, fault.file) == ("AG502", "values.json")
    assert [note.place.source for note in fault.also] == ["small.toml"]


def test_faults_of_the_layout_name_the_layout() -> None:
    text = TEXT + '\n[require]\nodd = { that = "max_tokens % 2 == 1", doc = "why" }\n'
    loaded = load(text, "small.toml")
    with pytest.raises(ResolveError) as caught:
        resolve(loaded, Given(params={"max_tokens": 2}, source="values.json"))
    assert [(d.code, d.file) for d in caught.value.diagnostics] == [("AG503", "small.toml")]
