"""Tests of a lent machine: it serves planned jobs, and nothing that a stranger queues.

The fake GitHub gives a runner the first queued job whose labels it has, as GitHub may; the runner program is
a stand-in that runs steps with ``always()`` even if the owner's script refuses the job, as GitHub's does.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from fake_github import TOKEN, FakeGitHub, Fault
from fake_runners import install_stand_in
from lent_machine import LABEL, Machine, StoppedError

from benchmark.chain.github.rest import ApiError
from benchmark.chain.plan.one_time_label import new_label
from benchmark.chain.runner.queue import WORKFLOW
from benchmark.core.errors import OurFailure

ROOT = Path(__file__).resolve().parents[3]
#: A pull request of a fork whose head branch is called like ours.
FORK: dict[str, Any] = {
    "event": "pull_request",
    "head_repository": {"full_name": "mallory/bench"},
    "ref": "refs/pull/7/merge",
}


def test_a_planned_job_gets_a_runner_of_its_own_and_nothing_is_left(
    hub: FakeGitHub, machine: Machine
) -> None:
    first = hub.lent.add_run(LABEL, steps=[machine.marks("first"), {"run": 'touch "$HOME/left" ../left'}])
    label = new_label("l4")
    second = hub.lent.add_run(label, steps=[machine.marks("second"), {"run": '[ ! -e "$HOME/left" ]'}])
    machine.serve()
    assert machine.marked == ["first", "second"]
    assert [hub.lent.job(run)["status"] for run in (first, second)] == ["completed"] * 2
    assert [request["labels"] for request in hub.lent.registered] == [[LABEL], [label]]
    assert all(request["path"].startswith("/repos/octo/bench/") for request in hub.lent.registered)
    names = {request["name"] for request in hub.lent.registered}
    assert len(names) == 2
    assert hub.runners == []
    assert list(machine.work.iterdir()) == []


FOREIGN: list[Any] = [
    pytest.param(FORK, id="a fork's pull request, from a branch called main"),
    pytest.param({**FORK, "head_branch": "topic"}, id="a fork's pull request"),
    pytest.param({**FORK, "event": "pull_request_target"}, id="pull_request_target"),
    pytest.param({"event": "pull_request", "head_branch": "topic"}, id="a pull request of the repository"),
    pytest.param({"head_branch": "topic", "ref": "refs/heads/topic"}, id="another branch"),
    pytest.param({"workflow": ".github/workflows/evaluate2.yml"}, id="another workflow"),
    pytest.param({"head_repository": None}, id="a deleted fork"),
    pytest.param({"head_repository": {"full_name": "mallory/bench"}}, id="a push elsewhere"),
    pytest.param({"event": "workflow_run"}, id="workflow_run"),
    pytest.param({"event": "issue_comment"}, id="issue_comment"),
]


@pytest.mark.parametrize("fields", FOREIGN)
def test_a_job_that_the_plan_did_not_queue_gets_no_runner(
    fields: dict[str, Any], hub: FakeGitHub, machine: Machine
) -> None:
    hub.lent.add_run(LABEL, steps=[machine.marks("pwned", always=True)], **fields)
    machine.serve()
    assert (hub.lent.registered, machine.marked) == ([], [])


@pytest.mark.parametrize(
    "fields",
    [
        {"path": ".github/workflows/evaluate.yml@refs/pull/7/merge"},
        {"path": ".github/workflows/x.yml"},
        {"head_branch": "topic"},
        {"head_branch": None},
    ],
)
def test_a_list_that_github_filters_is_checked_run_by_run(
    fields: dict[str, Any], hub: FakeGitHub, machine: Machine
) -> None:
    """GitHub may ignore the query, so the file, branch and repository of each run are checked."""
    hub.filters = False
    hub.lent.add_run(LABEL).update(fields)
    machine.serve()
    assert hub.lent.registered == []


def test_another_job_of_the_planned_run_with_the_label_is_a_rival(hub: FakeGitHub, machine: Machine) -> None:
    job = hub.lent.job(hub.lent.add_run(LABEL))
    hub.lent.queue.append({**job, "id": 1})
    machine.serve()
    assert hub.lent.registered == []
    assert len(machine.said) == 2


@pytest.mark.parametrize(
    "labels",
    [
        ["self-hosted"],
        ["self-hosted", "l4"],
        ["l4"],
        [LABEL, "self-hosted"],
        [f"sightbench-h200-{'5' * 32}"],
        ["sightbench-l4-1234"],
        [],
    ],
    ids=lambda labels: " ".join(labels)[:30] or "none",
)
def test_a_job_without_a_label_made_for_it_gets_no_runner(
    labels: list[str], hub: FakeGitHub, machine: Machine
) -> None:
    hub.lent.add_run(*labels)
    machine.serve()
    assert hub.lent.registered == []


@pytest.mark.parametrize("order", ["before", "after"])
@pytest.mark.parametrize("status", ["queued", "in_progress", "waiting", "pending"])
def test_a_runner_is_not_registered_while_another_job_names_its_label(
    status: str, order: str, hub: FakeGitHub, machine: Machine
) -> None:
    """The label is public once the job is queued, so a pull request can name it, too."""
    hostile = {"steps": [machine.marks("pwned", always=True)], "workflow": ".github/workflows/x.yml", **FORK}
    if order == "before":
        rival = hub.lent.add_run(LABEL, status=status, **hostile)
    planned = hub.lent.add_run(LABEL, steps=[machine.marks("planned")])
    if order == "after":
        rival = hub.lent.add_run(LABEL.upper(), status=status, **hostile)
    machine.serve()
    assert (hub.lent.registered, machine.marked) == ([], [])
    (line,) = machine.said
    assert f"job {hub.lent.job(planned)['id']} waits" in line
    assert f"look at run {rival['id']} in Actions and cancel it" in line
    hub.lent.job(rival)["status"] = "completed"
    machine.serve()
    assert machine.marked == ["planned"]


def test_a_label_that_github_adds_counts(hub: FakeGitHub, machine: Machine) -> None:
    """If GitHub gave every runner `self-hosted`, any queued job with it could take the runner."""
    hub.lent.added_labels.append("self-hosted")
    hub.lent.add_run(
        "Self-Hosted", steps=[machine.marks("pwned")], workflow=".github/workflows/x.yml", **FORK
    )
    hub.lent.add_run(LABEL, steps=[machine.marks("planned")])
    machine.serve()
    assert machine.marked == []
    assert len(hub.lent.removed) == 1
    assert hub.runners == []
    assert "could take its runner" in machine.said[-1], "the runner program was not started"


def hostile_runs(hub: FakeGitHub, machine: Machine) -> Iterator[Callable[[], object]]:
    """Yield ways to queue a job with the label in the last moment, in front of the planned one."""
    steps = [machine.marks("pwned"), machine.marks("pwned", always=True)]
    for fields in (
        {**FORK, "workflow": ".github/workflows/x.yml"},
        FORK,
        {"event": "pull_request_target"},
        {"ref": "refs/heads/topic", "head_branch": "topic"},
        {"head_sha": "b" * 40},
        {},  # another run of the same workflow for the same commit
    ):

        def queue(fields: dict[str, Any] = fields) -> None:
            hub.lent.add_run(LABEL, steps=steps, **fields)
            hub.lent.queue.insert(0, hub.lent.queue.pop())

        yield queue


@pytest.mark.parametrize("number", range(6))
def test_a_job_that_overtakes_the_planned_one_is_killed_before_its_first_step(
    number: int, hub: FakeGitHub, machine: Machine
) -> None:
    """GitHub binds a runner to labels, not to a job: this one is queued when the runner already listens."""
    hub.lent.add_run(LABEL, steps=[machine.marks("planned")])
    queue = list(hostile_runs(hub, machine))[number]

    def once() -> None:
        hub.lent.before_start = lambda: None
        queue()

    hub.lent.before_start = once
    machine.serve()
    assert machine.marked == []
    assert "was given another job, which was killed before its first step" in machine.said[-1]
    assert list(machine.work.iterdir()) == []
    machine.serve()
    assert machine.marked == ["planned"], "the planned job is served afterwards"


def test_a_job_that_is_over_meanwhile_gets_no_runner(hub: FakeGitHub, machine: Machine) -> None:
    run = hub.lent.add_run(LABEL)
    hub.faults.append(Fault("GET", rf"/actions/jobs/{hub.lent.job(run)['id']}$", 404, times=1))
    machine.serve()
    assert len(hub.lent.removed) == 1
    assert hub.runners == []


def test_too_many_unfinished_runs_are_not_looked_at(
    hub: FakeGitHub, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchmark.chain.runner.queue.RUNS_LIMIT", 3)
    hub.lent.add_run(LABEL)
    for _ in range(3):
        hub.lent.add_run("ubuntu-24.04", workflow=".github/workflows/x.yml", **FORK)
    machine.serve()
    (line,) = machine.said
    assert "waits: more than 3 workflow runs are unfinished, too many to check; cancel those" in line
    assert hub.lent.registered == []


def test_a_runner_program_that_takes_no_job_ends_the_command(hub: FakeGitHub, machine: Machine) -> None:
    install_stand_in(machine.runner, "#!/bin/sh\necho '::error::too old'\nexit 3\n")
    hub.lent.add_run(LABEL)
    server = machine.server()
    server.sleep = lambda _: None
    with pytest.raises(OurFailure, match="ended without a job 3 times in a row: ::error::too old") as caught:
        server.serve()
    assert "update GitHub's runner" in caught.value.fix
    assert (hub.runners, len(hub.lent.removed)) == ([], 3)


def test_a_runner_without_a_job_is_stopped(hub: FakeGitHub, machine: Machine) -> None:
    """GitHub may be slow to give the runner a job; the job is tried again later."""
    install_stand_in(machine.runner, "#!/bin/sh\necho Listening for Jobs\nsleep 60\n")
    hub.lent.add_run(LABEL)
    machine.idle_seconds = 0.3
    machine.serve()
    assert "was not given to its runner: Listening for Jobs" in machine.said[-1]
    assert hub.runners == []


def test_a_job_that_another_machine_took_is_not_a_fault_of_the_program(
    hub: FakeGitHub, machine: Machine
) -> None:
    job = hub.lent.job(hub.lent.add_run(LABEL))
    hub.lent.before_start = lambda: job.update(status="in_progress", runner_name="l4-other")
    machine.idle_seconds = 0.3
    machine.serve()
    assert machine.said[-1] == f"job {job['id']} was cancelled, or another runner took it"
    assert hub.runners == []


def test_the_served_workflow_is_the_one_with_the_planned_labels() -> None:
    workflow = yaml.safe_load((ROOT / WORKFLOW).read_text(encoding="utf-8"))
    places = {job.get("runs-on") for job in workflow["jobs"].values()} - {"ubuntu-24.04", None}
    assert places == {"${{ matrix.runs_on }}"}
    assert set(workflow[True]) <= {"push", "workflow_dispatch"}, "YAML reads `on` as true"


def test_an_outage_is_reported_in_one_line_and_the_server_tries_again(
    hub: FakeGitHub, machine: Machine
) -> None:
    server = machine.server()
    hub.faults.append(Fault("GET", "/runs$", 502, times=1))
    with pytest.raises(StoppedError):
        server.serve()
    (line,) = machine.said
    assert "HTTP 502" in line
    assert line.endswith("next try in 30 s")
    hub.tokens[TOKEN] = frozenset()
    hub.lent.add_run(LABEL)
    with pytest.raises(ApiError, match="HTTP 403"):
        server.serve()
