"""Writes the driver of a layout in Rust, for the conformance suite, and compiles it."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from arenagen.api import load
from arenagen.conformance.cases import Case
from arenagen.conformance.driver import Driver, DriverError, ProcessDriver
from arenagen.conformance.suite import Made, target_files
from arenagen.elaborate import Elaborated, Plan
from arenagen.emit.render import Chosen
from arenagen.emit.rust import TARGET
from arenagen.emit.rust.names import constant_name, field_name, method_name
from arenagen.emit.target import completed
from arenagen.model import Param

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SHIPPED = sorted(path.stem for path in (ROOT / "layouts").glob("*.toml"))
RUST = Chosen(TARGET, completed(TARGET, {}))

MAIN = """\
#[path = "rust/mod.rs"]
#[allow(unused_imports)]
mod layout;
mod recording;

use layout::*;
use recording::{{answer, quoted, Recording, Request}};
use std::io::BufRead;

const NAMES: &[&[&str]] = &[{names}];

fn text<'a>(pairs: &'a [(String, String)], name: &str) -> &'a str {{
    let found = pairs.iter().find(|(key, _)| key == name);
    found.map_or("", |(_, text)| text)
}}

fn params(_request: &Request) -> std::result::Result<Params, String> {{
    let _given = |name: &str| text(&_request.values, name);
    let _flag = |name: &str| text(&_request.flags, name) == "1";
    let given = Given {{ {values} }};
    let flags = Flags {{ {flags} }};
    Params::new(given, flags).map_err(|error| error.to_string())
}}

fn live(backend: &Recording, params: &Params, request: &Request) -> std::result::Result<(), String> {{
    let mut arena = None;
    for step in &request.steps {{
        let done = match step[0].as_str() {{
            "alloc" => match Arena::alloc(backend, params.clone(), 0) {{
                Ok(made) => {{
                    arena = Some(made);
                    Ok(())
                }}
                Err(_) if backend.fail_at.is_some() => return Ok(()),
                Err(error) => Err(error),
            }},
            "release" => arena.as_mut().expect("an arena").release(backend),
            _ => cleared(arena.as_ref().expect("an arena"), backend, step),
        }};
        done.map_err(|error| error.to_string())?;
    }}
    Ok(())
}}

fn cleared(_arena: &Arena, _backend: &Recording, step: &[String]) -> Result<()> {{
    match step[1].as_str() {{
{routines}
        name => Err(format!("there is no routine {{name}}").into()),
    }}
}}

fn answered(line: &str) -> std::result::Result<String, String> {{
    let request = Request::new(line);
    let params = params(&request)?;
    let backend = Recording::new(request.fail_at);
    live(&backend, &params, &request)?;
    let calls = backend.calls.borrow();
    Ok(answer(params.layout(), NAMES, &calls))
}}

fn main() {{
    for line in std::io::stdin().lock().lines() {{
        match answered(&line.expect("a line")) {{
            Ok(found) => println!("{{found}}"),
            Err(error) => println!("{{{{\\"refused\\": {{}}}}}}", quoted(&error)),
        }}
    }}
}}
"""


def driver_source(layout: Elaborated) -> str:
    """The program that answers for a layout."""
    written = layout.layout
    names = (
        "&[" + ", ".join(json.dumps(node.dotted) for node in buffer.walk()) + "]"
        for buffer in layout.buffers
    )
    return MAIN.format(
        names=", ".join(names),
        values=", ".join(_value(layout, param) for param in written.params),
        flags=", ".join(
            f"{field_name(flag.name)}: _flag({json.dumps(flag.name)})" for flag in written.flags
        ),
        routines="\n".join(_routine(plan) for plan in layout.plans),
    )


def _value(layout: Elaborated, param: Param) -> str:
    given = f"_given({json.dumps(param.name)})"
    if param.type == "bool":
        value = f'{given} == "true"'
    elif param.type == "dtype":
        arms = (
            f"{json.dumps(name)} => DType::{constant_name(name)}" for name in param.values or ()
        )
        value = f'match {given} {{ {", ".join(arms)}, _ => return Err("no such dtype".into()) }}'
    else:
        value = f'{given}.parse().map_err(|_| "no such number".to_string())?'
    return f"{field_name(param.name)}: {value}"


def _routine(plan: Plan) -> str:
    arguments = {
        "live": ["step[2].parse()?"],
        "padding": ["step[2].parse()?", "step[3].parse()?"],
        "rows": ["&recording::rows(&step[2])"],
    }.get(plan.routine.range, [])
    call = f"_arena.{method_name(plan.routine.name)}({', '.join(['_backend', '7', *arguments])})"
    return f"        {json.dumps(plan.routine.name)} => {call},"


def shipped(name: str) -> Case:
    loaded = load((ROOT / "layouts" / f"{name}.toml").read_text(encoding="utf-8"), name)
    return Case(name, loaded.text, loaded.program)


def write(case: Case, chosen: Chosen, folder: Path) -> Path:
    for name, text in target_files(case, chosen).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "rust/mod.rs"


def lacking() -> str | None:
    """What a machine lacks to compile Rust; None where it lacks nothing."""
    return (
        None
        if shutil.which("rustc")
        else "rustc is not installed (rustup, or apt-get install rustc)"
    )


def compiled_in(root: Path) -> Made:
    """Writes a case below a folder, compiles its driver and starts it."""

    def make(case: Case, files: Mapping[str, str]) -> Driver:
        folder = root / case.name
        texts = {
            **files,
            "driver.rs": driver_source(case.layout),
            "recording.rs": (HERE / "recording.rs").read_text(encoding="utf-8"),
        }
        for name, text in texts.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return ProcessDriver((str(compile_program(folder / "driver.rs")),))

    return make


def compile_program(source: Path) -> Path:
    """The program of a file. DriverError with what the compiler says."""
    program = source.with_suffix("")
    command = ["rustc", "--edition", "2021", "-C", "debuginfo=0", str(source), "-o", str(program)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        raise DriverError(made.stderr[-6000:])
    return program
