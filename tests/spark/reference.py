"""What the spark arena holds, told a second time and without the layout: names, dtypes, shapes, offsets, classes.

The description follows the tables of the engine's arena, with their letters for the parameters, plain arithmetic and no
code of arenagen, so that a mistake in the layout and one here are unlikely to agree.
"""

from __future__ import annotations

from collections.abc import Mapping

from .tally import Arena, Part, up

RUNGS = (2, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128)

ESSENTIAL = (
    "hidden_states", "residual", "gate_logits", "moe_output",
    "expert_gate_out", "expert_up_out", "expert_down_out",
)  # fmt: skip
ROW_SCALED = (
    *ESSENTIAL, "norm_output", "qkv_output", "attn_output",
    "ssm_qkvz", "ssm_ba", "ssm_deinterleaved", "ssm_gates", "ssm_conv_out_f32",
)  # fmt: skip
WHOLE = ("logits", "scratch", "splitk_workspace")
CREATED = ("norm_unit_w",)


def reset_class(buffer: str) -> str:
    """The class that the hand-kept lists amount to."""
    if buffer in ESSENTIAL:
        return "carried"
    if buffer in ROW_SCALED or buffer in WHOLE:
        return "step"
    return "once" if buffer in CREATED else "none"


def arena(p: Mapping[str, int | bool], q2: bool, mmq: bool) -> Arena:
    """The whole arena for given parameters."""
    made = Arena()
    for describe in (
        _backbone,
        _experts,
        _recurrent,
        _attention,
        _scratch,
        _logits,
        _streams,
        _adapters,
    ):
        describe(made, p)
    _quantised(made, p, q2, mmq)
    return made


def _backbone(a: Arena, p: Mapping[str, int | bool]) -> None:
    m, h = p["max_batch_tokens"], p["hidden_size"]
    nq, nkv, d = p["num_attention_heads"], p["num_key_value_heads"], p["head_dim"]
    mh, mp, rk, dr = (
        p["mamba_num_heads"],
        p["mamba_head_dim"],
        p["kv_lora_rank"],
        p["qk_rope_head_dim"],
    )
    g = 2 if p["attn_gated"] else 1
    a.rows("hidden_states", "bf16", m, h)
    a.rows("residual", "bf16", m, h)
    a.rows("moe_output", "bf16", m, h)
    a.leaf("norm_output.hidden", "bf16", m, h)
    a.leaf("norm_output.mamba", "bf16", m, mh, mp)
    a.shared("norm_output")
    a.rows("qkv_output", "bf16", m, g * nq + 2 * nkv, d)
    a.leaf("attn_output.attention", "bf16", m, nq, d)
    a.leaf("attn_output.mamba", "bf16", m, mh, mp)
    a.leaf("attn_output.latent", "bf16", m, nq, rk + dr, when=rk > 0)
    a.shared("attn_output")
    a.rows("token_ids", "u32", m, floor=256)


def _experts(a: Arena, p: Mapping[str, int | bool]) -> None:
    m, h, i = p["max_batch_tokens"], p["hidden_size"], p["intermediate_size"]
    e, t, f = p["num_experts"], p["num_experts_per_tok"], p["moe_intermediate_size"]
    de = p["moe_latent_size"] or h
    k = max(m, 4)
    scores = e + p["zero_expert_num"]
    a.rows("gate_logits", "bf16", m, scores, when=e > 0, otherwise=256)
    a.rows("gate_logits_f32", "f32", m, scores, when=e > 0, otherwise=256)
    a.rows("moe_router_in_f32", "f32", m, h, when=e > 0, otherwise=256)
    for name, extra in (("expert_gate_out", 0), ("expert_up_out", 64 * max(f, 1))):
        a.leaf(f"{name}.routed", "bf16", k, t, f, when=e > 0)
        a.leaf(f"{name}.dense", "bf16", k, i)
        a.shared(name, extra=extra)
    a.leaf("expert_down_out.routed", "bf16", k, t, de, when=e > 0)
    a.leaf("expert_down_out.dense", "bf16", k, h, when=e == 0)
    a.shared("expert_down_out", extra=64 * de if e > 0 else 0)


