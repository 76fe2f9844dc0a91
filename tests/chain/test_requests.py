"""GitHub answers 1,000 requests an hour for all workflows of a repository; a plan needs a few of them."""

import dataclasses
import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from actions_world import PAID, POLICY, ActionsWorld, checkpoint
from ci_world import submit
from fake_github import FakeGitHub
from night_world import ASKED, NIGHT_POLICY

from benchmark.chain.github.rest import ApiError
from benchmark.chain.jobs.settling import settlement_of
from benchmark.chain.plan.job import job_id
from benchmark.results.branch_record import add_record
from benchmark.results.layout import MONEY
from benchmark.results.money import add_settlement, read_money

pytestmark = pytest.mark.usefixtures("tiny")
NIGHTS, SERIES = 80, 30


def test_a_plan_needs_no_more_requests_after_80_nights_than_in_the_first(
    tmp_path: Path, hub: FakeGitHub, monkeypatch: pytest.MonkeyPatch, git_in: Callable[..., str]
) -> None:
    """Two per series: who changed its submission last, if it is new, and the start of its evaluation."""
    budgets = {"run_usd": 0.1, "month_usd": 1000.0, "nightly_usd": 10.0}
    world = ActionsWorld(tmp_path, hub, monkeypatch, policy={**NIGHT_POLICY, "budgets": budgets})
    git_in(tmp_path, "init", "--quiet")
    for number in range(SERIES):
        submit(world.submissions, f"series-{number:02}", ASKED)
        git_in(tmp_path, "add", "submissions")
        git_in(tmp_path, "commit", "--quiet", "--message", f"Series {number}")
    monkeypatch.setenv("GITHUB_SHA", git_in(tmp_path, "rev-parse", "HEAD").strip())
    first = world.night()
    assert len(first) == SERIES
    needed = len(hub.requests)

    def add_nights(checkout: Path) -> None:
        """Settle the first night, and copy it to the nights before."""
        for entry in read_money(checkout).entries:
            today = datetime.datetime.fromisoformat(entry.reservation.when)
            for days in range(NIGHTS):
                then = (today - datetime.timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
                changes = {"when": then, "night": then[: len("2026-01-01")]} if days else {}
                reservation = entry.reservation.model_copy(update=changes).with_its_id()
                if days:
                    add_record(checkout / MONEY, reservation)
                settlement = settlement_of(reservation, Path(), {}, {})
                add_settlement(checkout, reservation, settlement)

    world.add(add_nights)
    assert len(world.night()) == SERIES
    assert len(hub.requests) - needed == SERIES, "nobody changed a submission since the night before"
    assert needed == 2 * SERIES


@pytest.mark.parametrize("case", [(170, 1), (400, 2)])
def test_many_lost_evaluations_are_settled_within_the_limit(
    tmp_path: Path, hub: FakeGitHub, monkeypatch: pytest.MonkeyPatch, capsys: Any, case: tuple[int, int]
) -> None:
    """What was settled before the limit is pushed, so that the job six hours later continues."""
    lost, jobs = case
    world = ActionsWorld(tmp_path, hub, monkeypatch, policy={**POLICY, "budgets": {"run_usd": 1.0}})
    submit(world.submissions, "a", PAID)
    (evaluation,) = world.plan()
    job = world.accept(evaluation).of("generate")[0]
    first = world.entry(evaluation).reservation

    def lose(checkout: Path) -> None:
        world.end(evaluation, "failure", jobs={"Generate a": "success"}, artifacts=checkpoint(job, 0.5))
        for number in range(1, lost):
            slug = f"s-{number:03}"
            copy = first.model_copy(update={"part": f"plan-{slug}"}).with_its_id()
            add_record(checkout / MONEY, copy)
            own = job.model_copy(update={"slug": slug, "id": job_id("generate", slug, job.request)})
            inputs = {"part": copy.part, "reservation": copy.id}
            repeated = world.repeat(dataclasses.replace(evaluation, inputs=inputs))
            ended = {f"Generate {slug}": "success", "Record": "failure"}
            world.end(repeated, "failure", jobs=ended, artifacts=checkpoint(own, 0.5))

    world.add(lose)
    for number in range(jobs):
        hub.requests.clear()
        world.reconcile()
        settled = [entry for entry in world.money().entries if entry.settlement is not None]
        said = capsys.readouterr().out
        assert ("wait for the next job" in said) == (number < jobs - 1)
        assert f"{lost - len(settled)} evaluations wait" in said or len(settled) == lost
    assert len(settled) == lost
    assert {entry.cents for entry in settled} == {50}
    hub.requests[:] *= 1 + 1000 // len(hub.requests)
    with pytest.raises(ApiError, match="rate limit"):
        world.reconcile()
