"""Inputs that spark is tried with: sizes known from the engine, expectations written down, presets."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
PRESETS = ROOT / "layouts" / "presets"


def known_inputs() -> list[dict[str, Any]]:
    """Inputs whose sizes the engine itself computed."""
    lines = (DATA / "spark_sizes.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def expectations() -> dict[str, Any]:
    """What presets hold and routines clear, written down from the description of the arena."""
    found: dict[str, Any] = json.loads(
        (DATA / "spark_expectations.json").read_text(encoding="utf-8")
    )
    return found


def preset(name: str) -> tuple[dict[str, Any], dict[str, bool]]:
    """Parameters and flags of a preset."""
    data = tomllib.loads((PRESETS / f"{name}.toml").read_text(encoding="utf-8"))
    return data["params"], data.get("flags", {})


def defaults() -> dict[str, Any]:
    """What parameters are where a preset does not say."""
    data = tomllib.loads((ROOT / "layouts" / "spark.toml").read_text(encoding="utf-8"))
    return {name: param["default"] for name, param in data["params"].items() if "default" in param}


DEFAULTS = defaults()
