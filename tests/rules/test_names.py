"""Names: declared once, no words of the language, apart in generated code; groups and views."""

from __future__ import annotations

import pytest

from rules.builders import N, Told, around, buffer, free, layout, others


def viewed(at: str, of: str = "cache") -> str:
    """A layout with a view into a buffer of planes."""
    cache = buffer("cache", token_major=False, axis='"tokens"', planes="{ layer = 2, kind = 2 }")
    return around(cache, f'[views]\nv = {{ of = "{of}", at = {at} }}\n')


def params(text: str) -> str:
    """Parameters: `n`, and those of the text."""
    return f"{N}\n{text}"


CASES = [
    pytest.param(
        around(free("n")),
        [Told("AG203", "[buffers.n]", "`n` is declared twice", also=("n",))],
        id="twice",
    ),
    pytest.param(
        layout(
            buffer(row='["k"]'), tables='[consts]\nk = { value = 4, doc = "d" }\n\n[let]\nk = "4"\n'
        ),
        [Told("AG203", "k", "`k` is declared twice", also=("k",))],
        id="const_&_let",
    ),
    pytest.param(
        around('[views]\ntokens = { of = "x", at = [] }\n'),
        [Told("AG203", "tokens", "`tokens` is declared twice", also=("tokens",))],
        id="axis_&_view",
    ),
    pytest.param(
        layout(buffer(dtype='"bf16"', row="[4]"), tables="[dtypes.bf16]\nblock = 4\nbytes = 4\n"),
        [Told("AG203", "[dtypes.bf16]", "`bf16` is a built-in dtype")],
        id="builtin_block",
    ),
    pytest.param(
        layout(
            buffer(dtype='"u8"'),
            params=params('u8 = { type = "dtype", values = ["f32"], doc = "d" }'),
        ),
        [Told("AG203", "u8", "`u8` is the name of a dtype already")],
        id="dtype_param_builtin",
    ),
    pytest.param(
        around(tables='[laws]\nl = { forall = { n = [1, 2] }, that = "n < 9", doc = "d" }\n'),
        [
            Told(
                "AG203",
                "n",
                "`n` is declared already, and the law could not tell the two apart",
                also=("n",),
            )
        ],
        id="law_var",
    ),
    pytest.param(
        around(tables='[laws]\nl = { forall = { rung = [1, 2] }, that = "1 < 9", doc = "d" }\n'),
        [Told("AG204", "rung", "`rung` is a word of expressions")],
        id="law_var_word",
    ),
    pytest.param(
        around(buffer("y", token_major=False, axis='"tokens"', planes="{ tokens = 2 }")),
        [Told("AG203", "tokens", "a plane of `y` has the name of the axis of its rows")],
        id="plane_axis",
    ),
    pytest.param(
        layout(buffer(row='["n"]'), buffer("min")),
        [Told("AG204", "[buffers.min]", "`min` is a word of expressions")],
        id="reserved",
    ),
    pytest.param(
        around(free(shape=None, uses="{ end = { shape = [4] } }")),
        [Told("AG204", "end", "a part cannot be called `end`: `y.end` would be a property")],
        id="reserved_part",
    ),
    pytest.param(
        around(free(shape=None, sections='[{ name = "rows", shape = [4] }]')),
        [Told("AG204", '"rows"', "a part cannot be called `rows`: `y.rows` would be a property")],
        id="reserved_section",
    ),
    pytest.param(
        around(free('"2x"')), [Told("AG020", '[buffers."2x"]', "`2x` is no name")], id="not_a_name"
    ),
    pytest.param(
        around(free(shape=None, sections='[{ name = "a b", shape = [4] }]')),
        [Told("AG020", '"a b"', "`a b` is no name")],
        id="section_name",
    ),
    pytest.param(
        around(
            free(shape=None, sections='[{ name = "a", shape = [4] }, { name = "a", shape = [2] }]')
        ),
        [Told("AG308", '"a"', "`y` has two parts called `a`", also=('"a"',))],
        id="siblings",
    ),
    pytest.param(
        around(free("s_a"), free("s", shape=None, sections='[{ name = "a", shape = [4] }]')),
        [
            Told(
                "AG205",
                '"a"',
                "buffer `s_a` and section `s.a` are both called `s_a` in generated code",
                also=("[buffers.s_a]",),
            )
        ],
        id="flat",
    ),
    pytest.param(
        around(free("Y"), free("y")),
        [
            Told(
                "AG205",
                "[buffers.y]",
                "buffer `Y` and buffer `y` differ only in case in generated code",
                also=("[buffers.Y]",),
            )
        ],
        id="case",
    ),
    pytest.param(
        around(free("y", mirror='"pinned"'), free("y_pinned")),
        [
            Told(
                "AG205",
                "[buffers.y_pinned]",
                "the twin of `y` and buffer `y_pinned` are both called `y_pinned` in generated code",
                also=('"pinned"',),
            )
        ],
        id="twin",
    ),
    pytest.param(
        layout(
            buffer(arena='"main"', mirror='"pinned"'),
            free("y", arena='"main_pinned"'),
            tables='[arenas.main]\n\n[arenas.main_pinned]\nmemory = "pinned"\n',
        ),
        [
            Told(
                "AG205",
                '"pinned"',
                "the twin of `x` lies in an arena called `main_pinned`, which is declared too",
                also=("[arenas.main_pinned]",),
            )
        ],
        id="twin_arena",
    ),
    pytest.param(
        around(
            free("s", shape=None, sections='[{ name = "a", shape = [4] }]'),
            '[views]\ns_a = { of = "x", at = [] }\n',
        ),
        [
            Told(
                "AG205",
                "s_a",
                "section `s.a` and view `s_a` are both called `s_a` in generated code",
                also=('"a"',),
            )
        ],
        id="view_flat",
    ),
    pytest.param(
        around(free(), tables='[groups]\nb = { first = "y" }\na = { first = "x" }\n'),
        [Told("AG222", '"x"', "group `a` does not begin behind the group before it")],
        id="groups_order",
    ),
    pytest.param(
        around(free(), tables='[groups]\na = { first = "x" }\nb = { first = "x" }\n'),
        [Told("AG222", '"x"', "group `b` does not begin behind the group before it")],
        id="groups_same",
    ),
    pytest.param(
        viewed("[]", "cash"),
        [Told("AG213", '"cash"', "`cash` is no buffer, use or section")],
        id="view_unknown",
    ),
    pytest.param(
        viewed('["layers"]'),
        [
            Told(
                "AG219",
                '"layers"',
                "`cache` has no plane or axis `layers`",
                "it has: layer, kind, tokens",
            )
        ],
        id="view_no_plane",
    ),
    pytest.param(
        viewed('["kind", "layer"]'),
        [
            Told(
                "AG219",
                '"kind"',
                "choices come in the order of the dimensions: layer, kind, tokens",
            ),
            Told(
                "AG219",
                '"layer"',
                "choices come in the order of the dimensions: layer, kind, tokens",
            ),
        ],
        id="view_order",
    ),
    pytest.param(
        viewed('["layer", "tokens"]'),
        [
            Told(
                "AG219",
                '"tokens"',
                "choices come in the order of the dimensions: layer, kind, tokens",
            )
        ],
        id="view_skips",
    ),
    pytest.param(
        viewed('["layer", "kind", "tokens", "tokens"]'),
        [Told("AG219", '["layer", "kind", "tokens", "tokens"]', "`tokens` is chosen twice")],
        id="view_twice",
    ),
    pytest.param(
        around(
            buffer("y", token_major=False, axis='"tokens"', rows="128", tile="[64, 4]"),
            '[views]\nv = { of = "y", at = ["tokens"] }\n',
        ),
        [Told("AG219", '"tokens"', "a row of `y` cannot be chosen: its rows are tiled")],
        id="view_tile",
    ),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_what_is_said(text: str, expected: list[Told]) -> None:
    assert others(text, *expected) == []
