"""GitHub answers 1,000 requests an hour for all workflows of a repository; a plan needs a few of them."""

import dataclasses
import datetime
import heapq
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import fake_github
import pytest
from actions_world import PAID, POLICY, ActionsWorld, checkpoint
from ci_world import run_command, submit
from fake_github import FakeGitHub
from night_world import ASKED, NIGHT_POLICY

from benchmark.chain.github import rest
from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import ApiError, RestApi
from benchmark.chain.jobs.merging import RecordJob
from benchmark.chain.jobs.owning import ask_owners
from benchmark.chain.jobs.settling import settlement_of
from benchmark.chain.plan import ownership, reservations
from benchmark.chain.plan.job import Plan, job_id
from benchmark.chain.plan.policy import Policy
from benchmark.chain.plan.reservations import PACE
from benchmark.cli.ci import plans
from benchmark.results.branch_record import add_record
from benchmark.results.layout import MONEY
from benchmark.results.money import StartedRun, add_next_to, read_money
from benchmark.results.owners import SubmissionChange
from tests.conftest import GitIn
from tests.sampling import gate_of
from tests.workflows.files import parse, sources
from tests.workflows.starts import Start, results

pytestmark = [pytest.mark.usefixtures("tiny"), gate_of("chain")]
MACHINES = 20  #: jobs that GitHub runs at once for a repository without a paid plan
#: Minutes that each job of a part takes, of which about two set up its machine; not measured on GitHub.
MINUTES = {"plan": 2, "generate": 8, "seal": 2, "score": 5, "recheck": 5, "record": 3}
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
                settlement_of(reservation, Path(), {}, {}).add(checkout, reservation)

    world.add(add_nights)
    assert len(world.night()) == series
    assert len(hub.requests) - needed == series, "nobody changed a submission since the night before"
    assert needed == 2 * series + 1


class Machines:
    """GitHub's hosted machines, and the clock of the night. A job of a part waits for the one before it."""

    def __init__(self, world: ActionsWorld, hub: FakeGitHub) -> None:
        self.world, self.hub, self.now = world, hub, 1e6
        hub.clock = lambda: self.now
        clock = SimpleNamespace(sleep=self.sleep, time=hub.clock, monotonic=hub.clock)
        for module in (reservations, ownership, rest):  # those that wait for GitHub
            world.patch.setattr(module, "time", clock)

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def play(self, started: Mapping[int, float], jobs: Mapping[str, Callable[[int], object]]) -> float:
        """Run all jobs of all parts, first come, first served; return when the last one ends, in seconds."""
        free, ended, names = [0.0] * MACHINES, 0.0, list(jobs)
        waiting = [(at, part, 0) for part, at in started.items()]
        heapq.heapify(waiting)
        while waiting:
            ready, part, number = heapq.heappop(waiting)
            begin = self.now = max(ready, heapq.heappop(free))
            jobs[names[number]](part)
            end = self.now + 60 * MINUTES[names[number]]
            assert self.now - begin < 60, "a job waits for GitHub"
            heapq.heappush(free, end)
            ended = max(ended, end)
            if number + 1 < len(names):
                heapq.heappush(waiting, (end, part, number + 1))
        return ended


def night_jobs() -> list[str]:
    """Return the jobs that run.yml runs for a part of a night, in their order."""
    kinds = {"any_generate": "true", "any_gpu": "false", "any_score": "true", "any_rubric": "false"}
    outputs = {"plan": {**kinds, "any_record": "true"}, "record": {"added": "false"}}
    inputs = {"part": "night-a", "reservation": "r", "only": "", "night": False, "dry": False}
    event = Start("run", "workflow_dispatch", (), "", inputs=inputs, outputs=outputs)
    ended = results(parse(sources()).workflows["run"], event)
    return [job for job, result in ended.items() if result != "skipped"]


def merge(world: ActionsWorld, hub: FakeGitHub, git_in: GitIn, series: int) -> None:
    """Let one pull request bring each series to the main branch."""
    git_in(world.folder, "init", "--quiet")
    for number in range(series):
        submit(world.submissions, f"series-{number:03}", ASKED)
        git_in(world.folder, "add", "submissions")
        git_in(world.folder, "commit", "--quiet", "--message", f"Series {number}")
        commit = git_in(world.folder, "rev-parse", "HEAD").strip()
        pull = hub.pull(number + 1, sha=commit)
        hub.merged[commit] = [{**pull, "merged_at": "2026", "user": {"login": "octocat", "id": 5}}]
    world.patch.setenv("GITHUB_SHA", commit)


