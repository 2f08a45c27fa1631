"""examples/decode.py on NumPy: right numbers, nothing taken, faults found."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from examples import decode
from examples.model import random_weights

from .reference import scores

ROOT = Path(__file__).parents[2]
FIRST = [7, 900, 3]


def test_tokens_and_logits_are_those_of_a_model_without_an_arena() -> None:
    decoder, weights = decode.on_numpy(), random_weights(decode.PARAMS)
    decoder.begin(FIRST)
    told = [[token] for token in FIRST]
    for _ in range(decode.STEPS):
        wanted = np.array([scores(weights, one, decode.PARAMS) for one in told])
        decoder.step()
        assert np.allclose(decoder.arena.logits[: len(FIRST)], wanted, rtol=1e-3, atol=1e-3)
        assert decoder.arena.next_tokens[: len(FIRST)].tolist() == wanted.argmax(1).tolist()
        for one, token in zip(told, wanted.argmax(1), strict=True):
            one.append(int(token))
    assert decoder.arena.seq_lens.tolist()[: len(FIRST) + 1] == [decode.STEPS] * len(FIRST) + [0]


@pytest.mark.parametrize("temperature", [0.0, 0.8])
def test_a_request_draws_the_same_whoever_was_served_before(temperature: float) -> None:
    decoder = decode.on_numpy()
    before = decode.generate(decoder, FIRST, decoder.step, temperature)
    decode.generate(decoder, [1, 2, 3, 4, 5], decoder.step, 0.8)
    assert decode.generate(decoder, FIRST, decoder.step, temperature) == before


def test_a_temperature_draws_other_tokens_than_the_best() -> None:
    decoder = decode.on_numpy()
    best = decode.generate(decoder, FIRST, decoder.step, 0.0)
    assert decode.generate(decoder, FIRST, decoder.step, 5.0) != best


def test_rows_that_are_not_live_are_padding() -> None:
    decoder = decode.on_numpy()
    decoder.begin([1, 2, 3, 4, 5])
    decoder.begin([1, 2])
    decoder.step()
    assert decoder.arena.request_rows[2:].tolist() == [-1] * (decode.PARAMS.max_batch_tokens - 2)


def test_a_step_takes_no_memory_for_arrays() -> None:
    decoder = decode.on_numpy()
    rows = decoder.arena.at(tokens=4).hidden_states.nbytes
    assert decode.host_growth(decoder, [1, 2, 3, 4]) < rows


def test_growth_is_seen() -> None:
    decoder, taken = decode.on_numpy(), decode.PARAMS.hidden_size * 4
    step = decoder.step

    def greedy(stream: object = None) -> None:
        np.zeros((4, taken))
        step(stream)

    decoder.step = greedy  # type: ignore[method-assign]
    assert decode.host_growth(decoder, [1, 2, 3, 4]) >= 4 * taken


def test_the_planted_stale_read_is_found() -> None:
    width, requests = decode.PARAMS.vocab_size, decode.PARAMS.max_batch_size
    wanted = f"logits: {width} of {width * requests} elements are NaN"
    assert decode.stale_read(decode.on_numpy) == [wanted]


def test_the_planted_overrun_is_found() -> None:
    (found,) = decode.overrun(decode.on_numpy)
    assert found.startswith("hidden_states was overrun, up to 32 bytes behind it")


def test_as_a_program(tmp_path: Path) -> None:
    program = [sys.executable, str(ROOT / "examples" / "decode.py")]
    done = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "hidden_states was overrun" in done.stdout


def test_a_missed_fault_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decode, "overrun", lambda make: [])
    assert decode.main([]) == 1
