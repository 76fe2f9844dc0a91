"""Plan the jobs for runs without rows: a function of submissions, rows, statuses and policy."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import get_args

from benchmark.chain.plan.due_runs import RunSize, SubmittedRun, failure_counts, run_size
from benchmark.chain.plan.job import (
    JOBS_LIMIT,
    MINUTES_LIMIT,
    BatchUse,
    Kind,
    MatrixJob,
    PanelPlan,
    Plan,
    PlannedRun,
    UnplannedRun,
    asked_text,
    job_id,
)
from benchmark.chain.plan.ownership import UNKNOWN
from benchmark.chain.plan.policy import Policy, RubricPolicy, needs_gpu
from benchmark.chain.plan.runners import (
    HOSTED,
    PlacedRun,
    is_paid,
    place_run,
    price_of,
    unplanned_run,
    why_not_batched,
)
from benchmark.core.errors import BadInput
from benchmark.results.branch_record import present_moment
from benchmark.results.money import Money, cents_of, series_key
from benchmark.results.status import ATTEMPTS, RunName, RunStatus, newest_by_run

#: Maximum samples of one score job. If every sample ran into the limit on the wall clock (12 s), two workers
#: would need 250 minutes.
SAMPLES_PER_JOB = 2500
#: Maximum runs of one plan.
RUNS_LIMIT = 200

# The 250 minutes of the worst case, and time to install and to fetch.
_SCORE_MINUTES = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownRuns:
    """All runs, and everything that their plan depends on."""

    policy: Policy
    #: What was spent or is reserved, and the parts that are being evaluated now.
    money: Money = field(default_factory=Money)
    month: str = ""  #: the month in UTC whose budget counts, such as ``2026-01``
    lint: bool = True  #: whether parsing success is measured
    commit: str = ""  #: commit of the submissions
    insist: bool = False  #: also plan runs that failed too often
    refused: Mapping[str, str] = field(default_factory=dict)  #: why submissions are not evaluated, by slug
    owners: tuple[str, ...] = ()  #: submissions whose owners are recorded again
    runs: tuple[SubmittedRun, ...] = ()  #: the runs of all submissions
    due: tuple[SubmittedRun, ...] = ()  #: the runs without a row; none in a night
    #: Runs with a row that has no scores by a model, and the workflow run that made the row; none in a night.
    unscored: tuple[tuple[SubmittedRun, str], ...] = ()
    statuses: tuple[RunStatus, ...] = ()  #: oldest first


def make_plan(due: Sequence[SubmittedRun], statuses: Sequence[RunStatus], options: KnownRuns) -> Plan:
    """Plan the jobs of all submissions.

    Runs with the fewest failures come first, so that a run that always fails does not hold up the others.
    Runs that do not fit into the matrices are left for the next plan, and so are those of a submission that
    is being evaluated. ``due`` are the runs without a row; ``statuses`` are their statuses, oldest first.
    """
    last = newest_by_run(statuses)
    # Oldest first, so the newest workflow run of a request is the one that stays.
    checkpoints = {(status.run, status.request): status.run_id for status in statuses if status.run_id}
    complete = {(status.run, status.run_id) for status in statuses if status.complete}
    runs: list[PlannedRun] = []
    jobs: list[MatrixJob] = []
    unplanned: list[UnplannedRun] = []
    left, waiting, money, month = 0, 0, options.money, options.month
    spending, rubric_usd = money.spent_usd(month), money.rubric_usd(month)
    failures = failure_counts(statuses)
    count = {submitted.name: failures[submitted.form] for submitted in due}
    for submitted in sorted(due, key=lambda run: (count[run.name], run.name)):
        if count[submitted.name] >= ATTEMPTS and not options.insist:
            continue
        # Runs on a GPU are a part of their own, so that a machine that is off does not hold up the others.
        kind = "gpu" if any(map(needs_gpu, submitted.models)) else "plan"
        part = f"{kind}-{submitted.name.slug}"
        if part in money.under_way or (part, submitted.request, None) in money.held:
            waiting += 1
            continue
        resume = checkpoints.get((submitted.name, submitted.request), "")
        price = None  # for answers that are free, or were paid for already
        if is_paid(submitted) and (submitted.name, resume) not in complete:
            price = price_of(submitted, options.policy)
        placed = _place(submitted, options, spending, price)
        if isinstance(placed, UnplannedRun):
            unplanned.append(placed)
            continue
        place, size = placed
        rubric, no_rubric = wanted_rubric(submitted, size, options.policy), None
        if rubric is not None and rubric_usd + rubric.run_usd > rubric.month_usd:  # skips the scoring only
            limit = f"rubric.month_usd in policy.yml, {rubric.month_usd:g} US dollars,"
            rubric, no_rubric = None, f"{limit} is spent, or set aside for other runs"
        run, more = plan_run(
            submitted,
            size,
            place,
            options.policy,
            cents=cents_of(price or 0.0),
            resume=resume,
            rubric_cents=0 if rubric is None else cents_of(rubric.run_usd),
            no_rubric=no_rubric,
        )
        if len(runs) == RUNS_LIMIT or not fit(jobs, more):
            # A smaller run further down may still fit.
            left += 1
            continue
        spending += run.reserved_cents / 100
        rubric_usd += run.rubric_cents / 100
        runs.append(run)
        jobs += more
    for run, more in _runs_to_score(options, rubric_usd):
        if len(runs) < RUNS_LIMIT and fit(jobs, more):
            runs.append(run)
            jobs += more
    return Plan(
        created=present_moment(),
        commit=options.commit,
        lint=options.lint,
        runs=runs,
        jobs=jobs,
        # Otherwise each plan would push the same statuses once more.
        unplanned=[run for run in unplanned if not is_known(run, last)],
        left=left,
        under_way=waiting,
        owners=list(options.owners),
    )


def _runs_to_score(options: KnownRuns, rubric_usd: float) -> Iterator[tuple[PlannedRun, list[MatrixJob]]]:
    """Yield the runs whose rows get scores by a model; ``rubric_usd`` is spent or reserved this month."""
    for submitted, resume in options.unscored:
        tries = options.money.rubric_tries[series_key(submitted.name.slug, submitted.request)]
        if f"rubric-{submitted.name.slug}" in options.money.under_way or tries >= ATTEMPTS:
            continue
        placed = _place(submitted, options, 0.0, None)
        if isinstance(placed, UnplannedRun) or placed[0].gpu:
            continue
        rubric = wanted_rubric(submitted, placed[1], options.policy)
        if rubric is None or rubric_usd + rubric.run_usd > rubric.month_usd:
            continue
        rubric_usd += rubric.run_usd
        cents = cents_of(rubric.run_usd)
        yield plan_run(
            submitted,
            placed[1],
            placed[0],
            options.policy,
            cents=0,
            resume=resume,
            rubric_cents=cents,
            recorded=True,
        )


def shard_count(samples: int) -> int:
    """Return the number of score jobs for a number of samples."""
    return min(JOBS_LIMIT, max(1, math.ceil(samples / SAMPLES_PER_JOB)))


def _place(
    submitted: SubmittedRun, options: KnownRuns, spending: float, price: float | None
) -> tuple[PlacedRun, RunSize] | UnplannedRun:
    if why := options.refused.get(submitted.name.slug):
        return unplanned_run(submitted, "waiting" if why == UNKNOWN else "refused", why)
    place = place_run(submitted, options.policy)
    if isinstance(place, UnplannedRun):
        return place
    month = options.policy.budgets.month_usd
    if price == 0:
        why = "budgets.run_usd in policy.yml is 0, so no paid model is asked"
        return unplanned_run(submitted, "waiting", why)
    if price and spending + price > month:
        why = f"this month's budget of {month:g} US dollars is spent, or set aside for other runs"
        return unplanned_run(submitted, "waiting", why)
    try:
        return place, run_size(submitted)
    except BadInput as error:  # the data set was not fetched, or this version does not know it
        return unplanned_run(submitted, "waiting", str(error))


def wanted_rubric(submitted: SubmittedRun, size: RunSize, policy: Policy) -> RubricPolicy | None:
    """Return the model that scores the answers of a run, and its budget; None if the policy wants none.

    The policy wants scores if it chooses the data set, and a rubric fits each task.
    """
    rubric, run = policy.rubric, submitted.run
    wanted = rubric is not None and size.draws_figures and rubric.chooses(run.suite, run.dataset)
    return rubric if wanted else None


def plan_run(
    submitted: SubmittedRun,
    size: RunSize,
    place: PlacedRun,
    policy: Policy,
    *,
    cents: int,
    resume: str = "",
    collects: bool = False,
    panel: PanelPlan | None = None,
    rubric_cents: int = 0,
    no_rubric: str | None = None,
    recorded: bool = False,
) -> tuple[PlannedRun, list[MatrixJob]]:
    """Return the entry of one run in a plan, and its jobs; with ``panel``, the run gets a panel, not a row.

    ``cents`` and ``rubric_cents`` are US cents that are reserved for generating and for scoring by a model.
    ``resume`` is the workflow run whose completions its generate job continues; with ``collects``, that run
    has sent batches, which hold the money. ``no_rubric`` says why no model
    scores the answers, although the policy wants it. A ``recorded`` run has its row, and is judged again only
    so that a model scores the same answers.
    """
    night = "" if panel is None else panel.date
    no_batch = why_not_batched(submitted, size.samples if panel is None else None, policy)
    batch: BatchUse = "collect" if collects else "no" if no_batch or recorded else "send"

    def job(kind: Kind, shard: int = 0, shards: int = 1) -> MatrixJob:
        runner = place if kind == "generate" else PlacedRun(HOSTED)
        return MatrixJob(
            id=job_id(kind, submitted.name.slug, submitted.request, shard, shards, night=night),
            kind=kind,
            slug=submitted.name.slug,
            run=submitted.index,
            request=submitted.request,
            shard=shard,
            shards=shards,
            minutes=_SCORE_MINUTES if kind == "score" else MINUTES_LIMIT,
            runs_on=list(runner.labels),
            gpu=runner.gpu,
            keys=list(runner.keys) if cents else [],
            resume=resume if kind == "generate" else "",
            batch=batch if kind == "generate" else "no",
        )

    count = shard_count(size.samples)
    generate = [job("generate")] if place.labels else []
    score = [job("score", shard, count) for shard in range(count)]
    rubric = [job("rubric")] if rubric_cents else []
    planned = PlannedRun(
        **submitted.name._asdict(),
        run=submitted.index,
        request=submitted.request,
        config=submitted.config,
        tasks=size.tasks,
        generate=generate[0].id if generate else None,
        score=[each.id for each in score],
        rubric=rubric[0].id if rubric else None,
        reserved_cents=cents,
        rubric_cents=rubric_cents,
        no_rubric=no_rubric,
        no_batch=(no_batch or None) if policy.batch and generate and not collects else None,
        panel=panel,
        recorded=recorded,
    )
    return planned, generate + score + rubric


def fit(jobs: Sequence[MatrixJob], more: Sequence[MatrixJob]) -> bool:
    """Whether the jobs of another run fit into the matrices of its submission."""
    kinds = [job.kind for job in (*jobs, *more) if job.slug == more[0].slug]
    return all(kinds.count(kind) <= JOBS_LIMIT for kind in get_args(Kind))


def is_known(run: UnplannedRun, last: Mapping[RunName, RunStatus]) -> bool:
    """Whether the newest status of a run already records its state and reason."""
    known, wanted = last.get(run.name), (run.state, run.reason, run.config)
    return known is not None and (known.state, known.reason, known.config) == wanted


def plan_lines(plan: Plan) -> list[str]:
    """Return the lines of a plan that people read, one per run."""
    lines = []
    for run in plan.runs:
        lines.append(f"{run.name}: {len(run.jobs)} job(s){asked_text(run, plan.jobs)}")
        if run.no_rubric:
            lines.append(f"{run.name}: no model scores its answers: {run.no_rubric}")
    lines += [f"{run.slug}: {run.suite}/{run.dataset}: {run.state}: {run.reason}" for run in plan.unplanned]
    if plan.under_way:
        lines.append(f"{plan.under_way} run(s) wait for the end of an evaluation of their submission")
    if plan.left:
        lines.append(f"{plan.left} run(s) are left for the next plan, because the matrices are full")
    lines += [f"{slug}: a maintainer changed its owners" for slug in plan.owners]
    return lines if plan.runs or plan.unplanned or plan.owners else [*lines, "nothing to do"]
