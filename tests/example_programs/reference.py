"""The decoder of examples/ without an arena: the whole sequence at once, in f64, the plain way."""

from __future__ import annotations

from typing import Any

import numpy as np


def scores(weights: dict[str, Any], tokens: list[int], params: Any) -> Any:
    """Logits behind the last token of one request."""
    p = params
    x = weights["embedding"][tokens].astype(np.float64)
    for n in range(p.num_hidden_layers):
        x = x + _attention(weights, n, _norm(x, weights[f"{n}.attention_norm"]), p)
        both = _norm(x, weights[f"{n}.mlp_norm"]) @ weights[f"{n}.gate_up"]
        gate, up = np.split(both, 2, axis=1)
        x = x + (gate / (1 + np.exp(-gate)) * up) @ weights[f"{n}.down"]
    return _norm(x[-1:], weights["norm"])[0] @ weights["head"]


def _norm(x: Any, weight: Any) -> Any:
    return x / np.sqrt((x * x).mean(axis=1, keepdims=True) + 1e-5) * weight


def _attention(weights: dict[str, Any], n: int, x: Any, p: Any) -> Any:
    length, heads, shared, dim = len(x), p.num_attention_heads, p.num_key_value_heads, p.head_dim
    qkv = (x @ weights[f"{n}.qkv"]).reshape(length, -1, dim).transpose(1, 0, 2)
    q, k, v = qkv[:heads], qkv[heads : heads + shared], qkv[heads + shared :]
    q, k = _turned(q), np.repeat(_turned(k), heads // shared, axis=0)
    found = q @ k.transpose(0, 2, 1) / np.sqrt(dim)
    found = np.where(np.tri(length, dtype=bool), found, -np.inf)
    share = np.exp(found - found.max(axis=2, keepdims=True))
    share /= share.sum(axis=2, keepdims=True)
    mixed = share @ np.repeat(v, heads // shared, axis=0)
    return mixed.transpose(1, 0, 2).reshape(length, -1) @ weights[f"{n}.attention_out"]


def _turned(x: Any) -> Any:
    """Pairs of columns as complex numbers, turned by their position."""
    length, dim = x.shape[1:]
    pairs = x[..., : dim // 2] + 1j * x[..., dim // 2 :]
    rates = 1 / 10000.0 ** (np.arange(0, dim, 2) / dim)
    pairs = pairs * np.exp(1j * np.outer(np.arange(length), rates))
    return np.concatenate([pairs.real, pairs.imag], axis=-1)
