from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fake_github import FakeGitHub, Fault

from benchmark.chain.github import assets as assets_module
from benchmark.chain.github import workflow_runs
from benchmark.chain.github.assets import RowAssets
from benchmark.chain.github.ci_run import write_outputs
from benchmark.chain.github.repository import BODY_CHARACTERS, Repository
from benchmark.chain.github.rest import ApiError, RestApi
from benchmark.chain.github.workflow_runs import RunArtifact, WorkflowRuns
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, OurFailure
from benchmark.results.releases import asset_name, release_tag
from benchmark.results.row import RowFile
from lab.engines import gpu_runner

SHA = "a" * 40


@pytest.mark.parametrize("branch", ["", "topic"])
def test_a_pull_request_is_found_by_its_last_commit_and_its_repository(hub, repository, branch) -> None:
    deleted = hub.pull(5, sha=SHA)
    deleted["head"]["repo"] = None
    hub.pulls += [
        hub.pull(1, sha="b" * 40, repository="fork/bench"),  # has newer commits
        hub.pull(2, sha=SHA, repository="other/bench"),  # the same commit elsewhere
        hub.pull(3, sha=SHA, repository="Fork/Bench"),
        hub.pull(4, sha=SHA, repository="fork/bench", state="closed"),
        deleted,
    ]
    found = repository.open_pulls(head_sha=SHA, head_repository="fork/bench", head_branch=branch)
    assert [pull.number for pull in found] == ([] if branch else [3])  # the fake compares owners with case


def test_a_branch_with_odd_characters_is_found(hub: FakeGitHub, repository: Repository) -> None:
    branch = "a&state=all#?=%41/ü"
    hub.pulls.append(hub.pull(1, sha=SHA, repository="fork/bench", branch=branch))
    found = repository.open_pulls(head_sha=SHA, head_repository="fork/bench", head_branch=branch)
    assert [pull.number for pull in found] == [1]


def test_changed_paths_include_both_ends_of_a_move(hub: FakeGitHub, repository: Repository) -> None:
    hub.files[7] = [
        {"filename": "submissions/a/submission.yaml", "status": "added"},
        {"filename": "b.yml", "previous_filename": ".github/workflows/b.yml", "status": "renamed"},
    ]
    assert repository.changed_paths(7) == (
        "submissions/a/submission.yaml",
        "b.yml",
        ".github/workflows/b.yml",
    )


def test_a_text_that_is_too_long_is_cut_between_lines_and_says_so(hub, repository) -> None:
    """Half a line of inline code would not be code: the mention in it would take effect."""
    repository.add_comment(7, "x" * 100_000)
    repository.add_comment(7, "\n".join(f"| `{number} @octocat` |" for number in range(5_000)))
    one, many = (comment["body"] for comment in hub.comments[7])
    assert max(len(one), len(many)) <= BODY_CHARACTERS
    assert one.endswith("(cut off here)")
    *lines, _, last = many.split("\n")
    assert last == "(cut off here)"
    assert len(lines) > 1_000
    assert all(line.endswith("@octocat` |") for line in lines)


def test_issues_are_found_by_their_labels(hub: FakeGitHub, repository: Repository) -> None:
    first = repository.open_issue("One", "text", "reconcile")
    repository.open_issue("Two", "text", "other")
    hub.issues.append({**hub.issues[0], "number": 9, "pull_request": {"url": "x"}})
    assert [(issue.number, issue.state) for issue in repository.issues("reconcile")] == [
        (first.number, "open")
    ]
    repository.edit_issue(first.number, body="more", state="closed")
    (closed,) = repository.issues("reconcile")
    assert closed.body == "more"


def test_a_workflow_start_that_may_have_succeeded_is_not_repeated(hub, repository) -> None:
    hub.faults.append(Fault("POST", "/dispatches$", 502, done=True))
    with pytest.raises(ApiError):
        repository.dispatch("run.yml", ref="main")
    assert len(hub.dispatched) == 1
    assert repository.dispatch("run.yml", ref="main") == hub.dispatched[1]["run"]


NAME = "ab12.completions.jsonl.gz"


def file_of(data: bytes) -> RowFile:
    return RowFile(name=NAME, sha256=sha256_hex(data), bytes=len(data))


def tag_of(*files: bytes) -> str:
    return release_tag("ab12", map(sha256_hex, files))


@pytest.mark.parametrize("immutable", [True, False])
def test_assets_are_uploaded_once_and_published_last(hub, repository, immutable) -> None:
    data, other = b"\x1f\x8b" + b"completions" * 100, b"verdicts"
    hub.immutable["enabled"] = immutable
    for assets in (RowAssets(repository), RowAssets(repository)):
        assets.keep("ab12", {NAME: data, "ab12.verdicts.jsonl.gz": other})
        assert assets.fetch(tag_of(data, other), file_of(data)) == data
    (release,) = hub.releases
    assert (release["tag_name"], release["target_commitish"]) == (tag_of(data, other), "results")
    assert (release["draft"], release["prerelease"], len(hub.asset_data)) == (False, True, 2)
    written = [request for request in hub.requests if request.method != "GET"]
    assert [request.method for request in written] == ["POST", "POST", "POST", "PATCH"]
    assert written[0].body["draft"] is True


def test_nothing_is_added_to_a_published_release(hub: FakeGitHub, repository: Repository) -> None:
    """The files of a row that is judged again, and replies that come later, have a release of their own."""
    assets = RowAssets(repository)
    for data in (b"first", b"again"):
        assets.keep("ab12", {NAME: data})
    assert [len(release["assets"]) for release in hub.releases] == [1, 1]
    for data in (b"first", b"again"):
        assert assets.fetch(tag_of(data), file_of(data)) == data


