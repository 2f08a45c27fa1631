"""examples/decode.py on a device: replays draw what launches draw, and nothing is taken."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from examples import decode
from tests.runtime.gpu.conftest import cp

__all__ = ["cp"]

pytestmark = pytest.mark.gpu


def test_logits_are_those_of_the_host(cp: Any) -> None:
    here, there = decode.on_numpy(), decode.on_cupy()
    for decoder in (here, there):
        decoder.begin([7, 900, 3])
    for _ in range(decode.STEPS):
        here.step()
        there.step()
        found = there.arena.logits[:3].get()
        assert np.allclose(found, here.arena.logits[:3], rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("temperature", [0.0, 0.8])
def test_one_graph_replays_for_every_batch(cp: Any, temperature: float) -> None:
    decoder, stream = decode.on_cupy(), cp.cuda.Stream(non_blocking=True)
    cp.cuda.Device().synchronize()
    with stream:
        replay = decode.captured(decoder, stream)
        for tokens in decode.BATCHES:
            eager = decode.generate(decoder, tokens, decoder.step, temperature)
            assert decode.generate(decoder, tokens, replay, temperature) == eager


def test_steps_and_replays_leave_the_pool_alone(cp: Any) -> None:
    decoder, stream = decode.on_cupy(), cp.cuda.Stream(non_blocking=True)
    cp.cuda.Device().synchronize()
    with stream:
        replay = decode.captured(decoder, stream)
        for step in (decoder.step, replay):
            decoder.begin([1, 2, 3])
            assert decode.device_growth(step, stream.synchronize) == 0


def test_the_planted_faults_are_found(cp: Any) -> None:
    assert decode.stale_read(decode.on_cupy)[0].startswith("logits: 997 of 7976 elements are NaN")
    (found,) = decode.overrun(decode.on_cupy)
    assert found.startswith("hidden_states was overrun, up to 32 bytes behind it")
