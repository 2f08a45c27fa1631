"""Feeds the front end with damaged and random layouts: each must end in diagnostics or numbers.

    python bench/fuzz.py --inputs 20000 --seed 1

Prints how many inputs ended how, and every distinct crash with a text that leads to it. Exit code 1 if there is one.
An input that takes more than --limit seconds counts as a crash.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from types import FrameType

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.fuzz.inputs import KINDS, make  # noqa: E402
from tests.fuzz.outcome import Outcome, run  # noqa: E402


def main() -> int:
    """Runs the inputs and reports."""
    options = _options()
    signal.signal(signal.SIGALRM, _too_slow)
    counts: Counter[tuple[str, str]] = Counter()
    codes: Counter[str] = Counter()
    crashes: dict[str, tuple[int, str, Outcome]] = {}
    slowest = (0.0, 0)
    start = time.perf_counter()
    for number in range(options.inputs):
        kind, text = make(options.seed, number)
        began = time.perf_counter()
        signal.alarm(options.limit)
        outcome = run(text, Random(f"{options.seed} {number} values"), generate=options.generate)
        signal.alarm(0)
        slowest = max(slowest, (time.perf_counter() - began, number))
        counts[kind, outcome.kind] += 1
        codes[outcome.code] += not outcome.crashed
        known = crashes.get(outcome.code)
        if outcome.crashed and (known is None or len(text) < len(known[1])):
            crashes[outcome.code] = (number, text, outcome)
    _report(options, counts, codes, crashes)
    print(f"\n{time.perf_counter() - start:.0f} s; slowest: input {slowest[1]}, {slowest[0]:.2f} s")
    return 1 if crashes else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Fuzz the front end of arenagen.")
    parser.add_argument("--inputs", type=int, default=2000, help="how many texts")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same texts")
    parser.add_argument(
        "--generate", action="store_true", help="also render the code of sound layouts"
    )
    parser.add_argument("--limit", type=int, default=20, help="seconds for one text")
    return parser.parse_args()


def _too_slow(signum: int, frame: FrameType | None) -> None:
    raise TimeoutError("too slow")


def _report(
    options: argparse.Namespace,
    counts: Counter[tuple[str, str]],
    codes: Counter[str],
    crashes: dict[str, tuple[int, str, Outcome]],
) -> None:
    for code, (number, text, outcome) in crashes.items():
        print(f"=== crash: {code} (input {number})\n{outcome.trace}\n{text}\n")
    outcomes = ("refused", "no values", "resolved", "crash")
    print(f"{options.inputs} inputs, seed {options.seed}\n")
    print(f"{'input':10}" + "".join(f"{outcome:>12}" for outcome in outcomes))
    for kind in KINDS:
        print(f"{kind:10}" + "".join(f"{counts[kind, outcome]:12}" for outcome in outcomes))
    totals = (sum(counts[kind, outcome] for kind in KINDS) for outcome in outcomes)
    print(f"{'all':10}" + "".join(f"{total:12}" for total in totals))
    first = ", ".join(f"{code} {many}" for code, many in codes.most_common() if code)
    print(f"\nfirst diagnostics: {first}")


if __name__ == "__main__":
    sys.exit(main())
