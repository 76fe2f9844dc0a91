"""Reserve the money of a plan on the branch of results, start its evaluations, and accept them there.

The push of the reservations is the lock: when it is rejected, the whole ledger is read anew, and the plan is
made again. Statuses and owners are pushed with them.
"""

import datetime
import itertools
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from http import HTTPStatus
from pathlib import Path

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import ApiError, ApiRequest, none_if
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
from benchmark.results.branch import BRANCH
from benchmark.results.branch_record import add_record, parse_record
from benchmark.results.layout import DRY_BRANCH, MONEY, NIGHTLY, ROWS, RUBRIC_MARK, SUM
from benchmark.results.money import (
    MoneyEntry,
    Reservation,
    ReservedRun,
    StartedRun,
    WatchedVersion,
    cents_of,
)
from benchmark.results.owners import SubmissionChange
from benchmark.results.status import RowHead, RunName, RunStatus, read_heads
from benchmark.suites import load

_REFUSALS = frozenset(range(400, 500)) - {408}  #: HTTP statuses after which nothing was started
#: Seconds between two starts: GitHub refuses more than 80 changes a minute, and asks for one second.
PACE = 1.0
_PAUSES = (2.0, 5.0, 10.0, 30.0, 60.0)  #: seconds before a request is repeated
_STARTS = 10  #: evaluations that are started before a push names their runs
_LATE = 30.0  #: seconds after which those that were started are named at once
_WAITS = (0.0, *_PAUSES, 60.0, 60.0, 60.0)  #: seconds before a run asks again whether it was named


