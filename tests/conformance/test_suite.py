"""The conformance suite passes where a target is right, and says what is wrong where it is not."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, frozen

from arenagen.conformance import (
    Answer,
    Case,
    CaseError,
    DriverError,
    Outcome,
    ProcessDriver,
    Request,
    built_in_cases,
    case_of,
    differences,
    expected,
    formula_case,
    parse_request,
    run_case,
)
from arenagen.conformance.__main__ import made_in, main
from arenagen.conformance.messages import parse_answer
from arenagen.elaborate import Elaborated
from arenagen.emit.python.target import PythonTarget
from arenagen.emit.render import Chosen
from arenagen.emit.target import Identifier
from tests.conformance.drivers import PYTHON, PYTHON_DRIVER

CASES = {case.name: case for case in built_in_cases()}


@pytest.mark.parametrize("name", ["arenas", "names"])
def test_a_target_that_is_right_passes(name: str, tmp_path: Path) -> None:
    outcome = run_case(CASES[name], PYTHON, made_in(tmp_path, PYTHON_DRIVER))
    assert outcome == Outcome(name, "right", len(CASES[name].requests()))


def test_the_cases_show_what_they_are_for() -> None:
    """Among the answers are refusals and values, patterns, failed allocations, absent buffers and placeholders."""
    answers = {
        name: [expected(case.program, request) for request in case.requests()]
        for name, case in CASES.items()
    }
    kinds = {call[0] for found in answers.values() for one in found for call in one.calls}
    assert kinds == {"alloc", "memset", "fill", "free"}
    refused = [one for one in answers["expressions"] if one.refused is not None]
    assert 100 < len(refused) < len(answers["expressions"]) - 300
    present = [one for one in answers["presence"] if one.refused is None]
    for name, sizes in {"gate": {32, 128}, "routes": {256, 10}, "last": {0, 1}}.items():
        assert {one.sizes[name] for one in present} >= sizes, name
    failing = [request for request in CASES["arenas"].requests() if request.fail_alloc is not None]
    assert {request.fail_alloc for request in failing} >= {0, 1, 2}
    assert all(len(found) > 10 for found in answers.values())


@frozen
class Bent:
    """Answers as it should, but for a change."""

    case: Case
    change: Callable[[Answer], Answer]

    def ask(self, requests: Sequence[Request]) -> list[Answer]:
        right = (expected(self.case.program, request) for request in requests)
        return [self.change(answer) for answer in right]


def bent(change: Callable[[Answer], Answer]) -> Callable[[Case, Mapping[str, str]], Bent]:
    return lambda case, files: Bent(case, change)


def sized(answer: Answer) -> Answer:
    if answer.refused:
        return answer
    return evolve(answer, sizes={**answer.sizes, "f": answer.sizes["f"] + 1})


def nowhere(answer: Answer) -> Answer:
    return answer if answer.refused else evolve(answer, offsets={**answer.offsets, "a": None})


def renamed(answer: Answer) -> Answer:
    if answer.refused:
        return answer
    return evolve(answer, totals={n.replace("z", "Z"): size for n, size in answer.totals.items()})


def other_stream(answer: Answer) -> Answer:
    changed = ((*c[:-1], 8) if c[0] in ("memset", "fill") else c for c in answer.calls)
    return evolve(answer, calls=tuple(changed))


def leaking(answer: Answer) -> Answer:
    return evolve(answer, calls=answer.calls[:-1])


def twice_freed(answer: Answer) -> Answer:
    return evolve(answer, calls=(*answer.calls, answer.calls[-1])) if answer.calls else answer


def lenient(answer: Answer) -> Answer:
    return Answer() if answer.refused else answer


def strict(answer: Answer) -> Answer:
    return answer if answer.refused else Answer(refused="I do not like it")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (sized, "bytes of f: 81, should be 80"),
        (nowhere, "offset of a: None, should be 64"),
        (renamed, "bytes of arena zulu: missing, should be "),
        (renamed, "bytes of arena Zulu: there is no such thing"),
        (
            other_stream,
            "fill allocation 1 + 0 07000000 80 8, should be fill allocation 1 + 0 07000000 80 0",
        ),
        (leaking, "nothing, should be free allocation 0 + 0"),
        (twice_freed, "free allocation 0 + 0, should be nothing"),
        (lenient, "should be refused: `n`: 21 does not lie between 0 and 20"),
        (strict, "should not be refused: I do not like it"),
    ],
)
def test_what_is_wrong_is_told(change: Callable[[Answer], Answer], told: str) -> None:
    outcome = run_case(CASES["arenas"], PYTHON, bent(change))
    assert outcome.state == "wrong"
    assert not outcome.passed
    assert any(told in line for line in outcome.faults), outcome.faults


def test_many_differences_are_cut_short() -> None:
    wanted = Answer(sizes={f"b{i}": i for i in range(20)})
    found = differences(wanted, Answer())
    assert len(found) == 7
    assert found[-1] == "and 14 more"
    assert differences(wanted, wanted) == ()


def test_parts_may_be_left_out_but_not_be_wrong() -> None:
    wanted = Answer(parts={"a.b": (0, 4)})
    assert differences(wanted, Answer()) == ()
    assert differences(wanted, Answer(parts={"a.b": (4, 4)})) == (
        "place and bytes of a.b: (4, 4), should be (0, 4)",
    )


def test_requests_survive_their_text() -> None:
    for case in CASES.values():
        for request in case.requests():
            assert parse_request(request.text() + "\n") == request
    text = Request(
        {"n": 3, "on": True, "kv": "bf16"}, {"f": False}, (("routine", "r", ""),), 2
    ).text()
    assert text == "n=3;on=true;kv=bf16|f=0|routine,r,|2"


def test_answers_survive_their_text() -> None:
    for answer in (
        Answer(refused="no"),
        Answer(
            {"a": 1}.get("b"),
            {"a": 1},
            {"a": None},
            {"main": 1},
            {"a.b": (None, 0)},
            (("alloc", 1),),
        ),
    ):
        assert parse_answer(answer.text()) == answer


@pytest.mark.parametrize("line", ["", "{}", "[]", "3", '{"sizes": 1}', '{"sizes": {}, "calls": 3}'])
def test_what_is_no_answer_is_said(line: str) -> None:
    with pytest.raises(ValueError, match="is no answer"):
        parse_answer(line)


def driver(code: str) -> ProcessDriver:
    return ProcessDriver((sys.executable, "-c", code))


@pytest.mark.parametrize(
    ("process", "told"),
    [
        (driver("import sys; sys.exit('it broke')"), "ended with 1 after 0 of 1 answers\nit broke"),
        (driver(""), "ended with 0 after 0 of 1 answers"),
        (driver("print(3)"), "is no answer"),
        (ProcessDriver(("no such command",)), "no such command: "),
        (ProcessDriver((sys.executable, "-c", "while True: pass"), timeout=0.2), "timed out"),
    ],
)
def test_a_driver_that_fails_is_no_success(process: ProcessDriver, told: str) -> None:
    with pytest.raises(DriverError) as failed:
        process.ask([Request({})])
    assert told in str(failed.value)
    outcome = run_case(CASES["arenas"], PYTHON, lambda case, files: process)
    assert (outcome.state, outcome.passed) == ("failed", False)


@frozen
class Picky(PythonTarget):
    """Python with two words more."""

    reserved: frozenset[str] = frozenset({"template", "a"})

    def identifiers(self, layout: Elaborated) -> list[Identifier]:
        return [Identifier(b.name, "module", b.where, f"buffer `{b.name}`") for b in layout.buffers]


@pytest.mark.parametrize(("name", "passed"), [("names", True), ("arenas", False)])
def test_names_may_be_refused_where_that_is_what_is_asked(name: str, passed: bool) -> None:
    outcome = run_case(CASES[name], Chosen(Picky(), PYTHON.settings), bent(lambda answer: answer))
    assert outcome.state == "refused"
    assert outcome.passed is passed
    assert "a reserved word of python" in outcome.faults[0]


def test_a_layout_with_an_error_is_no_case() -> None:
    with pytest.raises(CaseError, match=r"x\.toml: "):
        case_of("arenagen = 1\n", "x.toml")
    with pytest.raises(CaseError, match="odd: "):
        formula_case("odd", ["a + nothing"])


def run(*arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def test_the_command_runs_layouts_of_a_user(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    layout = Path(__file__).parents[2] / "layouts/decode_inputs.toml"
    code, out, _ = run(
        *("--target", "python", "--set", "max_lines=400", "--driver", shlex.join(PYTHON_DRIVER)),
        *("--layout", str(layout), "--only", "decode_inputs", "--only", "parts"),
        *("--keep", str(tmp_path)),
        capsys=capsys,
    )
    assert code == 0, out
    assert "parts: right, " in out
    assert "decode_inputs: right, " in out
    assert out.endswith("2 cases, 0 not as they should be\n")
    assert (tmp_path / "parts/python/sizes.py").exists()
    assert (tmp_path / "parts/layout.toml").exists()


def test_the_command_says_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(
        *("--target", "python=arenagen.emit.python:TARGET", "--only", "parts"),
        *("--driver", shlex.join((sys.executable, "-c", "import sys; sys.exit('sorry')"))),
        capsys=capsys,
    )
    assert code == 1
    assert "parts: failed, 0 requests\n" in out
    assert "sorry" in out


@pytest.mark.parametrize(
    "arguments",
    [
        ("--target", "cobol"),
        ("--target", "python", "--set", "max_lines=3"),
        ("--target", "python", "--set", "nothing=3"),
        ("--target", "python", "--only", "nothing"),
        ("--target", "python", "--layout", "nothing.toml"),
    ],
)
def test_what_cannot_be_run_is_bad_usage(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(*arguments, "--driver", "true", capsys=capsys)
    assert (code, out) == (2, "")
    assert err.startswith("conformance: ")


def test_it_is_a_module_that_can_be_run() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "arenagen.conformance", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "--driver" in done.stdout


def test_separate_allocations_are_asked_for_one_by_one() -> None:
    case: Any = CASES["arenas"]
    request = next(r for r in case.requests("separate") if r.fail_alloc is None)
    calls = expected(case.program, request, "separate").calls
    sizes = [size for size in expected(case.program, request).sizes.values() if size]
    allocated = [call[1] for call in calls if call[0] == "alloc"]
    assert allocated[: len(sizes)] == sizes
    assert len([call for call in calls if call[0] == "free"]) == len(allocated)
