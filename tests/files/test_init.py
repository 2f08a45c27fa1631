"""`arenagen init`: what it writes, that it builds, and that nothing is written over."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from arenagen.cli.main import run
from arenagen.model.json_schema import schema_text

WRITTEN = [
    ".gitattributes",
    ".github/workflows/arenagen.yml",
    ".pre-commit-config.yaml",
    "arenagen.toml",
    "layouts/arena.toml",
    "layouts/layout.schema.json",
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty repository as the working directory."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def texts(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_an_empty_folder_becomes_a_project_that_builds_and_checks(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["init"]) == 0
    out = capsys.readouterr().out
    assert sorted(texts(folder)) == WRITTEN
    assert all(f"wrote     {name}\n" in out for name in WRITTEN)
    assert "arenagen build" in out
    assert run(["fmt", "--check"]) == run(["build"]) == run(["check", "--full"]) == 0
    size = out[out.index("arenagen size ") :].splitlines()[0].split()
    assert run(size[1:]) == 0
    assert (folder / "layouts/layout.schema.json").read_text() == schema_text()
    assert "linguist-generated" in (folder / ".gitattributes").read_text()


def test_run_again_it_changes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["init"])
    before = texts(folder)
    capsys.readouterr()
    assert run(["init"]) == 0
    out = capsys.readouterr().out
    assert texts(folder) == before
    assert "wrote" not in out
    assert "added" not in out


def test_what_exists_is_kept_or_added_to(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "pyproject.toml").write_text('[project]\nname = "x"')
    (folder / ".gitattributes").write_text("*.png binary")
    (folder / ".pre-commit-config.yaml").write_text("repos: []\n")
    assert run(["init"]) == 0
    out = capsys.readouterr().out
    text = (folder / "pyproject.toml").read_text()
    assert text.startswith('[project]\nname = "x"\n\n[tool.arenagen]\n')
    assert tomllib.loads(text)["tool"]["arenagen"]["generated"] == "generated"
    assert not (folder / "arenagen.toml").exists()
    assert (folder / ".gitattributes").read_text().splitlines()[0] == "*.png binary"
    assert len((folder / ".gitattributes").read_text().splitlines()) == 2
    assert (folder / ".pre-commit-config.yaml").read_text() == "repos: []\n"
    assert "add the hooks shown below" in out
    assert "entry: arenagen check" in out
    before = texts(folder)
    run(["init"])
    assert texts(folder) == before


def test_a_pyproject_that_takes_no_table_is_left_alone(folder: Path) -> None:
    text = 'tool = { other = 1 }\n[project]\nname = "x"\n'
    (folder / "pyproject.toml").write_text(text)
    assert run(["init"]) == 0
    assert (folder / "pyproject.toml").read_text() == text
    assert (folder / "arenagen.toml").exists()


def test_settings_and_layouts_that_are_there_count(folder: Path) -> None:
    (folder / "arenagen.toml").write_text('layouts = ["specs/*.toml"]\ngenerated = "gen"\n')
    assert run(["init"]) == 0
    assert not (folder / "layouts").exists()
    assert (folder / ".gitattributes").read_text().startswith("gen/** ")


def test_a_folder_inside_a_repository_gets_no_automation(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["init", "engine"]) == 0
    assert sorted(texts(folder / "engine")) == [
        n for n in WRITTEN if "hub" not in n and "pre" not in n
    ]
    out = capsys.readouterr().out
    assert "root of the repository" in out
    assert "cd engine && arenagen build" in out


def test_a_folder_inside_a_project_gets_nothing(folder: Path) -> None:
    run(["init"])
    assert run(["init", "inner"]) == 0
    assert texts(folder / "inner") == {}


def test_faults_are_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "file").write_text("")
    assert run(["init", "file"]) == 2
    assert "AG606" in capsys.readouterr().err
    (folder / "arenagen.toml").write_text("layouts = 3\n")
    assert run(["init"]) == 2
    assert "AG601" in capsys.readouterr().err


@pytest.mark.parametrize("name", [".gitattributes", ".pre-commit-config.yaml", "layouts"])
def test_what_cannot_be_read_or_written_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    if name == "layouts":
        (folder / name).write_text("")
    else:
        (folder / name).mkdir()
    assert run(["init"]) == 2
    assert "AG606" in capsys.readouterr().err


def test_a_refusal_of_the_system_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "pyproject.toml").write_text("")

    def refuse(path: str, *arguments: object, **more: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("arenagen.files.start.open", refuse, raising=False)
    assert run(["init"]) == 2
    (folder / "pyproject.toml").unlink()
    assert run(["init"]) == 2
    assert capsys.readouterr().err.count("permission denied") == 2
