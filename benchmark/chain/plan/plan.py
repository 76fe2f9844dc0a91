"""Plan the jobs for runs without rows: a function of submissions, rows, statuses and policy."""

import datetime
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from benchmark.chain.plan.due_runs import SubmittedRun, failure_count
from benchmark.chain.plan.job import (
    JOBS_LIMIT,
    MINUTES_LIMIT,
    MatrixJob,
    PanelPlan,
    Plan,
    PlannedRun,
    UnplannedRun,
    job_id,
)
from benchmark.chain.plan.policy import Policy, needs_gpu
from benchmark.chain.plan.rubric_choice import (
    NO_RUBRIC,
    RubricChoice,
    choose_rubric,
    rubric_job,
)
from benchmark.chain.plan.run_lookup import RunSize, run_size
from benchmark.chain.plan.runners import (
    HOSTED,
    PlacedRun,
    UnplacedRun,
    is_paid,
    models_of,
    place_run,
    price_of,
)
from benchmark.core.errors import BadInput
from benchmark.results.heads import RunName
from benchmark.results.money import cents_of
from benchmark.results.status import ATTEMPTS, RunStatus, newest_by_run, reason_of

#: Maximum samples of one score job. If every sample ran into the limit on the wall clock (12 s), two workers
#: would need 250 minutes.
SAMPLES_PER_JOB = 2500
#: Maximum runs of one plan.
RUNS_LIMIT = 200

_SCORE_MINUTES = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanOptions:
    """The settings of a plan, apart from the runs that are due."""

    policy: Policy
    spent_usd: float = 0.0  #: cost of earlier runs in this month, and reservations of other runs
    rubric_usd: float = 0.0  #: the same for the model that scores drawings, which has a budget of its own
    under_way: Collection[str] = ()  #: parts that are being evaluated now
    lint: bool = True  #: whether parsing success is measured
    commit: str = ""  #: commit of the submissions
    insist: bool = False  #: also plan runs that failed too often
    jobs: int = JOBS_LIMIT  #: maximum jobs of each kind for one submission
    refused: Mapping[str, str] = field(default_factory=dict)  #: why submissions are not evaluated, by slug
    owners: tuple[str, ...] = ()  #: submissions whose owners are recorded again


def make_plan(
    due: Sequence[SubmittedRun],
    statuses: Sequence[RunStatus],
    options: PlanOptions,
    *,
    size_of: Callable[[SubmittedRun], RunSize] | None = None,
    now: datetime.datetime | None = None,
) -> Plan:
    """Plan the jobs of all submissions.

    Runs with the fewest failures come first, so that a run that always fails does not hold up the others.
    Runs that do not fit into the matrices are left for the next plan, and so are those of a submission that
    is being evaluated.

    Args:
        due: runs without a row.
        statuses: all statuses of these runs, oldest first.
        options: the settings of the plan.
        size_of: returns the size of a run; by default from its data set and protocol.
        now: current time in UTC.
    """
    size_of = size_of or run_size
    last = newest_by_run(statuses)
    resumable = {(status.run, status.request): status.run_id for status in statuses if status.run_id}
    runs: list[PlannedRun] = []
    jobs: list[MatrixJob] = []
    unplanned: list[UnplannedRun] = []
    left, waiting, spending, rubric_usd = 0, 0, options.spent_usd, options.rubric_usd
    count = {submitted.name: failure_count(submitted, statuses) for submitted in due}
    for submitted in sorted(due, key=lambda run: (count[run.name], run.name)):
        if count[submitted.name] >= ATTEMPTS and not options.insist:
            continue
        if part_of(submitted) in options.under_way:
            waiting += 1
            continue
        placed = _place(submitted, options, size_of, spending)
        if isinstance(placed, UnplacedRun):
            unplanned.append(_unplanned_run(submitted, placed))
            continue
        place, size = placed
        resume = resumable.get((submitted.name, submitted.request), "")
        rubric = choose_rubric(submitted, size, options.policy.rubric, rubric_usd)
        new_jobs = make_jobs(submitted, size, place, resume, rubric=rubric.usd > 0)
        same = [job for job in jobs if job.slug == submitted.name.slug]
        if len(runs) == RUNS_LIMIT or not fit_matrices(same, new_jobs, options.jobs):
            left += 1
            continue
        price = price_of(submitted, options.policy)
        spending += price
        rubric_usd += rubric.usd
        jobs += new_jobs
        runs.append(planned_run(submitted, size, new_jobs, cents_of(price), rubric=rubric))
    created = now or datetime.datetime.now(datetime.UTC)
    return Plan(
        created=created.strftime("%Y-%m-%dT%H:%M:%SZ"),
        commit=options.commit,
        lint=options.lint,
        runs=runs,
        jobs=jobs,
        unplanned=[run for run in unplanned if not is_known(run, last)],
        left=left,
        under_way=waiting,
        owners=list(options.owners),
    )


def part_of(submitted: SubmittedRun) -> str:
    """Return the part of a plan that a run without a row belongs to.

    Runs on a GPU have a part of their own, so that a machine that is off does not hold up the others.
    """
    kind = "gpu" if any(map(needs_gpu, models_of(submitted))) else "plan"
    return f"{kind}-{submitted.name.slug}"


def shard_count(samples: int) -> int:
    """Return the number of score jobs for a number of samples."""
    return min(JOBS_LIMIT, max(1, math.ceil(samples / SAMPLES_PER_JOB)))