def _recurrent(a: Arena, p: Mapping[str, int | bool]) -> None:
    m, nq, nkv, d = (
        p[n] for n in ("max_batch_tokens", "num_attention_heads", "num_key_value_heads", "head_dim")
    )
    nk, dk = p["linear_num_key_heads"], p["linear_key_head_dim"]
    nv, dv = p["linear_num_value_heads"], p["linear_value_head_dim"]
    mh, ms, mg = p["mamba_num_heads"], p["ssm_state_size"], p["n_groups"]
    rk, dr = p["kv_lora_rank"], p["qk_rope_head_dim"]
    qkvz, di = 2 * nk * dk + 2 * nv * dv, mh * p["mamba_head_dim"]
    xbc = di + 2 * mg * ms
    mla = rk > 0
    a.leaf("ssm_qkvz.delta", "bf16", m, qkvz)
    a.leaf("ssm_qkvz.mamba", "bf16", m, di + xbc + mh, when=di > 0)
    a.leaf("ssm_qkvz.keys_values", "bf16", 2, m, nkv, d)
    a.leaf("ssm_qkvz.shared_up", "bf16", m, p["shared_expert_intermediate_size"])
    a.shared("ssm_qkvz", floor=256)
    a.leaf("ssm_ba.delta", "bf16", m, 2, nv)
    a.leaf("ssm_ba.expert_in", "bf16", m, p["moe_latent_size"])
    a.leaf("ssm_ba.query_latent", "bf16", m, p["q_lora_rank"], when=mla)
    a.leaf("ssm_ba.key_rope", "bf16", m, dr, when=mla)
    a.shared("ssm_ba", floor=256, otherwise=256)
    a.leaf("ssm_deinterleaved.delta", "bf16", m, qkvz)
    a.leaf("ssm_deinterleaved.mamba", "bf16", m, xbc, when=di > 0)
    a.leaf("ssm_deinterleaved.queries", "bf16", m, nq, d)
    a.leaf("ssm_deinterleaved.latent_queries", "bf16", m, nq, rk + dr, when=mla)
    a.shared("ssm_deinterleaved", floor=256)
    a.rows("ssm_gates", "f32", m, 2, nv, floor=256, otherwise=256)
    a.leaf("ssm_conv_out_f32.delta", "f32", m, qkvz)
    a.leaf("ssm_conv_out_f32.query_rope", "bf16", m, nq, dr, when=mla)
    a.shared("ssm_conv_out_f32", floor=256, otherwise=256)
    if mh > 0 and ms > 0:
        c = up(m, 64) // 64 + 1
        at = a.leaf("ssd_scratch.dt", "f32", mh, c, 64)
        at = a.leaf("ssd_scratch.decay", "f32", mh, c, 64, at=at)
        a.leaf("ssd_scratch.cb", "f32", c, max(mg, 1), 64, 64, at=at)
    a.shared("ssd_scratch")
    if nv > 0 and dk == dv == 128:
        n = (up(m, 64) // 64 + 16) * nv
        at = a.leaf("gdn_fla_scratch.w", "bf16", n, 64, dk)
        at = a.leaf("gdn_fla_scratch.u", "bf16", n, 64, dv, at=at)
        at = a.leaf("gdn_fla_scratch.state", "bf16", n, dk, dv, at=at)
        at = a.leaf("gdn_fla_scratch.corrected", "bf16", n, 64, dv, at=at)
        a.leaf("gdn_fla_scratch.decay", "f32", n, 64, at=at)
    a.shared("gdn_fla_scratch")


def _attention(a: Arena, p: Mapping[str, int | bool]) -> None:
    m = p["max_batch_tokens"]
    xh, xd, xk, xr = (
        p[n] for n in ("index_n_heads", "index_head_dim", "index_topk", "index_compress_ratio")
    )
    a.rows("splitk_workspace", "f32", p.get("num_sms", 48), p["head_dim"] + 2)
    a.rows("o_latent", "bf16", m, p["o_groups"], p["o_lora_rank"], floor=256, otherwise=256)
    a.rows("norm_unit_w", "bf16", max(p["hidden_size"], p["mamba_num_heads"] * p["mamba_head_dim"]))
    if xk > 0 and xr > 0:
        at = a.leaf("qsa_select_scratch.qk", "bf16", 2048, xh + 1, xd)
        at = a.leaf("qsa_select_scratch.queries", "f32", 2048, xh, xd, at=at)
        at = a.leaf("qsa_select_scratch.scores", "f32", 2048, -(-p["max_seq_len"] // xr), at=at)
        a.leaf("qsa_select_scratch.chosen", "i32", 2048, xk // xr, at=at)
    a.shared("qsa_select_scratch", otherwise=256)


def decode_rows(p: Mapping[str, int | bool]) -> int:
    """R: rows of decode metadata."""
    rows = max(32, p["max_batch_size"])
    return next(r for r in RUNGS if r >= rows) if p.get("pad_decode_batches", True) else rows


def _blocks(p: Mapping[str, int | bool]) -> int:
    return p["max_seq_len"] // p["kv_block_size"] + 1 if p["kv_block_size"] else 256


def _metadata(a: Arena, path: str, start: int, rows: int, gap: int, blocks: int) -> None:
    at = a.leaf(f"{path}.positions", "u32", rows, at=start)
    at = a.leaf(f"{path}.seq_slot", "i32", rows, at=at)
    at = a.leaf(f"{path}.slots", "i64", rows, at=at)
    at = a.leaf(f"{path}.seq_lens", "i32", rows, at=at)
    a.leaf(f"{path}.block_table", "i32", rows, blocks, at=at + gap)
    a.around(path)


def _scratch(a: Arena, p: Mapping[str, int | bool]) -> None:
    m, t, b = p["max_batch_tokens"], p["num_experts_per_tok"], _blocks(p)
    streams = 3 if p["mrope_interleaved"] else 1
    at = a.leaf("scratch.prefill.expert_ids", "u32", m, t)
    at = a.leaf("scratch.prefill.expert_weights", "f32", m, t, at=at)
    at = a.leaf("scratch.prefill.positions", "u32", streams, m, at=up(at, 8))
    at = a.leaf("scratch.prefill.slots", "i64", m, at=up(at, 8))
    at = a.leaf("scratch.prefill.block_table", "i32", b, at=at)
    a.leaf("scratch.prefill.seq_len", "i32", at=at)
    a.around("scratch.prefill")
    _metadata(a, "scratch.verify", 32768, 96, 32 * 4, b)
    rows = decode_rows(p)
    _metadata(a, "scratch.decode", 32768, rows, 4 * rows, b)
    _staged(a, t, max(1, up(m, 8) // 8), streams)
    a.shared("scratch", floor=65536)


def _staged(a: Arena, top_k: int, c: int, streams: int) -> None:
    path, n, t = "scratch.staged_prefill", 8, 8 * c
    at = a.leaf(f"{path}.expert_ids", "u32", t, top_k)
    at = a.leaf(f"{path}.expert_weights", "f32", t, top_k, at=at)
    at = a.leaf(f"{path}.slabs", "u8", n, max(16 * c + 64, 4096), at=up(at, 64))
    at = a.leaf(f"{path}.positions", "u32", streams, t, at=up(at, 8))
    at = a.leaf(f"{path}.slots", "i64", t, at=up(at, 8))
    at = a.leaf(f"{path}.block_tables", "u64", n, at=at)
    at = a.leaf(f"{path}.seq_lens", "u64", n, at=at)
    at = a.leaf(f"{path}.query_starts", "i32", n + 1, at=at)
    at = a.leaf(f"{path}.kv_lens", "i32", n, at=up(at, 8))
    a.leaf(f"{path}.states", "u64", n, at=up(at, 8))
    a.around(path)


def _logits(a: Arena, p: Mapping[str, int | bool]) -> None:
    m, v, r, b = p["max_batch_tokens"], p["vocab_size"], decode_rows(p), _blocks(p)
    shared = p["shared_expert_intermediate_size"]
    rows = min(m, max(96, r + 1))
    a.rows("logits", "bf16", rows, v)
    a.leaf("logits.decode", "bf16", min(m, r), v)
    a.leaf("logits.verify", "bf16", min(m, 96), v)
    if r + 1 <= rows:
        at = a.leaf("logits.mixed.decode", "bf16", r, v)
        a.leaf("logits.mixed.prefill", "bf16", v, at=at)
        a.around("logits.mixed")
    a.leaf("logits.shared_gate", "bf16", m, shared, when=2 * m * shared <= 2 * rows * v)
    if 65536 + 24 * r + 4 * r * b <= 2 * rows * v:
        _metadata(a, "logits.decode_metadata", 65536, r, 4 * r, b)


def _streams(a: Arena, p: Mapping[str, int | bool]) -> None:
    m, h, hm, hr = p["max_batch_tokens"], p["hidden_size"], p["hc_mult"], p["hc_lowrank"]
    a.rows("hc_streams", "f32", m, max(hm, p["hc_count"]), h, otherwise=256)
    a.rows("hc_post", "f32", m, hm, floor=256, otherwise=256)
    a.rows("hc_comb", "f32", m, hm, hm, floor=256, otherwise=256)
    if hm > 0 and hr > 0:
        t, s = min(m, 64), min(m, 2048)
        at = a.leaf("hc_lowrank_scratch.few.normed", "f32", t, hm, h)
        a.leaf("hc_lowrank_scratch.few.low", "f32", t, hr, at=at)
        at = a.leaf("hc_lowrank_scratch.slab.normed", "bf16", s, hm, h)
        at = a.leaf("hc_lowrank_scratch.slab.up", "bf16", s, hm, h, at=at)
        at = a.leaf("hc_lowrank_scratch.slab.low", "bf16", s, hr, at=at)
        at = a.leaf("hc_lowrank_scratch.slab.inject", "bf16", s, hm, at=at)
        a.leaf("hc_lowrank_scratch.slab.weight", "bf16", hm, h, hr, at=at)
        a.around("hc_lowrank_scratch.few")
        a.around("hc_lowrank_scratch.slab")
    a.shared("hc_lowrank_scratch", otherwise=256)


def _quantised(a: Arena, p: Mapping[str, int | bool], q2: bool, mmq: bool) -> None:
    m, h, i = p["max_batch_tokens"], p["hidden_size"], p["intermediate_size"]
    nq, nkv, d = p["num_attention_heads"], p["num_key_value_heads"], p["head_dim"]
    mh, mp = p["mamba_num_heads"], p["mamba_head_dim"]
    di = mh * mp
    wide, dense = max(h, i), p["num_experts"] == 0
    mib = 1024 * 1024
    _blocks_of(a, "ffn_act_q8", m, {"blocks": wide}, wide, dense, mib)
    if dense:
        a.leaf("ffn_act_a.int8", "i8", m, wide)
        a.leaf("ffn_act_a.fp4", "f4e2m1", m, wide)
        a.leaf("ffn_act_scale.int8", "f32", m, wide // 32)
        a.leaf("ffn_act_scale.fp4", "f8e4m3", m, wide // 16)
    a.shared("ffn_act_a")
    a.shared("ffn_act_scale")
    a.leaf("fp8_act.hidden", "f8e4m3", m, h)
    a.leaf("fp8_act.attention", "f8e4m3", m, nq, d)
    a.leaf("fp8_act.mamba", "f8e4m3", m, mh, mp)
    a.shared("fp8_act")
    a.rows("fp8_act_scale", "f32", m, -(-max(h, nq * d, di) // 128))
    if q2:
        nk, dk = p["linear_num_key_heads"], p["linear_key_head_dim"]
        nv, dv = p["linear_num_value_heads"], p["linear_value_head_dim"]
        inside = 2 * di + 2 * p["n_groups"] * p["ssm_state_size"] + mh
        a.leaf("q2_dequant_scratch.ffn", "bf16", h, i)
        a.leaf("q2_dequant_scratch.delta", "bf16", h, 2 * nk * dk + 2 * nv * dv)
        a.leaf("q2_dequant_scratch.mamba", "bf16", h, inside, when=di > 0)
        a.leaf("q2_dequant_scratch.query", "bf16", h, (2 if p["attn_gated"] else 1) * nq * d)
        a.leaf("q2_dequant_scratch.key_value", "bf16", h, 2 * nkv * d)
    a.shared("q2_dequant_scratch")
    inputs = {"hidden": h, "ffn": i, "attention": nq * d}
    _blocks_of(a, "q2_act_q8", m, inputs, max(inputs.values()), mmq, mib)


def _blocks_of(
    a: Arena, name: str, m: int, inputs: Mapping[str, int], widest: int, exists: bool, spare: int
) -> None:
    """A buffer stated in bytes, four for each padded element, that holds Q8_1 blocks."""
    if not exists:
        a.sizes[name] = 0
        return
    row = 4 * up(widest, 256)
    a.parts[name] = Part(0, m * row + spare, "u8", (m, row))
    a.sizes[name] = m * row + spare
    for use, width in inputs.items():
        a.leaf(f"{name}.{use}", "q8_1", m, up(width, 256))


def _adapters(a: Arena, p: Mapping[str, int | bool]) -> None:
    m, h, i, ra = (
        p[n] for n in ("max_batch_tokens", "hidden_size", "intermediate_size", "adapter_max_rank")
    )
    nq, d = p["num_attention_heads"], p["head_dim"]
    a.rows("lora_xa", "bf16", m, ra)
    if ra > 0:
        a.leaf("lora_delta.hidden", "bf16", m, h)
        a.leaf("lora_delta.ffn", "bf16", m, i)
        a.leaf("lora_delta.query", "bf16", m, 2 if p["attn_gated"] else 1, nq, d)
    a.shared("lora_delta")
    a.rows("lora_hact", "bf16", m, i, when=ra > 0)
    a.rows("lora_seq_slot", "i32", m, when=ra > 0)
