"""GitHub answers 1,000 requests an hour for all workflows of a repository; a plan needs a few of them."""

import dataclasses
import datetime
from pathlib import Path

import fake_github
import pytest
from actions_world import PAID, POLICY, checkpoint
from ci_world import submit
from night_world import ASKED, NIGHT_POLICY

from benchmark.chain.github.rest import ApiError
from benchmark.chain.jobs.settling import settlement_of
from benchmark.chain.plan.job import job_id
from benchmark.results.branch_record import add_record
from benchmark.results.layout import MONEY
from benchmark.results.money import StartedRun, add_next_to, read_money
from tests.sampling import gate_of

pytestmark = [pytest.mark.usefixtures("tiny"), gate_of("chain")]
#: Requests that are answered per hour, lost evaluations, and jobs that settle them.
LARGE = [(1000, 170, 1), (1000, 400, 2)]


@pytest.mark.parametrize("sizes", [(4, 3), pytest.param((80, 30), marks=pytest.mark.gate)])
def test_a_plan_needs_no_more_requests_after_many_nights_than_in_the_first(world, hub, git_in, sizes) -> None:
    """Two per series: who changed its submission last, if it is new, and the start of its evaluation.

    Direct pushes are asked for once for all series.
    """
    budgets = {"run_usd": 0.1, "month_usd": 1000.0, "nightly_usd": 10.0}
    world.write_policy({**NIGHT_POLICY, "budgets": budgets})
    nights, series = sizes
    git_in(world.folder, "init", "--quiet")
    for number in range(series):
        submit(world.submissions, f"series-{number:02}", ASKED)
        git_in(world.folder, "add", "submissions")
        git_in(world.folder, "commit", "--quiet", "--message", f"Series {number}")
    commits = git_in(world.folder, "rev-list", "HEAD").split()
    befores = [*commits[1:], "0" * 40]
    pushes = zip(commits, befores, strict=True)
    hub.activity = [hub.push(sha, "octocat", before=before) for sha, before in pushes]
    world.patch.setenv("GITHUB_SHA", git_in(world.folder, "rev-parse", "HEAD").strip())
    first = world.night()
    assert len(first) == series
    needed = len(hub.requests)

    def add_nights(checkout: Path) -> None:
        """Settle the first night, and copy it to the nights before."""
        for entry in read_money(checkout).entries:
            today = datetime.datetime.fromisoformat(entry.reservation.when)
            for days in range(nights):
                then = (today - datetime.timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
                changes = {"when": then, "night": then[: len("2026-01-01")]} if days else {}
                reservation = entry.reservation.model_copy(update=changes).with_its_id()
                if days:
                    add_record(checkout / MONEY, reservation)
                settlement = settlement_of(reservation, Path(), {}, {})
                add_next_to(checkout, reservation, settlement)

    world.add(add_nights)
    assert len(world.night()) == series
    assert len(hub.requests) - needed == series, "nobody changed a submission since the night before"
    assert needed == 2 * series + 1


@pytest.mark.parametrize(
    "case",
    [(50, 8, 1), (50, 16, 2), *(pytest.param(case, marks=pytest.mark.weekly) for case in LARGE)],
)
def test_many_lost_evaluations_are_settled_within_the_limit(world, hub, capsys, case) -> None:
    """What was settled before the limit is pushed, so that the job six hours later continues."""
    limit, lost, jobs = case
    world.patch.setattr(fake_github, "HOURLY", limit)
    world.write_policy({**POLICY, "budgets": {"run_usd": 1.0}})
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
            add_next_to(checkout, copy, StartedRun(reservation=copy.id, run=repeated.id))
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
    hub.requests[:] *= 1 + limit // len(hub.requests)
    with pytest.raises(ApiError, match="rate limit"):
        world.reconcile()
