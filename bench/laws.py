"""How long proofs take: those of each shipped layout alone, and `check` as a whole process.

    python bench/laws.py [--rounds 11]

"A comment changed": the digests of files no longer agree, so that all phases run,
and every proof is taken from the ledger. Medians; works on a copy of the layouts in a temporary folder.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from startup import ARENAGEN, ROOT, machine, prepare

from arenagen.api import load
from arenagen.laws import installed_solver, ledger_data, read_ledger, settle_all


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=11)
    options = parser.parse_args()
    print(machine())
    print("\n| layout | obligations | without a solver, ms | with one | from the ledger |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for path in sorted((ROOT / "layouts").glob("*.toml")):
        print(_alone(path, options.rounds))
    print("\n| command | median ms |\n| --- | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        for name, took in _processes(Path(folder), options.rounds):
            print(f"| {name} | {took:.0f} |")


def _alone(path: Path, rounds: int) -> str:
    """A row: the proofs of one layout in this process."""
    program = load(path.read_text(), path.name).program
    solver = installed_solver()
    settled = settle_all(program, {}, solver).settled
    ledger = read_ledger(ledger_data(settled))
    times = [
        _median(lambda: settle_all(program, {}, None), rounds),
        _median(lambda: settle_all(program, {}, solver), rounds) if solver is not None else None,
        _median(lambda: settle_all(program, ledger, None), rounds),
    ]
    shown = " | ".join("not installed" if took is None else f"{took:.0f}" for took in times)
    return f"| {path.stem} | {len(settled)} | {shown} |"


def _processes(project: Path, rounds: int) -> list[tuple[str, float]]:
    """Whole processes: nothing changed, a comment changed, everything anew."""
    prepare(project)
    spark = project / "layouts" / "spark.toml"
    check = [*ARENAGEN, "check", "layouts/spark.toml"]

    def run(*more: str) -> Callable[[], None]:
        return lambda: _run(project, [*check, *more])

    unchanged, full = _median(run(), rounds), _median(run("--full"), rounds)
    spark.write_text(spark.read_text() + "\n# changed\n")
    kept = _median(run(), rounds)
    ledger = project / "generated" / "spark" / "laws.json"
    shutil.move(ledger, project / "laws.json")
    lost = _median(run(), rounds)
    return [
        ("`check layouts/spark.toml`, nothing changed", unchanged),
        ("the same, a comment changed: proofs from the ledger", kept),
        ("the same, without a ledger: everything proved", lost),
        ("`check --full layouts/spark.toml`", full),
    ]


def _run(project: Path, command: list[str]) -> None:
    done = subprocess.run(command, cwd=project, capture_output=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(done.stdout.decode() + done.stderr.decode())


def _median(action: Callable[[], object], rounds: int) -> float:
    """Milliseconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        action()
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


if __name__ == "__main__":
    main()
