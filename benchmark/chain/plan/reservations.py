"""Reserve the money of a plan on the branch of results, start its evaluations, and accept them there.

The push of the reservations is the lock: when it is rejected, the whole ledger is read anew, and the plan is
made again. Statuses and owners are pushed with them.
"""

import contextlib
import datetime
import itertools
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import Repository, TrackedRun
from benchmark.chain.github.rest import ApiError
from benchmark.chain.github.workflow_runs import MAIN, WorkflowRuns
from benchmark.chain.plan.due_runs import (
    SubmittedRun,
    check_free,
    find_run,
    run_size,
    runs_without_row,
)
from benchmark.chain.plan.job import MatrixJob, PanelPlan, Plan, PlannedRun, UnplannedRun
from benchmark.chain.plan.panels import panel_plan
from benchmark.chain.plan.plan import is_known, plan_run, wanted_rubric
from benchmark.chain.plan.policy import Policy, read_policy
from benchmark.chain.plan.runners import GPU_ABSENT, place_run, price_of, unplanned_run
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.names import DRY_RUN
from benchmark.files.bounded import read_bytes
from benchmark.judging import JUDGE_VERSION
from benchmark.results.branch_record import add_record, present_moment
from benchmark.results.layout import MONEY, NIGHTLY, ROWS, RUBRIC_MARK
from benchmark.results.money import (
    STARTED,
    MoneyEntry,
    Reservation,
    ReservedRun,
    StartedRuns,
    WatchedVersion,
    cents_of,
    new_reservation,
)
from benchmark.results.owners import SubmissionChange
from benchmark.results.status import RowHead, RunName, RunStatus, read_heads
from benchmark.suites import load

_REFUSALS = frozenset(range(400, 500)) - {408}  #: HTTP statuses after which nothing was started
#: Seconds between two starts: GitHub refuses more than 80 changes a minute, and asks for one second.
PACE = 1.0
#: A plan with more evaluations says which runs are the first; of fewer, each reads one page of the list.
FEW_STARTED = 20
_PAUSES = (2.0, 5.0, 10.0, 30.0, 60.0)  #: seconds before a request is repeated
ACCEPT_HOURS = 24  #: no evaluation begins later than this after its reservation


def reservations_of(
    plan: Plan,
    statuses: Iterable[RunStatus],
    *,
    policy: str,
    ci: CiRun,
    changes: Mapping[str, SubmissionChange | None],
) -> tuple[Reservation, ...]:
    """Return a reservation for each part of a plan: the runs of one submission that are evaluated together.

    ``plan-SLUG`` has the runs on hosted runners, ``gpu-SLUG`` those on a GPU, so that a machine that is off
    does not hold up the others, and ``night-SLUG`` the panels of a night. ``statuses`` say what continued
    completions did cost. ``policy`` is the SHA-256 of policy.yml; ``changes`` are by slug.
    """
    known = (status for status in statuses if status.cost_usd)
    before = {(status.run, status.run_id): cents_of(status.cost_usd) for status in known}
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
            runs=[_reserved_run(plan, run, before) for run in runs],
            number=ci.number,
            change=changes.get(runs[0].slug),
            links=dict(ci.links),
        )
        for part, runs in sorted(parts.items())
    )


def runs_without_scores(
    runs: Iterable[SubmittedRun], heads: Iterable[RowHead], rows: Path
) -> tuple[tuple[SubmittedRun, str], ...]:
    """Return the runs whose row has no scores by a model, and the workflow run that made the row.

    Rows that this version would not make again, because suite or judge have changed, are left out.
    """
    scored = {path.name.partition(RUBRIC_MARK)[0] for path in rows.rglob(f"*{RUBRIC_MARK}*.json")}
    lacking = {(head.run, head.request): head for head in heads if head.id not in scored}
    found = ((run, lacking[run.name, run.request]) for run in runs if (run.name, run.request) in lacking)
    return tuple(
        (run, head.links.get("CI run", "").rpartition("/")[2])
        for run, head in found
        if (head.versions.get("suite"), head.versions.get("judge"))
        == (load(run.run.suite).version, JUDGE_VERSION)
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
) -> tuple[dict[str, int | None], list[OurFailure], list[Reservation]]:
    """Start the evaluation of each reservation; a failure does not stop the others.

    If GitHub's answer is unclear, the evaluation is started again unless GitHub lists it. Only a few requests
    are repeated for all reservations together, so that an outage does not take longer than the job may.

    Returns the ids of the reservations whose evaluation was started, each with the id of its workflow run if
    that is known; why others were not; and the reservations that GitHub refused to start.
    """
    started: dict[str, int | None] = {}
    failures: list[OurFailure] = []
    refused: list[Reservation] = []
    pauses = iter(_PAUSES)
    for number, reservation in enumerate(reservations):
        time.sleep(PACE if number else 0.0)
        try:
            started[reservation.id] = _start(reservation, github, workflow, pauses)
        except OurFailure as error:
            failures.append(error)
            if isinstance(error, ApiError) and error.status in _REFUSALS:
                refused.append(reservation)
    return started, failures, refused


