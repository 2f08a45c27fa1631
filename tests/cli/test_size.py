"""`size`: values from every kind of source, in every form, with each fault at its line."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from files.project_tree import Tree

SMALL = "layouts/small.toml"


def sizes(tree: Tree, *arguments: str) -> object:
    """The JSON that a command gives, which must succeed."""
    outcome = tree.run("size", SMALL, "--format", "json", *arguments)
    assert (outcome.code, outcome.err) == (0, "")
    return json.loads(outcome.out)


def result(rows: int, more: int, label: str | None = None) -> dict[str, object]:
    total = rows + more
    end = (rows + 255) // 256 * 256 + more if more else rows
    return {
        "label": label,
        "buffers": {"rows": rows, "more": more},
        "total_bytes": total,
        "arenas": {"main": end},
    }


def test_values_on_the_command_line(tree: Tree) -> None:
    assert sizes(tree, "--set", "max_tokens=3", "--set", "width=5") == result(60, 0)
    assert sizes(tree, "--set", "max_tokens=3", "--set", "extra=true") == result(768, 48)
    assert sizes(tree, "--set", "max_tokens = 3", "--set", "extra=false") == result(768, 0)


def test_a_preset_and_what_goes_before_it(tree: Tree) -> None:
    assert sizes(tree, "--preset", "small_one") == result(32 * 256, 0, "small_one")
    changed = sizes(tree, "--preset", "small_one", "--set", "max_tokens=3")
    assert changed == result(768, 0, "small_one")


def test_a_preset_is_found_from_any_folder(tree: Tree) -> None:
    outcome = tree.run("size", "small.toml", "--preset", "small_one", cwd="layouts")
    assert outcome.code == 0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("v.toml", 'label = "a"\n[params]\nmax_tokens = 3\n[env]\nEXTRA = 1\n'),
        ("v.json", '{"label": "a", "params": {"max_tokens": 3}, "env": {"EXTRA": "1"}}'),
        ("v.jsonl", '{"label": "a", "params": {"max_tokens": 3}, "flags": {"extra": true}}\n'),
        ("v", '\ufeff{"label": "a", "params": {"max_tokens": 3}, "flags": {"extra": true}}\r\n\n'),
    ],
)
def test_values_from_a_file(tree: Tree, name: str, text: str) -> None:
    tree.write(name, text)
    assert sizes(tree, "--values", name) == result(768, 48, "a")


@pytest.mark.parametrize(
    ("env", "more"),
    [('{"EXTRA": 0}', 0), ('{"EXTRA": 1}', 48), ('{"EXTRA": "1"}', 48), ('{"EXTRA": "0"}', 0),
     ('{"EXTRA": ""}', 0), ('{"EXTRA": 2}', 0), ("{}", 0)],
)  # fmt: skip
def test_environment_values(tree: Tree, env: str, more: int) -> None:
    tree.write("v.json", f'{{"params": {{"max_tokens": 3}}, "env": {env}}}')
    assert sizes(tree, "--values", "v.json") == result(768, more)


def test_the_environment_of_the_process_does_not_count(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EXTRA", "1")
    assert sizes(tree, "--set", "max_tokens=3") == result(768, 0)


def test_a_json_array_gives_an_array(tree: Tree) -> None:
    tree.write("v.json", '[{"params": {"max_tokens": 3}}, {"params": {"max_tokens": 4}}]')
    assert sizes(tree, "--values", "v.json") == [result(768, 0), result(1024, 0)]


LINES = """\
{"params": {"max_tokens": 3}, "label": "a"}

