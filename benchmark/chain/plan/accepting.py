"""Accept a reservation for evaluation: make its plan from what submissions, policy and branch give now."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmark.chain.github.repository import TrackedRun
from benchmark.chain.github.workflow_runs import WorkflowRuns, has_begun
from benchmark.chain.plan.due_runs import SubmittedRun, runs_without_row
from benchmark.chain.plan.job import MatrixJob, PanelPlan, Plan, PlannedRun
from benchmark.chain.plan.panels import entry_of, has_panel, newest_panel, panel_plan, why_not_followed
from benchmark.chain.plan.plan import make_jobs, planned_run
from benchmark.chain.plan.policy import Policy, WatchedModels, read_policy
from benchmark.chain.plan.rubric_choice import RubricChoice, wants_rubric
from benchmark.chain.plan.run_lookup import find_submitted, run_size
from benchmark.chain.plan.runners import PlacedRun, place_run, price_of
from benchmark.chain.plan.watched import check_free, matches_watched
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.slug import DRY_RUN
from benchmark.core.suite import Suite
from benchmark.files.bounded import read_bytes
from benchmark.results.heads import RowHead, RunName
from benchmark.results.layout import NIGHTLY
from benchmark.results.money import Entry, Reservation, ReservedRun, WatchedVersion, cents_of

EVALUATE_WORKFLOW = "run.yml"
#: Beginnings of the names of its jobs that ask a model, and of all that work on a run.
GENERATING, GRADING = "Generate ", "Grade "
WORKING = (GENERATING, "Score ", GRADING)
_FIX = "wait for the next plan, which begins anew; nothing was paid for"
_OPTION = "--reservation"
_CLOCKS = datetime.timedelta(hours=1)  #: maximum difference of the clocks of GitHub and of a runner


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptingPlace:
    """What a reservation is compared with."""

    submissions: Path
    known: Mapping[str, Suite]  #: suites that runs may name
    policy: Path  #: policy.yml of this commit
    checkout: Path  #: a checkout of the branch of results
    heads: tuple[RowHead, ...]  #: heads of the submission's rows
    now: datetime.datetime  #: current time in UTC


def accept_reservation(entry: Entry, part: str, place: AcceptingPlace) -> Plan:
    """Return the plan of a reservation, which follows from it, the submission and the policy.

    So nobody can plan other jobs, runners or keys than the policy gives, nor larger amounts.

    Args:
        entry: the reservation, as the branch has it.
        part: the part that the evaluation was started for.
        place: what it is compared with.

    Raises:
        BadInput: if it is for another part or settled already, submission or policy were changed since, a run
            has its row or panel, is not followed any more, or reserves another amount than the policy gives.
    """
    reservation, rules = entry.reservation, read_policy(place.policy)
    if reservation.part != part:
        raise BadInput(_OPTION, "part", f"is {reservation.part}, not {part}", _FIX)
    if entry.settlement is not None:
        raise BadInput(_OPTION, reservation.id, "is settled already", _FIX)
    if reservation.policy != sha256_hex(read_bytes(place.policy)):
        raise BadInput(place.policy, "", "was changed after the plan was made", _FIX)
    runs: list[PlannedRun] = []
    jobs: list[MatrixJob] = []
    for number, name in enumerate(reservation.names):
        planned, made = _accept_run(reservation, number, name, place, rules)
        runs.append(planned)
        jobs += made
    _check_whole(reservation, rules)
    return Plan(
        created=reservation.when,
        commit=reservation.commit,
        lint=reservation.lint,
        runs=runs,
        jobs=jobs,
        part=part,
        reservation=reservation.id,
    )


def check_newest(runs: WorkflowRuns, reservation: Reservation, own: int) -> None:
    """Check that no other workflow run has evaluated this reservation, which would pay twice.

    GitHub lets only one of them run at a time, so the second one sees the first.

    Args:
        runs: the workflow runs of the repository.
        reservation: the reservation.
        own: id of this workflow run, whose attempts continue one another.

    Raises:
        ApiError: if a request to GitHub fails.
        BadInput: if there is such a run.
    """
    for run in evaluations_of(runs, reservation):
        if run.id == own:
            continue
        unfinished = run.id < own and run.status != "completed"
        if unfinished or has_begun(runs.jobs(run.id), WORKING):  # a later one may still wait for this one
            problem = f"was evaluated by workflow run {run.id} already"
            raise BadInput(_OPTION, reservation.id, problem, _FIX)


def evaluations_of(runs: WorkflowRuns, reservation: Reservation) -> list[TrackedRun]:
    """Return the workflow runs that were started for a reservation; their names have its id."""
    title, made = title_of(reservation), datetime.datetime.fromisoformat(reservation.when)
    since = (made - _CLOCKS).strftime("%Y-%m-%dT%H:%M:%SZ")
    return [run for run in runs.since(EVALUATE_WORKFLOW, since) if run.display_title == title]


def title_of(reservation: Reservation) -> str:
    """Return the name of the workflow runs that evaluate a reservation, as run.yml says it."""
    return f"{reservation.part} of {reservation.id}"


def _accept_run(
    reservation: Reservation, number: int, name: RunName, place: AcceptingPlace, rules: Policy
) -> tuple[PlannedRun, list[MatrixJob]]:
    reserved = reservation.runs[number]
    where = f"runs[{number}]"
    submitted = find_submitted(place.submissions, name, reserved, place.known)
    if submitted.config != reserved.config:
        problem = "was changed after the plan was made"
        raise BadInput(place.submissions / name.slug, submitted.place, problem, _FIX)
    panel = _panel(reservation.night, reserved, submitted, place, rules)
    if panel is None and not runs_without_row([submitted], place.heads):
        raise BadInput("--rows", submitted.place, f"{name} already has a row", _FIX)
    runner, size = place_run(submitted, rules), run_size(submitted, panel)
    if not isinstance(runner, PlacedRun):
        raise BadInput(_OPTION, where, f"{name}: {runner.reason}", _FIX)
    kind = "night" if panel is not None else "gpu" if runner.gpu else "plan"
    if not reservation.part.startswith(f"{kind}-"):
        raise BadInput(_OPTION, where, f"{name} belongs to {kind}-{name.slug}", _FIX)
    _check_cents(reserved, submitted, rules, where, night=panel is not None)
    if name.slug == DRY_RUN and (runner.keys or runner.gpu or reserved.cents or reserved.rubric_cents):
        raise BadInput(_OPTION, where, "is a dry run, and would get a key, a GPU or money", _FIX)
    rubric = RubricChoice(why_not=reserved.no_rubric)
    if reserved.rubric_cents:
        if rules.rubric is None or panel is not None or not wants_rubric(rules.rubric, submitted, size):
            raise BadInput(_OPTION, where, "reserves money for scores that the policy does not want", _FIX)
        if reserved.rubric_cents != cents_of(rules.rubric.run_usd):
            raise BadInput(_OPTION, f"{where}.rubric_cents", "is not rubric.run_usd of policy.yml", _FIX)
        rubric = RubricChoice(usd=rules.rubric.run_usd)
    night = "" if panel is None else panel.date
    jobs = make_jobs(submitted, size, runner, reserved.resume, night, rubric=rubric.usd > 0)
    return planned_run(submitted, size, jobs, reserved.cents, panel, rubric=rubric), jobs


def _check_cents(
    reserved: ReservedRun, submitted: SubmittedRun, rules: Policy, where: str, *, night: bool
) -> None:
    """Check the amount of a run: what the policy gives for a row, at most that for a panel."""
    given = cents_of(price_of(submitted, rules))
    if reserved.cents != given and not (night and 0 < reserved.cents <= given):
        problem = f"is {reserved.cents}, but policy.yml gives {given}"
        raise BadInput(_OPTION, f"{where}.cents", problem, _FIX)


def _check_whole(reservation: Reservation, rules: Policy) -> None:
    """Check that all panels together stay within the budgets of a night and of a new version."""
    if reservation.night is None:
        return
    limit = rules.budgets.nightly_usd
    for watched in (run.watched for run in reservation.runs if run.watched is not None):
        entry = next(one for one in rules.watch if matches_watched(one, watched.provider, watched.model))
        limit = min(limit, entry.budget_usd)
    if (whole := sum(run.cents for run in reservation.runs)) > cents_of(limit):
        problem = f"reserves {whole} cents, but policy.yml gives {cents_of(limit)}"
        raise BadInput(_OPTION, reservation.id, problem, _FIX)


def _panel(
    date: str | None, reserved: ReservedRun, submitted: SubmittedRun, place: AcceptingPlace, rules: Policy
) -> PanelPlan | None:
    """Return the panel of a run in a night, after checking that it is still wanted; None for a row."""
    nightly = place.checkout / NIGHTLY
    if date is None:
        return None
    today = place.now.date()
    if date not in (today.isoformat(), (today - datetime.timedelta(days=1)).isoformat()):
        raise BadInput(_OPTION, "night", f"{date} is neither today nor yesterday", _FIX)
    if rules.budgets.nightly_usd <= 0:
        raise BadInput(place.policy, "budgets.nightly_usd", "is 0, so nothing is drawn", _FIX)
    if reserved.watched is not None:
        _check_watched(reserved.watched, submitted, place.submissions, rules)
    elif why := why_not_followed(submitted, rules):
        raise BadInput(_OPTION, "runs", f"{submitted.name}: {why}", _FIX)
    if has_panel(nightly, submitted, date):
        raise BadInput("--rows", "", f"{submitted.name} already has a panel of {date}", _FIX)
    newest = newest_panel(nightly, submitted)
    if reserved.watched is not None and newest is not None:
        raise BadInput("--rows", "", f"{submitted.name} was drawn in the night of {newest.night}", _FIX)
    return panel_plan(submitted, date, newest, entry_of(submitted, rules), reserved.watched)


def _check_watched(
    watched: WatchedVersion, submitted: SubmittedRun, submissions: Path, rules: Policy
) -> None:
    """Check that the watch list has the entry of a new version, and that its slug is free.

    Raises:
        BadInput: if it has not.
    """
    entry: WatchedModels | None = next(
        (one for one in rules.watch if matches_watched(one, watched.provider, watched.model)), None
    )
    if entry is None or list(dict.fromkeys(entry.suites)) != watched.suites:
        problem = f"has no such entry for the new version {watched.model}"
        raise BadInput("policy.yml", "watch", problem, _FIX)
    check_free(submitted.submission, submissions, rules)