def _start(
    reservation: Reservation, github: Repository, workflow: str, pauses: Iterator[float]
) -> int | None:
    inputs = {"part": reservation.part, "reservation": reservation.id}
    while True:
        try:
            return github.dispatch(workflow, ref=MAIN, inputs=inputs)
        except ApiError as error:
            pause = None if error.status in _REFUSALS else next(pauses, None)
            if pause is None:
                raise
        time.sleep(pause)
        if found := ListedRuns.since(WorkflowRuns(github), reservation.number).of(reservation):
            return found[0].id


def first_runs(started: Sequence[Reservation], github: Repository) -> StartedRuns | None:
    """Return the first runs for reservations whose evaluation was started, as far as GitHub lists them.

    Where an earlier run may not be listed, none is returned: the evaluation's own job reads the list again.
    None if there are none, or so few reservations that each of these jobs may read the list.
    """
    found: dict[str, int] = {}
    for pause in _PAUSES[:3] if len(started) > FEW_STARTED else ():
        time.sleep(pause)
        with contextlib.suppress(ApiError):
            listed = ListedRuns.since(WorkflowRuns(github), started[0].number)
            found = {each.id: run for each in started if (run := listed.first(each))}
        if len(found) == len(started):
            break
    return StartedRuns(number=started[0].number, when=present_moment(), runs=found) if found else None


def add_started(checkout: Path, started: StartedRuns) -> str:
    """Add a list of started runs; return the message of the commit."""
    add_record(checkout / STARTED, started)
    return f"Keep which runs were started\n\nstarted: {len(started.runs)}"


def _reserved_run(
    plan: Plan, run: PlannedRun, before: Mapping[tuple[RunName, str], int]
) -> dict[str, object]:
    resume = next((job.resume for job in plan.jobs if job.id == run.generate), "")
    return {
        **run.model_dump(include=set(ReservedRun.model_fields)),
        "cents": run.reserved_cents,
        "resume": resume,
        "before_cents": before.get((run.name, resume), 0) if resume else 0,
        "watched": run.watched,
    }


