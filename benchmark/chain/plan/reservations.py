"""Reserve the money of a plan on the branch of results, start its evaluations, and accept them there.

The push of the reservations is the lock: when it is rejected, the whole ledger is read anew, and the plan is
made again. Statuses and owners are pushed with them.
"""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from benchmark.chain.github.repository import Repository, TrackedRun
from benchmark.chain.github.rest import ApiError
from benchmark.chain.github.workflow_runs import MAIN, WorkflowRuns, has_begun
from benchmark.chain.plan.due_runs import SubmittedRun, check_free, find_run, run_size, runs_without_row
from benchmark.chain.plan.job import MatrixJob, PanelPlan, Plan, PlannedRun, UnplannedRun
from benchmark.chain.plan.panels import panel_plan
from benchmark.chain.plan.plan import is_known, plan_run, wanted_rubric
from benchmark.chain.plan.policy import Policy, read_policy
from benchmark.chain.plan.runners import GPU_ABSENT, place_run, price_of, unplanned_run
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.names import DRY_RUN
from benchmark.files.bounded import read_bytes
from benchmark.results.branch_record import add_record
from benchmark.results.layout import MONEY, NIGHTLY, ROWS
from benchmark.results.money import (
    MoneyEntry,
    Reservation,
    ReservedRun,
    WatchedVersion,
    cents_of,
    new_reservation,
)
from benchmark.results.status import RunName, RunStatus, read_heads

_REFUSALS = range(400, 500)  #: HTTP statuses after which nothing was started


def reservations_of(
    plan: Plan, last: Mapping[RunName, RunStatus], *, policy: str, links: Mapping[str, str]
) -> tuple[Reservation, ...]:
    """Return a reservation for each part of a plan: the runs of one submission that are evaluated together.

    ``plan-SLUG`` has the runs on hosted runners, ``gpu-SLUG`` those on a GPU, so that a machine that is off
    does not hold up the others, and ``night-SLUG`` the panels of a night. ``last`` has the newest status of
    each run, which says what continued completions did cost. ``policy`` is the SHA-256 of policy.yml.
    """
    parts: dict[str, list[PlannedRun]] = {}
    for run in plan.runs:
        parts.setdefault(plan.part_of(run), []).append(run)
    return tuple(
        new_reservation(
            part=part,
            when=plan.created,
            night=runs[0].panel.date if runs[0].panel else None,
            commit=plan.commit,
            policy=policy,
            lint=plan.lint,
            runs=[_reserved_run(plan, run, last) for run in runs],
            links=dict(links),
        )
        for part, runs in sorted(parts.items())
    )


def waiting_for_gpu(plan: Plan, last: Mapping[RunName, RunStatus]) -> list[UnplannedRun]:
    """Return the runs of a plan that wait for a GPU now, unless their status says so already."""
    waiting = [
        unplanned_run(run, "waiting", GPU_ABSENT) for run in plan.runs if plan.part_of(run).startswith("gpu-")
    ]
    return [run for run in waiting if not is_known(run, last)]


def add_reservations(checkout: Path, reservations: Iterable[Reservation]) -> str | None:
    """Add reservations to a checkout of the branch; return the message of the commit, or None without any."""
    lines = []
    for reservation in reservations:
        add_record(checkout / MONEY, reservation)
        cents = sum(run.cents + run.rubric_cents for run in reservation.runs)
        lines.append(f"reserved: {reservation.part}: {cents / 100:.2f} US dollars")
    return "\n".join(["Reserve money", "", *lines]) if lines else None


def start_evaluations(
    reservations: Sequence[Reservation], github: Repository, workflow: str
) -> tuple[list[str], list[OurFailure], list[Reservation]]:
    """Start the evaluation of each reservation; a failure does not stop the others.

    Returns the parts whose evaluation was started, why others were not, and the reservations that GitHub
    refused to start. If GitHub's answer is unclear, the evaluation may or may not have been started.
    """
    started: list[str] = []
    failures: list[OurFailure] = []
    refused: list[Reservation] = []
    for reservation in reservations:
        try:
            inputs = {"part": reservation.part, "reservation": reservation.id}
            github.dispatch(workflow, ref=MAIN, inputs=inputs)
        except OurFailure as error:
            failures.append(error)
            if isinstance(error, ApiError) and error.status in _REFUSALS:
                refused.append(reservation)
        else:
            started.append(reservation.part)
    return started, failures, refused


