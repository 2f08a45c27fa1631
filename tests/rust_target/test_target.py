"""Generated Rust: without warnings, and used by an engine through its own backend."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from arenagen.api import load
from arenagen.diagnostics import Report
from arenagen.emit.identifiers import check_identifiers
from arenagen.emit.render import Chosen
from arenagen.emit.rust import TARGET
from arenagen.emit.rust.names import field_name
from arenagen.emit.rust.words import ARENA_WORDS
from arenagen.emit.target import SettingsError, completed
from tests.rust_target.driver import HERE, ROOT, SHIPPED, lacking, shipped, write

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


def test_no_method_of_an_arena_is_called_as_a_buffer_can_be() -> None:
    """The words that names of a layout avoid are those of the methods which every arena has."""
    text = TARGET.render(shipped("llama").layout, completed(TARGET, {}))["arena.rs"]
    own = {"fingerprints", *(axis.max.dotted for axis in axes("llama"))}
    assert set(re.findall(r" fn (\w+)", text)) - own == ARENA_WORDS


def axes(name: str) -> Any:
    return shipped(name).layout.layout.axes


def test_a_buffer_that_is_called_like_the_probe_is_reported() -> None:
    layout = shipped("llama").layout
    report = Report("llama.toml")
    check_identifiers(layout, TARGET, report, completed(TARGET, {"probe": "kv_cache"}))
    (fault,) = report.errors
    assert fault.code == "AG205"
    assert "buffer `kv_cache`" in fault.message
    assert "setting `probe`" in fault.message
    assert fault.place.path == ("buffers", "kv_cache")


def test_axes_of_one_parameter_share_the_method_of_their_largest_count() -> None:
    text = (ROOT / "layouts/llama.toml").read_text(encoding="utf-8")
    head = '[axes]\nothers = { max = "max_batch_tokens", doc = "others" }\n'
    loaded = load(text.replace("[axes]\n", head, 1), "llama")
    assert loaded.elaborated is not None
    report = Report("llama.toml")
    check_identifiers(loaded.elaborated, TARGET, report)
    assert report.ok
    files = TARGET.render(loaded.elaborated, completed(TARGET, {}))
    assert files["arena.rs"].count("pub fn max_batch_tokens(") == 1


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


ANYHOW = """
pub struct Error(Box<dyn std::error::Error + Send + Sync>);
pub type Result<T> = std::result::Result<T, Error>;

impl<E: std::error::Error + Send + Sync + 'static> From<E> for Error {
    fn from(error: E) -> Error {
        Error(Box::new(error))
    }
}

impl std::fmt::Debug for Error {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "{}", self.0)
    }
}
"""
"""What an engine uses of the crate of that name."""


def test_results_of_an_error_crate_are_reached_by_settings(tmp_path: Path) -> None:
    if lacking():
        pytest.skip(str(lacking()))
    settings = {"result": "anyhow::Result<T>", "error": "anyhow::Error::from({error})"}
    write(shipped("llama"), Chosen(TARGET, completed(TARGET, settings)), tmp_path)
    (tmp_path / "anyhow.rs").write_text(ANYHOW, encoding="utf-8")
    module = f'#[path = "{tmp_path / "rust/mod.rs"}"]\n#[allow(unused_imports)]\npub mod arena;\n'
    use = """
pub fn clear(a: &arena::Arena, gpu: &dyn arena::Backend) -> anyhow::Result<()> {
    a.clear_all(gpu, 0)
}
"""
    (tmp_path / "engine.rs").write_text(module + use, encoding="utf-8")
    for source, *others in (("anyhow",), ("engine", "--extern", "anyhow=libanyhow.rlib")):
        done = subprocess.run(
            ["rustc", "--edition", "2021", "--crate-type", "rlib", *others, f"{source}.rs"],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
        )
        assert done.returncode == 0, done.stderr[-4000:]


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
        ("probe", "release", "a method of every arena"),
        ("probe", "match", "a word of Rust"),
    ],
)
def test_settings_that_cannot_be_are_refused(option: str, value: Any, told: str) -> None:
    with pytest.raises(SettingsError) as refused:
        completed(TARGET, {option: value})
    assert told in str(refused.value)
