import pytest
from fake_github import FakeGitHub, Fault

from benchmark.chain.github import assets as assets_module
from benchmark.chain.github.assets import RowAssets
from benchmark.chain.github.repository import BODY_CHARACTERS, Repository
from benchmark.chain.github.rest import ApiError
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.results.row import RowFile

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


def test_a_text_that_is_too_long_is_cut_and_says_so(hub: FakeGitHub, repository: Repository) -> None:
    repository.add_comment(7, "x" * 100_000)
    body = hub.comments[7][0]["body"]
    assert len(body) <= BODY_CHARACTERS
    assert body.endswith("(cut off here)")


def test_a_text_is_cut_between_lines(hub: FakeGitHub, repository: Repository) -> None:
    """Half a line of inline code would not be code: the mention in it would take effect."""
    repository.add_comment(7, "\n".join(f"| `{number} @octocat` |" for number in range(5_000)))
    *lines, _, last = hub.comments[7][0]["body"].split("\n")
    assert last == "(cut off here)"
    assert len(lines) > 1_000
    assert all(line.endswith("@octocat` |") for line in lines)


def test_issues_are_found_by_their_labels(hub: FakeGitHub, repository: Repository) -> None:
    first = repository.open_issue("One", "text", ["reconcile"])
    repository.open_issue("Two", "text", [])
    hub.issues.append({**hub.issues[0], "number": 9, "pull_request": {"url": "x"}})
    assert [issue.number for issue in repository.issues(labels=["reconcile"])] == [first.number]
    repository.edit_issue(first.number, body="more", state="closed")
    assert list(repository.issues(labels=["reconcile"])) == []
    (closed,) = repository.issues(labels=["reconcile"], state="closed")
    assert closed.body == "more"


def test_a_workflow_start_that_may_have_succeeded_is_not_repeated(hub, repository) -> None:
    hub.faults.append(Fault("POST", "/dispatches$", 502, done=True))
    with pytest.raises(ApiError):
        repository.dispatch("run.yml", ref="main")
    assert len(hub.dispatched) == 1


NAME = "ab12.completions.jsonl.gz"


def file_of(data: bytes) -> RowFile:
    return RowFile(name=NAME, sha256=sha256_hex(data), bytes=len(data))


def test_assets_are_uploaded_once_and_never_replaced(hub: FakeGitHub, repository: Repository) -> None:
    data = b"\x1f\x8b" + b"completions" * 100
    for assets in (RowAssets(repository), RowAssets(repository)):
        assets.keep("ab12", {NAME: data})
        assert assets.fetch("ab12", file_of(data)) == data
    (release,) = hub.releases
    (asset,) = release["assets"]
    assert (release["tag_name"], release["target_commitish"]) == ("rows-ab", "results")
    asset["digest"] = f"sha256:{'0' * 64}"
    with pytest.raises(BadInput, match="the release has another file"):
        RowAssets(repository).keep("ab12", {NAME: data})
    assert len(hub.asset_data) == 1


def test_a_release_at_a_commit_that_changes_workflows_is_refused(hub, repository) -> None:
    """No permission would help, so none is named."""
    with pytest.raises(ApiError, match="HTTP 403: 'Resource not accessible by integration'") as refused:
        RowAssets(repository, branch="c" * 40).keep("ab12", {NAME: b"x"})
    assert "can never change or tag workflow files" in refused.value.fix
    assert not hub.releases


def test_an_upload_that_broke_off_is_made_again(hub: FakeGitHub, repository: Repository) -> None:
    assets = RowAssets(repository)
    assets.keep("ab12", {NAME: b"whole"})
    hub.releases[0]["assets"][0].update(state="starter", size=2)
    assets.keep("ab12", {NAME: b"whole"})
    (asset,) = hub.releases[0]["assets"]
    assert (asset["size"], assets.fetch("ab12", file_of(b"whole"))) == (5, b"whole")


def test_an_upload_whose_reply_was_lost_is_found(hub: FakeGitHub, repository: Repository) -> None:
    hub.faults.append(Fault("POST", "/assets$", 502, done=True))
    RowAssets(repository).keep("ab12", {NAME: b"whole"})
    assert len(hub.asset_data) == 1


def test_a_file_over_the_limit_is_not_uploaded(hub, repository, monkeypatch) -> None:
    monkeypatch.setattr(assets_module, "ASSET_LIMIT", 4)
    with pytest.raises(BadInput, match="has 5 bytes; the limit is 4"):
        RowAssets(repository).keep("ab12", {NAME: b"whole"})
    assert hub.asset_data == {}