def _reserved_run(plan: Plan, run: PlannedRun, last: Mapping[RunName, RunStatus]) -> dict[str, object]:
    resume = next((job.resume for job in plan.jobs if job.id == run.generate), "")
    status = last.get(run.name)
    return {
        **run.model_dump(include=set(ReservedRun.model_fields)),
        "cents": run.reserved_cents,
        "resume": resume,
        "before_cents": cents_of(status.cost_usd) if resume and status is not None else 0,
        "watched": run.watched,
    }


EVALUATE_WORKFLOW = "run.yml"
#: Beginnings of the names of the jobs that ask a model; WORKING has those of all jobs that work on a run.
GENERATING, GRADING = "Generate ", "Grade "
WORKING = (GENERATING, "Score ", GRADING)
_FIX = "wait for the next plan, which begins anew; nothing was paid for"
_OPTION = "--reservation"
_CLOCKS = datetime.timedelta(hours=1)  #: maximum difference of the clocks of GitHub and of a runner


def accept_reservation(
    entry: MoneyEntry, part: str, *, submissions: Path, policy: Path, checkout: Path
) -> Plan:
    """Return the plan of a reservation, which follows from it, the submission and the policy.

    So nobody can plan other jobs, runners or keys than the policy gives, nor larger amounts. ``part`` is the
    part that the evaluation was started for; ``checkout`` is of the branch of results.

    Raises:
        BadInput: if it is for another part or settled already, submission or policy were changed since, a run
            has its row or panel, is not followed any more, or reserves another amount than the policy gives.
    """
    reservation, rules = entry.reservation, read_policy(policy)
    if reservation.part != part:
        raise BadInput(_OPTION, "part", f"is {reservation.part}, not {part}", _FIX)
    if entry.settlement is not None:
        raise BadInput(_OPTION, reservation.id, "is settled already", _FIX)
    if reservation.policy != sha256_hex(read_bytes(policy)):
        raise BadInput(policy, "", "was changed after the plan was made", _FIX)
    heads, accepted = read_heads(checkout / ROWS, [reservation.slug]), []
    for number, (reserved, name) in enumerate(zip(reservation.runs, reservation.names, strict=True)):
        submitted, panel = find_run(submissions, name, reserved), None
        if reservation.night is not None:
            panel = _accept_panel(reservation.night, reserved.watched, submitted, checkout / NIGHTLY, rules)
        elif not runs_without_row([submitted], heads):
            raise BadInput("--rows", f"runs[{submitted.index}]", f"{name} already has a row", _FIX)
        accepted.append(_accept_run(reserved, submitted, panel, rules, f"runs[{number}]"))
    plan = Plan(
        created=reservation.when,
        commit=reservation.commit,
        lint=reservation.lint,
        runs=[run for run, _ in accepted],
        jobs=[job for _, jobs in accepted for job in jobs],
        part=part,
        reservation=reservation.id,
    )
    for number, run in enumerate(plan.runs):
        if (own := plan.part_of(run)) != part:
            raise BadInput(_OPTION, f"runs[{number}]", f"{run.name} belongs to {own}", _FIX)
    limit = rules.budgets.nightly_usd  # all panels together stay within the budgets of night and new version
    for watched in (run.watched for run in reservation.runs if run.watched is not None):
        known = rules.watching(watched.provider, watched.model)
        limit = min(limit, 0.0 if known is None else known.budget_usd)
    whole = sum(run.cents for run in reservation.runs)
    if reservation.night is not None and whole > cents_of(limit):
        problem = f"reserves {whole} cents, but policy.yml gives {cents_of(limit)}"
        raise BadInput(_OPTION, reservation.id, problem, _FIX)
    return plan


