"""Tests of `sightbench ci` on the bundled model, and of input that is refused at once."""

import functools
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_github import FakeGitHub

from benchmark.results.branch import check_out
from benchmark.results.money import read_money
from tests.begun_branch import begin_branch
from tests.conftest import Sightbench

ROOT = Path(__file__).resolve().parents[3]
POLICY = ROOT / "policy.yml"

ROWS = ("--rows", "branch/results")


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "submissions" / "smollm2-135m-q4", tmp_path / "submissions" / "smollm2-135m-q4")
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
def test_judging_needs_an_environment_without_secrets(
    in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan(in_process)
    (job,) = json.loads(Path("plan.json").read_bytes())["jobs"]
    monkeypatch.setenv("ACME_API_KEY", "abc")
    done = in_process("ci", "score", "--job", job["id"], "--plan", "plan.json", "--out", "out", code=2)
    assert "ACME_API_KEY" in done.stderr
    assert "abc" not in done.stderr
    assert json.loads(Path("out/manifest.json").read_bytes())["state"] == "failed"


@pytest.mark.usefixtures("submissions")
def test_a_run_without_result_gets_a_status_on_the_branch(
    in_process: Sightbench, outputs: Callable[[], dict[str, str]], tmp_path: Path
) -> None:
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


def test_reconcile_starts_the_evaluation_of_runs_without_a_row(
    hub: FakeGitHub,
    submissions: Path,
    in_process: Sightbench,
    monkeypatch: pytest.MonkeyPatch,
    remote: Path,
) -> None:
    for name, value in hub.environment.items():
        monkeypatch.setenv(name, value)
    reconcile = ("ci", "reconcile", "--remote", remote, "--policy", POLICY)
    done = in_process(*reconcile, code=0)
    assert "no row: smollm2-135m-q4: code-vision/rebuilt" in done.stdout
    assert [dispatch["workflow"] for dispatch in hub.dispatched] == ["run.yml"]
    shutil.rmtree(submissions / "smollm2-135m-q4")
    assert "nothing to start" in in_process(*reconcile).stdout


@pytest.mark.parametrize("base", ["main", "release/2"])
def test_the_author_of_a_queued_pull_request_is_found(
    hub: FakeGitHub,
    in_process: Sightbench,
    outputs: Callable[[], dict[str, str]],
    monkeypatch: pytest.MonkeyPatch,
    base: str,
) -> None:
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
def test_the_plan_asks_who_changed_a_submission(
    hub: FakeGitHub, in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    assert "1 job(s)" in plan(in_process).stdout, "a direct push counts as a maintainer's"
