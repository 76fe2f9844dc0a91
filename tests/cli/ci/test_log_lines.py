"""No step of a workflow prints a runner command from untrusted text."""

import ast
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.begun_branch import begin_branch

ROOT = Path(__file__).resolve().parents[3]
CLI = ROOT / "benchmark" / "cli"
#: The modules that print in a workflow.
PRINTING = [
    CLI / "__init__.py",
    *sorted((CLI / "ci").glob("*.py")),
    CLI / "results" / "check.py",
    CLI / "site.py",
    CLI / "generate" / "progress.py",
]
#: Lines that print a fixed text, a table of checked names, or a command of our own with escaped parts.
ALLOWED = {
    ("__init__.py", "main"),
    ("__init__.py", "_print_ending"),
    ("night.py", "_print"),
    ("pulls.py", "_print"),
}
HOSTILE = "##[stop-commands]x"


def printing_calls(path: Path) -> Iterator[tuple[str, str, str]]:
    """Yield file, function and code of each call that prints something other than a constant."""
    for function in ast.walk(ast.parse(path.read_bytes())):
        if not isinstance(function, ast.FunctionDef):
            continue
        for call in ast.walk(function):
            if not isinstance(call, ast.Call):
                continue
            name = ast.unparse(call.func)
            prints = name in {"print", "click.echo", "click.secho", "sys.stdout.write", "sys.stderr.write"}
            if (prints or name == "console.print") and not isinstance(call.args[0], ast.Constant):
                yield path.name, function.name, ast.unparse(call)


@pytest.mark.parametrize("path", PRINTING, ids=lambda path: str(path.relative_to(CLI)))
def test_a_step_of_a_workflow_prints_through_one_function(path: Path) -> None:
    raw = {found for found in printing_calls(path) if found[:2] not in ALLOWED}
    assert raw == set()


@pytest.fixture
def planned(tmp_path: Path, in_process: Callable[..., Any]) -> Path:
    """A folder with a plan of one submission, and a branch of results."""
    (tmp_path / "branch").mkdir()
    (tmp_path / "branch" / "README.md").write_text("# Results\n", encoding="utf-8")
    slug = "smollm2-135m-q4"
    shutil.copytree(ROOT / "submissions" / slug, tmp_path / "submissions" / slug)
    begin_branch(tmp_path / "remote.git")
    policy = ROOT / "policy.yml"
    in_process("ci", "plan", "--rows", "branch/results", "--policy", policy, "--out", "plan.json", code=0)
    return tmp_path


def test_record_prints_no_command_of_a_manifest(planned: Path, in_process: Callable[..., Any]) -> None:
    """The job that holds the write token prints why another job failed."""
    (job,) = json.loads((planned / "plan.json").read_bytes())["jobs"]
    folder = planned / "artifacts" / job["id"]
    folder.mkdir(parents=True)
    manifest = {
        "schema": "sightbench/job/1",
        "job": job["id"],
        "request": job["request"],
        "state": "failed",
        "reason": f"the model says {HOSTILE}",
    }
    (folder / "job.json").write_text(json.dumps(job), encoding="utf-8")
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    record = ("ci", "record", "--plan", "plan.json", "--artifacts", "artifacts", "--remote", "remote.git")
    done = in_process(*record, "--checkout", "first", "--policy", ROOT / "policy.yml", code=0)
    assert "the model says # #[stop-commands]x" in done.stdout
    assert HOSTILE not in done.stdout + done.stderr


def test_an_error_message_holds_no_command(planned: Path, in_process: Callable[..., Any]) -> None:
    bad = planned / "submissions" / "bad"
    bad.mkdir()
    (bad / "submission.yaml").write_text(f"slug: '{HOSTILE}'\n", encoding="utf-8")
    policy = ROOT / "policy.yml"
    done = in_process("ci", "plan", "--rows", "branch/results", "--policy", policy, "--out", "plan.json")
    assert "left out: error: submissions/bad" in done.stderr
    assert HOSTILE not in done.stderr
    wrong = in_process("ci", "plan", "--rows", f"a\n::{HOSTILE}", "--policy", policy, code=2)
    assert HOSTILE not in wrong.stderr
    unknown = in_process("ci", "score", f"::add-mask::{HOSTILE}", code=2)
    assert HOSTILE not in unknown.stderr


def test_the_traceback_of_an_unexpected_error_holds_no_command() -> None:
    code = (
        "import benchmark.cli as cli\n"
        "def broken(*_): raise KeyError('##[add-mask]x\\n::error::y')\n"
        "cli._run = broken\n"
        "cli.main([])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "KeyError" in done.stderr
    assert "##[" not in done.stderr
