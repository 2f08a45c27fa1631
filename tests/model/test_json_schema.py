"""The JSON Schema of the language: current, accepting what the reader accepts, refusing what is plainly wrong."""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import given, settings
from jsonschema import Draft7Validator

from arenagen.cli.main import run
from arenagen.diagnostics import Report
from arenagen.diagnostics.catalog import RULES
from arenagen.model.json_schema import NAME_PATTERN, json_schema, schema_text
from arenagen.parse import parse_layout
from arenagen.parse.reader import NAME
from tests.conftest import Golden
from tests.strategies import layouts

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "layouts" / "layout.schema.json"
SHIPPED = sorted((ROOT / "layouts").glob("*.toml"))
CASES = sorted((ROOT / "tests" / "cases").rglob("layout.toml"))
VALIDATOR = Draft7Validator(json_schema())
TAPLO = Path(sys.executable).with_name("taplo")


def lint(*paths: Path) -> subprocess.CompletedProcess[str]:
    """Has the TOML tool check files against the schemas that they name."""
    command = str(TAPLO) if TAPLO.exists() else shutil.which("taplo")
    assert command, "taplo is part of the extra `dev`"
    arguments = [command, "lint", *map(str, paths)]
    return subprocess.run(arguments, capture_output=True, text=True, check=False, cwd=ROOT)


def test_the_committed_schema_is_what_the_model_says(golden: Golden) -> None:
    golden(SCHEMA, schema_text())


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema"]) == 0
    assert capsys.readouterr().out == schema_text()


def test_it_is_a_schema() -> None:
    Draft7Validator.check_schema(json_schema())
    assert f"{NAME_PATTERN[1:-1]}\\Z" == NAME.pattern


def test_a_toml_tool_accepts_the_shipped_layouts() -> None:
    for path in SHIPPED:
        assert path.read_text(encoding="utf-8").startswith("#:schema layout.schema.json\n")
    outcome = lint(*SHIPPED)
    assert outcome.returncode == 0, outcome.stderr


def test_a_toml_tool_refuses_a_wrong_one(tmp_path: Path) -> None:
    shutil.copy(SCHEMA, tmp_path)
    text = (ROOT / "layouts" / "llama.toml").read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(text.replace("token_major = true", "token_mayor = true", 1))
    outcome = lint(wrong)
    assert outcome.returncode == 1
    assert "token_mayor" in outcome.stderr + outcome.stdout


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.parent.name)
def test_every_case_that_can_be_read_is_valid(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if parse_layout(text, Report()) is not None:
        VALIDATOR.validate(tomllib.loads(text))


def test_examples_of_the_catalogue_are_valid_where_they_can_be_read() -> None:
    examples = [rule.example for rule in RULES if rule.kind == "layout"]
    read = [text for text in examples if parse_layout(text, Report()) is not None]
    assert len(read) > len(examples) // 2
    for text in read:
        VALIDATOR.validate(tomllib.loads(text))


@settings(max_examples=25, deadline=None)
@given(layouts())
def test_random_layouts_are_valid(layout: dict[str, Any]) -> None:
    VALIDATOR.validate(tomllib.loads(tomli_w.dumps(layout)))


WRONG: dict[str, Any] = {
    "a missing version": lambda d: d.pop("arenagen"),
    "another version": lambda d: d.update(arenagen=2),
    "an unknown table": lambda d: d.update(buffer={}),
    "a buffer without a reset class": lambda d: d["buffers"]["hidden_states"].pop("reset"),
    "a buffer without token_major": lambda d: d["buffers"]["hidden_states"].pop("token_major"),
    "a row that is no array": lambda d: d["buffers"]["hidden_states"].update(row="hidden_size"),
    "a float": lambda d: d["buffers"]["hidden_states"].update(row=[1.5]),
    "a boolean for a number": lambda d: d["buffers"]["hidden_states"].update(min_bytes=True),
    "an alignment that is no power of two": lambda d: d["buffers"]["hidden_states"].update(align=3),
    "a name with a dash": lambda d: d["buffers"].update({"a-b": d["buffers"]["hidden_states"]}),
    "an unknown word": lambda d: d["params"]["hidden_size"].update(type="float"),
    "a tile of one number": lambda d: d["buffers"]["hidden_states"].update(tile=[4]),
    "an empty expression": lambda d: d["buffers"]["hidden_states"].update(when=""),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_plainly_wrong_is_refused_by_schema_and_reader(what: str) -> None:
    data = tomllib.loads((ROOT / "layouts" / "llama.toml").read_text(encoding="utf-8"))
    VALIDATOR.validate(data)
    changed = copy.deepcopy(data)
    WRONG[what](changed)
    assert not VALIDATOR.is_valid(changed)
    assert parse_layout(tomli_w.dumps(changed), Report()) is None


def test_descriptions_are_those_of_the_keys() -> None:
    buffer = json.loads(schema_text())["definitions"]["Buffer"]
    assert buffer["properties"]["reset"]["description"] == (
        "what stale contents mean: one of the reset classes"
    )
    assert {"doc", "token_major", "reset"} == set(buffer["required"])
