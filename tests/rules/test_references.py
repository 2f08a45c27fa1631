"""References by name: what they lead to, and the nearest name where they lead nowhere."""

from __future__ import annotations

import pytest

from rules.builders import NONE, Told, around, buffer, free, layout, others, routines

CASES = [
    pytest.param(
        around(free(row="[4]", shape=None, axis='"token"')),
        [Told("AG210", '"token"', "unknown axis `token`", "did you mean `tokens`?")],
        id="axis",
    ),
    pytest.param(
        layout(buffer(), axes='requests = { max = "n" }'),
        [Told("AG210", "true", "unknown axis `tokens`", "declared: requests")],
        id="tokens_not_declared",
    ),
    pytest.param(
        around(free(dtype='"bf61"')),
        [Told("AG211", '"bf61"', "unknown dtype `bf61`", "did you mean `bf16`?")],
        id="dtype",
    ),
    pytest.param(
        layout(buffer(dtype='"n"')),
        [
            Told(
                "AG211",
                '"n"',
                "unknown dtype `n`",
                "declared: f64, f32, f16, bf16, f8e4m3, f8e5m2, f8e8m0, f4e2m1, i64, i32, i16, i8, ...",
            )
        ],
        id="dtype_int_param",
    ),
    pytest.param(
        around(free(shape=None, uses='"z"')),
        [Told("AG213", '"z"', "unknown buffer, use or section `z`", "declared: x, y")],
        id="share_unknown",
    ),
    pytest.param(
        around(free(shape=None, uses='"x"')),
        [Told("AG213", '"x"', "`x` has no uses to share")],
        id="share_nothing",
    ),
    pytest.param(
        around(free("a", shape=None, uses='"b"'), free("b", shape=None, uses='"a"')),
        [
            Told("AG212", '"b"', "`b` shares its own parts"),
            Told("AG212", '"a"', "`a` shares its own parts"),
        ],
        id="share_cycle",
    ),
    pytest.param(
        around(free("a", shape=None, uses='{ p = { uses = "a" } }')),
        [Told("AG212", '"a"', "`a` shares its own parts")],
        id="share_self_part",
    ),
    pytest.param(
        around(tables='[groups]\ng = { first = "xx" }\n'),
        [Told("AG214", '"xx"', "unknown buffer `xx`", "did you mean `x`?")],
        id="group_unknown",
    ),
    pytest.param(
        layout(
            buffer(reset='"step"'),
            classes=routines('c = { classes = ["step"], buffers = ["xx"] }').removeprefix(NONE),
        ),
        [Told("AG214", '"xx"', "unknown buffer `xx`", "did you mean `x`?")],
        id="routine_buffer_unknown",
    ),
    pytest.param(
        layout(
            buffer(reset='"step"'),
            classes=routines(
                'c = { classes = ["step"], range = "live", axis = "tokns" }'
            ).removeprefix(NONE),
        ),
        [Told("AG210", '"tokns"', "unknown axis `tokns`", "did you mean `tokens`?")],
        id="routine_axis",
    ),
    pytest.param(
        layout(
            buffer(reset='"step"'),
            classes=routines('c = { classes = ["steps"] }').removeprefix(NONE),
        ),
        [Told("AG401", '"steps"', "unknown reset class `steps`", "did you mean `step`?")],
        id="routine_class",
    ),
    pytest.param(
        layout(
            buffer(reset='"step"'),
            classes=routines('c = { classes = ["step"], phase = "decode" }').removeprefix(NONE),
        ),
        [Told("AG215", '"decode"', "unknown phase `decode`", "no phase is declared")],
        id="routine_phase",
    ),
    pytest.param(
        around(
            free(phase='["decod"]', live_in='["prefill"]'), tables='[phases]\nnames = ["decode"]\n'
        ),
        [
            Told("AG215", '"decod"', "unknown phase `decod`", "did you mean `decode`?"),
            Told("AG215", '"prefill"', "unknown phase `prefill`", "declared: decode"),
        ],
        id="phase",
    ),
    pytest.param(
        around(
            free(phase='["decode"]'),
            tables='[phases]\nnames = ["decode"]\nconcurrent = [["decode", "prefil"]]\n',
        ),
        [Told("AG215", '"prefil"', "unknown phase `prefil`", "declared: decode")],
        id="concurrent",
    ),
    pytest.param(
        around(free(arena='"mian"')),
        [Told("AG216", '"mian"', "unknown arena `mian`", "did you mean `main`?")],
        id="arena",
    ),
    pytest.param(
        layout(
            buffer(arena='"main"'),
            free(arena='"other"'),
            free("z"),
            tables="[arenas.main]\n\n[arenas.other]\n",
        ),
        [Told("AG217", "[buffers.z]", "`z` does not say in which arena it lies")],
        id="which_arena",
    ),
    pytest.param(
        around(free(shape=None, carve='["m"]', sections='[{ name = "a", shape = [4] }]')),
        [Told("AG218", '"m"', "unknown parameter or derived value `m`", "declared: n")],
        id="carve",
    ),
    pytest.param(
        around(
            free(shape=None, carve='["f"]', sections='[{ name = "a", shape = [4], when = "f" }]'),
            tables='[flags]\nf = { env = "F", on = ["1"], doc = "d" }\n',
        ),
        [Told("AG218", '"f"', "unknown parameter or derived value `f`", "declared: n")],
        id="carve_flag",
    ),
    pytest.param(
        around(free(reset='"nonne"')),
        [Told("AG401", '"nonne"', "unknown reset class `nonne`", "did you mean `none`?")],
        id="reset",
    ),
    pytest.param(
        layout(buffer(row='["a"]'), tables='[let]\na = "b + 1"\nb = "a"\n'),
        [Told("AG202", '"b + 1"', "derived values use each other: a -> b -> a", also=('"a"',))],
        id="cycle",
    ),
    pytest.param(
        layout(buffer(row='["a"]'), tables='[let]\na = { value = "a", doc = "d" }\n'),
        [Told("AG202", '"a"', "derived values use each other: a -> a")],
        id="cycle_self",
    ),
    pytest.param(
        around(free(shape=None) + "\n[buffers.y" + ".uses.a" * 17 + "]\nshape = [4]\n"),
        [Told("AG231", "a", "`y.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a`: too deep, or too many")],
        id="deep",
    ),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_what_is_said(text: str, expected: list[Told]) -> None:
    assert others(text, *expected) == []
