"""The job record asks again who changed a submission, and records its owners on the branch."""

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_github import FakeGitHub, Fault
from fake_sigstore import COMMIT

from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import ApiError
from benchmark.chain.jobs.merging import RecordJob
from benchmark.chain.jobs.owning import ask_owners
from benchmark.chain.jobs.recording import paths_to_check_out, results_of
from benchmark.chain.plan.policy import Policy
from benchmark.results.attestation import AttestationChecker
from benchmark.results.branch import check_out, publish
from benchmark.results.git import Git, commit_id
from benchmark.results.ledger import row_files
from benchmark.results.owners import SubmissionChange, read_owners
from benchmark.results.soundness import check_files, check_history
from benchmark.results.status import read_statuses
from tests.conftest import GitIn
from tests.sampling import gate_of

pytestmark = gate_of("chain")

POLICY = Policy.model_validate({"schema": "sightbench/policy/1", "maintainers": ["root"]})
PATH = "submissions/acme"
Record = Callable[..., Path]
Planned = Callable[..., RecordJob]


@pytest.fixture
def repository(hub: FakeGitHub, repository: Repository) -> Repository:
    hub.accounts = {"octocat": 583231}
    hub.play("run.yml", "record")
    return repository


@pytest.fixture
def record(work: RecordJob, repository: Repository, remote: Path, tmp_path: Path) -> Record:
    """A function that records as the job does, and returns its checkout of the branch."""
    numbers = iter(range(100))

    def run(results: Any = None, job: RecordJob = work) -> Path:
        made = results_of(job) if results is None else results
        ownership = ask_owners(job, repository, POLICY)
        checkout = tmp_path / f"checkout-{next(numbers)}"
        publish(
            str(remote),
            lambda folder: ownership.add_to_branch(made, folder),
            folder=checkout,
            needed=(*paths_to_check_out(made), *ownership.needed_paths),
        )
        return checkout

    return run


def merge(hub: FakeGitHub, login: str, number: int) -> None:
    pull = {**hub.pull(7, sha=COMMIT), "merged_at": "2026", "user": {"login": login, "id": number}}
    hub.commits[PATH], hub.merged[COMMIT] = [COMMIT], [pull]


def owners_only(work: RecordJob) -> RecordJob:
    """Return the job of a later plan that only records owners."""
    update = {"runs": [], "jobs": [], "owners": ["acme"], "created": "2099-01-01T00:00:00Z"}
    return dataclasses.replace(work, plan=work.plan.model_copy(update=update))


def whole(remote: Path, folder: Path) -> Path:
    check_out(str(remote), folder=folder)
    return folder


def test_the_first_row_records_the_numbers_of_the_owners(hub, record, remote, tmp_path) -> None:
    merge(hub, "octocat", 583231)
    record()
    branch = whole(remote, tmp_path / "branch")
    found = read_owners(branch / "owners", "acme")
    assert (found.listed, found.accounts, found.commit) == (["octocat"], {"octocat": 583231}, COMMIT)
    assert len(list(row_files(branch / "results"))) == 1
    git = Git(remote)
    tip = commit_id(git, "results")
    assert check_history(git, git.text("rev-list", tip).split()) == []
    checked = check_files(git, tip, AttestationChecker(None))
    assert (checked.findings, checked.rows) == ([], 1)
    record()
    assert commit_id(git, "results") == tip, "a repeated job adds nothing"


def test_the_row_of_a_stranger_is_refused(hub, record, remote, tmp_path) -> None:
    merge(hub, "mallory", 666)
    record()
    branch = whole(remote, tmp_path / "branch")
    (status,) = read_statuses(branch / "status")
    assert (status.state, status.stage) == ("refused", "record")
    assert "pull request 7 of mallory" in status.reason
    assert not (branch / "results").exists()
    assert not (branch / "owners").exists()


def test_a_number_decides_once_owners_are_recorded(hub, record, work, repository) -> None:
    merge(hub, "octocat", 583231)
    results = results_of(work)
    checkout = record(results)
    for login, number, rows in (("renamed", 583231, 1), ("octocat", 666, 0), ("octocat", 0, 0)):
        merge(hub, login, number)
        owned = ask_owners(work, repository, POLICY).without_refused_rows(results, checkout)
        assert len(owned.rows) == rows, login
        assert len(owned.statuses) == 1 - rows


