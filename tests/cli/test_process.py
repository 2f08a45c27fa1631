"""The command as a process: exit codes, closed and broken output, interrupts, colours, locales, hash seeds."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from files.project_tree import LAYOUT, PRESET

import arenagen

TARGET = '[targets.mine]\nmodule = "files.project_tree:MINE"\n'
TESTS = Path(__file__).parent.parent


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project whose target is a module of the tests, for processes that nothing can be patched in."""
    (tmp_path / "layouts/presets").mkdir(parents=True)
    (tmp_path / "arenagen.toml").write_text(TARGET)
    (tmp_path / "layouts/small.toml").write_text(LAYOUT.format(name="small"))
    (tmp_path / "layouts/presets/small_one.toml").write_text(PRESET.format(name="small"))
    return tmp_path


def environment(**more: str) -> dict[str, str]:
    """The environment of a process: this one's without what decides about colours, and with the tests' modules."""
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM", "LC_ALL", "LANG")}
    return {**kept, "PYTHONPATH": str(TESTS), **more}


def run(
    root: Path, *arguments: str | bytes, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "arenagen", *arguments],
        cwd=root,
        env=env or environment(),
        capture_output=True,
        check=False,
    )


def test_the_version(root: Path) -> None:
    done = run(root, "--version")
    assert (done.returncode, done.stdout) == (0, f"arenagen {arenagen.__version__}\n".encode())


def test_help_names_every_command(root: Path) -> None:
    done = run(root, "--help")
    assert done.returncode == 0
    for name in ("build", "check", "size", "show", "explain"):
        assert f"    {name} ".encode() in done.stdout
        one = run(root, name, "--help")
        assert one.returncode == 0
        assert (
            b"exit codes: 0 fine, 1 findings, 2 bad input or usage, 3 internal error" in one.stdout
        )


@pytest.mark.parametrize(
    "words",
    ["", "chekc", "--verbose", "check --ful", "size", "show", "explain", "size a --format xml"],
)
def test_wrong_usage_ends_with_2(root: Path, words: str) -> None:
    done = run(root, *words.split())
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"usage: arenagen" in done.stderr


def test_a_command_near_to_a_misspelt_one_is_suggested(root: Path) -> None:
    assert b"did you mean `check`?" in run(root, "chekc").stderr


def test_build_and_check(root: Path) -> None:
    assert run(root, "build").returncode == 0
    assert run(root, "check").returncode == 0
    (root / "generated/small/mine/names.py").write_text("edited\n")
    assert run(root, "check").returncode == 1


def test_a_tree_that_may_not_be_written_passes(root: Path) -> None:
    run(root, "build")
    for path in (root, *root.rglob("*")):
        path.chmod(path.stat().st_mode & ~0o222)
    try:
        for _ in range(2):
            assert run(root, "check").returncode == 0
            assert run(root, "check", "--full").returncode == 0
            assert run(root, "build").returncode == 0
    finally:
        for path in (root, *root.rglob("*")):
            path.chmod(path.stat().st_mode | 0o200)


def test_the_same_bytes_under_other_hash_seeds_and_locales(root: Path) -> None:
    made = []
    for seed, locale in (("0", "C"), ("1", "C.UTF-8"), ("12345", "POSIX")):
        done = run(
            root, "build", env=environment(PYTHONHASHSEED=seed, LC_ALL=locale, TZ="Asia/Tokyo")
        )
        assert done.returncode == 0
        files = sorted((root / "generated").rglob("*"))
        made.append({path: path.read_bytes() for path in files if path.is_file()})
        for path in made[-1]:
            path.unlink()
    assert made[0] == made[1] == made[2]


def test_text_that_the_locale_lacks_is_escaped(root: Path) -> None:
    path = root / "layouts/small.toml"
    path.write_text(path.read_text().replace("Rows of the pass.", "Zeilen für den Lauf."))
    env = environment(LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    done = run(root, "show", "layouts/small.toml", "rows", env=env)
    assert done.returncode == 0
    assert b"Zeilen f\\xfcr den Lauf." in done.stdout or "für".encode() in done.stdout


def test_an_argument_that_is_no_text(root: Path) -> None:
    done = run(root, "size", b"layouts/\xff.toml")
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert b"error[AG602]" in done.stderr
    assert run(root, "check", b"\xff").returncode == 2
    assert run(root, "explain", b"\xff").returncode == 2


@pytest.mark.parametrize(
    "words", ["--version", "check", "size layouts/small.toml --set max_tokens=3"]
)
def test_closed_output_is_no_failure(root: Path, words: str) -> None:
    run(root, "build")
    for closed in (">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"):
        command = f'exec "$0" -m arenagen {words} {closed}'
        done = subprocess.run(
            ["sh", "-c", command, sys.executable],
            cwd=root,
            env=environment(),
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, closed
        assert done.stderr == b""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_output_that_cannot_be_written_is_told(root: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "arenagen", "show", "layouts/small.toml"],
            cwd=root,
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == b"arenagen: cannot write the output: No space left on device\n"


@pytest.mark.parametrize(
    "words", ["--help", "show layouts/small.toml", "size layouts/small.toml --values v"]
)
def test_a_broken_pipe_is_quiet(root: Path, words: str) -> None:
    line = '{"params": {"max_tokens": 3}}\n'
    (root / "v").write_text(line * 25_000)  # more than a pipe holds, enough for several processes
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "arenagen", *words.split()],
        cwd=root,
        env=environment(),
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)
    assert done.stderr == b""
    assert done.returncode in (-signal.SIGPIPE, 0)  # help, once printed, is no failure


