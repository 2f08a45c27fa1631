"""Arenas and twins."""

from __future__ import annotations

import pytest

from rules.builders import Told, buffer, free, layout, others

CASES = [
    pytest.param(
        layout(buffer(arena='"main"', align="512"), tables="[arenas.main]\nbase_align = 256\n"),
        [
            Told(
                "AG370",
                "256",
                "`x` is aligned to 512, arena `main` only to 256",
                "state 512 or more",
            )
        ],
        id="base",
    ),
    pytest.param(
        layout(buffer(arena='"main"'), tables="[arenas.main]\nbase_align = 64\n"),
        [
            Told(
                "AG370", "64", "`x` is aligned to 256, arena `main` only to 64", "state 256 or more"
            )
        ],
        id="base_default",
    ),
    pytest.param(
        layout(
            buffer(arena='"main"'),
            free(
                arena='"main"',
                align="256",
                shape=None,
                sections='[{ name = "a", shape = [1], align = 1024 }]',
            ),
            tables="[arenas.main]\nbase_align = 256\n",
        ),
        [Told("AG323", "256", "`y` asks for alignment 256, what it holds needs 1024")],
        id="base_part",
    ),
    pytest.param(
        layout(
            buffer(arena='"main"', mirror='"pinned"'), tables='[arenas.main]\nmemory = "host"\n'
        ),
        [Told("AG371", '"pinned"', "`x` lies in host memory and needs no twin there")],
        id="mirror_host",
    ),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_what_is_said(text: str, expected: list[Told]) -> None:
    assert others(text, *expected) == []
