"""`sightbench ci` on the bundled model, and no step prints a runner command from untrusted text."""

import ast
import functools
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from fake_github import FakeGitHub

from benchmark.results.branch import check_out
from benchmark.results.money import read_money
from tests.begun_branch import begin_branch
from tests.conftest import Sightbench

ROOT = Path(__file__).resolve().parents[3]
POLICY = ROOT / "policy.yml"

ROWS = ("--rows", "branch/results")

MAINTAINER = "sightbench-maintainers"  #: of this repository's policy.yml


def copy_one_run(folder: Path) -> None:
    """Copy a submission of the repository, with its first run only."""
    shutil.copytree(ROOT / "submissions" / "smollm2-135m-q4", folder / "smollm2-135m-q4")
    file = folder / "smollm2-135m-q4" / "submission.yaml"
    document = yaml.safe_load(file.read_text("utf-8"))
    file.write_text(yaml.safe_dump({**document, "runs": document["runs"][:1]}), encoding="utf-8")


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    copy_one_run(tmp_path / "submissions")
    (tmp_path / "branch").mkdir()
    (tmp_path / "branch" / "README.md").write_text("# Results\n", encoding="utf-8")
    return tmp_path / "submissions"


@pytest.fixture
def outputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], dict[str, str]]:
    file = tmp_path / "github-output"
    monkeypatch.setenv("GITHUB_OUTPUT", str(file))
    monkeypatch.delenv("GITHUB_TOKEN", raising=False)

    def read() -> dict[str, str]:
        found, lines = {}, iter(file.read_text(encoding="utf-8").splitlines())
        for line in lines:
            name, end = line.split("<<")
            found[name] = "\n".join(iter(functools.partial(next, lines), end))
        return found

    return read


def plan(run: Sightbench, *more: object) -> Any:
    return run("ci", "plan", "--rows", "branch/results", "--policy", POLICY, "--out", "plan.json", *more)


@pytest.mark.gate
@pytest.mark.usefixtures("submissions")
def test_a_plan_reserves_on_the_branch(in_process: Sightbench, remote: Path) -> None:
    done = in_process("ci", "plan", "--remote", remote, "--policy", POLICY, "--out", "plan.json", code=0)
    assert "smollm2-135m-q4: code-vision/rebuilt, text, greedy, sightbench: 1 job(s)" in done.stdout
    check_out(str(remote), folder=Path("checkout"))
    (entry,) = read_money(Path("checkout")).entries
    assert (entry.reservation.part, entry.cents) == ("plan-smollm2-135m-q4", 0), "submitted answers are free"
    again = in_process("ci", "plan", "--remote", remote, "--policy", POLICY, "--out", "plan.json")
    assert "1 run(s) wait for the end of an evaluation of their submission" in again.stdout


@pytest.mark.usefixtures("submissions")
@pytest.mark.parametrize("only", [("",), ("smollm2-135m-q4",), ("", "smollm2-135m-q4 smollm2-135m-q4")])
def test_an_empty_list_of_submissions_means_all(only: tuple[str, ...], in_process: Sightbench) -> None:
    done = plan(in_process, *(word for slug in only for word in ("--only", slug)))
    assert (done.returncode, done.stdout.count("job(s)")) == (0, 1)


def test_an_unreadable_submission_is_left_out_and_printed(submissions: Path, in_process: Sightbench) -> None:
    (submissions / "bad").mkdir()
    (submissions / "bad" / "submission.yaml").write_text("slug: [", encoding="utf-8")
    done = plan(in_process)
    assert done.returncode == 0
    assert "left out: error: submissions/bad/submission.yaml" in done.stderr
    assert "1 job(s)" in done.stdout


@pytest.mark.usefixtures("submissions")
def test_judging_needs_an_environment_without_secrets(in_process, monkeypatch) -> None:
    plan(in_process)
    (job,) = json.loads(Path("plan.json").read_bytes())["jobs"]
    monkeypatch.setenv("ACME_API_KEY", "abc")
    done = in_process("ci", "score", "--job", job["id"], "--plan", "plan.json", "--out", "out", code=2)
    assert "ACME_API_KEY" in done.stderr
    assert "abc" not in done.stderr
    assert json.loads(Path("out/manifest.json").read_bytes())["state"] == "failed"


