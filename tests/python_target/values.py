"""Small values for the layouts that ship."""

from __future__ import annotations

from typing import Any

LLAMA: dict[str, Any] = {
    "max_batch_tokens": 16,
    "max_batch_size": 4,
    "max_seq_len": 8,
    "num_hidden_layers": 2,
    "hidden_size": 64,
    "intermediate_size": 96,
    "vocab_size": 50,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 16,
}
DECODE: dict[str, Any] = {
    "max_batch_tokens": 12,
    "max_batch_size": 6,
    "max_seq_len": 40,
    "kv_block_size": 16,
    "vocab_size": 70,
    "pad_token_id": 9,
}
