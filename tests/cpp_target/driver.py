"""Writes the driver of a layout in C++, for the conformance suite, and compiles it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from arenagen.conformance.cases import Case
from arenagen.conformance.driver import Driver, DriverError, ProcessDriver
from arenagen.conformance.suite import Made
from arenagen.elaborate import Elaborated, Plan
from arenagen.emit.cpp import TARGET
from arenagen.emit.cpp.lines import literal
from arenagen.emit.cpp.names import (
    dtype_name,
    extent_name,
    flag_name,
    param_name,
    routine_name,
    twin_name,
)
from arenagen.emit.cpp.package import options
from arenagen.emit.render import Chosen
from arenagen.emit.target import completed
from arenagen.model import Param

HERE = Path(__file__).parent
CPP = Chosen(TARGET, completed(TARGET, {}))
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wpedantic", "-Wshadow", "-Werror"]

MAIN = """\
#include "{name}.hpp"

#include "recording.hpp"

using namespace {namespace};
using recording::Request;

static ParamValues values_of(const Request &request) {{
    ParamValues values;
    for (const auto &pair : request.values) {{
        const std::string &name = pair[0];
        const std::string &text = pair[1];
{values}
    }}
    return values;
}}

static Flags flags_of([[maybe_unused]] const Request &request) {{
    Flags flags;
    for (const auto &pair : request.flags) {{
        const std::string &name = pair[0];
        const bool on = pair[1] == "1";
{flags}
    }}
    return flags;
}}

static void routine([[maybe_unused]] Arena<recording::Backend> &arena, const std::vector<std::string> &step) {{
    const std::string &name = step[1];
{routines}
}}

static std::string answer(const Sizes &sizes, const recording::Backend &backend) {{
    std::vector<std::string> bytes, offsets, totals, parts;
{answers}
    return "{{\\"sizes\\": " + recording::object(bytes) + ", \\"offsets\\": " + recording::object(offsets) +
           ", \\"totals\\": " + recording::object(totals) + ", \\"parts\\": " + recording::object(parts) +
           ", \\"calls\\": " + recording::array(backend.calls) + "}}";
}}

static std::string answered(const Request &request) {{
    try {{
        const Sizes sizes = Sizes::make(Params::make(values_of(request)), flags_of(request));
        recording::Backend backend;
        backend.fail_at = request.fail_at;
        Arena<recording::Backend> arena;
        for (const auto &step : request.steps) {{
            if (step[0] == "alloc") {{
                try {{
                    arena = Arena<recording::Backend>::make(backend, sizes, 0);
                }} catch (const LayoutError &) {{
                    if (request.fail_at < 0) {{
                        throw;
                    }}
                    break;
                }}
            }} else if (step[0] == "release") {{
                arena.release();
            }} else {{
                routine(arena, step);
            }}
        }}
        const std::string found = answer(sizes, backend);
        return found;
    }} catch (const LayoutError &fault) {{
        return "{{\\"refused\\": " + recording::quoted(fault.what()) + "}}";
    }}
}}

int main() {{
    std::string line;
    while (std::getline(std::cin, line)) {{
        std::cout << answered(Request(line)) << std::endl;
    }}
}}
"""


def driver_source(layout: Elaborated, chosen: Chosen = CPP) -> str:
    """The program that answers for a layout."""
    written = layout.layout
    return MAIN.format(
        name=layout.name,
        namespace=options(layout, chosen.settings).namespace,
        values="\n".join(_value(layout, param) for param in written.params),
        flags="\n".join(
            _set(flag.name, f"flags.{flag_name(flag.name)} = on") for flag in written.flags
        )
        or "        (void)on, (void)name;",
        routines="\n".join(_routine(plan) for plan in layout.plans) or "    (void)name;",
        answers="\n".join(_answers(layout)),
    )


def _set(name: str, statement: str) -> str:
    return f"        if (name == {literal(name)}) {{\n            {statement};\n        }}"


def _value(layout: Elaborated, param: Param) -> str:
    cpp = f"values.{param_name(param.name)}"
    if param.type == "int":
        return _set(param.name, f"{cpp} = std::stoll(text)")
    if param.type == "bool":
        return _set(param.name, f'{cpp} = text == "true"')
    tests = [
        f"if (text == {literal(name)}) {{ {cpp} = DType::{dtype_name(name)}; }}"
        for name in layout.dtypes
    ]
    return _set(param.name, "\n            ".join(tests) + "\n            (void)0")


def _routine(plan: Plan) -> str:
    arguments = {
        "live": ["std::stoll(step[2])"],
        "padding": ["std::stoll(step[2])", "std::stoll(step[3])"],
        "rows": ["recording::rows(step[2])"],
    }.get(plan.routine.range, [])
    call = f"arena.{routine_name(plan.routine.name)}({', '.join([*arguments, '7'])});"
    return f"    if (name == {literal(plan.routine.name)}) {{\n        {call}\n    }}"


def _answers(layout: Elaborated) -> list[str]:
    lines = []
    for node in layout.nodes():
        extent = f"sizes.{extent_name(node.identifier)}"
        key = f"std::string({literal(f'{chr(34)}{node.dotted}{chr(34)}: ')})"
        if node.kind == "buffer":
            lines.append(f"    bytes.push_back({key} + std::to_string({extent}.bytes));")
            lines.append(f"    offsets.push_back({key} + recording::where({extent}.offset));")
        else:
            buffer = f"sizes.{extent_name(node.buffer)}"
            place = (
                f"recording::where({extent}.allocated() ? {extent}.offset - {buffer}.offset : -1)"
            )
            lines.append(
                f'    parts.push_back({key} + "[" + {place} + ", " + std::to_string({extent}.bytes) + "]");'
            )
        if node.kind == "buffer" and twin_name(node) is not None:
            lines.append(f"    (void)sizes.{twin_name(node)}.offset;")
    lines.append("    for (int i = 0; i < ARENA_COUNT; ++i) {")
    lines.append('        const std::string key = std::string("\\"") + ARENAS[i].name + "\\": ";')
    lines.append("        totals.push_back(key + std::to_string(sizes.arenas[i].bytes));")
    lines.append("    }")
    return lines


def lacking() -> str | None:
    """What a machine lacks to compile C++; None where it lacks nothing."""
    return None if compiler() else "neither g++ nor clang++ is installed (apt-get install g++)"


def compiler() -> str | None:
    """The compiler that drivers are compiled with."""
    return shutil.which("g++") or shutil.which("clang++")


def write(files: Mapping[str, str], folder: Path) -> Path:
    """Files below a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def compile_program(source: str, folder: Path, *include: Path, name: str = "program") -> Path:
    """The program of a text, compiled with every warning an error. DriverError with what the compiler says."""
    folder.mkdir(parents=True, exist_ok=True)
    text, program = folder / f"{name}.cpp", folder / name
    text.write_text(source, encoding="utf-8")
    command = [compiler() or "g++", "-std=c++17", "-O0", *WARNINGS]
    command += [f"-I{path}" for path in (*include, HERE)]
    made = subprocess.run([*command, str(text), "-o", str(program)], capture_output=True, text=True)
    if made.returncode:
        raise DriverError(made.stderr[-6000:])
    return program


def compiled_in(root: Path, chosen: Chosen = CPP) -> Made:
    """Writes a case below a folder, compiles its driver and starts it."""

    def make(case: Case, files: Mapping[str, str]) -> Driver:
        folder = write(files, root / case.name)
        source = driver_source(case.layout, chosen)
        program = compile_program(source, folder, folder / "cpp", name="driver")
        return ProcessDriver((str(program),))

    return make
