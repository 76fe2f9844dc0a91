"""The check of the results branch remembers the newest commit that an earlier run saw."""

import json
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from ci_world import read_outputs, run_command
from fake_github import FakeGitHub

from benchmark.chain.github.workflow_runs import CHECK_JOB
from benchmark.cli.results.check import command as check_command
from benchmark.core.errors import Differs
from tests.case_files import table
from tests.conftest import GitIn

pytestmark = pytest.mark.gate  # takes long

RUNS = "care.yml"
ROOT = Path(__file__).resolve().parents[3]


class CheckedRepository:
    """A repository with a branch of results, and the runs of care.yml that check it."""

    def __init__(self, folder: Path, remote: Path, git_in: GitIn, hub: FakeGitHub) -> None:
        self.folder, self.remote, self.hub = folder, remote, hub
        self.clone, self._git_in = folder / "clone", git_in
        self.policy: dict[str, object] = {"schema": "sightbench/policy/1"}
        git_in(folder, "clone", "--quiet", "--branch", "results", str(remote), str(self.clone))

    def git(self, *arguments: str) -> str:
        return self._git_in(self.clone, *arguments).strip()

    def push(self, message: str = "Add a file", *, force: bool = False) -> str:
        """Add a commit to the clone's branch, push it, and return its id."""
        (self.clone / "README.md").write_text("# Results\n", "ascii")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "-m", message)
        self.git("push", "--quiet", *(["--force"] if force else []), "origin", "HEAD:results")
        return self.git("rev-parse", "HEAD")

    def replace(self) -> str:
        """Replace the history with one commit without a parent, which only adds a file."""
        self.git("checkout", "--quiet", "--orphan", "fresh")
        return self.push("A squash", force=True)

    def run(self, **facts: Any) -> dict[str, Any]:
        """Add a run of care.yml that has not ended."""
        runs = self.hub.runs.setdefault(RUNS, [])
        number = len(runs) + 1
        runs.insert(
            0,
            {
                "id": 500 + number,
                "run_number": number,
                "path": f".github/workflows/{RUNS}",
                "head_branch": "main",
                "head_sha": "c" * 40,
                "event": "schedule",
                "head_repository": {"full_name": "octo/bench"},
                "status": "in_progress",
                **facts,
            },
        )
        return runs[0]

    def check(self, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
        """Run the check as a new run of the workflow, with its jobs if it passes."""
        found = self.run()
        self.hub.play(RUNS, "check")
        outputs = self.folder / f"outputs-{found['id']}"
        (self.folder / "policy.yml").write_text(json.dumps(self.policy), "utf-8")
        self.hub.use(
            monkeypatch,
            GITHUB_RUN_ID=str(found["id"]),
            GITHUB_SHA="e" * 40,
            GITHUB_RUN_NUMBER=str(found["run_number"]),
            GITHUB_OUTPUT=str(outputs),
        )
        found |= {"status": "completed", "conclusion": "failure"}
        run_command(
            check_command,
            remote=str(self.remote),
            branch="results",
            policy=self.folder / "policy.yml",
            repository="",
            trusted_root=None,
            workflow=RUNS,
            seen=self.folder / "out" / f"commit-{found['id']}",  # a file for the artifact
        )
        commit = read_outputs(outputs)["commit"]
        assert (self.folder / "out" / f"commit-{found['id']}").read_text("ascii") == f"{commit}\n"
        self.keep(found, commit)
        return found

    def keep(self, run: dict[str, Any], commit: str) -> None:
        """Let a run pass, with the job whose name keeps a commit."""
        run["conclusion"] = "success"
        jobs = [(CHECK_JOB, "success"), (f"results at {commit}", "success")]
        self.hub.run_jobs[run["id"]] = [_job(*job) for job in jobs]

    def lose(self, run: dict[str, Any], commit: str = "") -> None:
        """Let a run end after its check passed, without the job that keeps the commit; its artifact may."""
        if commit:
            self.hub.artifacts[run["id"]] = {f"results at {commit}": {"commit": b"x"}, "out": {}}
        jobs = [(CHECK_JOB, "success"), ("results at ", "cancelled"), ("Publish the site", "failure")]
        self.hub.run_jobs[run["id"]] = [_job(*job) for job in jobs]
        run["conclusion"] = "failure"


def _job(name: str, conclusion: str) -> dict[str, Any]:
    return {"name": name, "status": "completed", "conclusion": conclusion}


@pytest.fixture
def checked(tmp_path: Path, remote: Path, git_in: GitIn, hub: FakeGitHub) -> CheckedRepository:
    return CheckedRepository(tmp_path, remote, git_in, hub)


Check = Callable[..., dict[str, Any]]


@pytest.fixture
def check(checked: CheckedRepository, monkeypatch: pytest.MonkeyPatch) -> Check:
    """A function that runs the check, which passes or ``fails``."""

    def run(*, fails: bool = False) -> dict[str, Any]:
        with pytest.raises(Differs) if fails else nullcontext():
            return checked.check(monkeypatch)
        return {}

    return run


def test_each_check_keeps_the_newest_commit_in_the_name_of_a_job(checked, check) -> None:
    for _ in range(3):
        commit = checked.push()
        assert checked.hub.run_jobs[check()["id"]][1]["name"] == f"results at {commit}"


def test_a_replaced_history_is_found_until_the_branch_is_restored(checked, check, capsys) -> None:
    commit = checked.push()
    check()
    checked.replace()
    for _ in range(2):
        check(fails=True)
        assert f"{commit[:12]}: was on the branch and is missing now" in capsys.readouterr().out
    checked.git("push", "--quiet", "--force", "origin", f"{commit}:results")
    check()


def test_a_commit_counts_whatever_later_attempts_did(checked: CheckedRepository, check: Check) -> None:
    """GitHub lists the jobs of all attempts; artifacts of an earlier one may be hidden."""
    checked.push()
    run = check()
    checked.hub.run_jobs[run["id"]].append(_job(CHECK_JOB, "failure"))
    run["conclusion"] = "failure"
    check()
    checked.replace()
    check(fails=True)


@pytest.mark.parametrize("earlier", [0, 1], ids=["its only run", "after another run"])
def test_a_passed_check_without_a_kept_commit_does_not_count_as_the_first_check(
    checked, check, capsys, *, earlier
) -> None:
    first = checked.push()
    for _ in range(earlier):
        check()
    checked.push()
    run = check()
    checked.lose(run)
    checked.git("push", "--quiet", "--force", "origin", f"{first}:results")
    check(fails=True)
    said = f"run {run['id']} of care.yml passed, but no job or artifact of it is called `results at <commit>`"
    assert said in capsys.readouterr().out


def test_a_lost_job_does_not_stop_later_checks(checked, check, capsys) -> None:
    """GitHub may find no machine for a job of five seconds; the check itself kept the commit as well."""
    first = checked.push()
    commit = checked.push()
    run = check()
    checked.lose(run, commit)
    checked.hub.expired.add((run["id"], f"results at {commit}"))
    check()
    checked.hub.runs[RUNS].pop(0)
    checked.git("push", "--quiet", "--force", "origin", f"{first}:results")
    check(fails=True)
    assert f"{commit[:12]}: was on the branch and is missing now" in capsys.readouterr().out


@pytest.mark.parametrize("deleted", [[0], [0, 1], [1]], ids=["the last", "all", "the first"])
def test_a_deleted_run_fails_the_check(checked, check, *, deleted) -> None:
    check()
    check()
    runs = checked.hub.runs[RUNS]
    gone = [runs[place] for place in deleted]
    checked.hub.runs[RUNS] = [run for run in runs if run not in gone]
    checked.run = lambda run=checked.run, **facts: run(id=900, run_number=3, **facts)  # type: ignore[method-assign]
    if deleted == [1]:  # the run before the current one is still there
        check()
        return
    check(fails=True)


@table("chain")
def test_what_a_foreign_run_kept_does_not_count(checked, check, *, facts) -> None:
    checked.hub.off_main.add("d" * 40)
    checked.push()
    check()
    fresh = checked.replace()
    checked.keep(checked.run(**facts, status="completed"), fresh)
    check(fails=True)


def test_a_run_that_failed_before_it_kept_a_commit_is_skipped(checked, check) -> None:
    checked.run(conclusion="failure")
    checked.push()
    check()
    checked.run(conclusion="cancelled")
    check()
    checked.replace()
    check(fails=True)


def test_the_jobs_that_check_and_keep_the_commit_have_the_expected_names() -> None:
    text = (ROOT / ".github" / "workflows" / RUNS).read_text("utf-8")
    assert f"\n  check:\n    name: {CHECK_JOB}\n" in text
    assert "\n  seen:\n    name: results at ${{ needs.check.outputs.commit }}\n" in text


def test_maintainers_accept_a_new_history_in_the_policy(checked, check, capsys) -> None:
    old = checked.push()
    check()
    fresh = checked.replace()
    check(fails=True)
    fix = f"set accepted_results in {checked.folder / 'policy.yml'} to {fresh}"
    assert fix in capsys.readouterr().out
    checked.policy["accepted_results"] = fresh
    check()
    check(fails=True)  # else the branch could be set back to this commit at any time
    assert "is no longer needed" in capsys.readouterr().out
    del checked.policy["accepted_results"]
    check()
    checked.git("push", "--quiet", "--force", "origin", f"{old}:results")
    check(fails=True)


def test_a_lost_commit_is_accepted_for_exactly_the_newest_commit(checked, check) -> None:
    commit = checked.push()
    checked.lose(check())
    checked.policy["accepted_results"] = "0" * 40
    check(fails=True)
    checked.policy["accepted_results"] = commit
    check()