{"params": {"max_tokens": 4}, "label": "b", "sizes": {"rows": 0}}
"""


def test_jsonl_gives_jsonl(tree: Tree) -> None:
    tree.write("v.jsonl", LINES)
    outcome = tree.run("size", SMALL, "--values", "v.jsonl")
    assert outcome.code == 0
    lines = [json.loads(line) for line in outcome.out.splitlines()]
    assert lines == [result(768, 0, "a"), result(1024, 0, "b")]


def test_lines_from_standard_input(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINES.encode())))
    outcome = tree.run("size", SMALL, "--values", "-", "--set", "width=1")
    assert [json.loads(line)["total_bytes"] for line in outcome.out.splitlines()] == [12, 16]


def test_csv_has_a_line_for_each_set(tree: Tree) -> None:
    tree.write("v.jsonl", LINES)
    outcome = tree.run("size", SMALL, "--values", "v.jsonl", "--format", "csv")
    assert outcome.out == (
        "label,rows,more,total_bytes,arena main\na,768,0,768,768\nb,1024,0,1024,1024\n"
    )


def test_a_table_for_people(tree: Tree) -> None:
    outcome = tree.run("size", SMALL, "--preset", "small_one", "--set", "extra=true")
    assert outcome.out == (
        "small: small_one\n"
        "buffer          dtype  shape    bytes\n"
        "rows            f32    32 x 64  8,192  8.00 KiB\n"
        "more            u8     32 x 16    512     512 B\n"
        "sum of buffers                  8,704  8.50 KiB\n"
        "arena main                      8,704  8.50 KiB\n"
    )


def test_a_label_cannot_move_the_cursor(tree: Tree) -> None:
    tree.write("v.json", '{"params": {"max_tokens": 3}, "label": "a\\u001b[2J\\nb"}')
    heading = tree.run("size", SMALL, "--values", "v.json").out.splitlines()[0]
    assert heading == "small: a\u241b[2J\u240ab"


FAULTY = """\
{"params": {"max_tokens": 3}, "label": "good"}
{"params": {"max_tokens": 0}, "label": "too small"}
{"params": x}
[1, 2]
{"params": {"max_tokens": 3, "widht": 4}}
{"params": {"max_tokens": 3}, "flag": {"extra": true}}
{"label": "none"}
{"params": {"max_tokens": 3}, "env": {"OTHER": "1"}}
{"params": {"max_tokens": 3}, "env": {"EXTRA": true}}
{"params": {"max_tokens": 3}, "label": 7}
{"params": {"max_tokens": true}}
{"params": [], "label": "x"}
{"params": {"max_tokens": 3}, "label": "good too"}
"""


def test_each_faulty_line_is_told_and_the_others_are_answered(tree: Tree) -> None:
    tree.write("v.jsonl", FAULTY)
    outcome = tree.run("size", SMALL, "--values", "v.jsonl")
    assert outcome.code == 2
    lines = [json.loads(line) for line in outcome.out.splitlines()]
    assert len(lines) == len(FAULTY.splitlines())
    good = [i for i, line in enumerate(lines, 1) if "buffers" in line]
    assert good == [1, 13]
    assert lines[1]["errors"][0]["code"] == "AG502"
    told = [line.split(":")[1] for line in outcome.err.splitlines() if line.startswith("v.jsonl:")]
    assert told == [str(number) for number in range(2, 13)]
    for place, code in (
        ("2:13", "AG502"),
        ("3:12", "AG508"),
        ("4:1", "AG508"),
        ("5:30", "AG500"),
        ("6:31", "AG508"),
        ("7:1", "AG508"),
        ("8:39", "AG505"),
        ("9:39", "AG505"),
        ("10:31", "AG508"),
        ("11:13", "AG507"),
        ("12:2", "AG508"),
    ):
        assert f"v.jsonl:{place}: error[{code}]" in outcome.err


def test_a_fault_in_toml_values_shows_the_line(tree: Tree) -> None:
    tree.write("v.toml", "[params]\nmax_tokens = 3\nwidth = 5000\n")
    outcome = tree.run("size", SMALL, "--values", "v.toml")
    assert outcome.code == 2
    assert "v.toml:3:9: error[AG502]" in outcome.err
    assert "3 | width = 5000" in outcome.err
    assert "layouts/small.toml:9:1: note" in outcome.err


def test_a_fault_in_an_overridden_value_is_told_where_the_last_one_stands(tree: Tree) -> None:
    tree.write("v.toml", "[params]\nmax_tokens = 5000\n")
    outcome = tree.run("size", SMALL, "--preset", "small_one", "--values", "v.toml")
    assert "v.toml:2:14: error[AG502]" in outcome.err
    outcome = tree.run("size", SMALL, "--preset", "small_one", "--set", "max_tokens=5000")
    assert "--set: error[AG502]" in outcome.err


def test_a_requirement_is_told_at_the_values_with_a_note_to_the_layout(tree: Tree) -> None:
    path = tree.root / SMALL
    requirement = (
        '\n[require]\neven = { that = "max_tokens % 2 == 0", doc = "rows come in pairs" }\n'
    )
    path.write_text(path.read_text() + requirement)
    tree.write("v.jsonl", '{"params": {"max_tokens": 3}}\n')
    outcome = tree.run("size", SMALL, "--values", "v.jsonl")
    assert outcome.code == 2
    assert "v.jsonl:1:2: error[AG503]" in outcome.err
    assert "layouts/small.toml:4" in outcome.err
    assert "it stands here" in outcome.err


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("v.toml", b"[params\n", "v.toml:1:8: error[AG001]"),
        ("v.toml", b"[param]\n", "did you mean `params`?"),
        ("v.toml", b"\xff", "it is not UTF-8 text"),
        ("v.json", b"{", "v.json:1:2: error[AG508]"),
        ("v.json", b"", "v.json:1:1: error[AG508]"),
        ("v.json", b"[" * 100000, "nest too deeply"),
        ("v.json", b'{"params": {"max_tokens": ' + b"9" * 5000 + b"}}", "too many digits"),
        ("v.json", b'{"params": {"max_tokens": 1e400}}', "error[AG507]"),
        ("v.json", b'{"params": {"max_tokens": NaN}}', "error[AG507]"),
        ("v.json", b'{"params": {"max_tokens": 99999999999999999999}}', "error[AG502]"),
        ("v.json", b'{"params": {"max_tokens": {"a": 1}}}', "error[AG507]"),
        ("v.jsonl", b"", "there are no values in it"),
        ("v.jsonl", b"\xff\n", "v.jsonl:1:1: error[AG508]: the line is not UTF-8 text"),
        ("v.jsonl", b"\x00\n", "v.jsonl:1:1: error[AG508]"),
    ],
)
def test_whatever_a_file_of_values_holds_there_is_no_traceback(
    tree: Tree, name: str, data: bytes, words: str
) -> None:
    (tree.root / name).write_bytes(data)
    outcome = tree.run("size", SMALL, "--values", name)
    assert outcome.code == 2
    assert words in outcome.err


@pytest.mark.parametrize("name", ["absent.toml", "absent.jsonl", "layouts", "a\0b"])
def test_a_file_that_cannot_be_read_is_told(tree: Tree, name: str) -> None:
    outcome = tree.run("size", SMALL, "--values", name)
    assert outcome.code == 2
    assert "error[AG508]: cannot be read" in outcome.err


@pytest.mark.parametrize("name", ["absent.toml", "layouts", "a\0b", "\udcff.toml"])
def test_a_layout_that_cannot_be_read_is_told(tree: Tree, name: str) -> None:
    for command in ("size", "show"):
        outcome = tree.run(command, name)
        assert outcome.code == 2
        assert "error[AG602]" in outcome.err


def test_the_nearest_layout_is_suggested(tree: Tree) -> None:
    assert "did you mean `layouts/small.toml`?" in tree.run("size", "small").err
    assert "did you mean `layouts/small.toml`?" in tree.run("size", "layouts/smal.toml").err


def test_a_key_that_stands_twice_in_an_object_is_refused(tree: Tree) -> None:
    tree.write("v.jsonl", '{"params": {"max_tokens": 1, "max_tokens": 2}}\n')
    result = tree.run("size", "layouts/small.toml", "--values", "v.jsonl")
    assert result.code == 2
    assert "the key `max_tokens` stands twice" in result.err + result.out


@pytest.mark.parametrize("setting", ["max_tokens", "=3", ""])
def test_an_option_without_name_and_value_is_told(tree: Tree, setting: str) -> None:
    outcome = tree.run("size", SMALL, "--set", setting)
    assert outcome.code == 2
    assert "not of the form name=value" in outcome.err


def test_a_preset_that_is_not_there_or_not_for_this_layout(tree: Tree) -> None:
    outcome = tree.run("size", SMALL, "--preset", "smal_one")
    assert outcome.code == 2
    assert "error[AG620]" in outcome.err
    assert "did you mean `small_one`?" in outcome.err
    tree.write("layouts/presets/far.toml", 'layouts = ["far"]\n[params]\n')
    outcome = tree.run("size", SMALL, "--preset", "far")
    assert "layouts/presets/far.toml:1:11: error[AG621]" in outcome.err


def test_a_faulty_preset_is_told(tree: Tree) -> None:
    tree.write("layouts/presets/bad.toml", 'layouts = ["small"]\nparam = 3\n')
    outcome = tree.run("size", SMALL, "--preset", "bad")
    assert outcome.code == 2
    assert "layouts/presets/bad.toml:2:1: error[AG621]" in outcome.err


def test_a_preset_needs_sound_settings(tree: Tree) -> None:
    tree.write("arenagen.toml", "presets = 3\n")
    outcome = tree.run("size", SMALL, "--preset", "small_one")
    assert outcome.code == 2
    assert "arenagen.toml:1:11: error[AG601]" in outcome.err


def test_a_layout_with_errors_has_no_sizes(tree: Tree) -> None:
    tree.edit(SMALL, "row = [16]", 'row = ["widht"]')
    outcome = tree.run("size", SMALL, "--set", "max_tokens=3")
    assert (outcome.code, outcome.out) == (2, "")
    assert "did you mean `width`?" in outcome.err


def test_nothing_given_names_what_is_missing(tree: Tree) -> None:
    outcome = tree.run("size", SMALL)
    assert outcome.code == 2
    assert "error[AG501]: no value for parameter `max_tokens`" in outcome.err


def with_hf(tree: Tree) -> None:
    tree.edit(SMALL, 'doc = "row width"', 'hf = ["hidden.size", "width"], doc = "row width"')
    tree.edit(SMALL, 'doc = "rows"', 'hf = true, doc = "rows"')


@pytest.mark.parametrize(
    ("config", "rows"),
    [
        ('{"max_tokens": 3, "width": 5}', 60),
        ('{"max_tokens": 3, "width": 5, "hidden": {"size": 6}}', 72),
        ('{"max_tokens": 3, "hidden": {"size": null}, "text_config": {"width": 7}}', 84),
        ('{"text_config": {"max_tokens": 3, "hidden": {"size": 2}}, "vocab": [1]}', 24),
        ('{"max_tokens": 3}', 768),
    ],
)
def test_values_from_a_model_config(tree: Tree, config: str, rows: int) -> None:
    with_hf(tree)
    tree.write("config.json", config)
    assert sizes(tree, "--hf", "config.json") == result(rows, 0)


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ('{"max_tokens": 3,\n "width": "wide"}', "config.json:2:2: error[AG507]"),
        ("[]", "config.json:1:1: error[AG508]: this is no config"),
        ("{}", "there is no parameter of the layout in it"),
        ("{", "config.json:1:2: error[AG508]"),
        (None, "config.json: error[AG508]: cannot be read: it does not exist"),
    ],
)
def test_faults_of_a_model_config(tree: Tree, config: str | None, words: str) -> None:
    with_hf(tree)
    if config is not None:
        tree.write("config.json", config)
    outcome = tree.run("size", SMALL, "--hf", "config.json")
    assert outcome.code == 2
    assert words in outcome.err


def test_size_needs_no_project(tmp_path: Path, tree: Tree) -> None:
    (tree.root / "arenagen.toml").write_text("broken")
    assert tree.run("size", SMALL, "--set", "max_tokens=3").code == 0
    assert tree.run("show", SMALL).code == 0
