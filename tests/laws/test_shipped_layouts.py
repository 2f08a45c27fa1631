"""The shipped layouts: everything is proved, by the built-in means alone, and the same in every run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arenagen.api import Given, Loaded, ResolveError, load, load_proved, resolve
from arenagen.laws import Settled, settle_all

ROOT = Path(__file__).parents[2]
LAYOUTS = sorted(path.stem for path in (ROOT / "layouts").glob("*.toml"))


def text_of(name: str) -> str:
    return (ROOT / "layouts" / f"{name}.toml").read_text(encoding="utf-8")


def stated(settled: tuple[Settled, ...]) -> dict[str, str]:
    return {s.obligation.name: s.verdict.status for s in settled if s.obligation.stated}


@pytest.mark.parametrize("name", LAYOUTS)
def test_nothing_is_left_open_without_a_solver(name: str) -> None:
    settled = settle_all(load(text_of(name), name).program, {}, None).settled
    statuses = {each.verdict.status for each in settled}
    assert statuses <= {"proved", "guarded"}
    assert all("solver" not in each.verdict.by for each in settled)


def test_every_law_of_the_engine_is_proved_over_its_full_domain() -> None:
    settled = settle_all(load(text_of("spark"), "spark").program, {}, None).settled
    assert {each.verdict.status for each in settled} == {"proved"}
    laws = stated(settled)
    assert len(laws) >= 13
    assert {
        "padded_batches_fit",
        "decode_metadata_fits",
        "verify_metadata_fits",
        "logits_hold_batch_and_prefill",
    } <= set(laws)


def unpadded(more: str = "") -> Loaded:
    """The engine without the condition that decode batches are padded."""
    law = text_of("spark").replace('when = "pad_decode_batches"\n', "")
    return load_proved(law + more, "spark.toml")


@pytest.mark.parametrize(
    "more", ["", '\n[assume.plain]\nthat = "not pad_decode_batches"\nreason = "old engines"\n']
)
def test_without_padding_the_smallest_batch_that_breaks_the_law_is_named(more: str) -> None:
    loaded = unpadded(more)
    (fault,) = [d for d in loaded.report.diagnostics if d.code == "AG701"]
    assert "law `padded_batches_fit` does not hold" in fault.message
    assert "max_batch_size = 33, pad_decode_batches = false, n = 33" in fault.message
    assert "`rung(n, decode_rungs)` is 48, `decode_rows` is 33" in fault.message
    assert stated(loaded.laws)["padded_batches_fit"] == "refuted"


def test_the_shown_command_meets_the_broken_law() -> None:
    loaded = unpadded()
    fault = next(d for d in loaded.report.diagnostics if d.code == "AG701")
    assert fault.hint is not None
    words = fault.hint.split("`")[1].split()[3:]
    settings = dict(word.split("=") for word in words if "=" in word)
    values = {n: v == "true" if v in ("true", "false") else int(v) for n, v in settings.items()}
    plain = load(text_of("spark").replace('when = "pad_decode_batches"\n', ""), "spark.toml")
    with pytest.raises(ResolveError) as refused:
        resolve(plain, Given(values, source="values"))
    assert [d.code for d in refused.value.diagnostics] == ["AG700"]


_LEDGER = """
import sys
from arenagen.api import load
from arenagen.emit.json_text import json_text
from arenagen.laws import ledger_data, settle_all
print(json_text(ledger_data(settle_all(load(sys.stdin.read(), "x").program, {}, None).settled)))
"""


def test_the_ledger_does_not_depend_on_the_run() -> None:
    texts = set()
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", _LEDGER],
            input=text_of("spark"),
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
        )
        texts.add(done.stdout)
    assert len(texts) == 1
