"""After a merge, the plan checks again whether the author may change the submission."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ci_world import PREDICTED, plan_options, submit, submitted
from fake_github import FakeGitHub

from benchmark.chain.github.repository import Repository
from benchmark.chain.plan import ownership
from benchmark.chain.plan.ownership import ChangesOfPaths, changed_owners, refused_submissions
from benchmark.chain.plan.plan import make_plan
from benchmark.chain.plan.policy import Policy
from benchmark.results.owners import OwnersRecord, add_owners
from tests.case_files import table

pytestmark = pytest.mark.usefixtures("tiny")
PATH, SHA = "submissions/acme-1", "a" * 40
LATE = 3  #: times that GitHub is asked before it lists a merged pull request
POLICY = Policy.model_validate(
    {"schema": "sightbench/policy/1", "maintainers": ["Root"], "owners": {"acme-*": ["vendor"]}}
)
OPEN = Policy.model_validate({"schema": "sightbench/policy/1", "maintainers": ["Root"]})


@pytest.fixture
def repository(hub: FakeGitHub, repository: Repository) -> Repository:
    hub.play("run.yml", "reserve")
    return repository


def merge(
    hub: FakeGitHub, login: str | None, number: int = 1, *, pull: int = 7, merged: str = "2026"
) -> None:
    """Make a pull request of this account the newest change of the submission."""
    found: dict[str, Any] = {**hub.pull(pull, sha=SHA, state="closed"), "merged_at": merged or None}
    found["user"] = None if login is None else {"login": login, "id": number}
    hub.commits[PATH] = [SHA, "b" * 40]
    hub.merged.setdefault(SHA, []).append(found)


@pytest.fixture
def refused(repository: Repository, tmp_path: Path) -> Callable[..., str]:
    """A function that returns why the submission of octocat is refused."""
    submit(tmp_path / "submissions", "acme-1", PREDICTED)
    due = submitted(tmp_path / "submissions")

    def ask(policy: Policy = OPEN) -> str:
        return refused_submissions(due, ChangesOfPaths(repository, SHA), policy, tmp_path / "owners").get(
            "acme-1", ""
        )

    return ask


def record(tmp_path: Path, *, listed: tuple[str, ...] = ("octocat",), **accounts: int) -> None:
    add_owners(
        tmp_path / "owners",
        OwnersRecord(
            slug="acme-1",
            listed=list(listed),
            accounts=accounts,
            commit="9" * 40,
            when="2026-11-01T00:00:00Z",
        ),
    )


@pytest.mark.parametrize(
    ("login", "policy", "fine"),
    [
        ("octocat", OPEN, True),
        ("OctoCat", OPEN, True),
        ("mallory", OPEN, False),
        ("root", OPEN, True),
        ("vendor", POLICY, True),
        ("vendor", OPEN, False),
        (None, OPEN, False),
    ],
)
def test_only_an_owner_or_a_maintainer_changes_a_submission(hub, refused, login, policy, fine) -> None:
    merge(hub, login)
    why = refused(policy)
    assert bool(why) is not fine
    assert fine or "a maintainer must confirm it" in why


def test_a_direct_push_is_that_of_the_account_that_pushed(hub: FakeGitHub, refused: Any) -> None:
    hub.commits[PATH] = [SHA]
    assert refused() == ""
    for login in ("ROOT", "octocat"):
        hub.pusher = login
        assert refused() == ""
    hub.pusher = "mallory"
    assert "a push of mallory changed the submission" in refused()
    hub.activity = [hub.push("f" * 40, "root", before=SHA), hub.push("e" * 40, "mallory", before="d" * 40)]
    hub.compared["d" * 40, "e" * 40] = ["b" * 40, SHA]
    assert "a push of mallory" in refused()


def test_open_and_closed_pull_requests_do_not_count(hub: FakeGitHub, refused: Any) -> None:
    """Anybody can open a pull request with a commit of somebody else."""
    merge(hub, "octocat", merged="")
    hub.activity = [hub.push(SHA, "root")]
    assert refused() == ""


def test_a_merge_is_not_believed_to_be_a_push_while_the_index_lags(hub, refused, monkeypatch) -> None:
    """GitHub lists no pull request of a commit for tens of seconds after a squash merge."""
    naps: list[float] = []

    def nap(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == LATE:
            merge(hub, "mallory")

    hub.commits[PATH] = [SHA]
    hub.activity = [hub.push(SHA, "root", "pr_merge")]
    monkeypatch.setattr(ownership.time, "sleep", nap)
    assert "pull request 7 of mallory" in refused()
    assert len(naps) == LATE


@pytest.mark.parametrize("entries", [[], ["pr_merge"], ["merge_queue_merge"]])
def test_what_github_does_not_say_for_two_minutes_waits_for_the_next_plan(
    entries, hub, refused, monkeypatch, tmp_path
) -> None:
    clock = iter(range(10**6))
    monkeypatch.setattr(ownership.time, "monotonic", lambda: 5.0 * next(clock))
    monkeypatch.setattr(ownership.time, "sleep", lambda _: None)
    hub.commits[PATH] = [SHA]
    hub.activity = [hub.push(SHA, "root", kind) for kind in entries]
    assert refused() == ownership.UNKNOWN
    (left,) = make_plan(
        submitted(tmp_path / "submissions"), [], plan_options(refused={"acme-1": refused()})
    ).unplanned
    assert (left.state, left.reason) == ("waiting", ownership.UNKNOWN)


def test_the_first_pull_request_that_merged_the_commit_counts(hub: FakeGitHub, refused: Any) -> None:
    merge(hub, "octocat", pull=9, merged="2026-02-01T00:00:00Z")
    merge(hub, "mallory", pull=8, merged="2026-01-01T00:00:00Z")
    assert "pull request 8 of mallory" in refused()


def test_a_renamed_account_still_owns_and_a_freed_login_owns_nothing(hub, refused, tmp_path) -> None:
    record(tmp_path, octocat=583231)
    merge(hub, "octocat-renamed", 583231)
    assert refused() == ""
    hub.merged.clear()
    merge(hub, "octocat", 999)
    assert "octocat" in refused()
    hub.merged.clear()
    merge(hub, "octocat", 0)
    assert refused()


def test_a_refused_submission_gets_no_job(tmp_path: Path) -> None:
    submit(tmp_path, "acme-1", PREDICTED)
    submit(tmp_path, "acme-2", PREDICTED)
    plan = make_plan(submitted(tmp_path), [], plan_options(refused={"acme-1": "somebody else changed it"}))
    assert {run.slug for run in plan.runs} == {job.slug for job in plan.jobs} == {"acme-2"}
    (left,) = plan.unplanned
    assert (left.slug, left.state, left.reason) == ("acme-1", "refused", "somebody else changed it")


@table("chain")
def test_only_a_maintainer_changes_recorded_owners(hub, repository, tmp_path, case) -> None:
    login, listed, due = case
    submit(tmp_path / "submissions", "acme-1", PREDICTED)
    merge(hub, login, 583231)
    runs = submitted(tmp_path / "submissions")
    assert changed_owners(runs, ChangesOfPaths(repository, SHA), OPEN, tmp_path / "owners") == ()
    record(tmp_path, listed=listed, octocat=583231)
    assert changed_owners(runs, ChangesOfPaths(repository, SHA), OPEN, tmp_path / "owners") == tuple(due)


def test_the_newest_change_is_asked_for_once_by_path_and_commit(hub, repository) -> None:
    merge(hub, "octocat")
    changes = ChangesOfPaths(repository, "d" * 40)
    found = changes.newest(PATH)
    assert (found.commit, found.pull) == (SHA, 7)
    assert {"path": PATH, "sha": "d" * 40}.items() <= hub.requests[0].query.items()
    assert changes.newest(PATH) == found
    assert len(hub.requests) == 2


def test_a_clone_with_its_history_answers_instead_of_github(hub, repository, tmp_path, git_in) -> None:
    """So a plan of thirty submissions whose owners are recorded asks GitHub nothing about them."""
    submit(tmp_path / "submissions", "acme-1", PREDICTED)
    git_in(tmp_path, "init", "--quiet")
    git_in(tmp_path, "add", ".")
    git_in(tmp_path, "commit", "--quiet", "-m", "Add")
    newest = git_in(tmp_path, "rev-parse", "HEAD").strip()
    git_in(tmp_path, "commit", "--quiet", "--allow-empty", "-m", "Another")
    tip = git_in(tmp_path, "rev-parse", "HEAD").strip()
    changes = ChangesOfPaths(repository, tip, tmp_path)
    assert changes.newest_commit(PATH) == newest
    owners = OwnersRecord(
        slug="acme-1", listed=["octocat"], accounts={"octocat": 1}, commit=newest, when="2026-11-01T00:00:00Z"
    )
    add_owners(tmp_path / "owners", owners)
    assert refused_submissions(submitted(tmp_path / "submissions"), changes, OPEN, tmp_path / "owners") == {}
    assert hub.requests == []
    shallow = tmp_path / "shallow"
    git_in(tmp_path, "clone", "--quiet", "--depth=1", f"file://{tmp_path}", str(shallow))
    merge(hub, "octocat")
    assert ChangesOfPaths(repository, tip, shallow).newest_commit(PATH) == SHA, "a shallow clone knows less"


def test_files_that_a_stranger_restored_are_not_believed(hub, repository, tmp_path, git_in) -> None:
    """The plan before saw the same files by their owner; what came between them is in the clone alone."""
    submit(tmp_path / "submissions", "acme-1", PREDICTED)
    file = tmp_path / PATH / "submission.yaml"
    first = file.read_text()
    git_in(tmp_path, "init", "--quiet")
    commits = []
    for text, login in ((first, "root"), (first.replace("octocat", "someone"), "root"), (first, "mallory")):
        file.write_text(text)
        git_in(tmp_path, "add", "submissions")
        git_in(tmp_path, "commit", "--quiet", "-m", "Change")
        commits.append(git_in(tmp_path, "rev-parse", "HEAD").strip())
        found = {**hub.pull(7, sha=commits[-1], state="closed"), "merged_at": "2026"}
        hub.merged[commits[-1]] = [found | {"user": {"login": login, "id": 5}}]
    seen = ChangesOfPaths(repository, commits[0], tmp_path).newest(PATH)
    changes = ChangesOfPaths(repository, commits[2], tmp_path)
    changes.believe(PATH, seen)
    due = submitted(tmp_path / "submissions")
    assert "mallory" in refused_submissions(due, changes, OPEN, tmp_path / "owners")["acme-1"]
    assert changed_owners(due, changes, OPEN, tmp_path / "owners") == ()
