"""How the time of a build grows with the number of buffers, as whole processes.

    python bench/scale.py [--sizes 500 1000 2000 5000]

Every layout has the same mixture of buffers: plain rows, uses that take turns, sections, conditions, groups. Prints a
Markdown table and the exponent of the growth (1 is linear), fitted to the time beyond that of the smallest layout's
start-up.
"""

from __future__ import annotations

import argparse
import math
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from startup import ARENAGEN, machine

HEAD = """\
arenagen = 1

[layout]
name = "big"
doc = "Many buffers."

[params]
max_tokens = { min = 1, max = 8192, doc = "rows" }
width = { min = 32, max = 8192, multiple_of = 32, doc = "row width" }
depth = { max = 64, default = 0, doc = "a feature" }

[let]
deep = "depth > 0"

[axes]
tokens = { max = "max_tokens" }

[reset.classes]
step = { doc = "stale rows can be read", stale_read = true }
none = { doc = "written before it is read", cleared = "never" }

[reset.routines]
clear = { classes = ["step"], doc = "Before a pass." }
clear_rows = { classes = ["step"], range = "live", fixed = "whole", doc = "Before a small pass." }
"""

KINDS = (
    'dtype = "bf16"\ntoken_major = true\nrow = ["width"]\nreset = "step"\ndoc = "Rows."\n',
    'dtype = "f32"\ntoken_major = true\nrow = ["width", {n}]\nwhen = "deep"\nplaceholder = 256\n'
    'reset = "none"\ndoc = "Rows of a feature."\n',
    'dtype = "bf16"\ntoken_major = true\nreset = "step"\ndoc = "Turns."\n'
    '[buffers.b{n}.uses]\none = {{ row = ["width"], doc = "first" }}\n'
    'two = {{ row = ["width", 2], when = "deep", doc = "second" }}\n',
    'dtype = "i32"\ntoken_major = false\nreset = "none"\ndoc = "Parts."\nsections = [\n'
    '  {{ name = "a", shape = ["max_tokens"], doc = "first" }},\n'
    '  {{ name = "b", shape = ["width + {n}"], doc = "second" }},\n]\n',
)
GROUP = 40


def layout(count: int) -> str:
    """A layout of so many buffers."""
    groups = "".join(
        f'g{n} = {{ first = "b{n}", doc = "a run" }}\n' for n in range(0, count, GROUP)
    )
    buffers = "".join(
        f"\n[buffers.b{n}]\n{KINDS[n % len(KINDS)].format(n=n)}" for n in range(count)
    )
    return f"{HEAD}\n[groups]\n{groups}{buffers}"


def build_seconds(count: int) -> tuple[float, int]:
    """Seconds of a first build, and the bytes that it wrote."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        (project / "layouts").mkdir()
        (project / "layouts/big.toml").write_text(layout(count))
        (project / "arenagen.toml").write_text("[targets.python]\n")
        start = time.perf_counter()
        subprocess.run([*ARENAGEN, "build"], cwd=project, stdout=subprocess.DEVNULL, check=True)
        seconds = time.perf_counter() - start
        written = sum(p.stat().st_size for p in project.rglob("generated/**/*") if p.is_file())
    return seconds, written


def exponent(points: list[tuple[int, float]]) -> float:
    """Slope of log seconds over log buffers, by least squares."""
    xs = [math.log(count) for count, _ in points]
    ys = [math.log(seconds) for _, seconds in points]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    above = sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True))
    return above / sum((a - x) ** 2 for a in xs)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[500, 1000, 2000, 3500, 5000])
    sizes = parser.parse_args().sizes
    start = build_seconds(4)[0]
    print(machine())
    print(f"\nA build of 4 buffers takes {start:.2f} s.\n")
    print("| buffers | seconds | ms a buffer | MB written |")
    print("| ---: | ---: | ---: | ---: |")
    points = []
    for count in sizes:
        seconds, written = build_seconds(count)
        points.append((count, seconds - start))
        each = 1000 * (seconds - start) / count
        print(f"| {count:,} | {seconds:.2f} | {each:.2f} | {written / 1e6:.1f} |", flush=True)
    print(f"\nExponent of the growth: {exponent(points):.2f}")


if __name__ == "__main__":
    sys.exit(main())
