"""The pre-commit hooks and the GitHub Action of the repository, and those that `init` writes, run in small projects.

What is not exercised: the installation of arenagen by pre-commit and by the Action, which needs a network, and the
services themselves. Steps of workflows that are other actions are not run.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from attrs import frozen
from jsonschema import Draft7Validator

from arenagen.cli.main import run

ROOT = Path(__file__).parents[1]


@frozen
class Shell:
    """A folder, and an environment in which `arenagen` is the one of this checkout."""

    folder: Path
    env: dict[str, str]

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Runs a command in the folder."""
        return subprocess.run(
            command, cwd=self.folder, env=self.env, capture_output=True, text=True, check=False
        )

    def step(self, step: dict[str, Any], **more: str) -> subprocess.CompletedProcess[str]:
        """Runs a step as the runner does it."""
        assert step.get("shell", "bash") == "bash"
        env = {**self.env, **more}
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        return subprocess.run(
            command, cwd=self.folder, env=env, capture_output=True, text=True, check=False
        )


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A repository that `init` has set up and whose code was built and committed."""
    folder, tools = tmp_path / "project", tmp_path / "tools"
    folder.mkdir()
    tools.mkdir()
    _script(tools / "arenagen", f'exec "{sys.executable}" -m arenagen "$@"')
    _script(tools / "python", f'echo "$@" >> "{tmp_path}/python.log"')
    env = {
        **os.environ,
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "PRE_COMMIT_HOME": str(tmp_path / "hooks"),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    for name in [name for name in env if name.startswith("GIT_") and "CONFIG" not in name]:
        del env[name]
    shell = Shell(folder, env)
    assert shell.run("git", "init", "-q").returncode == 0
    monkeypatch.chdir(folder)
    assert run(["init"]) == run(["build"]) == 0
    assert shell.run("git", "add", "-A").returncode == 0
    return shell


def _script(path: Path, body: str) -> None:
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


needs_git = pytest.mark.skipif(
    shutil.which("git") is None or shutil.which("bash") is None, reason="needs git and bash"
)


def schema(name: str) -> Draft7Validator:
    """A schema that check-jsonschema carries."""
    import check_jsonschema

    path = Path(check_jsonschema.__file__).parent / "builtin_schemas" / "vendor" / name
    return Draft7Validator(json.loads(path.read_text(encoding="utf-8")))


def document(path: Path) -> Any:
    # YAML 1.1 reads the key `on` as true; the services read it as a word.
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


def test_the_hooks_of_the_repository_are_valid() -> None:
    command = [sys.executable, "-m", "pre_commit", "validate-manifest", ".pre-commit-hooks.yaml"]
    outcome = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert outcome.returncode == 0, outcome.stdout


@needs_git
def test_the_hooks_of_the_repository_find_and_mend(project: Shell) -> None:
    hooks = {
        hook["id"]: hook["entry"].split() for hook in document(ROOT / ".pre-commit-hooks.yaml")
    }
    assert set(hooks) == {"arenagen-fmt", "arenagen-build", "arenagen-check"}
    assert all(project.run(*entry).returncode == 0 for entry in hooks.values())
    layout = project.folder / "layouts" / "arena.toml"
    layout.write_text(layout.read_text().replace('hidden_size"]', 'hidden_size", 2 ]'))
    assert project.run(*hooks["arenagen-check"]).returncode == 1
    assert project.run(*hooks["arenagen-fmt"]).returncode == 0
    assert '"hidden_size", 2]' in layout.read_text()
    assert project.run(*hooks["arenagen-build"]).returncode == 0
    assert project.run(*hooks["arenagen-check"]).returncode == 0


@needs_git
def test_pre_commit_runs_what_init_writes(project: Shell) -> None:
    command = (sys.executable, "-m", "pre_commit", "run", "--all-files")
    outcome = project.run(*command)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    assert outcome.stdout.count("Passed") == 3
    layout = project.folder / "layouts" / "arena.toml"
    layout.write_text(layout.read_text().replace('dtype = "bf16"', 'dtype = "f32"'))
    assert project.run("git", "add", "-A").returncode == 0
    changed = project.run(*command)
    assert changed.returncode == 1
    assert "files were modified by this hook" in changed.stdout
    assert project.run("git", "add", "-A").returncode == 0
    assert project.run(*command).returncode == 0


def test_the_action_is_valid() -> None:
    schema("github-actions.json").validate(document(ROOT / "action.yml"))


@needs_git
def test_the_workflow_that_init_writes_is_valid_and_its_commands_run(project: Shell) -> None:
    workflow = document(project.folder / ".github" / "workflows" / "arenagen.yml")
    schema("github-workflows.json").validate(workflow)
    steps = workflow["jobs"]["check"]["steps"]
    ran = [project.step(step) for step in steps if "run" in step]
    assert [step.returncode for step in ran] == [0, 0, 0]
    log = (project.folder.parent / "python.log").read_text()
    assert log.startswith("-m pip install arenagen==")
    assert ran[-1].stdout.endswith("generated files, all current\n")


@needs_git
def test_the_steps_of_the_action(project: Shell, tmp_path: Path) -> None:
    install, sarif, fmt, check = document(ROOT / "action.yml")["runs"]["steps"]
    summary, log = tmp_path / "summary.md", tmp_path / "findings.sarif"
    env = {
        "GITHUB_ACTION_PATH": str(ROOT),
        "GITHUB_STEP_SUMMARY": str(summary),
        "SARIF_FILE": str(log),
    }
    assert sarif["env"] == {"SARIF_FILE": "${{ inputs.sarif-file }}"}
    assert project.step(install, **env).returncode == 0
    assert (tmp_path / "python.log").read_text() == f"-m pip install --quiet {ROOT}\n"
    assert [project.step(step, **env).returncode for step in (sarif, fmt, check)] == [0, 0, 0]
    assert json.loads(log.read_text())["runs"][0]["results"] == []

    generated = project.folder / "generated" / "arena" / "resets.md"
    generated.write_text(generated.read_text() + "edited\n")
    assert project.step(sarif, **env).returncode == 0
    (result,) = json.loads(log.read_text())["runs"][0]["results"]
    assert result["ruleId"] == "AG611"
    found = project.step(check, **env)
    assert found.returncode == 1
    assert found.stdout.startswith("::warning file=generated/arena/resets.md,")
    assert "hand-edited" in summary.read_text()


@needs_git
def test_a_fault_of_arenagen_stops_the_action(project: Shell, tmp_path: Path) -> None:
    sarif = document(ROOT / "action.yml")["runs"]["steps"][1]
    _script(tmp_path / "tools" / "arenagen", "exit 3")
    assert project.step(sarif, SARIF_FILE=str(tmp_path / "x.sarif")).returncode == 1
