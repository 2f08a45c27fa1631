"""Parameters, flags and derived values of generated packages: what they take, refuse and work out,
and when.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arenagen.emit.python.names import param_name
from arenagen.emit.sure import knowledge
from arenagen.resolve import Given
from arenagen.rules.names import EXPRESSION_WORDS
from arenagen.runtime import RecordingBackend
from tests.python_target.packages import Package, files_of, imported, shipped_package, write
from tests.python_target.test_files import TOOLS, run
from tests.python_target.test_formulas import ruff_formatted
from tests.python_target.test_random_layouts import resolved_or_refused
from tests.python_target.values import DECODE, LLAMA
from tests.strategies import compiled, layouts, values_for

if TYPE_CHECKING:
    from pathlib import Path


def small(**changes: Any) -> dict[str, Any]:
    """A layout with one buffer, to which tables are added."""
    base: dict[str, Any] = {
        "arenagen": 1,
        "layout": {"name": "small", "doc": "For tests."},
        "params": {"n": {"min": 1, "max": 8, "doc": "rows"}},
        "axes": {"tokens": {"max": "n"}},
        "reset": {"classes": {"none": {"doc": "written before it is read", "cleared": "never"}}},
        "buffers": {"hidden": buffer()},
    }
    for table, entries in changes.items():
        base[table] = {**base.get(table, {}), **entries}
    return base


def buffer(**changes: Any) -> dict[str, Any]:
    row = {"dtype": "f32", "token_major": True, "row": [4], "reset": "none", "doc": "Rows."}
    return {**row, **changes}


def package_of(**changes: Any) -> Package:
    return imported(compiled(small(**changes)))


def test_every_fault_of_the_parameters_is_told_at_once() -> None:
    package = shipped_package("llama")
    wrong = {
        **LLAMA,
        "max_batch_tokens": 0,
        "hidden_size": 33,
        "vocab_size": True,
        "head_dim": 16.0,
        "kv_dtype": "i8",
    }
    with pytest.raises(ValueError, match="lies between") as error:
        package.Params(**wrong)
    assert error.value.faults == (  # type: ignore[attr-defined]
        "max_batch_tokens lies between 1 and 131072, not at 0",
        "hidden_size is a multiple of 32, which 33 is not",
        "vocab_size is a whole number, not True",
        "head_dim is a whole number, not 16.0",
        "kv_dtype is one of bf16, f16, f32, f8e4m3, not 'i8'",
    )


def test_requirements_on_parameters_are_checked_when_they_are_made() -> None:
    package = shipped_package("decode_inputs")
    with pytest.raises(ValueError, match="requirement") as error:
        package.Params(**{**DECODE, "max_batch_tokens": 5, "pad_token_id": 70})
    assert error.value.faults == (  # type: ignore[attr-defined]
        "requirement every_request_fits does not hold: max_batch_size <= max_batch_tokens with "
        "max_batch_size = 6, max_batch_tokens = 5 (a step has one token of every request at least)",
        "requirement pad_token_exists does not hold: pad_token_id < vocab_size with pad_token_id = 70, "
        "vocab_size = 70 (the embedding has a row for the padding token)",
    )


def test_requirements_on_flags_and_sizes_are_checked_by_sizes() -> None:
    package = package_of(
        flags={"wide": {"env": "WIDE", "on": ["1"], "doc": "twice as wide"}},
        buffers={"hidden": buffer(row=["8 if wide else 4"])},
        require={"fits": {"that": "hidden.bytes <= 128", "doc": "small enough"}},
    )
    params = package.Params(n=8)
    assert package.Sizes(params).hidden.bytes == 128
    with pytest.raises(ValueError, match=r"requirement fits .* with hidden.bytes = 256"):
        package.Sizes(params, package.Flags(wide=True))


def test_budgets_and_index_widths_are_checked_by_sizes() -> None:
    package = package_of(
        params={"n": {"min": 1, "max": 2**31, "doc": "rows"}},
        arenas={"main": {"budget": 2**33}},
        buffers={"hidden": buffer(row=[1], budget=2**32, index="i32")},
    )
    assert package.Sizes(package.Params(n=2**30)).hidden.bytes == 2**32, "equal is legal"
    with pytest.raises(ValueError, match="over its budget of 4294967296"):
        package.Sizes(package.Params(n=2**30 + 1))
    with pytest.raises(ValueError, match="budget") as error:
        package.Sizes(package.Params(n=2**31))
    assert len(error.value.faults) == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("environ", "on"),
    [
        ({"FAST": "1"}, True),
        ({"FAST": "0"}, False),
        ({"FAST": ""}, False),
        ({"FAST": "true"}, False),
        ({}, False),
    ],
)
def test_flags_are_read_by_their_one_rule(environ: dict[str, str], on: bool) -> None:
    package = package_of(
        flags={"fast": {"env": "FAST", "on": ["1"], "doc": "be fast"}},
        buffers={"extra": buffer(when="fast")},
    )
    assert package.Flags.from_env(environ).fast is on
    with pytest.raises(ValueError, match="fast is a bool, not 1"):
        package.Flags(fast=1)


def test_records_are_frozen_and_take_names_alone() -> None:
    package = shipped_package("decode_inputs")
    params = package.Params(**DECODE)
    assert params == package.Params(**DECODE)
    with pytest.raises(AttributeError):
        params.vocab_size = 3
    with pytest.raises((AttributeError, TypeError)):  # which one depends on the Python
        params.vocab = 3
    with pytest.raises(TypeError):
        package.Params(1)


def test_a_layout_without_axes_flags_or_routines_works() -> None:
    data = small(buffers={"hidden": buffer(token_major=False, row=None, shape=["n", 4])})
    del data["axes"], data["buffers"]["hidden"]["row"]
    package = imported(compiled(data))
    arena = package.Arena.allocate(package.Params(n=2))
    assert arena.hidden.shape == (2, 4)
    assert arena.sizes.axes == {}
    assert not hasattr(arena, "at")


def test_a_fill_that_a_parameter_decides_is_looked_at_only_where_it_is_written() -> None:
    package = package_of(
        params={"m": {"max": 4, "doc": "divisor"}},
        reset={
            "classes": {
                "none": {"doc": "written before it is read", "cleared": "never"},
                "step": {"doc": "a pass"},
            },
            "routines": {"clear": {"classes": ["step"]}},
        },
        buffers={"extra": buffer(when="m > 0", dtype="i32", fill="8 // m", reset="step")},
    )
    assert package.sub("resets").clear_ranges(package.Sizes(package.Params(n=1, m=0))) == ()
    arena = package.Arena.allocate(package.Params(n=1, m=2))
    arena.clear()
    assert arena.extra.tolist() == [[4, 4, 4, 4]]


def test_a_derived_value_is_worked_out_only_where_its_users_exist() -> None:
    package = package_of(
        params={"m": {"max": 4, "doc": "divisor"}},
        let={"share": "8 // m"},
        buffers={"extra": buffer(row=["share"], when="m > 0")},
    )
    assert not package.Sizes(package.Params(n=1, m=0)).extra.exists
    assert package.Sizes(package.Params(n=1, m=4)).extra.shape == (1, 2)


def test_names_that_python_reserves_get_an_underscore() -> None:
    package = package_of(
        params={"lambda": {"min": 1, "max": 4, "doc": "a keyword"}},
        let={"params": "lambda + 1", "class": "params * 2"},
        buffers={
            "sizes": buffer(row=["class"]),
            "release": buffer(),
            "import": {
                "token_major": False,
                "reset": "none",
                "doc": "Sections.",
                "sections": [
                    {"name": "count", "dtype": "u8", "shape": [3], "doc": "one"},
                    {"name": "try", "dtype": "u8", "shape": [5], "doc": "two"},
                ],
            },
        },
    )
    sizes = package.Sizes(package.Params(n=2, lambda_=3))
    assert sizes.sizes_.shape == (2, 8)
    assert sizes.import_offsets == (0, 3)
    assert sizes.import_offsets._fields == ("count_", "try_")
    arena = package.Arena.allocate(package.Params(n=2, lambda_=3))
    assert arena.sizes is not arena.sizes_
    assert arena.release_.shape == (2, 4)
    assert arena.import_try.shape == (5,)
    arena.release()


AWKWARD = [
    "field",
    "whole",
    "one_of",
    "boolean",
    "switch",
    "int",
    "bool",
    "str",
    "dict",
    "tuple",
    "object",
    "cached_property",
    "property",
    "buffer",
    "p",
    "v",
    "f",
    "s",
    "out",
    "count",
    "index",
    "values",
    "extents",
    "carve",
    "seen",
    "refuse",
    "points",
    "unmet",
    "rung",
    "min",
    "max",
]


def test_no_name_hides_what_generated_code_uses(tmp_path: Path) -> None:
    def some(prefix: str = "") -> list[str]:
        return [f"{prefix}{name}" for name in AWKWARD if name not in EXPRESSION_WORDS]

    one = {"min": 1, "max": 4, "doc": "a number"}
    for data in (
        small(params=dict.fromkeys(some(), one), buffers={"all": buffer(row=[" + ".join(some())])}),
        small(
            let=dict.fromkeys(some(), "n + 1"),
            buffers={
                "all": buffer(
                    row=[" + ".join(some())], when=" or ".join(f"{name} > 1" for name in some())
                )
            },
        ),
        small(
            consts={name: {"value": 2, "doc": "two"} for name in ("dtypes", "on_create", *some())},
            buffers={"all": buffer(row=[" + ".join(("dtypes", "on_create", *some()))])},
        ),
        small(
            flags={name: {"env": name.upper(), "on": ["1"], "doc": "on"} for name in some()},
            buffers={"all": buffer(when=" and ".join(some()))},
        ),
        small(
            buffers=dict.fromkeys(
                (*some(), *some("live_"), *some("limits_")), buffer(budget=10**6)
            ),
            laws={
                "law": {
                    "that": " and ".join(f"{name}.bytes >= points_" for name in some()),
                    "forall": {"points_": [1, "n"]},
                    "doc": "for all",
                },
            },
        ),
        small(
            axes={name: {"max": "n"} for name in some()},
            reset={
                "classes": {
                    "none": {"doc": "written before it is read", "cleared": "never"},
                    "step": {"doc": "a pass"},
                },
                "routines": {
                    "on_create": {
                        "classes": ["step"],
                        "range": "live",
                        "axis": some()[0],
                        "fixed": "skip",
                    }
                },
            },
            buffers={
                f"of_{name}": buffer(token_major=False, axis=name, reset="step") for name in some()
            },
        ),
    ):
        loaded = compiled(data)
        package = imported(loaded)
        params = dict.fromkeys(map(param_name, data["params"]), 2)
        values = Given(dict.fromkeys(data["params"], 2))
        sizes = package.Sizes(package.Params(**params))
        assert sizes.total_bytes == loaded.program.resolve(values).total_bytes
        package.Arena.allocate(package.Params(**params), backend=RecordingBackend()).release()
        write(files_of(loaded), tmp_path / package.module.__name__)
    names = [f"-p{path.name}" for path in tmp_path.iterdir()]
    run(str(TOOLS / "mypy"), "--strict", *names, cwd=tmp_path)


def test_doc_texts_may_hold_anything() -> None:
    package = package_of(
        params={"n": {"min": 1, "max": 8, "doc": 'back\\slash, """quotes""" and \t a tab'}},
        buffers={
            "hidden": buffer(doc='Is it "quoted?"'),
            "long": buffer(doc=f'{"word " * 14} "quoted!"'),
            "other": buffer(doc='"starts" with one\x07 \U0001f600 \u202e'),
        },
    )
    assert package.Sizes(package.Params(n=1)).total_bytes == 48
    texts = [path.read_text(encoding="utf-8") for path in package.folder.glob("*.py")]
    assert all(ruff_formatted(text) == text for text in texts)
    assert any('Is it "quoted?' in text for text in texts)


def test_doc_texts_say_what_something_is_and_what_clears_it() -> None:
    folder = shipped_package("spark").folder
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("views*.py")))
    flat = " ".join(text.split())
    assert "bf16 max_batch_tokens x [router_width], token-major. Exists when moe" in flat
    assert "Class carried: cleared by zero_prefill_essentials, zero_all and zero_all_rows." in flat
    for node in shipped_package("spark").loaded.elaborated.nodes():
        assert node.written.doc.split()[-1].rstrip(".") in text


@settings(max_examples=60)
@given(layouts(), st.data())
def test_what_is_typed_as_present_is_never_absent(
    layout: dict[str, Any], data: st.DataObject
) -> None:
    package = imported(compiled(layout))
    values: Given = data.draw(values_for(layout), label="values")
    _, resolved = resolved_or_refused(package, values)
    known = knowledge(package.loaded.elaborated)
    for made in resolved.nodes.values() if resolved is not None else ():
        assert made.exists or not known.always(made.node)
