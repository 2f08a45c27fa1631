"""Generated Rust: formatted as rustfmt does, without warnings, and used by an engine through its own backend."""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from arenagen.api import load
from arenagen.conformance.cases import Case
from arenagen.conformance.suite import target_files
from arenagen.emit.render import Chosen
from arenagen.emit.rust import TARGET
from arenagen.emit.rust.names import field_name
from arenagen.emit.target import SettingsError, completed
from tests.cross_language.test_layouts import random_cases
from tests.rust_target.driver import RUST, lacking

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
SHIPPED = sorted(path.stem for path in (ROOT / "layouts").glob("*.toml"))

ENGINE = {
    "backend": "dyn crate::gpu::GpuBackend",
    "pointer": "crate::gpu::DevicePtr",
    "result": "crate::gpu::Result<T>",
    "error": "crate::gpu::Error({error}.to_string())",
    "alloc": "{gpu}.alloc({bytes})",
    "free": "{gpu}.free({pointer})",
    "memset": "{gpu}.memset_async({pointer}, {value}, {bytes}, {stream})",
    "fill": "",
    "read": "{gpu}.copy_to_host({pointer}, {into})",
    "probe": "debug_buffer_checksum",
}

METHODS = """
attn_output debug_buffer_checksum decode_meta expert_down_out expert_gate_out expert_up_out ffn_act_a ffn_act_q8
ffn_act_scale fp8_act fp8_act_bytes fp8_act_scale gate_logits gate_logits_f32 gdn_fla_scratch hc_comb
hc_lowrank_scratch hc_post hc_streams hidden_states logits lora_delta lora_delta_bytes lora_hact
lora_hact_bytes lora_seq_slot lora_xa lora_xa_bytes max_batch_tokens moe_output moe_router_in_f32 norm_output
norm_unit_w o_latent q2_act_q8 q2_act_q8_bytes q2_dequant_scratch q2_dequant_scratch_bytes qkv_output
qsa_select_scratch residual scratch scratch_bytes sizes splitk_workspace ssd_scratch ssm_ba ssm_conv_out_f32
ssm_deinterleaved ssm_gates ssm_qkvz token_ids zero_all zero_all_rows zero_prefill_essentials
"""
"""Public methods of the hand-kept arena that spark describes."""


def need(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(
            f"{program} is not installed: generated Rust was not looked at (rustup component add)"
        )


def shipped(name: str) -> Case:
    loaded = load((ROOT / "layouts" / f"{name}.toml").read_text(encoding="utf-8"), name)
    return Case(name, loaded.text, loaded.program)


def write(case: Case, chosen: Chosen, folder: Path) -> Path:
    for name, text in target_files(case, chosen).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "rust/mod.rs"


def formatted(module: Path) -> str:
    done = subprocess.run(
        ["rustfmt", "--edition", "2021", "--check", str(module)],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_files_are_as_rustfmt_leaves_them(name: str) -> None:
    need("rustfmt")
    assert formatted(ROOT / "generated" / name / "rust/mod.rs") == ""


def test_random_files_are_as_rustfmt_leaves_them(tmp_path: Path) -> None:
    need("rustfmt")
    for case in random_cases():
        module = write(case, RUST, tmp_path / case.name)
        assert formatted(module) == ""


def compiled(source: Path, *options: str) -> Path:
    program = source.with_suffix("")
    done = subprocess.run(
        ["rustc", "--edition", "2021", *options, str(source), "-o", str(program)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return program


def test_an_engine_uses_it_through_its_own_backend(tmp_path: Path) -> None:
    """`&dyn GpuBackend`, `DevicePtr::NULL` and the engine's result are reached by settings alone."""
    if lacking():
        pytest.skip(str(lacking()))
    case = shipped("spark")
    chosen = Chosen(TARGET, completed(TARGET, ENGINE))
    write(case, chosen, tmp_path)
    path = ROOT / "layouts/presets/qwen3_next_80b.toml"
    preset = tomllib.loads(path.read_text(encoding="utf-8"))["params"]
    params = {p.name: preset.get(p.name, p.default) for p in case.layout.layout.params}
    values = "\n".join(f"{field_name(n)}: {str(v).lower()}," for n, v in params.items())
    text = (HERE / "engine.rs").read_text(encoding="utf-8").replace("// VALUES", values)
    (tmp_path / "engine.rs").write_text(text, encoding="utf-8")
    program = compiled(tmp_path / "engine.rs")
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    tokens = preset["max_batch_tokens"]
    first, buffers, last = done.stdout.splitlines()
    assert first == f"{tokens * preset['hidden_size'] * 2} {tokens}"
    assert 20 < int(buffers) <= 41
    assert last == "0 true"


@pytest.mark.parametrize("name", SHIPPED)
def test_generated_modules_test_themselves(name: str, tmp_path: Path) -> None:
    if lacking():
        pytest.skip(str(lacking()))
    module = ROOT / "generated" / name / "rust/mod.rs"
    source = tmp_path / "own.rs"
    head = "#![forbid(unsafe_code)]\n#![deny(warnings)]\n"
    source.write_text(
        f'{head}#[path = "{module}"]\n#[allow(unused_imports)]\nmod layout;\n', encoding="utf-8"
    )
    program = compiled(source, "--test")
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    assert "1 passed; 0 failed" in done.stdout, done.stdout


def test_the_names_that_an_engine_uses_are_there() -> None:
    files = (ROOT / "generated/spark/rust").glob("*.rs")
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    missing = [name for name in METHODS.split() if f"pub fn {name}(" not in text]
    assert missing == []


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("max_lines", 20, "is 300 at least"),
        ("allocation", "pool", "is one of slab, separate"),
        ("backend", "dyn A\nB", "one line"),
        ("alloc", "", "cannot be empty"),
        ("alloc", "{gpu}.alloc()", "does not mention {bytes}"),
        ("probe", "Not a name", "name of a method"),
    ],
)
def test_settings_that_cannot_be_are_refused(option: str, value: Any, told: str) -> None:
    with pytest.raises(SettingsError) as refused:
        completed(TARGET, {option: value})
    assert told in str(refused.value)