EVALUATE_WORKFLOW = "run.yml"
#: Beginnings of the names of the jobs that ask a model; WORKING has those of all jobs that work on a run.
GENERATING, GRADING = "Generate ", "Grade "
WORKING = (GENERATING, "Score ", GRADING)
_FIX = "wait for the next plan, which begins anew; nothing was paid for"
_OPTION = "--reservation"


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
    age = datetime.datetime.now(datetime.UTC) - datetime.datetime.fromisoformat(reservation.when)
    if age > datetime.timedelta(hours=ACCEPT_HOURS):  # care.yml may be settling it at this moment
        raise BadInput(_OPTION, reservation.id, f"is more than {ACCEPT_HOURS} hours old", _FIX)
    if reservation.policy != sha256_hex(read_bytes(policy)):
        raise BadInput(policy, "", "was changed after the plan was made", _FIX)
    heads, accepted = read_heads(checkout / ROWS, [reservation.slug]), []
    recorded = part.startswith("rubric-")
    for number, (reserved, name) in enumerate(zip(reservation.runs, reservation.names, strict=True)):
        submitted, panel = find_run(submissions, name, reserved), None
        if reservation.night is not None:
            panel = _accept_panel(reservation.night, reserved.watched, submitted, checkout / NIGHTLY, rules)
        elif recorded and not runs_without_scores([submitted], heads, checkout / ROWS):
            raise BadInput("--rows", f"runs[{submitted.index}]", f"{name} has no row without scores", _FIX)
        elif not recorded and not runs_without_row([submitted], heads):
            raise BadInput("--rows", f"runs[{submitted.index}]", f"{name} already has a row", _FIX)
        accepted.append(_accept_run(reserved, submitted, panel, rules, f"runs[{number}]", recorded=recorded))
    plan = Plan(
        created=reservation.when,
        commit=reservation.commit,
        lint=reservation.lint,
        runs=[run for run, _ in accepted],
        jobs=[job for _, jobs in accepted for job in jobs],
        part=part,
        reservation=reservation.id,
        change=reservation.change,
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


@dataclass(frozen=True, slots=True)
class ListedRuns:
    """The runs of ``run.yml`` that GitHub lists. Their numbers have no gaps, unless a run was deleted."""

    by_number: Mapping[int, TrackedRun]
    repository: WorkflowRuns

    @classmethod
    def since(cls, runs: WorkflowRuns, number: int) -> Self:
        """List the runs with numbers above ``number``, on any branch."""
        newer = itertools.takewhile(lambda run: run.run_number > number, runs.of(EVALUATE_WORKFLOW))
        return cls({run.run_number: run for run in newer}, runs)

    def of(self, reservation: Reservation) -> list[TrackedRun]:
        """Return the runs that were started for a reservation, oldest first."""
        title = f"{reservation.part} of {reservation.id}"  # the ``run-name`` in run.yml
        found = [run for _, run in sorted(self.by_number.items()) if run.display_title == title]
        return [run for run in found if self.repository.is_ours(run, EVALUATE_WORKFLOW)]

    def first(self, reservation: Reservation) -> int:
        """Return the id of the first run for a reservation; 0 if an earlier one may not be listed."""
        found = self.of(reservation)[:1]
        return sum(run.id for run in found if self.missing(reservation, run.run_number) is None)

    def missing(self, reservation: Reservation, before: int) -> int | None:
        """Return the first number between the plan of a reservation and ``before`` that GitHub does not list.

        None if all are listed, so that no run of the reservation was deleted, or is not listed yet.
        """
        numbers = range(reservation.number + 1, before)
        return next((number for number in numbers if number not in self.by_number), None)


def check_first(runs: WorkflowRuns, reservation: Reservation, ci: CiRun, first: int | None) -> None:
    """Check that no earlier workflow run was started for this reservation, because that may have paid.

    Whatever became of the earlier one, it alone may evaluate the reservation. So a run that GitHub does not
    list, because it was deleted or the list is outdated, counts as well. ``first`` is the first run if the
    plan has found it; then GitHub is not asked.

    Raises:
        BadInput: if there is such a run.
    """
    if first is not None:
        if ci.id == str(first):
            return
        raise BadInput(_OPTION, reservation.id, f"was given to workflow run {first} already", _FIX)
    number = ci.number
    problem = "" if number > reservation.number else "was reserved by a later workflow run"
    for pause in (0.0, *_PAUSES):
        time.sleep(pause)
        listed = ListedRuns.since(runs, reservation.number)
        earlier = [run.id for run in listed.of(reservation) if run.run_number < number]
        missing = listed.missing(reservation, number)
        if earlier or missing is None:
            break
    if earlier:
        problem = f"was given to workflow run {earlier[0]} already"
    elif missing is not None:
        problem = f"may have been evaluated by run number {missing}, which GitHub does not list"
    if problem:
        raise BadInput(_OPTION, reservation.id, problem, _FIX)


def _accept_run(
    reserved: ReservedRun,
    submitted: SubmittedRun,
    panel: PanelPlan | None,
    rules: Policy,
    where: str,
    *,
    recorded: bool,
) -> tuple[PlannedRun, list[MatrixJob]]:
    name = submitted.name
    runner, size = place_run(submitted, rules), run_size(submitted, panel)
    if isinstance(runner, UnplannedRun):
        raise BadInput(_OPTION, where, f"{name}: {runner.reason}", _FIX)
    given = cents_of(price_of(submitted, rules))
    less = 0 < reserved.cents <= given  # a panel may cost less
    if panel is None:  # if nothing is reserved, the job asks no model, and needs complete answers to continue
        less = bool(reserved.resume) and not reserved.cents
    if reserved.cents != given and not less:
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
        recorded=recorded,
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
