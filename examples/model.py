"""A Llama-like decoder with random weights: RMSNorm, rotary embedding, grouped queries, SwiGLU, KV cache, sampling.

Every activation lies in an arena of layouts/llama.toml. Weights are not activations; they are made once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from generated.llama.python import Arena, Params


def random_weights(params: Params, seed: int = 0) -> dict[str, Any]:
    """Weights in f32, as (inputs, outputs); those of layer `n` are called `n.NAME`."""
    draw = np.random.default_rng(seed)
    p = params
    heads, kv = p.num_attention_heads * p.head_dim, p.num_key_value_heads * p.head_dim

    def matrix(inputs: int, outputs: int) -> Any:
        return (draw.standard_normal((inputs, outputs)) / inputs**0.5).astype(np.float32)

    def norm() -> Any:
        return draw.uniform(0.5, 1.5, p.hidden_size).astype(np.float32)

    weights = {
        "embedding": draw.standard_normal((p.vocab_size, p.hidden_size)).astype(np.float32),
        "norm": norm(),
        "head": matrix(p.hidden_size, p.vocab_size),
    }
    for n in range(p.num_hidden_layers):
        weights |= {
            f"{n}.attention_norm": norm(),
            f"{n}.qkv": matrix(p.hidden_size, heads + 2 * kv),
            f"{n}.attention_out": matrix(heads, p.hidden_size),
            f"{n}.mlp_norm": norm(),
            f"{n}.gate_up": matrix(p.hidden_size, 2 * p.intermediate_size),
            f"{n}.down": matrix(p.intermediate_size, p.hidden_size),
        }
    return weights


def rope_table(max_seq_len: int, head_dim: int) -> Any:
    """Cosine and sine, (max_seq_len, head_dim / 2, 2) in f32."""
    steps = 10000.0 ** (-np.arange(0, head_dim, 2) / head_dim)
    angles = np.arange(max_seq_len)[:, None] * steps
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1).astype(np.float32)


class Decoder:
    """One token of every request a step. The arena is f32, and a head no wider than a hidden row."""

    def __init__(
        self, arena: Arena[Any], params: Params, ops: Any, weights: dict[str, Any]
    ) -> None:
        self.arena, self.params, self.ops = arena, params, ops
        self.weights = {name: ops.array(value) for name, value in weights.items()}
        self.head_input = arena.normed
        """Rows that the logits are made of."""
        arena.rope_table[...] = ops.array(rope_table(params.max_seq_len, params.head_dim))

    def begin(self, tokens: list[int], temperature: float = 0.0) -> None:
        """Starts requests 0, 1, ... with one token each; the cache forgets who was there."""
        arena, live = self.arena, len(tokens)
        arena.forget_request(list(range(self.params.max_batch_size)))
        self.ops.count[...] = live
        arena.token_ids[:live] = self.ops.array(np.array(tokens, np.int32))
        arena.request_rows[:live] = self.ops.array(np.arange(live, dtype=np.int32))
        arena.positions[:live] = 0
        arena.sampler_seed[:live] = self.ops.array(np.arange(live, dtype=np.uint64))
        arena.sampler_temperature[...] = temperature

    def step(self, stream: object = None) -> None:
        """A pass over the live rows. Takes no memory, waits for nothing, and can be captured."""
        arena, ops, weights = self.arena, self.ops, self.weights
        arena.pad_pass(ops.live, self.params.max_batch_tokens, stream=stream)
        ops.embed(weights["embedding"], arena.token_ids, arena.hidden_states)
        for layer in range(self.params.num_hidden_layers):
            self._attention(layer)
            self._mlp(layer)
        ops.rms_norm(arena.hidden_states, weights["norm"], arena.normed)
        rows = arena.request_rows
        ops.matmul(self.head_input, weights["head"], arena.logits, rows)
        sampler = (arena.sampler_seed, arena.sampler_temperature)
        ops.sample(arena.logits, rows, sampler, arena.token_ids, arena.next_tokens)
        ops.advance(arena.positions, rows, arena.seq_lens)

    def _attention(self, layer: int) -> None:
        arena, ops, weights = self.arena, self.ops, self.weights
        qkv, positions, rows = arena.projected_qkv, arena.positions, arena.request_rows
        keys, values = arena.layer_cache(layer, 0), arena.layer_cache(layer, 1)
        ops.rms_norm(arena.hidden_states, weights[f"{layer}.attention_norm"], arena.normed)
        ops.matmul(arena.normed, weights[f"{layer}.qkv"], qkv)
        ops.rotate_and_store(qkv, positions, rows, arena.rope_table, keys, values)
        # The projection has read `normed`, so it is free until the output projection writes it.
        ops.attention(qkv, positions, rows, keys, values, arena.normed, arena.mixed_attention)
        ops.matmul(arena.mixed_attention, weights[f"{layer}.attention_out"], arena.normed)
        ops.add(arena.hidden_states, arena.normed)

    def _mlp(self, layer: int) -> None:
        arena, ops, weights = self.arena, self.ops, self.weights
        ops.rms_norm(arena.hidden_states, weights[f"{layer}.mlp_norm"], arena.normed)
        ops.matmul(arena.normed, weights[f"{layer}.gate_up"], arena.projected_gate_up)
        ops.swiglu(arena.projected_gate_up, arena.mixed_mlp)
        ops.matmul(arena.mixed_mlp, weights[f"{layer}.down"], arena.normed)
        ops.add(arena.hidden_states, arena.normed)