def reservations_of(
    plan: Plan,
    statuses: Iterable[RunStatus],
    *,
    policy: str,
    ci: CiRun,
    changes: Mapping[str, SubmissionChange],
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
        Reservation.new(
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
        if reservation.path(checkout / MONEY).with_name(SUM).exists():
            problem = f"the ledger has closed the month of {reservation.when}"
            raise OurFailure(problem, "plan again on a machine whose clock is right")
        add_record(checkout / MONEY, reservation)
        cents = sum(run.cents + run.rubric_cents for run in reservation.runs)
        lines.append(f"reserved: {reservation.part}: {cents / 100:.2f} US dollars")
    return "\n".join(["Reserve money", "", *lines]) if lines else None


def start_evaluations(
    reservations: Sequence[Reservation], github: Repository, workflow: str
) -> Iterator[tuple[list[tuple[Reservation, int]], list[Reservation], list[OurFailure]]]:
    """Start the evaluation of each reservation; a failure does not stop the others.

    If GitHub's answer is unclear, the evaluation is started again unless GitHub lists it: of two, only that
    which the branch names evaluates. Only a few requests are repeated for all reservations together, so that
    an outage does not take longer than the job may.

    Yields after every few reservations what was started, with the id of its workflow run; the reservations
    that GitHub refused to start; and why others were not started.
    """
    pauses = iter(_PAUSES)
    started: list[tuple[Reservation, int]] = []
    refused: list[Reservation] = []
    failures: list[OurFailure] = []
    begun, tried = time.monotonic(), 0
    for number, reservation in enumerate(reservations):
        # Those that were started wait for their names only for some minutes.
        if tried == _STARTS or (started and time.monotonic() - begun > _LATE):
            yield started, refused, failures
            started, refused, failures = [], [], []
            begun, tried = time.monotonic(), 0
        time.sleep(PACE if number else 0.0)
        tried += 1
        try:
            started.append((reservation, _start(reservation, github, workflow, pauses)))
        except OurFailure as error:
            failures.append(error)
            if isinstance(error, ApiError) and error.status in _REFUSALS:
                refused.append(reservation)
    if tried:
        yield started, refused, failures


def _start(reservation: Reservation, github: Repository, workflow: str, pauses: Iterator[float]) -> int:
    inputs = {"part": reservation.part, "reservation": reservation.id}
    while True:
        failure = OurFailure(f"{reservation.part}: GitHub does not list its run", "wait for the next plan")
        try:
            if run := github.dispatch(workflow, ref=MAIN, inputs=inputs):
                return run
        except ApiError as error:
            if error.status in _REFUSALS:
                raise
            failure = error
        pause = next(pauses, None)
        if pause is None:
            raise failure
        time.sleep(pause)
        runs = WorkflowRuns(github)
        newer = itertools.takewhile(lambda run: run.run_number > reservation.number, runs.of(workflow))
        title = f"{reservation.part} of {reservation.id}"  # the ``run-name`` in run.yml
        for found in newer:
            if found.display_title == title and runs.is_ours(found, workflow):
                return found.id


def _reserved_run(
    plan: Plan, run: PlannedRun, before: Mapping[tuple[RunName, str], int]
) -> dict[str, object]:
    generates = next((job for job in plan.jobs if job.id == run.generate), None)
    resume = generates.resume if generates else ""
    return {
        **run.model_dump(include=set(ReservedRun.model_fields)),
        "cents": run.reserved_cents,
        "keys": generates.keys if generates else [],
        "resume": resume,
        "before_cents": before.get((run.name, resume), 0) if resume else 0,
        "watched": run.watched,
    }


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
    # Batches of an earlier plan were paid for by the policy of then; below, today's limits its money.
    if reservation.carried is None and reservation.policy != sha256_hex(read_bytes(policy)):
        raise BadInput(policy, "", "was changed after the plan was made", _FIX)
    heads, accepted = read_heads(checkout / ROWS, [reservation.slug]), []
    recorded = part.startswith("rubric-")
    for number, (reserved, name) in enumerate(zip(reservation.runs, reservation.names, strict=True)):
        submitted, panel = find_run(submissions, name, reserved), None
        if reservation.night is not None:
            panel = _accept_panel(reservation, reserved.watched, submitted, checkout / NIGHTLY, rules)
        elif recorded and not runs_without_scores([submitted], heads, checkout / ROWS):
            raise BadInput("--rows", f"runs[{submitted.index}]", f"{name} has no row without scores", _FIX)
        elif not recorded and not runs_without_row([submitted], heads):
            raise BadInput("--rows", f"runs[{submitted.index}]", f"{name} already has a row", _FIX)
        kind = {"recorded": recorded, "collects": reservation.carried is not None}
        accepted.append(_accept_run(reserved, submitted, panel, rules, f"runs[{number}]", **kind))
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


def check_started(entry: MoneyEntry, ci: CiRun, github: Repository) -> None:
    """Check that the plan of a reservation has started this workflow run, and no other.

    The branch names one run, and only that may pay. It may begin before the push that names it: then that is
    waited for. Nobody evaluates a reservation whose run nobody names, so that it costs nothing.

    Raises:
        BadInput: if the branch names another run, or none for some minutes.
    """
    reservation, started = entry.reservation, entry.started
    place = f"{MONEY}/{reservation.place.removesuffix('.json')}{StartedRun.ending}"
    query = {"ref": DRY_BRANCH if reservation.slug == DRY_RUN else BRANCH}
    address = github.path("contents", *place.split("/"))
    asked = ApiRequest(method="GET", address=address, query=query, accept="application/vnd.github.raw+json")
    for pause in _WAITS if started is None else ():
        time.sleep(pause)
        if reply := none_if(lambda: github.rest.send(asked), HTTPStatus.NOT_FOUND):
            started = parse_record(StartedRun, reply.content, Path(place))
            break
    if started is None or str(started.run) != ci.id:
        who = "no workflow run" if started is None else f"workflow run {started.run}"
        raise BadInput(_OPTION, reservation.id, f"was given to {who}, not to this one", _FIX)


def _accept_run(
    reserved: ReservedRun,
    submitted: SubmittedRun,
    panel: PanelPlan | None,
    rules: Policy,
    where: str,
    *,
    recorded: bool,
    collects: bool,
) -> tuple[PlannedRun, list[MatrixJob]]:
    name = submitted.name
    runner, size = place_run(submitted, rules), run_size(submitted, panel)
    if isinstance(runner, UnplannedRun):
        raise BadInput(_OPTION, where, f"{name}: {runner.reason}", _FIX)
    given = cents_of(price_of(submitted, rules))
    less = 0 < reserved.cents <= given  # a panel may cost less; for batches, today's policy may allow more
    # If nothing is reserved, the job asks no model, and needs complete answers to continue.
    if panel is None and not collects:
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
        rules,
        cents=reserved.cents,
        resume=reserved.resume,
        collects=collects,
        panel=panel,
        rubric_cents=reserved.rubric_cents,
        no_rubric=reserved.no_rubric,
        recorded=recorded,
    )


def _accept_panel(
    reservation: Reservation,
    watched: WatchedVersion | None,
    submitted: SubmittedRun,
    nightly: Path,
    rules: Policy,
) -> PanelPlan:
    """Return the panel of a run in a night, after checking that it is still wanted."""
    date, today = reservation.night or "", datetime.datetime.now(datetime.UTC).date()
    # A night that was planned before midnight may be accepted after it.
    recent = (today.isoformat(), (today - datetime.timedelta(days=1)).isoformat())
    if reservation.carried is None and date not in recent:
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
