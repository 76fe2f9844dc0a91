"""Workflow runs and their artifacts are read as data."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_github import FakeGitHub, Fault

from benchmark.chain.github import workflow_runs
from benchmark.chain.github.ci_run import write_outputs
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import ApiError, RestApi
from benchmark.chain.github.workflow_runs import RunArtifact, WorkflowRuns
from benchmark.core.errors import OurFailure


@pytest.fixture
def runs(hub: FakeGitHub) -> Iterator[WorkflowRuns]:
    ours = {"head_branch": "main", "head_repository": {"full_name": "Octo/Bench"}, "event": "push"}
    path = ".github/workflows/plan.yml"
    hub.runs["plan.yml"] = [
        {"id": number, "created_at": f"2026-11-{number:02}T00:00:00Z", "path": path, **ours}
        for number in range(20, 0, -1)
    ]
    hub.runs["plan.yml"][1]["event"] = "pull_request"
    hub.artifacts[20] = {"report": {"a.json": b"1", "sub/b.json": b"22"}, "plan": {"plan.json": b"{}"}}
    with RestApi.from_environment(hub.environment) as rest:
        yield WorkflowRuns(Repository("octo/bench", rest))


def artifact(runs: WorkflowRuns) -> RunArtifact:
    return next(found for found in runs.artifacts(20) if found.name == "report")


def test_runs_are_listed_back_to_a_moment(runs: WorkflowRuns, hub: FakeGitHub) -> None:
    hub.per_page = 4
    found = [run.id for run in runs.since("plan.yml", "2026-11-16T00:00:00Z")]
    assert found == [20, 18, 17, 16], "the run of a pull request is not ours"
    assert len(hub.requests) == 2, "older pages are not read"


def test_a_run_that_was_deleted_has_nothing(runs: WorkflowRuns) -> None:
    assert (runs.artifacts(99), runs.jobs(99)) == ((), ())
    assert runs.artifacts(20) != ()


def test_jobs_without_a_runner_are_found(runs: WorkflowRuns, hub: FakeGitHub) -> None:
    hub.runs["plan.yml"].clear()
    for job in ({}, {"status": "completed"}, {"runner_name": "another"}):
        hub.lent.job(hub.lent.add_run("self-hosted", status="in_progress")).update(job)
    ended = hub.lent.add_run("self-hosted", status="completed")
    ((run, found),) = runs.waiting_jobs()
    assert found.labels == ["self-hosted"]
    assert run.id != ended["id"]


def test_too_many_unfinished_runs_are_an_error(runs, hub, monkeypatch) -> None:
    """GitHub lists at most 1,000 of them, and a job that is not listed could take a runner."""
    monkeypatch.setattr(workflow_runs, "RUNS_LIMIT", 3)
    hub.runs["plan.yml"].clear()
    for _ in range(4):
        hub.lent.add_run("ubuntu-24.04")
    with pytest.raises(OurFailure, match="more than 3 workflow runs are queued, too many to check"):
        runs.waiting_jobs()


def test_files_are_read_by_name(runs: WorkflowRuns, hub: FakeGitHub) -> None:
    kept = artifact(runs)
    assert runs.files(kept, ["a.json", "none.json", "../b"], 10) == {"a.json": b"1"}
    assert runs.files(kept, ["sub/b.json"], 2) == {"sub/b.json": b"22"}
    with pytest.raises(OurFailure, match=r"sub/b\.json of artifact report has more than 1 bytes"):
        runs.files(kept, ["sub/b.json"], 1)
    hub.expired.add((20, "report"))
    assert runs.files(artifact(runs), ["a.json"], 10) == {}
    assert runs.files(kept, ["a.json"], 10) == {}, "it expired after it was listed"


def test_a_large_artifact_is_not_read(runs, hub, monkeypatch) -> None:
    kept = artifact(runs)
    monkeypatch.setattr(workflow_runs, "DOWNLOAD_LIMIT", 2)
    before = len(hub.requests)
    assert runs.files(kept, ["a.json"], 10) == {}
    assert len(hub.requests) == before


def test_a_damaged_archive_is_an_error(runs: WorkflowRuns, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = artifact(runs)
    monkeypatch.setattr(FakeGitHub, "_packed", lambda *_: b"PK damaged")
    for route in ("a.json", "none.json"):
        with pytest.raises(OurFailure, match="artifact report is not a readable archive"):
            runs.files(kept, [route], 10)


@pytest.mark.parametrize("path", ["/artifacts$", "/jobs$", "/zip$", "/compare/"])
def test_a_refusal_is_not_taken_for_nothing(path: str, runs: WorkflowRuns, hub: FakeGitHub) -> None:
    kept = artifact(runs)
    hub.faults.append(Fault("GET", path, 403))
    with pytest.raises(ApiError, match="HTTP 403"):  # noqa: PT012 - one of them fails
        runs.artifacts(20)
        runs.jobs(20)
        runs.files(kept, ["a.json"], 10)
        runs.is_ancestor("a" * 40, "b" * 40)


def test_a_commit_of_another_branch_is_not_an_ancestor(runs: WorkflowRuns, hub: FakeGitHub) -> None:
    assert runs.is_ancestor("a" * 40, "a" * 40)
    assert runs.is_ancestor("a" * 40, "b" * 40)
    hub.off_main.add("a" * 40)
    assert not runs.is_ancestor("a" * 40, "b" * 40)


def test_outputs_that_cannot_be_written_name_a_fix(tmp_path: Path) -> None:
    with pytest.raises(OurFailure, match="GITHUB_OUTPUT") as failed:
        write_outputs({"GITHUB_OUTPUT": str(tmp_path)}, {"a": "b"})
    assert "GITHUB_OUTPUT" in failed.value.fix