def owned(world: ActionsWorld, hub: FakeGitHub, plan: Plan) -> SubmissionChange:
    """Ask who owns the submission of a part, as its job `record` does, and return who changed it."""
    hub.play("run.yml", "record")
    ci = CiRun(repository=hub.repository, commit=plan.commit)
    work = RecordJob(plan=plan, artifacts=Path(), submissions=world.submissions, ci=ci)
    with RestApi.from_environment() as api:
        ((change, owners),) = ask_owners(work, Repository(hub.repository, api), Policy()).asked.values()
    assert owners.accounts == ({} if plan.is_night else {"octocat": 5})
    return change


def test_a_submission_needs_three_requests_from_its_merge_to_the_site(world, hub, git_in) -> None:
    merge(world, hub, git_in, 1)
    (evaluation,) = world.plan()
    assert owned(world, hub, world.accept(evaluation)).login == "octocat"
    hub.play("run.yml", "site")
    given = {"remote": str(world.remote), "branch": "results", "workflow": "site.yml"}
    folders = {"submissions": world.submissions, "policy": world.folder / "policy.yml"}
    run_command(plans.reconcile, **given, **folders, site=True, night=False, added=True)
    asked = [request.path.removeprefix(f"/repos/{hub.repository}") for request in hub.requests]
    assert asked == [
        f"/commits/{world.entry(evaluation).reservation.commit}/pulls",
        "/actions/workflows/run.yml/dispatches",
        "/actions/workflows/site.yml/dispatches",
    ]


@pytest.mark.parametrize("series", [25, pytest.param(200, marks=pytest.mark.weekly)])
def test_a_night_ends_in_time_and_within_the_limits(world, hub, git_in, series) -> None:
    """Of 200 series that nobody has planned before, with 20 jobs at once; care.yml asks GitHub meanwhile."""
    budgets = {"run_usd": 0.1, "month_usd": 1000.0, "nightly_usd": 20.0}
    world.write_policy({**NIGHT_POLICY, "budgets": budgets})
    merge(world, hub, git_in, series)
    machines = Machines(world, hub)
    created: dict[int, float] = {}
    add_run, start = hub.on_dispatch, machines.now

    def dispatched(workflow: str, body: Mapping[str, Any]) -> int:
        identifier = add_run(workflow, body)
        created[identifier] = machines.now
        return identifier

    hub.on_dispatch = dispatched
    hub.outdated = lambda _, runs: [run for run in runs if created.get(run["id"], 0.0) <= machines.now]
    world.patch.setattr(reservations, "PACE", PACE)
    evaluations = world.night()
    begun = dict(enumerate(created.values()))
    assert len(begun) == series
    assert len(hub.requests) <= 2 * series + 3, "who changed it, its start, and one list"
    asked: dict[int, int] = dict.fromkeys(begun, 2)
    accepted: dict[int, Plan] = {}
    # Evaluations that begin before the plan says which runs are the first ones read the list of GitHub.
    planned, newest, older = machines.now, world.checkout(), world.folder / "older"
    shutil.copytree(newest, older, ignore=shutil.ignore_patterns("started"))
    world.patch.setattr(world, "checkout", lambda: newest if machines.now > planned else older)

    def accept(part: int) -> None:
        sent = len(hub.requests)
        accepted[part] = world.accept(evaluations[part])
        asked[part] += len(hub.requests) - sent

    def record(part: int) -> None:
        sent = len(hub.requests)
        assert owned(world, hub, accepted[part]).pull == part + 1
        asked[part] += len(hub.requests) - sent
        if part == series // 2:
            world.reconcile()

    works: dict[str, Callable[[int], object]] = {"plan": accept, "record": record}
    end = machines.play(begun, {job: works.get(job, lambda _: None) for job in night_jobs()})
    busiest = max(hub.in_the_hour_until(request.at) for request in hub.requests)
    hours = (end - start) / 3600
    print(f"{series} series: {hours:.1f} h, {max(asked.values())} requests per part, {busiest} in an hour")
    assert accepted.keys() == begun.keys()
    assert max(asked.values()) <= 4
    assert busiest <= 900
    assert hours <= 5


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
