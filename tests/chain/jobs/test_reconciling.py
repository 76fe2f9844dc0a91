"""Runs without a result are started again, and a run that keeps failing gets one issue."""

import datetime
from pathlib import Path

import pytest
from ci_world import PREDICTED, plan_options, submit, submitted
from fake_github import FakeGitHub

from benchmark.chain.github.repository import Repository
from benchmark.chain.jobs.settling import LABEL, enable_again, reconcile, stuck_runs
from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.chain.plan.job import Plan
from benchmark.results.money import Money, MoneyEntry, Reservation, SettledRun, Settlement
from benchmark.results.status import ATTEMPTS, RunStatus
from tests.run_statuses import status_of

NO_MONEY = Money()
pytestmark = pytest.mark.usefixtures("tiny")


@pytest.fixture
def github(hub: FakeGitHub, repository: Repository) -> Repository:
    hub.play("care.yml", "reconcile")
    return repository


@pytest.fixture
def due_run(tmp_path: Path) -> SubmittedRun:
    submit(tmp_path, "acme", PREDICTED)
    (found,) = submitted(tmp_path)
    return found


def failed(due_run: SubmittedRun, number: int = 0) -> RunStatus:
    when, links = f"2026-11-0{number + 1}T00:00:00Z", {"CI run": "https://example.org/1"}
    reason = f"attempt {number}: ``` @everybody"
    return status_of(due_run, stage="score", when=when, reason=reason, links=links)


def stuck(due_run: SubmittedRun) -> list[tuple[SubmittedRun, RunStatus]]:
    return stuck_runs([due_run], [failed(due_run, number) for number in range(ATTEMPTS)])


def run(
    github: Repository, *, planned: bool = False, of: SubmittedRun | None = None, money: Money = NO_MONEY
) -> list[str]:
    """Reconcile; without a plan, the last line says that nothing is to be started."""
    plan = Plan(created="2026-11-20T00:00:00Z", commit="", lint=True, owners=["acme"] if planned else [])
    statuses = [failed(of, number) for number in range(ATTEMPTS)] if of else []
    due = (of,) if of else ()
    known = plan_options(runs=due, due=due, statuses=tuple(statuses), money=money)
    return reconcile(known, plan, github=github, workflow="run.yml")


def test_a_run_with_two_failures_is_not_stuck(due_run: SubmittedRun) -> None:
    assert stuck_runs([due_run], [failed(due_run, number) for number in range(ATTEMPTS - 1)]) == []
    assert [last.reason[:9] for _, last in stuck(due_run)] == ["attempt 2"]


@pytest.mark.gate
def test_the_evaluation_is_started_if_runs_are_due(github: Repository, hub: FakeGitHub) -> None:
    assert run(github) == ["nothing to start"]
    assert hub.dispatched == []
    assert run(github, planned=True) == ["run.yml started on branch main"]
    (started,) = hub.dispatched
    assert (started["workflow"], started["ref"], started["inputs"]) == ("run.yml", "main", {})


def test_three_failures_make_one_issue(due_run: SubmittedRun, github: Repository, hub: FakeGitHub) -> None:
    title = "No result after 3 attempts: acme: tiny/small, text, greedy, sightbench"
    assert run(github, of=due_run) == [f"issue opened: {title}", "nothing to start"]
    assert run(github, of=due_run) == ["nothing to start"]
    (issue,) = hub.issues
    assert [label["name"] for label in issue["labels"]] == [LABEL.name]
    assert "@octocat" in issue["body"]
    assert issue["body"].count("```") == 2
    issue["state"] = "closed"
    assert run(github, of=due_run) == ["nothing to start"]


def test_an_issue_is_closed_when_its_run_is_no_longer_stuck(due_run, github, hub) -> None:
    run(github, of=due_run)
    assert run(github) == [f"issue closed: #{hub.issues[0]['number']}", "nothing to start"]
    assert hub.issues[0]["state"] == "closed"
    assert run(github) == ["nothing to start"]


def test_an_edited_run_that_fails_again_gets_another_issue(due_run, github, hub, tmp_path) -> None:
    run(github, of=due_run)
    submit(tmp_path, "acme", PREDICTED, text=(tmp_path / "acme" / "predictions.jsonl").read_text() + "\n")
    (edited,) = submitted(tmp_path)
    run(github, of=edited)
    assert [issue["state"] for issue in hub.issues] == ["closed", "open"]


def test_tokens_without_a_cost_make_one_issue_that_a_person_closes(github, hub) -> None:
    when, request = "2026-11-01T00:00:00Z", "1" * 64
    name = {
        "suite": "tiny",
        "dataset": "small",
        "setting": "text",
        "protocol": "greedy",
        "prompt": "sightbench",
    }
    run_of = {**name, "run": 0, "request": request, "config": "2" * 64, "cents": 400}
    reservation = Reservation.new(part="plan-acme", when=when, policy="0" * 64, runs=[run_of])
    settled = SettledRun(request=request, cents=400, how="no cost")
    entry = MoneyEntry(reservation, Settlement(reservation=reservation.id, when=when, runs=[settled]))
    opened = ["issue opened: Tokens without a cost: plan-acme", "nothing to start"]
    assert run(github, money=Money((entry,))) == opened
    assert run(github, money=Money((entry,))) == ["nothing to start"]
    (issue,) = hub.issues
    assert "4.00 US dollars" in issue["body"]
    assert issue["state"] == "open"


def test_workflows_are_enabled_again_once_a_month(github: Repository, hub: FakeGitHub) -> None:
    """GitHub disables schedules after 60 days without activity; what a person disabled stays so."""
    now = datetime.datetime.now(datetime.UTC)

    def workflow(number: int, days: int, state: str = "active", folder: str = ".github/workflows") -> None:
        when = (now - datetime.timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
        given = {"id": number, "path": f"{folder}/{number}.yml", "state": state, "updated_at": when}
        hub.workflows.append(given)

    workflow(1, 31)
    workflow(2, 29)
    workflow(3, 90, "disabled_inactivity")
    workflow(4, 90, "disabled_manually")
    workflow(5, 90, folder="dynamic/pages")
    lines = enable_again(github, now)
    assert lines == [f"enabled for two more months: .github/workflows/{number}.yml" for number in (1, 3)]
    states = {each["id"]: each["state"] for each in hub.workflows}
    assert states == {1: "active", 2: "active", 3: "active", 4: "disabled_manually", 5: "active"}
    assert enable_again(github, now) == []
