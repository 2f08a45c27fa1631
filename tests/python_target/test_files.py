"""The generated files as files: formatted, clean for linters and type checkers, pure where they
promise it, and short.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from arenagen.emit.python import TARGET
from arenagen.emit.target import SettingsError, completed
from tests.python_target.packages import ROOT, SHIPPED, files_of, shipped, shipped_package, write
from tests.python_target.values import LLAMA
from tests.strategies import compiled, layouts

TOOLS = Path(sys.executable).parent

each_shipped = pytest.mark.parametrize("name", SHIPPED)


def run(*command: str, cwd: Path | None = None) -> str:
    """What a command says; it must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@each_shipped
def test_the_formatter_changes_nothing(name: str) -> None:
    folder = shipped_package(name).folder
    run(str(TOOLS / "ruff"), "format", "--isolated", "--check", "--diff", str(folder))


@each_shipped
def test_the_linter_finds_nothing(name: str) -> None:
    folder = shipped_package(name).folder
    run(str(TOOLS / "ruff"), "check", "--isolated", str(folder))
    run(
        str(TOOLS / "ruff"),
        "check",
        "--isolated",
        "--select",
        "E,F,I,W",
        "--ignore",
        "E501",
        str(folder),
    )


@pytest.mark.slow
@each_shipped
def test_the_type_checker_finds_nothing(name: str) -> None:
    package = shipped_package(name)
    command = [str(TOOLS / "mypy"), "--strict", "-p", package.module.__name__]
    run(*command, cwd=package.folder.parent)


@pytest.mark.slow
@settings(
    max_examples=2,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(drawn=st.lists(layouts(), min_size=6, max_size=6))
def test_random_layouts_are_formatted_linted_and_typed(
    drawn: list[dict[str, object]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = tmp_path_factory.mktemp("random")
    packages = [f"random_{i}" for i in range(len(drawn))]
    for name, layout in zip(packages, drawn, strict=True):
        write(files_of(compiled(layout)), root / name)
    run(str(TOOLS / "ruff"), "format", "--isolated", "--check", "--diff", str(root))
    # Random formulas may say silly things, such as `x if c else x`, which linters rightly remark on.
    run(
        str(TOOLS / "ruff"),
        "check",
        "--isolated",
        "--select",
        "E,F,I,UP,W",
        "--ignore",
        "E501",
        str(root),
    )
    run(str(TOOLS / "mypy"), "--strict", *(f"-p{name}" for name in packages), cwd=root)


@each_shipped
def test_rendering_again_gives_the_same_bytes(name: str) -> None:
    script = (
        "import sys; from tests.python_target.packages import files_of, shipped; "
        f"sys.stdout.write(repr(files_of(shipped({name!r}))))"
    )
    env = {
        **os.environ,
        "PYTHONHASHSEED": "7",
        "LC_ALL": "C",
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=env, check=True, cwd="/"
    )
    assert ast.literal_eval(done.stdout) == files_of(shipped(name))


@each_shipped
def test_no_file_is_longer_than_it_may_be(name: str) -> None:
    for options, most in (({}, 500), ({"max_lines": 400}, 400)):
        longest = max(text.count("\n") for text in files_of(shipped(name), **options).values())
        assert longest <= most


@each_shipped
def test_sizes_need_the_standard_library_alone(name: str) -> None:
    package = shipped_package(name)
    script = f"""
import sys
sys.path.insert(0, {str(package.folder.parent)!r})
before = set(sys.modules)
import {package.module.__name__}
import {package.module.__name__}.sizes as sizes
from {package.module.__name__} import Params, Sizes, verify_layout
loaded = {{name.split(".")[0] for name in set(sys.modules) - before}}
print(sorted(loaded - set(sys.stdlib_module_names)))
"""
    assert run(sys.executable, "-I", "-c", script).strip() == f"['{package.module.__name__}']"


WITHOUT_NUMPY = """
import sys
sys.path[:0] = [{folder!r}, {root!r}]
sys.modules["numpy"] = sys.modules["ml_dtypes"] = None
from arenagen.runtime import RecordingBackend
from {package} import Arena, Params
arena = Arena.allocate(Params(**{params!r}), backend=RecordingBackend())
arena.clear_all()
print(arena.token_ids.shape)
"""


def test_an_arena_on_another_backend_needs_no_numpy() -> None:
    package = shipped_package("llama")
    names = {"folder": str(package.folder.parent), "root": str(ROOT)}
    script = WITHOUT_NUMPY.format(**names, package=package.module.__name__, params=LLAMA)
    assert run(sys.executable, "-I", "-c", script).strip() == "(16,)"


@each_shipped
def test_the_package_offers_what_it_lists(name: str) -> None:
    module = shipped_package(name).module
    for offered in module.__all__:
        assert getattr(module, offered).__module__.startswith(module.__name__)
    with pytest.raises(AttributeError, match="has no attribute 'sizzes'"):
        _ = module.sizzes


def test_settings_are_completed_and_checked() -> None:
    assert completed(TARGET, {}) == {"max_lines": 500}
    with pytest.raises(SettingsError) as error:
        completed(TARGET, {"max_lines": 20, "max_line": 3})
    assert error.value.faults == (
        ("max_line", "target python has no setting `max_line`"),
        ("max_lines", "`max_lines` is 300 at least, not 20"),
    )
    with pytest.raises(SettingsError, match="`max_lines` is a whole number, not True"):
        completed(TARGET, {"max_lines": True})
