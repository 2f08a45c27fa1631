"""Compares verdicts with values: random small layouts, every obligation of each, every set of values.

    python bench/laws_random.py --layouts 5600 --seed 1

A pair is one obligation of one layout. It is contradicted if values show that a proof, an assumption, a guard or a
refutation is wrong, or if a verdict with the solver differs from one without it that was not open. Exit code 1 if any
is. The layouts depend on the seed and their number alone.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from startup import machine  # noqa: E402

from arenagen.laws import Settled, installed_solver, settle_all  # noqa: E402
from tests.laws.brute import Everything, program_of  # noqa: E402
from tests.laws.small import SmallLayouts  # noqa: E402


def main() -> int:
    """Runs the layouts and reports."""
    options = _options()
    counts: Counter[tuple[str, str]] = Counter()
    contradictions: list[str] = []
    passed_over = points = settled_by_solver = 0
    began = time.perf_counter()
    solver = installed_solver()
    for number in range(options.layouts):
        program = program_of(SmallLayouts(options.seed * 1_000_000 + number).text())
        if program is None:
            passed_over += 1
            continue
        proofs = settle_all(program, {}, None)
        if any(complaint.code == "AG703" for complaint in proofs.complaints):
            passed_over += 1
            continue
        everything = Everything(program)
        points += len(everything.points)
        with_solver = proofs if solver is None else settle_all(program, {}, solver)
        for plain, stronger in zip(proofs.settled, with_solver.settled, strict=True):
            counts[plain.obligation.law, plain.verdict.status] += 1
            settled_by_solver += plain.verdict.status != stronger.verdict.status
            contradictions += [
                f"layout {number}: {plain.obligation.name}: {why}"
                for why in _wrong(everything, plain, stronger)
            ]
    print(f"python bench/laws_random.py --layouts {options.layouts} --seed {options.seed}")
    print(f"{machine()}; z3 {'asked as well' if solver is not None else 'not installed'}\n")
    _report(counts)
    pairs = sum(counts.values())
    print(f"\n{options.layouts - passed_over} layouts, {pairs} pairs, {points} sets of values")
    print(f"{passed_over} layouts passed over: they mean nothing, or their assumptions contradict")
    print(f"{settled_by_solver} unknown ones settled by the solver")
    print(f"{len(contradictions)} contradictions; {time.perf_counter() - began:.0f} s")
    print("\n".join(contradictions[:20]))
    return 1 if contradictions else 0


def _wrong(everything: Everything, plain: Settled, stronger: Settled) -> list[str]:
    """Why verdicts without and with a solver are wrong."""
    found = [everything.contradicts(plain)]
    before, after = plain.verdict.status, stronger.verdict.status
    if before != after:
        found.append(everything.contradicts(stronger))
        if before != "unknown":
            found.append(f"{before} without and {after} with a solver")
    return [why for why in found if why is not None]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare verdicts with all values.")
    parser.add_argument("--layouts", type=int, default=500, help="how many layouts")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same layouts")
    return parser.parse_args()


def _report(counts: Counter[tuple[str, str]]) -> None:
    statuses = ("proved", "assumed", "guarded", "refuted", "unknown")
    print(f"{'law':16}" + "".join(f"{status:>10}" for status in statuses))
    for law in sorted({law for law, _ in counts}):
        print(f"{law:16}" + "".join(f"{counts[law, status]:10}" for status in statuses))
    total = Counter[str]()
    for (_, status), count in counts.items():
        total[status] += count
    print(f"{'all':16}" + "".join(f"{total[status]:10}" for status in statuses))


if __name__ == "__main__":
    sys.exit(main())
