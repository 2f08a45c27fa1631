"""A large file of values is shared among processes; nothing of the answer tells."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

import pytest
from files.project_tree import Tree

from arenagen.cli import size
from arenagen.cli.turns import LostWorkerError, in_turns

SMALL = "layouts/small.toml"


def lines(count: int) -> str:
    """Sets of values, some of them faulty, with blank lines between."""
    found = []
    for i in range(count):
        values = {"params": {"max_tokens": i % 40}, "label": f"n{i}"}
        found.append(json.dumps(values) if i % 17 else '{"params": ')
    return "\n\n".join(found) + "\n"


@pytest.mark.parametrize("count", [1, 99, 100, 101, 350, 600])
@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_several_processes_answer_like_one(
    tree: Tree, monkeypatch: pytest.MonkeyPatch, count: int, form: str
) -> None:
    tree.write("v.jsonl", lines(count))
    command = ("size", SMALL, "--values", "v.jsonl", "--format", form)
    alone = tree.run(*command)
    monkeypatch.setattr(size, "LARGE", 0)
    monkeypatch.setattr(size, "processes", lambda: 3)
    assert tree.run(*command) == alone
    assert alone.code == 2
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)  # no process is left behind


def test_a_fault_of_the_program_in_a_process_is_told(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> str:
        raise RuntimeError("on purpose")

    tree.write("v.jsonl", lines(300))
    monkeypatch.setattr(size, "LARGE", 0)
    monkeypatch.setattr(size, "processes", lambda: 2)
    monkeypatch.setitem(size._LINE_WRITERS, "jsonl", fail)
    outcome = tree.run("size", SMALL, "--values", "v.jsonl")
    assert outcome.code == 3
    assert "internal error" in outcome.err


def test_results_come_in_order_however_long_they_are() -> None:
    def work(number: int) -> Iterator[bytes]:
        return (bytes([turn]) * (turn * 1000) for turn in range(number, 100, 4))

    assert [len(result) for result in in_turns(4, work)] == [turn * 1000 for turn in range(100)]


def test_who_stops_listening_ends_the_processes() -> None:
    def work(number: int) -> Iterator[int]:
        while True:
            yield number

    results = in_turns(2, work)
    assert [next(results) for _ in range(4)] == [0, 1, 0, 1]
    results.close()  # type: ignore[attr-defined]
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_a_process_that_vanishes_is_noticed() -> None:
    def work(number: int) -> Iterator[int]:
        yield number
        os._exit(9)

    with pytest.raises(LostWorkerError, match="ended early"):
        list(in_turns(2, work))