@pytest.mark.parametrize(("login", "accounts"), [("root", {"carol": 12}), ("octocat", {"octocat": 583231})])
def test_a_maintainers_change_of_the_owners_is_recorded(hub, record, work, login, accounts) -> None:
    merge(hub, "octocat", 583231)
    record()
    file = work.submissions / "acme" / "submission.yaml"
    file.write_text(file.read_text().replace('"octocat"', '"Carol", "gone"'))
    hub.accounts |= {"carol": 12, "Carol": 12}
    merge(hub, login, 583231)
    checkout = record(job=owners_only(work))
    found = read_owners(checkout / "owners", "acme")
    assert found.accounts == accounts
    assert (checkout / "owners" / "acme.json").exists(), "the earlier owners stay on the branch"


def test_the_repeated_job_of_an_older_plan_does_not_bring_back_earlier_owners(hub, record, work) -> None:
    """GitHub lets a job be repeated for 30 days."""
    merge(hub, "root", 1)
    record()
    file = work.submissions / "acme" / "submission.yaml"
    before = file.read_text()
    file.write_text(before.replace('"octocat"', '"Carol"'))
    hub.accounts |= {"carol": 12, "Carol": 12}
    record(job=owners_only(work))
    file.write_text(before)
    found = read_owners(record() / "owners", "acme")
    assert found.accounts == {"carol": 12}


@pytest.fixture
def planned(work: RecordJob, tmp_path: Path, git_in: GitIn) -> Planned:
    """A function that returns the job of a plan that has asked GitHub about the submission."""

    def commit() -> str:
        git_in(tmp_path, "add", "submissions")
        git_in(tmp_path, "commit", "--quiet", "--message", "Change")
        return git_in(tmp_path, "rev-parse", "HEAD").strip()

    def plan(**more: Any) -> RecordJob:
        (tmp_path / ".git").exists() or git_in(tmp_path, "init", "--quiet")
        at = commit()
        known = {"pull": 7, "login": "octocat", "account": 583231, **more}
        tree = git_in(tmp_path, "rev-parse", f"HEAD:{PATH}").strip()
        change = SubmissionChange.model_validate({"commit": at, "tree": tree, **known})
        return dataclasses.replace(work, plan=work.plan.model_copy(update={"commit": at, "change": change}))

    return plan


def test_github_is_not_asked_again_about_what_the_plan_has_asked(hub, record, planned) -> None:
    """The number of the account that made the change is known as well; it is the only owner."""
    found = read_owners(record(job=planned()) / "owners", "acme")
    assert found.accounts == {"octocat": 583231}
    assert hub.requests == []


def test_a_stranger_is_refused_by_what_the_plan_has_asked(record, planned) -> None:
    checkout = record(job=planned(login="mallory", account=666))
    assert not list(row_files(checkout / "results"))
    (status,) = read_statuses(checkout / "status")
    assert "pull request 7 of mallory changed the submission" in status.reason


def test_github_is_asked_about_files_that_the_plan_has_not_seen(hub, record, planned, work) -> None:
    """Somebody else's change was merged after the plan: the run is the same, and its owners are not."""
    job = planned()
    file = work.submissions / "acme" / "submission.yaml"
    file.write_text(file.read_text().replace('"octocat"', '"octocat", "mallory"'))
    later = planned().plan.commit
    merge(hub, "mallory", 666)
    hub.merged[later] = hub.merged.pop(COMMIT)
    job = dataclasses.replace(job, plan=job.plan.model_copy(update={"commit": later}))
    hub.accounts["mallory"] = 666
    record(job=dataclasses.replace(job, plan=job.plan.model_copy(update={"change": None})))
    asked = [request.path for request in hub.requests]
    hub.requests.clear()
    record(job=job)
    assert [request.path for request in hub.requests] == asked


@pytest.mark.parametrize("path", ["/users/octocat", "/commits$", "/pulls$"])
def test_nothing_changes_without_an_answer_of_github(hub, record, remote, path) -> None:
    merge(hub, "root", 1)
    before = commit_id(Git(remote), "results")
    hub.faults.append(Fault("GET", path, 502, times=9))
    with pytest.raises(ApiError):
        record()
    assert commit_id(Git(remote), "results") == before
