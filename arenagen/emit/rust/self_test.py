"""The test that a generated module has: it comes to the numbers of bytes.json."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.rust.files import file_text
from arenagen.emit.rust.lines import array, call, literal, record
from arenagen.emit.rust.names import constant_name, field_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arenagen.elaborate import Elaborated
    from arenagen.model import Param

TEST_MODULES = ("recorded", "self_test")
"""Modules that are only there in tests."""

TEST = """\
/// Every set of values of bytes.json.
#[test]
fn comes_to_what_is_recorded() {
    assert!(sets() > 0, "no set of values is recorded");
    for at in 0..sets() {
        let params = Params::new(given(at), flags(at)).expect("a sound layout");
        agrees(params.layout(), at);
    }
}"""


def self_test_file(layout: Elaborated) -> dict[str, str]:
    """The module of the test."""
    params, flags = layout.layout.params, layout.layout.flags
    recorded = {"agrees", "sets"}
    recorded |= {"dtype" if param.type == "dtype" else "param" for param in params}
    recorded |= {"flag"} if flags else set()
    imports = {"given": {"Flags", "Given"}, "params": {"Params"}, "recorded": recorded}
    if "dtype" in recorded:
        imports["extents"] = {"DType"}
    at = "at" if params else "_"
    given = [line for param in params for line in _param(param)]
    set_to = [
        line
        for flag in flags
        for line in call(f"{field_name(flag.name)}: flag", [literal(flag.name), "at"], ",", 8)
    ]
    blocks = [
        _record("given", at, "Given", given),
        _record("flags", "at" if flags else "_", "Flags", set_to),
        TEST,
    ]
    doc = f"Whether the layout {layout.name} comes to the numbers of bytes.json."
    return {"self_test.rs": file_text([doc], imports, blocks)}


def _record(name: str, at: str, kind: str, lines: list[str]) -> str:
    """A function that makes a struct of one set of values."""
    return "\n".join([f"fn {name}({at}: usize) -> {kind} {{", *record(kind, lines, "", 4), "}"])


def _param(param: Param) -> Iterator[str]:
    field, name = field_name(param.name), literal(param.name)
    if param.type != "dtype":
        yield from call(f"{field}: param", [name, "at"], ",", 8)
        return
    known = [f"DType::{constant_name(str(value))}" for value in param.values or ()]
    plain = call(f"{field}: dtype", [name, "at", f"&[{', '.join(known)}]"], ",", 8)
    if len(plain) == 1:
        yield from plain
        return
    yield f"        {field}: dtype("
    yield from (f"            {name},", "            at,")
    yield from array("&", known, ",", 12)
    yield "        ),"