def _place(
    submitted: SubmittedRun, options: PlanOptions, size_of: Callable[[SubmittedRun], RunSize], spending: float
) -> tuple[PlacedRun, RunSize] | UnplacedRun:
    if why := options.refused.get(submitted.name.slug):
        return UnplacedRun("refused", why)
    place = place_run(submitted, options.policy)
    if isinstance(place, UnplacedRun):
        return place
    if why := _why_unpaid(submitted, options, spending):
        return UnplacedRun("waiting", why)
    try:
        return place, size_of(submitted)
    except BadInput as error:  # the data set was not fetched, or this version does not know it
        return UnplacedRun("waiting", str(error))


def _why_unpaid(submitted: SubmittedRun, options: PlanOptions, spending: float) -> str:
    """Return why a paid model is not asked now; empty if it is, or the run calls none."""
    price, month = price_of(submitted, options.policy), options.policy.budgets.month_usd
    if is_paid(submitted) and not price:
        return "budgets.run_usd in policy.yml is 0, so no paid model is asked"
    if price and spending + price > month:
        return f"this month's budget of {month:g} US dollars is spent, or set aside for other runs"
    return ""


def make_jobs(
    submitted: SubmittedRun,
    size: RunSize,
    place: PlacedRun,
    resume: str,
    night: str = "",
    *,
    rubric: bool = False,
) -> list[MatrixJob]:
    """Return the jobs of one run, or of its panel.

    Args:
        submitted: the run.
        size: its data set and number of samples.
        place: its runner.
        resume: the workflow run whose completions its generate job continues; empty for none.
        night: date of a panel's night; empty for a row.
        rubric: whether a model scores the answers.
    """
    count = shard_count(size.samples)
    jobs = []
    if place.labels:
        jobs.append(
            MatrixJob(
                id=job_id("generate", submitted.name.slug, submitted.request, night=night),
                kind="generate",
                slug=submitted.name.slug,
                run=submitted.index,
                request=submitted.request,
                minutes=MINUTES_LIMIT,
                runs_on=list(place.labels),
                gpu=place.gpu,
                keys=list(place.keys),
                resume=resume,
            )
        )
    jobs += [
        MatrixJob(
            id=job_id("score", submitted.name.slug, submitted.request, shard, count, night=night),
            kind="score",
            slug=submitted.name.slug,
            run=submitted.index,
            request=submitted.request,
            minutes=_SCORE_MINUTES,
            runs_on=list(HOSTED),
            shard=shard,
            shards=count,
        )
        for shard in range(count)
    ]
    return [*jobs, rubric_job(submitted)] if rubric else jobs


def fit_matrices(jobs: Sequence[MatrixJob], more: Sequence[MatrixJob], limit: int = JOBS_LIMIT) -> bool:
    """Whether the jobs of a submission, and more of them, fit into its matrices."""
    kinds = [job.kind for job in (*jobs, *more)]
    return all(kinds.count(kind) <= limit for kind in ("generate", "score", "rubric"))


def planned_run(
    submitted: SubmittedRun,
    size: RunSize,
    jobs: Sequence[MatrixJob],
    cents: int,
    panel: PanelPlan | None = None,
    *,
    rubric: RubricChoice = NO_RUBRIC,
) -> PlannedRun:
    """Return the entry of a run in a plan.

    Args:
        submitted: the run.
        size: its data set and number of samples.
        jobs: its jobs.
        cents: US cents that are reserved for it.
        panel: its panel; None if it gets a row.
        rubric: whether a model scores its answers.
    """
    return PlannedRun(
        **submitted.name._asdict(),
        run=submitted.index,
        request=submitted.request,
        config=submitted.config,
        tasks=size.tasks,
        generate=next((job.id for job in jobs if job.kind == "generate"), None),
        score=[job.id for job in jobs if job.kind == "score"],
        rubric=next((job.id for job in jobs if job.kind == "rubric"), None),
        reserved_cents=cents,
        rubric_cents=cents_of(rubric.usd),
        no_rubric=rubric.why_not,
        panel=panel,
    )


def _unplanned_run(submitted: SubmittedRun, why: UnplacedRun) -> UnplannedRun:
    return UnplannedRun(
        **submitted.name._asdict(),
        request=submitted.request,
        config=submitted.config,
        state=why.state,
        reason=reason_of(why.reason),
    )


def is_known(run: UnplannedRun, last: Mapping[RunName, RunStatus]) -> bool:
    """Whether the newest status of a run already records its state and reason."""
    known = last.get(run.name)
    return known is not None and (known.state, known.reason, known.config) == (
        run.state,
        run.reason,
        run.config,
    )


def plan_lines(plan: Plan) -> list[str]:
    """Return what people read about a plan, one line per run."""
    lines = []
    for run in plan.runs:
        jobs = len(run.score) + (run.generate is not None) + (run.rubric is not None)
        lines.append(f"{run.name}: {jobs} job(s)")
        if run.no_rubric:
            lines.append(f"{run.name}: no model scores its answers: {run.no_rubric}")
    for left in plan.unplanned:
        name = f"{left.slug}: {left.suite}/{left.dataset}"
        lines.append(f"{name}: {left.state}: {left.reason}")
    if plan.under_way:
        lines.append(f"{plan.under_way} run(s) wait for the end of an evaluation of their submission")
    if plan.left:
        lines.append(f"{plan.left} run(s) are left for the next plan, because the matrices are full")
    lines += [f"{slug}: a maintainer changed its owners" for slug in plan.owners]
    return lines if plan.runs or plan.unplanned or plan.owners else [*lines, "nothing to do"]
