"""The comment on a pull request: where it is posted, when it is not, and that there is only one."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from fake_github import BOT, FakeGitHub

from benchmark.chain.github.repository import Repository
from benchmark.chain.pull_request.pull_report import PullReport, dump_report, read_report
from benchmark.chain.pull_request.summary import MARKER, ReportedRun, post_report, touches_workflows
from benchmark.core.errors import BadInput
from tests.case_files import table
from tests.conftest import Sightbench

SHA = "a" * 40
RUN = ReportedRun.model_validate(
    {
        "event": "pull_request",
        "head_sha": SHA,
        "head_repository": {"full_name": "fork/bench"},
        "head_branch": "topic",
        "html_url": "https://github.com/octo/bench/actions/runs/1",
    }
)


def report(outcome: str = "failed", **fields: object) -> PullReport:
    return PullReport.model_validate({"outcome": outcome, "base": "b" * 40, "head": SHA, **fields})


@pytest.fixture
def github(hub: FakeGitHub, repository: Repository) -> Repository:
    hub.pulls.append(hub.pull(7, sha=SHA, repository="fork/bench"))
    hub.files[7] = [{"filename": "submissions/acme-1/submission.yaml"}]
    hub.play("report.yml", "report")
    return repository


@pytest.mark.gate
def test_a_pull_request_gets_one_comment_that_is_updated(hub: FakeGitHub, github: Repository) -> None:
    post_report(github, RUN, report("failed"))
    post_report(github, RUN, report("failed"))
    post_report(github, RUN, report("judged", notes=["words"]))
    (only,) = hub.comments[7]
    assert only["body"].startswith(MARKER)
    assert "words" in only["body"]
    written = [request.method for request in hub.requests if request.method != "GET"]
    assert written == ["POST", "PATCH"], "an unchanged comment is not written again"


def test_comments_of_other_accounts_are_never_changed(hub: FakeGitHub, github: Repository) -> None:
    """Anybody can write the marker."""
    theirs = {"id": 1, "body": f"{MARKER}\nI passed!", "user": {"login": "mallory"}}
    gone = {"id": 2, "body": MARKER, "user": None}
    quoting = {"id": 3, "body": f"> {MARKER}", "user": {"login": BOT}}
    hub.comments[7] = [dict(theirs), dict(gone), dict(quoting)]
    post_report(github, RUN, report())
    assert hub.comments[7][:3] == [theirs, gone, quoting]
    assert len(hub.comments[7]) == 4


@table("chain")
def test_a_pull_request_that_changes_workflows_gets_no_comment(hub, github, file) -> None:
    """Its own workflow may have written the report."""
    hub.files[7].append(file)
    (line,) = post_report(github, RUN, report("judged"))
    assert "changes .github: nothing was posted" in line
    assert [request for request in hub.requests if request.method != "GET"] == []


def test_a_commit_that_is_swapped_during_the_check_gets_no_comment(hub, github, monkeypatch) -> None:
    """The report is of a commit with its own workflow, but the listed files are those of a harmless one."""
    real = github.changed_paths

    def swapped(number: int) -> tuple[str, ...]:
        hub.pulls[0]["head"]["sha"] = "c" * 40
        return real(number)

    monkeypatch.setattr(github, "changed_paths", swapped)
    (line,) = post_report(github, RUN, report("judged"))
    assert line == f"pull request 7 has commits after {SHA}: nothing was posted"
    assert hub.comments == {}


def test_an_incomplete_list_of_files_counts_as_changing_workflows() -> None:
    assert touches_workflows([f"submissions/a/{number}.md" for number in range(3000)])
    assert not touches_workflows([f"submissions/a/{number}.md" for number in range(2999)])


def test_an_outdated_commit_gets_no_comment(hub: FakeGitHub, github: Repository) -> None:
    hub.pulls[0]["head"]["sha"] = "c" * 40
    (line,) = post_report(github, RUN, report("judged"))
    assert line.endswith("is not the last commit of an open pull request")
    assert hub.comments == {}


def test_a_report_cannot_choose_its_pull_request(hub: FakeGitHub, github: Repository) -> None:
    """The report has no field for it, and the commit in the report is not used either."""
    hub.pulls.append(hub.pull(8, sha="c" * 40, repository="fork/bench", branch="other"))
    post_report(github, RUN, report("judged").model_copy(update={"head": "c" * 40}))
    assert set(hub.comments) == {7}


def test_a_pull_request_without_submission_gets_no_new_comment(hub: FakeGitHub, github: Repository) -> None:
    post_report(github, RUN, report("none"))
    assert hub.comments == {}
    post_report(github, RUN, report("judged"))
    post_report(github, RUN, report("none"))
    assert "No submission in this pull request" in hub.comments[7][0]["body"]


def test_every_pull_request_with_the_commit_is_handled(hub: FakeGitHub, github: Repository) -> None:
    hub.pulls.append(hub.pull(9, sha=SHA, repository="fork/bench"))
    hub.files[9] = [{"filename": ".github/x"}]
    assert len(post_report(github, RUN, report("judged"))) == 2
    assert set(hub.comments) == {7}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "is empty"),
        ("[]", "must be an object"),
        ("{", "not valid JSON"),
        ('{"schema": "sightbench/pull-report/1"}', "this field is required"),
        ('{"outcome": "judged", "base": "x", "head": "y"}', "base"),
        ('{"a": ' * 100 + "1" + "}" * 100, "nested more than"),
        ('{"outcome": "judged", "outcome": "judged"}', "duplicate key"),
    ],
)
def test_an_invalid_report_is_refused(tmp_path: Path, text: str, what: str) -> None:
    path = tmp_path / "report.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as error:
        read_report(path)
    assert what in error.value.render()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("pull_request", 7),
        ("comment", "x"),
        ("run_url", "https://evil.example"),
        ("outcome", "passed"),
        ("head", "main"),
        ("notes", ["x" * 501]),
        ("notes", ["two\nlines"]),
        ("notes", ["turned \u202e"]),
        ("notes", ["n"] * 101),
        (
            "later",
            [{"slug": "../x", "suite": "b", "dataset": "c", "setting": "s", "protocol": "p", "why": "w"}],
        ),
        ("problems", [{"file": "a", "problem": "b", "line": 0}]),
        ("problems", [{"file": "a", "problem": "b"}] * 201),
        ("seconds", -1.0),
        ("seconds", 1e400),
    ],
)
def test_every_field_of_a_report_is_limited(tmp_path: Path, field: str, value: object) -> None:
    found = json.loads(dump_report(report("judged")))
    path = tmp_path / "report.json"
    path.write_text(json.dumps({**found, field: value}), encoding="utf-8")
    with pytest.raises(BadInput):
        read_report(path)
    path.write_text(json.dumps(found), encoding="utf-8")
    assert read_report(path).outcome == "judged"


def test_a_report_that_is_a_link_is_refused(tmp_path: Path) -> None:
    """A link in an artifact could lead to a file that only this job may read."""
    (tmp_path / "real.json").write_bytes(dump_report(report("judged")))
    (tmp_path / "report.json").symlink_to(tmp_path / "real.json")
    with pytest.raises(BadInput, match="is a symbolic link"):
        read_report(tmp_path / "report.json")


def test_a_report_of_a_gigabyte_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    with path.open("wb") as stream:
        stream.truncate(1 << 30)
    with pytest.raises(BadInput, match="more than the limit of 1 MiB"):
        read_report(path)


def event(**changed: object) -> dict[str, object]:
    run = {
        "id": 1,
        "event": "pull_request",
        "conclusion": "success",
        "head_sha": SHA,
        "head_branch": "topic",
        "head_repository": {"full_name": "fork/bench"},
        "html_url": "https://github.com/octo/bench/actions/runs/1",
        "pull_requests": [],
    }
    return {"action": "completed", "workflow_run": {**run, **changed}}


COMMAND = ("ci", "report", "--report", "report.json")


def environment(folder: Path, hub: FakeGitHub, payload: dict[str, object]) -> dict[str, str]:
    """Write the report and the event; return the environment variables of a step."""
    (folder / "event.json").write_text(json.dumps(payload), encoding="utf-8")
    (folder / "report.json").write_bytes(dump_report(report("judged", notes=["words"])))
    return {
        "PATH": os.environ["PATH"],
        **hub.environment,
        "GITHUB_EVENT_PATH": str(folder / "event.json"),
    }


@pytest.fixture
def command(
    hub: FakeGitHub, tmp_path: Path, in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> Sightbench:
    """A function that runs the command with only the environment variables of a step."""

    def run(payload: dict[str, object], *more: str) -> "subprocess.CompletedProcess[str]":
        hub.play("report.yml", "report")
        given = environment(tmp_path, hub, payload)
        for name in set(os.environ) - {"PYTEST_CURRENT_TEST"}:
            monkeypatch.delenv(name)
        for name, value in given.items():
            monkeypatch.setenv(name, value)
        return in_process(*COMMAND, *more)

    return run


@pytest.mark.usefixtures("github")
def test_the_command_reads_everything_from_the_event(hub: FakeGitHub, command: Sightbench) -> None:
    done = command(event())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "pull request 7: posted a comment\n"
    body = hub.comments[7][0]["body"]
    assert "[job summary](https://github.com/octo/bench/actions/runs/1)" in body
    assert "`aaaaaaaaaaaa`" in body


@pytest.mark.parametrize(
    ("changed", "code", "said"),
    [
        ({"event": "push"}, 0, "not by a pull request: no comment"),
        ({"head_repository": None}, 0, "the repository of the pull request was deleted"),
        *(
            ({"head_sha": sha}, 2, "event.json: workflow_run.head_sha: ")
            for sha in ("", "main", "a" * 39, "A" * 40, f"{SHA}\n")
        ),
        ({"html_url": "https://x/a)[click](javascript:alert(1)"}, 2, "event.json: workflow_run.html_url: "),
    ],
)
def test_an_event_of_another_kind_posts_nothing(hub, command, changed, code, said) -> None:
    done = command(event(**changed))
    assert done.returncode == code
    assert said in done.stdout + done.stderr
    assert hub.requests == []
