"""How long the commands take, as whole processes, against starting bare Python in the same run.

    python bench/startup.py [--rounds 21] [--sets 10000]

Works on a copy of the layouts in a temporary folder. Prints a Markdown table of medians; every round runs each
command once, so that a slow spell of the machine falls on all of them.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SIZES = ROOT / "tests" / "data" / "spark_sizes.jsonl"
ARENAGEN = [str(Path(sys.executable).with_name("arenagen"))]

Step = tuple[str, Callable[[], None], list[str]]


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--sets", type=int, default=10_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        prepare(project)
        times = measure(project, options.rounds)
        seconds = many_sets(project, options.sets)
    print(machine())
    print()
    print(table(times))
    print()
    print(f"`size` of {options.sets:,} sets of values of spark: {seconds:.1f} s")


def prepare(project: Path) -> None:
    """A project with the shipped layouts and the default settings, built."""
    shutil.copytree(ROOT / "layouts", project / "layouts")
    (project / "arenagen.toml").write_text("[targets.python]\n")
    run(project, [*ARENAGEN, "build"])


def run(project: Path, command: list[str]) -> None:
    subprocess.run(command, cwd=project, stdout=subprocess.DEVNULL, check=True)


def steps(project: Path) -> list[Step]:
    """What is timed: a name, what is done before (not timed), the command."""

    def nothing() -> None:
        pass

    def forget() -> None:
        shutil.rmtree(project / "generated")

    return [
        ("`python -c pass`", nothing, [sys.executable, "-c", "pass"]),
        ("`arenagen --version`", nothing, [*ARENAGEN, "--version"]),
        ("`arenagen check`, nothing changed", nothing, [*ARENAGEN, "check"]),
        ("`arenagen build`, nothing changed", nothing, [*ARENAGEN, "build"]),
        ("`arenagen check --full`", nothing, [*ARENAGEN, "check", "--full"]),
        ("`arenagen build`, nothing there yet", forget, [*ARENAGEN, "build"]),
    ]


def measure(project: Path, rounds: int) -> dict[str, list[float]]:
    """Seconds of each step in each round."""
    times: dict[str, list[float]] = {name: [] for name, _, _ in steps(project)}
    for _ in range(rounds):
        for name, before, command in steps(project):
            before()
            start = time.perf_counter()
            run(project, command)
            times[name].append(time.perf_counter() - start)
    return times


def many_sets(project: Path, count: int) -> float:
    """Seconds of one `size` over many sets of values."""
    values = project / "values.jsonl"
    values.write_text("".join(islice(lines(), count)))
    start = time.perf_counter()
    run(project, [*ARENAGEN, "size", "layouts/spark.toml", "--values", str(values)])
    return time.perf_counter() - start


def lines() -> Iterator[str]:
    """The known sets of values over and over, each time with other numbers of tokens."""
    known = [json.loads(line) for line in SIZES.read_text().splitlines()]
    step = 0
    while True:
        for record in known:
            tokens = 1 + (record["params"]["max_batch_tokens"] + step) % 131_072
            params = {**record["params"], "max_batch_tokens": tokens}
            yield json.dumps({"params": params, "env": record["env"]}) + "\n"
        step += 1


def table(times: dict[str, list[float]]) -> str:
    """Medians as a Markdown table."""
    bare = statistics.median(next(iter(times.values())))
    rows = ["| command | median ms | times bare Python |", "| --- | ---: | ---: |"]
    for name, found in times.items():
        median = statistics.median(found)
        rows.append(f"| {name} | {1000 * median:.1f} | {median / bare:.1f} |")
    return "\n".join(rows)


def machine() -> str:
    """What it was measured on."""
    cpu = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo") as file:
            names = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
        cpu = names[0] if names else cpu
    except OSError:
        pass
    python = platform.python_version()
    return f"{cpu}, {os.cpu_count()} cores, {platform.system()}, Python {python}"


if __name__ == "__main__":
    main()
