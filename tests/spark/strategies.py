"""Parameters of models that nobody has built: small, often 0, and within what the layout requires."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

HEADS = st.sampled_from([0, 1, 2, 3])
WIDTH = st.sampled_from([0, 1, 8, 64, 96, 128])


@st.composite
def models(draw: st.DrawFn) -> dict[str, Any]:
    """Values for every parameter of spark."""
    key_heads = draw(st.integers(1, 4))
    values: dict[str, Any] = {
        "max_batch_tokens": draw(st.integers(1, 200) | st.sampled_from([2047, 2048, 2049])),
        "max_batch_size": draw(st.integers(1, 128)),
        "max_seq_len": draw(st.integers(1, 5000)),
        "kv_block_size": draw(st.sampled_from([0, 1, 16, 32])),
        "hidden_size": draw(st.sampled_from([32, 64, 288])),
        "vocab_size": draw(st.sampled_from([1, 7, 1000, 50000])),
        "num_attention_heads": key_heads * draw(st.integers(1, 4)),
        "num_key_value_heads": key_heads,
        "head_dim": draw(st.sampled_from([1, 3, 64])),
        "attn_gated": draw(st.booleans()),
        "mrope_interleaved": draw(st.booleans()),
        "linear_num_key_heads": draw(HEADS),
        "linear_key_head_dim": draw(WIDTH),
        "linear_num_value_heads": draw(HEADS),
        "linear_value_head_dim": draw(WIDTH),
        "o_groups": draw(HEADS),
        "o_lora_rank": draw(WIDTH),
        "hc_mult": draw(HEADS),
        "hc_count": draw(HEADS),
        "hc_lowrank": draw(WIDTH),
        "index_n_heads": draw(HEADS),
        "index_head_dim": draw(WIDTH),
        "index_topk": draw(WIDTH),
        "index_compress_ratio": draw(st.sampled_from([0, 1, 4, 100])),
        "adapter_max_rank": draw(HEADS),
        "num_sms": draw(st.sampled_from([1, 48, 132])),
        "pad_decode_batches": draw(st.booleans()),
    }
    return values | draw(feed_forward()) | draw(mamba()) | draw(latent_attention())


@st.composite
def feed_forward(draw: st.DrawFn) -> dict[str, int]:
    """Dense, routed, or both."""
    routed = draw(st.booleans())
    dense = draw(st.sampled_from([0, 32, 96, 320])) if routed else draw(st.sampled_from([32, 320]))
    if not routed:
        return {
            "intermediate_size": dense,
            "num_experts": 0,
            "zero_expert_num": 0,
            "num_experts_per_tok": draw(st.integers(1, 3)),
            "moe_intermediate_size": draw(WIDTH),
            "shared_expert_intermediate_size": 0,
            "moe_latent_size": 0,
        }
    chosen = draw(st.integers(1, 3))
    return {
        "intermediate_size": dense,
        "num_experts": chosen + draw(st.integers(0, 20)),
        "zero_expert_num": draw(HEADS),
        "num_experts_per_tok": chosen,
        "moe_intermediate_size": draw(st.sampled_from([1, 16, 200])),
        "shared_expert_intermediate_size": draw(WIDTH),
        "moe_latent_size": draw(WIDTH),
    }


@st.composite
def mamba(draw: st.DrawFn) -> dict[str, int]:
    """No Mamba-2, or one with or without groups and state."""
    if draw(st.booleans()):
        return dict.fromkeys(("mamba_num_heads", "mamba_head_dim", "ssm_state_size", "n_groups"), 0)
    return {
        "mamba_num_heads": draw(st.integers(1, 9)),
        "mamba_head_dim": draw(st.sampled_from([1, 64])),
        "ssm_state_size": draw(WIDTH),
        "n_groups": draw(HEADS),
    }


@st.composite
def latent_attention(draw: st.DrawFn) -> dict[str, int]:
    """No latent attention, or one with any of its parts."""
    if draw(st.booleans()):
        return {"kv_lora_rank": 0, "q_lora_rank": 0, "qk_rope_head_dim": 0}
    return {
        "kv_lora_rank": draw(st.sampled_from([1, 64])),
        "q_lora_rank": draw(WIDTH),
        "qk_rope_head_dim": draw(WIDTH),
    }