def test_an_interrupt_is_quiet(root: Path) -> None:
    """The process waits for lines on its input when the interrupt comes."""
    process = subprocess.Popen(
        [sys.executable, "-m", "arenagen", "size", "layouts/small.toml", "--values", "-"],
        cwd=root,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(
        b'{"params": {"max_tokens": 3}}\n' * 400
    )  # answers that fill a buffer, and no pipe
    process.stdin.flush()
    assert process.stdout.read(1) == b"{"  # it is at work
    process.send_signal(signal.SIGINT)
    err = process.communicate()[1]
    assert process.returncode == -signal.SIGINT
    assert err == b""


BROKEN_TARGET = """\
from files.project_tree import FewFiles

class Broken(FewFiles):
    name = "broken"

    def render(self, layout, settings):
        raise RuntimeError("on purpose")

TARGET = Broken()
"""


def test_an_internal_error_has_an_id_and_no_traceback(root: Path) -> None:
    (root / "broken.py").write_text(BROKEN_TARGET)
    (root / "arenagen.toml").write_text('[targets.broken]\nmodule = "broken:TARGET"\n')
    first, second = run(root, "build"), run(root, "check")
    debug = run(root, "build", "--debug")
    for done in (first, second, debug):
        assert done.returncode == 3
        assert b"internal error BUG-" in done.stderr
    assert b"Traceback" not in first.stderr
    assert b"on purpose" in debug.stderr
    assert b"Traceback" in debug.stderr
    assert run(root, "build").stderr == first.stderr
    assert not (root / "generated").exists()


def test_colours_are_for_terminals_or_on_demand(root: Path) -> None:
    (root / "layouts/small.toml").write_text("arenagen = 1\n")
    plain = run(root, "check")
    assert b"\x1b[" not in plain.stdout
    assert b"\x1b[" in run(root, "check", "--color", "always").stdout
    assert b"\x1b[" not in run(root, "check", "--color", "never").stdout


@pytest.mark.parametrize(
    ("more", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_colours_on_a_terminal(root: Path, more: dict[str, str], coloured: bool) -> None:
    (root / "layouts/small.toml").write_text("arenagen = 1\n")
    master, slave = os.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "arenagen", "check"],
        cwd=root,
        env=environment(**{"TERM": "xterm", **more}),
        stdout=slave,
        stderr=slave,
        check=False,
    )
    os.close(slave)
    shown = os.read(master, 65536)
    os.close(master)
    assert done.returncode == 2
    assert (b"\x1b[" in shown) is coloured


def test_a_check_of_an_unchanged_tree_loads_no_phase_of_the_compiler(root: Path) -> None:
    (root / "arenagen.toml").write_text("targets = {}\n")
    assert run(root, "build").returncode == 0
    script = (
        "import sys\nfrom arenagen.cli.main import run\ncode = run(sys.argv[1:])\n"
        "heavy = ('attr', 'attrs', 'jinja2', 'tree_sitter', 'arenagen.model', 'arenagen.parse')\n"
        "print([name for name in heavy if name in sys.modules])\nsys.exit(code)\n"
    )
    for command in ("check", "build"):
        done = subprocess.run(
            [sys.executable, "-c", script, command],
            cwd=root,
            env=environment(),
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0
        assert done.stdout.splitlines()[-1] == b"[]"


def test_the_version_loads_nothing(root: Path) -> None:
    script = (
        "import sys\nbefore = set(sys.modules)\nfrom arenagen.__main__ import main\n"
        "sys.argv = ['arenagen', '--version']\nmain()\nprint(sorted(set(sys.modules) - before))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=root, env=environment(), capture_output=True, check=True
    )
    loaded = done.stdout.splitlines()[-1]
    assert loaded == b"['__future__', 'arenagen', 'arenagen.__main__']"
