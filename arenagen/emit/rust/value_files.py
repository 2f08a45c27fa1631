"""Files of what sizes are worked out from: constants, given values, derived values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.prose import sentence
from arenagen.emit.rust.files import file_text, homes, index_file, part_files
from arenagen.emit.rust.lines import array, call, docs, literal, record
from arenagen.emit.rust.names import constant_name, field_name, value_name
from arenagen.emit.rust.values import (
    constant,
    default_text,
    domain_line,
    dtype_constants,
    given_type,
    let_function,
    let_texts,
    let_type,
    most_dimensions,
)
from arenagen.emit.shelves import piece, shelved

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arenagen.emit.rust.scribe import Source
    from arenagen.model import Let, Param

DERIVE = "#[derive(Clone, Copy, Debug, PartialEq, Eq)]"


def constants_file(source: Source) -> dict[str, str]:
    """Constants of the layout, and its element types."""
    layout = source.layout
    own = [
        "/// The most dimensions that a shape has.",
        f"pub const MAX_DIMS: usize = {most_dimensions(layout)};",
        "",
        "/// Whether every buffer is an allocation of its own.",
        f"pub const SEPARATE: bool = {'true' if source.engine.separate else 'false'};",
    ]
    blocks = ["\n".join(own), *(constant(const) for const in layout.layout.consts)]
    dtypes = list(dtype_constants(layout))
    if dtypes:
        blocks.append("\n".join(["impl DType {", *dtypes, "}"]))
    text = f"Constants of the layout {layout.name}, and its element types."
    imports = {"extents": {"DType"}} if dtypes else {}
    return {"constants.rs": file_text([text], imports, blocks)}


def given_file(source: Source) -> dict[str, str]:
    """What is given at run time: parameters, flags, and smaller values for one pass."""
    layout = source.layout
    params = layout.layout.params
    blocks = [_given(params)]
    defaults = [param for param in params if param.default is not None]
    needed = [param for param in params if param.default is None]
    if defaults:
        blocks += _defaults(needed, params)
    blocks += [_domains(params), _check(params), _flags(source), _carve(source)]
    imports = {
        "arithmetic": {"Fault"},
        "checks": {"Domain", "switched"},
        "placement": {"Faults"},
        "values": {"Values"},
    }
    if source.carved:
        imports["clearing"] = {"within"}
    if any(param.type == "dtype" for param in params):
        imports["extents"] = {"DType"}
        imports["checks"].add("check_dtype")
    if not layout.layout.flags:
        imports["checks"].discard("switched")
    return {"given.rs": file_text([f"What is given to the layout {layout.name}."], imports, blocks)}


def _given(params: Sequence[Param]) -> str:
    return "\n".join(
        [
            "/// Parameters, as they are given. `Params::new` checks them.",
            DERIVE,
            *_struct("Given", params),
        ]
    )


def _struct(name: str, params: Sequence[Param]) -> Iterator[str]:
    if not params:
        yield f"pub struct {name} {{}}"
        return
    yield f"pub struct {name} {{"
    for param in params:
        yield from docs([sentence(param.doc)], 4)
        yield f"    pub {field_name(param.name)}: {given_type(param)},"
    yield "}"


def _defaults(needed: Sequence[Param], params: Sequence[Param]) -> Iterator[str]:
    """The parameters without a default, and how the others come to them."""
    if needed:
        text = "/// Parameters without a default; `Given::from` adds the others."
        yield "\n".join([text, DERIVE, *_struct("Required", needed)])
        head = ["impl From<Required> for Given {", "    fn from(required: Required) -> Given {"]
    else:
        head = ["impl Default for Given {", "    fn default() -> Given {"]
    values = [
        f"            {field_name(p.name)}: "
        + (f"required.{field_name(p.name)}" if p.default is None else default_text(p))
        + ","
        for p in params
    ]
    yield "\n".join([*head, *record("Given", values, "", 8), "    }", "}"])


def _numbers(params: Sequence[Param]) -> list[Param]:
    return [param for param in params if param.type == "int"]


def _domains(params: Sequence[Param]) -> str:
    numbers = _numbers(params)
    head = f"const DOMAINS: [Domain; {len(numbers)}] = ["
    if not numbers:
        return f"{head}];"
    lines = [list(domain_line(param)) for param in numbers]
    if all(len(one) == 1 for one in lines):
        items = [one[0].strip().removesuffix(",") for one in lines]
        return "\n".join(array(head.removesuffix("["), items, ";", 0))
    return "\n".join([head, *(line for one in lines for line in one), "];"])


def _check(params: Sequence[Param]) -> str:
    numbers = _numbers(params)
    lines = [
        "impl Given {",
        "    /// Notes everything that lies outside its domain.",
        "    pub fn check(&self, faults: &mut Faults) {",
    ]
    if numbers:
        items = [f"            self.{field_name(param.name)} as i128," for param in numbers]
        short = f"        let numbers = [{', '.join(i.strip().rstrip(',') for i in items)}];"
        one = len(short) - len("        let numbers = [];") <= 60
        lines += [short] if one else ["        let numbers = [", *items, "        ];"]
    else:
        lines.append("        let numbers: [i128; 0] = [];")
    lines += [
        "        for (domain, number) in DOMAINS.iter().zip(numbers) {",
        "            domain.check(number, faults);",
        "        }",
    ]
    for param in params:
        if param.type == "dtype":
            values = [f"DType::{constant_name(str(value))}" for value in param.values or ()]
            name, value = literal(param.name), f"self.{field_name(param.name)}"
            args = [name, value, f"&[{', '.join(values)}]", "faults"]
            plain = call("check_dtype", args, ";", 8)
            if len(plain) == 1:
                lines += plain
                continue
            lines += ["        check_dtype(", f"            {name},", f"            {value},"]
            lines += [*_array(values), "            faults,", "        );"]
    return "\n".join([*lines, "    }", "}"])


def _array(values: list[str]) -> list[str]:
    from arenagen.emit.rust.lines import array

    return array("&", values, ",", 12)


def _flags(source: Source) -> str:
    flags = source.layout.layout.flags
    derive = "#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]"
    lines = ["/// Switches, off unless they are turned on.", derive]
    if not flags:
        lines.append("pub struct Flags {}")
    else:
        lines.append("pub struct Flags {")
        for flag in flags:
            lines += docs([sentence(flag.doc)], 4)
            lines.append(f"    pub {field_name(flag.name)}: bool,")
        lines.append("}")
    lines += [
        "",
        "impl Flags {",
        "    /// Flags as the environment of the process sets them; read it once.",
        "    pub fn from_env() -> Flags {",
        "        Flags::from_lookup(|name| std::env::var(name).ok())",
        "    }",
        "",
        "    /// Flags as named texts set them; a variable that is unset has none.",
        f"    pub fn from_lookup({'get' if flags else '_'}: impl Fn(&str) -> Option<String>) -> Flags {{",
    ]
    if not flags:
        return "\n".join([*lines, "        Flags {}", "    }", "}"])
    lines.append("        Flags {")
    for flag in flags:
        on = ", ".join(literal(value) for value in flag.on)
        lines += _switch(field_name(flag.name), literal(flag.env), f"&[{on}]")
    return "\n".join([*lines, "        }", "    }", "}"])


def _switch(name: str, env: str, on: str) -> list[str]:
    args = ["&get", env, on]
    plain = f"            {name}: switched({', '.join(args)}),"
    if len(", ".join(args)) <= 60 and len(plain) <= 100:
        return [plain]
    inner = [f"                {arg}," for arg in args]
    return [f"            {name}: switched(", *inner, "            ),"]


def _carve(source: Source) -> str:
    lines = [
        "/// Smaller values that callers lay parts of buffers out for.",
        "#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]",
    ]
    if not source.carved:
        lines += ["pub struct Carve {}", "", *_carve_check(source)]
        return "\n".join(lines)
    lines.append("pub struct Carve {")
    for name in source.carved:
        lines += [f"    /// In place of {name}.", f"    pub {field_name(name)}: Option<i64>,"]
    return "\n".join([*lines, "}", "", *_carve_check(source)])


def _carve_check(source: Source) -> Iterator[str]:
    """The check that none exceeds what the buffers were sized for."""
    yield "impl Carve {"
    yield "    /// None may exceed the value that buffers were sized for."
    values = "v" if source.carved else "_"
    yield f"    pub fn check(&self, {values}: &Values) -> Result<(), Fault> {{"
    for name in source.carved:
        yield f"        if let Some(value) = self.{field_name(name)} {{"
        yield f"            let most = {source.rust[name]};"
        yield f"            within({literal(name)}, value, most)?;"
        yield "        }"
    yield from ("        Ok(())", "    }", "}")


def values_files(source: Source) -> dict[str, str]:
    """Everything that expressions may name, and the functions that work derived values out."""
    layout = source.layout
    by_name = {let.name: let for let in layout.layout.let}
    lets = [by_name[name] for name in layout.scope.definitions]
    pieces = []
    for let in lets:
        scribe = source.scribe()
        text = let_function(scribe, let)
        pieces.append(piece(let.name, "", text, scribe.imports))
    head = [_values(source, lets), _new(source, lets)]
    own = sum(text.count("\n") + 2 for text in head)
    shelf = shelved("values", pieces, source.engine.max_lines, own)
    imports = {"given": {"Carve", "Flags", "Given"}}
    if any("Fault" in text for text in head):
        imports["arithmetic"] = {"Fault"}
    if any(": DType" in text for text in head):
        imports["extents"] = {"DType"}
    for name, module in homes("values", shelf, (let.name for let in lets)).items():
        imports.setdefault(module, set()).add(f"let_{name}")
    doc = f"What derives from parameters and flags of the layout {layout.name}."
    return {**index_file("values", shelf, doc, head, imports), **part_files(shelf, doc)}


def _values(source: Source, lets: Sequence[Let]) -> str:
    layout = source.layout.layout
    lines = [
        "/// Parameters, flags and derived values, as expressions of the layout read them.",
        "#[derive(Clone, Copy, Debug)]",
        "pub struct Values {",
    ]
    for param in layout.params:
        kind = {"int": "i64", "bool": "bool", "dtype": "DType"}[param.type]
        lines.append(f"    pub {value_name(param.name)}: {kind},")
    lines += [f"    pub {value_name(flag.name)}: bool," for flag in layout.flags]
    for let in lets:
        lines.append(f"    pub {value_name(let.name)}: {let_type(source, let)},")
    if len(lines) == 3:
        lines[-1] = "pub struct Values {}"
        return "\n".join(lines)
    return "\n".join([*lines, "}"])


def _new(source: Source, lets: Sequence[Let]) -> str:
    layout = source.layout.layout
    params = {param.name for param in layout.params}
    given = "given" if params else "_"
    flags = "flags" if layout.flags else "_"
    carve = "carve" if source.carved else "_"
    fields = []
    for param in layout.params:
        value = f"given.{field_name(param.name)}"
        if param.type == "int" and given_type(param) == "usize":
            value += " as i64"
        if param.name in source.carved:
            value = f"carve.{field_name(param.name)}.unwrap_or({value})"
        fields.append(f"{value_name(param.name)}: {value}")
    fields += [f"{value_name(f.name)}: flags.{field_name(f.name)}" for f in layout.flags]
    steps = []
    for let in lets:
        name, kind = value_name(let.name), let_type(source, let)
        empty = "false" if "bool" in kind else "0"
        fields.append(f"{name}: {f'Ok({empty})' if 'Result' in kind else empty}")
        steps += _step(source, let, name, "Result" in kind)
    lines = [
        "impl Values {",
        "    /// Works out every derived value, in order; some have none, which is a fault when they",
        "    /// are used.",
        f"    pub fn new({given}: &Given, {flags}: &Flags, {carve}: &Carve) -> Values {{",
    ]
    if not fields:
        return "\n".join([*lines, "        Values {}", "    }", "}"])
    made = [f"            {text}," for text in fields]
    head = "let mut v = Values" if steps else "let v = Values"
    return "\n".join([*lines, *record(head, made, ";", 8), *steps, "        v", "    }", "}"])


def _step(source: Source, let: Let, name: str, result: bool) -> list[str]:
    plain = f"        v.{name} = let_{let.name}(&v);"
    if let.name not in source.carved:
        return [plain]
    value = "Ok(value)" if result else "value"
    return [
        f"        v.{name} = match carve.{field_name(let.name)} {{",
        f"            Some(value) => {value},",
        f"            None => let_{let.name}(&v),",
        "        };",
    ]


__all__ = ["constants_file", "given_file", "let_texts", "values_files"]