def test_files_of_older_rows_are_read_from_the_release_that_they_share(hub, repository) -> None:
    """Their tags have two digits of the row, and the files of all rows with these digits."""
    old = {"id": 1, "tag_name": "rows-ab", "upload_url": "x", "draft": False, "immutable": False}
    other = {"id": 8, "name": "ab99.0123456789ab.verdicts.jsonl.gz", "size": 1, "state": "uploaded"}
    mine = {"id": 9, "name": asset_name(NAME, sha256_hex(b"old")), "size": 3, "state": "uploaded"}
    hub.releases.append({**old, "assets": [other, mine]})
    hub.asset_data |= {8: b"x", 9: b"old"}
    assert RowAssets(repository).fetch(tag_of(b"old"), file_of(b"old")) == b"old"
    with pytest.raises(BadInput, match=f"is not an asset of release {tag_of(b'none')}"):
        RowAssets(repository).fetch(tag_of(b"none"), file_of(b"none"))
    RowAssets(repository).keep("ab12", {NAME: b"new"})
    assert len(hub.releases) == 2


def test_a_release_at_a_commit_that_changes_workflows_is_refused(hub, repository) -> None:
    """No permission would help, so none is named."""
    with pytest.raises(ApiError, match="HTTP 403: 'Resource not accessible by integration'") as refused:
        RowAssets(repository, branch="c" * 40).keep("ab12", {NAME: b"x"})
    assert "can never change or tag workflow files" in refused.value.fix
    assert [release["draft"] for release in hub.releases] == [True]


@pytest.mark.parametrize("killed", [True, False])
def test_an_upload_that_broke_off_is_not_published(hub, repository, killed) -> None:
    """A job that ends removes its draft; that of a killed job stays, and no other job uses it."""
    hub.faults.append(Fault("POST", "/assets$", 500))
    hub.faults.append(Fault("DELETE", r"/releases/\d+$", 403, times=killed))
    with pytest.raises(ApiError, match="HTTP 500"):
        RowAssets(repository).keep("ab12", {NAME: b"whole"})
    assert [release["draft"] for release in hub.releases] == [True] * killed
    RowAssets(repository).keep("ab12", {NAME: b"whole"})
    assert RowAssets(repository).fetch(tag_of(b"whole"), file_of(b"whole")) == b"whole"


def test_half_an_upload_is_not_taken_for_a_file(hub, repository, monkeypatch) -> None:
    upload = FakeGitHub._upload

    def break_off(self: FakeGitHub, *given: Any) -> tuple[int, Any]:
        status, made = upload(self, *given)
        self.releases[0]["assets"][0] = {**made, "state": "starter", "size": 2}
        return status, made

    hub.faults.append(Fault("POST", "/assets$", 502, done=True))
    monkeypatch.setattr(FakeGitHub, "_upload", break_off)
    with pytest.raises(ApiError, match="HTTP 502"):
        RowAssets(repository).keep("ab12", {NAME: b"whole"})
    assert hub.releases == []


@pytest.mark.parametrize(("method", "path"), [("POST", "/assets$"), ("PATCH", r"/releases/\d+$")])
def test_a_reply_that_was_lost_is_no_failure(hub, repository, method: str, path: str) -> None:
    hub.faults.append(Fault(method, path, 422 if method == "PATCH" else 502, done=True))
    RowAssets(repository).keep("ab12", {NAME: b"whole"})
    assert (len(hub.asset_data), [release["draft"] for release in hub.releases]) == (1, [False])


def test_two_jobs_that_publish_the_same_files_both_succeed(hub, repository, monkeypatch) -> None:
    upload = RowAssets._upload

    def second_job(self: RowAssets, *given: Any) -> None:
        monkeypatch.setattr(RowAssets, "_upload", upload)
        RowAssets(repository).keep("ab12", {NAME: b"whole"})
        upload(self, *given)

    monkeypatch.setattr(RowAssets, "_upload", second_job)
    RowAssets(repository).keep("ab12", {NAME: b"whole"})
    assert [release["draft"] for release in hub.releases] == [True, False]


def test_a_file_over_the_limit_is_not_uploaded(hub, repository, monkeypatch) -> None:
    monkeypatch.setattr(assets_module, "ASSET_LIMIT", 4)
    with pytest.raises(BadInput, match="has 5 bytes; the limit is 4"):
        RowAssets(repository).keep("ab12", {NAME: b"whole"})
    assert hub.releases == []


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


def test_a_run_that_was_deleted_has_nothing(runs: WorkflowRuns) -> None:
    assert (runs.artifacts(99), runs.jobs(99)) == ((), None)
    assert runs.artifacts(20) != ()


def test_jobs_without_a_runner_are_found(repository: Repository, hub: FakeGitHub) -> None:
    for job in ({}, {"status": "completed"}, {"runner_name": "another"}):
        hub.lent.job(hub.lent.add_run("self-hosted", status="in_progress")).update(job)
    ended = hub.lent.add_run("self-hosted", status="completed")
    ((run, found),) = gpu_runner.waiting_jobs(repository)
    assert found.labels == ["self-hosted"]
    assert run.id != ended["id"]


def test_too_many_unfinished_runs_are_an_error(repository, hub, monkeypatch) -> None:
    """GitHub lists at most 1,000 of them, and a job that is not listed could take a runner."""
    monkeypatch.setattr(gpu_runner, "RUNS_LIMIT", 3)
    for _ in range(4):
        hub.lent.add_run("ubuntu-24.04")
    with pytest.raises(OurFailure, match="more than 3 workflow runs are queued, too many to check"):
        gpu_runner.waiting_jobs(repository)


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