def check_newest(runs: WorkflowRuns, reservation: Reservation, own: int) -> None:
    """Check that no other workflow run has evaluated this reservation, which would pay twice.

    GitHub lets only one such workflow run work at a time, so the second one sees the first. The attempts of
    this workflow run, whose id is ``own``, continue one another.

    Raises:
        BadInput: if there is such a run.
    """
    for run in evaluations_of(runs, [reservation])[reservation.id]:
        if run.id == own:
            continue
        unfinished = run.id < own and run.status != "completed"
        if unfinished or has_begun(runs.jobs(run.id), WORKING):  # a later run may still wait for this one
            problem = f"was evaluated by workflow run {run.id} already"
            raise BadInput(_OPTION, reservation.id, problem, _FIX)


def evaluations_of(runs: WorkflowRuns, reservations: Sequence[Reservation]) -> dict[str, list[TrackedRun]]:
    """Return the workflow runs of each reservation by its id, from one list of GitHub's."""
    titles = {f"{each.part} of {each.id}": each.id for each in reservations}  # the ``run-name`` in run.yml
    found: dict[str, list[TrackedRun]] = {each.id: [] for each in reservations}
    if reservations:
        oldest = min(datetime.datetime.fromisoformat(each.when) for each in reservations)
        for run in runs.since(EVALUATE_WORKFLOW, (oldest - _CLOCKS).strftime("%Y-%m-%dT%H:%M:%SZ")):
            if run.display_title in titles:
                found[titles[run.display_title]].append(run)
    return found


def _accept_run(
    reserved: ReservedRun, submitted: SubmittedRun, panel: PanelPlan | None, rules: Policy, where: str
) -> tuple[PlannedRun, list[MatrixJob]]:
    name = submitted.name
    runner, size = place_run(submitted, rules), run_size(submitted, panel)
    if isinstance(runner, UnplannedRun):
        raise BadInput(_OPTION, where, f"{name}: {runner.reason}", _FIX)
    given = cents_of(price_of(submitted, rules))  # a panel may cost less
    if reserved.cents != given and not (panel is not None and 0 < reserved.cents <= given):
        problem = f"is {reserved.cents}, but policy.yml gives {given}"
        raise BadInput(_OPTION, f"{where}.cents", problem, _FIX)
    rubric = wanted_rubric(submitted, size, rules)
    if reserved.rubric_cents and rubric is None:
        raise BadInput(_OPTION, where, "reserves money for scoring, which policy.yml does not request", _FIX)
    if rubric is not None and reserved.rubric_cents not in (0, cents_of(rubric.run_usd)):
        raise BadInput(_OPTION, f"{where}.rubric_cents", "is not rubric.run_usd of policy.yml", _FIX)
    if name.slug == DRY_RUN and (runner.keys or runner.gpu or reserved.cents or reserved.rubric_cents):
        raise BadInput(_OPTION, where, "is a dry run, which must not get a key, a GPU or money", _FIX)
    return plan_run(
        submitted,
        size,
        runner,
        cents=reserved.cents,
        resume=reserved.resume,
        panel=panel,
        rubric_cents=reserved.rubric_cents,
        no_rubric=reserved.no_rubric,
    )


def _accept_panel(
    date: str, watched: WatchedVersion | None, submitted: SubmittedRun, nightly: Path, rules: Policy
) -> PanelPlan:
    """Return the panel of a run in a night, after checking that it is still wanted."""
    today = datetime.datetime.now(datetime.UTC).date()
    # A night that was planned before midnight may be accepted after it.
    if date not in (today.isoformat(), (today - datetime.timedelta(days=1)).isoformat()):
        raise BadInput(_OPTION, "night", f"{date} is neither today nor yesterday", _FIX)
    if watched is not None:
        entry = rules.watching(watched.provider, watched.model)
        if entry is None or list(dict.fromkeys(entry.suites)) != watched.suites:
            problem = f"has no such entry for the new version {watched.model}"
            raise BadInput("policy.yml", "watch", problem, _FIX)
        check_free(submitted.submission, submitted.folder.parent, rules)
    panel = panel_plan(submitted, date, nightly, rules, watched)
    if isinstance(panel, str):
        raise BadInput(_OPTION, "runs", f"{submitted.name}: {panel}", _FIX)
    return panel