@pytest.mark.gate
@pytest.mark.usefixtures("submissions")
def test_a_run_without_result_gets_a_status_on_the_branch(in_process, outputs, tmp_path) -> None:
    begin_branch(tmp_path / "remote.git")
    plan(in_process)
    Path("artifacts").mkdir()
    places = ("--artifacts", "artifacts", "--remote", "remote.git", "--policy", POLICY)
    record = ("ci", "record", "--plan", "plan.json", *places)
    done = in_process(*record, "--checkout", "first", code=0)
    assert "failed: smollm2-135m-q4: code-vision/rebuilt" in done.stdout
    assert outputs()["added"] == "true"
    assert len(list(Path("first/status/smollm2-135m-q4").glob("*.json"))) == 1
    again = in_process(*record, "--checkout", "again")
    assert "nothing new for results" in again.stdout
    assert outputs()["added"] == "false"


@pytest.mark.usefixtures("submissions")
def test_a_plan_without_a_judge_model_in_the_policy_has_no_rubric_job(in_process: Sightbench) -> None:
    plan(in_process)
    done = in_process("ci", "rubric", "--job", "rubric.x", "--plan", "plan.json", "--out", "out", code=2)
    assert "plan.json has no rubric job 'rubric.x'" in done.stderr


@pytest.mark.gate
def test_reconcile_starts_the_evaluation_of_runs_without_a_row(
    hub: FakeGitHub,
    submissions: Path,
    in_process: Sightbench,
    monkeypatch: pytest.MonkeyPatch,
    remote: Path,
) -> None:
    hub.pusher = MAINTAINER
    for name, value in hub.environment.items():
        monkeypatch.setenv(name, value)
    reconcile = ("ci", "reconcile", "--remote", remote, "--policy", POLICY)
    done = in_process(*reconcile, code=0)
    assert "no row: smollm2-135m-q4: code-vision/rebuilt" in done.stdout
    assert [dispatch["workflow"] for dispatch in hub.dispatched] == ["run.yml"]
    shutil.rmtree(submissions / "smollm2-135m-q4")
    assert "nothing to start" in in_process(*reconcile).stdout


@pytest.mark.parametrize("base", ["main", "release/2"])
def test_the_author_of_a_queued_pull_request_is_found(hub, in_process, outputs, monkeypatch, base) -> None:
    for name, value in hub.environment.items():
        monkeypatch.setenv(name, value)
    hub.pulls.append({**hub.pull(7, sha="a" * 40), "user": {"login": "alice", "id": 12}})
    queue = f"refs/heads/gh-readonly-queue/{base}/pr-7-{'b' * 40}"
    done = in_process("ci", "author", "--merge-ref", queue)
    assert (done.returncode, done.stdout) == (0, "alice\n")
    assert outputs() == {"login": "alice", "id": "12"}


@pytest.mark.parametrize("ref", ["", "refs/heads/main", f"refs/heads/x/pr-7-{'b' * 40}", "refs/pull/7/merge"])
def test_another_branch_has_no_author(in_process: Sightbench, ref: str) -> None:
    done = in_process("ci", "author", "--merge-ref", ref, "--repository", "octo/bench", code=2)
    assert "is not a branch of the merge queue" in done.stderr


@pytest.mark.usefixtures("submissions")
def test_the_plan_asks_who_changed_a_submission(hub, in_process, monkeypatch) -> None:
    for name, value in hub.environment.items():
        monkeypatch.setenv(name, value)
    hub.commits["submissions/smollm2-135m-q4"] = ["a" * 40]
    stranger = {"login": "mallory", "id": 666}
    hub.merged["a" * 40] = [{**hub.pull(7, sha="a" * 40), "merged_at": "2026", "user": stranger}]
    done = plan(in_process)
    assert done.returncode == 0, done.stderr
    assert "refused: pull request 7 of mallory changed the submission" in done.stdout
    assert json.loads(Path("plan.json").read_bytes())["jobs"] == []
    hub.merged.clear()
    hub.pusher = "root"
    assert "refused: a push of root changed the submission" in plan(in_process).stdout
    hub.pusher = MAINTAINER
    assert "1 job(s)" in plan(in_process).stdout, "a maintainer may push"


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
    copy_one_run(tmp_path / "submissions")
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
