"""Runs without rows become jobs: a function of submissions, rows, statuses and policy."""

import datetime
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from benchmark.chain.plan.due_runs import SubmittedRun, failures
from benchmark.chain.plan.job import (
    JOBS_LIMIT,
    MINUTES_LIMIT,
    MatrixJob,
    Plan,
    PlannedRun,
    UnplannedRun,
    job_id,
)
from benchmark.chain.plan.policy import Policy
from benchmark.chain.plan.run_lookup import read_source
from benchmark.chain.plan.runners import HOSTED, PlacedRun, UnplacedRun, place, price_of
from benchmark.core.errors import BadInput
from benchmark.results.heads import RunName
from benchmark.results.status import ATTEMPTS, RunStatus, newest_by_run, reason_of
from benchmark.suites import SUITES

#: Of one score job. If every one of them ran into the backstop on the wall clock (12 s), two workers would
#: need 250 minutes.
SAMPLES_A_JOB = 2500

_SCORE_MINUTES = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSize:
    """How much one run is."""

    tasks: str  #: digest of its data set
    samples: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanOptions:
    """What decides a plan, beside what is due."""

    policy: Policy
    gpus: Collection[str] | None = None  #: kinds of GPU runner that take jobs now; None: all of the policy
    spent_usd: float = 0.0  #: this month, by earlier runs
    lint: bool = True
    commit: str = ""
    insist: bool = False  #: plan what failed too often, too
    jobs: int = JOBS_LIMIT


def plan_of(
    due: Sequence[SubmittedRun],
    statuses: Sequence[RunStatus],
    wish: PlanOptions,
    *,
    size_of: Callable[[SubmittedRun], RunSize] | None = None,
    now: datetime.datetime | None = None,
) -> Plan:
    """What one workflow run does.

    Runs that failed least come first, so that one that always fails keeps none waiting; those for which the
    matrices have no room are left for the next plan.

    Args:
        due: runs without row.
        statuses: all that are known of them, oldest first.
        wish: see there.
        size_of: tells how much a run is; from its data set by default.
        now: UTC.
    """
    size_of = size_of or _size
    last = newest_by_run(statuses)
    begun = {(status.run, status.request): status.run_id for status in statuses if status.run_id}
    runs: list[PlannedRun] = []
    jobs: list[MatrixJob] = []
    unplanned: list[UnplannedRun] = []
    left, spending = 0, wish.spent_usd
    count = {one.name: failures(one, statuses) for one in due}
    for one in sorted(due, key=lambda one: (count[one.name], one.name)):
        if count[one.name] >= ATTEMPTS and not wish.insist:
            continue
        placed = _placed(one, wish, size_of, spending)
        if isinstance(placed, UnplacedRun):
            unplanned.append(_unplanned(one, placed))
            continue
        where, size = placed
        found = _jobs(one, size, where, begun.get((one.name, one.request), ""))
        if not _fit(jobs, found, wish.jobs):
            left += 1
            continue
        spending += price_of(one, wish.policy)
        jobs += found
        runs.append(_planned(one, size, found))
    created = now or datetime.datetime.now(datetime.UTC)
    return Plan(
        created=created.strftime("%Y-%m-%dT%H:%M:%SZ"),
        commit=wish.commit,
        lint=wish.lint,
        runs=runs,
        jobs=jobs,
        unplanned=[one for one in unplanned if not _is_known(one, last)],
        left=left,
    )


def shards_of(samples: int) -> int:
    """Into how many score jobs so many samples are dealt."""
    return min(JOBS_LIMIT, max(1, math.ceil(samples / SAMPLES_A_JOB)))


def _placed(
    one: SubmittedRun, wish: PlanOptions, size_of: Callable[[SubmittedRun], RunSize], spending: float
) -> tuple[PlacedRun, RunSize] | UnplacedRun:
    where = place(one, wish.policy, wish.gpus)
    if isinstance(where, UnplacedRun):
        return where
    price, month = price_of(one, wish.policy), wish.policy.budgets.month_usd
    if price and spending + price > month:
        return UnplacedRun("waiting", f"the month's {month:g} US dollars are spent, or lent to other runs")
    try:
        return where, size_of(one)
    except BadInput as error:  # a data set that is fetched elsewhere, a suite of another version
        return UnplacedRun("waiting", str(error))


def _jobs(one: SubmittedRun, size: RunSize, place: PlacedRun, begun: str) -> list[MatrixJob]:
    count = shards_of(size.samples)
    found = []
    if place.labels:
        found.append(
            MatrixJob(
                id=job_id("generate", one),
                kind="generate",
                slug=one.name.slug,
                run=one.index,
                request=one.request,
                minutes=MINUTES_LIMIT,
                runs_on=list(place.labels),
                gpu=place.gpu,
                keys=list(place.keys),
                resume=begun,
            )
        )
    found += [
        MatrixJob(
            id=job_id("score", one, shard, count),
            kind="score",
            slug=one.name.slug,
            run=one.index,
            request=one.request,
            minutes=_SCORE_MINUTES,
            runs_on=list(HOSTED),
            shard=shard,
            shards=count,
        )
        for shard in range(count)
    ]
    return found


def _fit(jobs: Sequence[MatrixJob], more: Sequence[MatrixJob], limit: int) -> bool:
    kinds = [job.kind for job in (*jobs, *more)]
    return all(kinds.count(kind) <= limit for kind in ("generate", "score"))


def _planned(one: SubmittedRun, size: RunSize, jobs: Sequence[MatrixJob]) -> PlannedRun:
    name = one.name
    return PlannedRun(
        slug=name.slug,
        run=one.index,
        suite=name.suite,
        dataset=name.dataset,
        setting=name.setting,
        protocol=name.protocol,
        prompt=name.prompt,
        request=one.request,
        config=one.config,
        tasks=size.tasks,
        generate=next((job.id for job in jobs if job.kind == "generate"), None),
        score=[job.id for job in jobs if job.kind == "score"],
    )


def _unplanned(one: SubmittedRun, why: UnplacedRun) -> UnplannedRun:
    name = one.name
    return UnplannedRun(
        slug=name.slug,
        suite=name.suite,
        dataset=name.dataset,
        setting=name.setting,
        protocol=name.protocol,
        prompt=name.prompt,
        request=one.request,
        config=one.config,
        state=why.state,
        reason=reason_of(why.reason),
    )


def _is_known(one: UnplannedRun, last: Mapping[RunName, RunStatus]) -> bool:
    """Whether the newest status says so already."""
    name = RunName(one.slug, one.suite, one.dataset, one.setting, one.protocol, one.prompt)
    known = last.get(name)
    return known is not None and (known.state, known.reason, known.config) == (
        one.state,
        one.reason,
        one.config,
    )


def _size(one: SubmittedRun) -> RunSize:
    """Of a run, by its data set and protocol.

    Raises:
        BadInput: where this machine does not have the data set.
    """
    source, digest = read_source(one)
    return RunSize(
        tasks=digest, samples=len(source.tasks) * SUITES[one.run.suite].protocols[one.run.protocol].draws
    )
