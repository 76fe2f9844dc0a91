"""Accept the panels of a night's plan: each must be what submissions, policy and the branch give now."""

import datetime
from dataclasses import dataclass
from pathlib import Path

from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.chain.plan.job import Plan, PlannedRun
from benchmark.chain.plan.panel_plan import PanelPlan
from benchmark.chain.plan.panels import entry_of, has_panel, newest_panel, panel_plan, why_not_followed
from benchmark.chain.plan.plan import check_jobs, planned_run
from benchmark.chain.plan.policy import Policy, WatchedModels
from benchmark.chain.plan.reservation import cents_of, is_night
from benchmark.chain.plan.run_size import run_size
from benchmark.chain.plan.runners import price_of
from benchmark.chain.plan.shared_rows import find_shared_row
from benchmark.chain.plan.watched import check_free, matches_watched, submission_of_model
from benchmark.core.errors import BadInput
from benchmark.results.attestation import AttestationChecker
from benchmark.results.layout import NIGHTLY

_FIX = "plan the night again; nothing was paid for"


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPlace:
    """What the panels of a plan are compared with."""

    submissions: Path
    policy: Policy
    rows: Path  #: the folder of rows in a checkout of the branch of results
    now: datetime.datetime  #: current time in UTC

    @property
    def nightly(self) -> Path:
        """The folder of nights in the checkout."""
        return self.rows.parent / NIGHTLY


def check_kind(plan: Plan) -> None:
    """Check that a plan of a night has panels only, and every other plan none.

    Raises:
        BadInput: if it mixes them, or a plan of a night records anything else.
    """
    night = is_night(plan.artifact)
    if any((run.panel is not None) != night for run in plan.runs):
        problem = "has panels and rows" if night else "has panels, but is not the plan of a night"
        raise BadInput("--artifact", plan.artifact, problem, _FIX)
    if night and (plan.unplanned or plan.owners or plan.lint):
        raise BadInput("--artifact", plan.artifact, "records more than panels", _FIX)


def check_panel(plan: Plan, submitted: SubmittedRun, planned: PlannedRun, place: NightPlace) -> None:
    """Check a planned panel, its jobs and its budget.

    Raises:
        BadInput: if the run is not followed, the night is over or has its panel already, or the panel has
            other tasks, draws, jobs or a larger budget than the rules give.
    """
    panel, where = planned.panel, f"runs[{planned.run}].panel"
    if panel is None:
        raise ValueError(f"not a panel: {planned.name}")
    today = place.now.date()
    if panel.date not in (today.isoformat(), (today - datetime.timedelta(days=1)).isoformat()):
        raise BadInput("--artifact", f"{where}.date", f"{panel.date} is neither today nor yesterday", _FIX)
    if place.policy.budgets.nightly_usd <= 0:
        raise BadInput("policy.yml", "budgets.nightly_usd", "is 0, so nothing is drawn", _FIX)
    entry = _watched_entry(panel, place) if panel.watched is not None else None
    if entry is None and (why := why_not_followed(submitted, place.policy)):
        raise BadInput("--artifact", where, f"{planned.name}: {why}", _FIX)
    if has_panel(place.nightly, submitted, panel.date):
        raise BadInput("--rows", where, f"{planned.name} already has a panel of {panel.date}", _FIX)
    newest = newest_panel(place.nightly, submitted)
    if entry is not None and newest is not None:
        raise BadInput("--rows", where, f"{planned.name} was drawn in the night of {newest.night}", _FIX)
    asked = panel.model_copy(update={"row": None})
    if asked != panel_plan(submitted, panel.date, newest, entry_of(submitted, place.policy), panel.watched):
        problem = "has other tasks or draws than its series and its night give"
        raise BadInput("--artifact", where, problem, _FIX)
    if panel.row is not None:
        _check_shared(plan, submitted, planned, asked, place)
        return
    _check_money(plan, submitted, planned, place.policy, entry)
    check_jobs(plan, submitted, planned, place.policy)


def _check_shared(
    plan: Plan, submitted: SubmittedRun, planned: PlannedRun, asked: PanelPlan, place: NightPlace
) -> None:
    """Check a panel that shares the completions of a row: it has no jobs and costs nothing."""
    row = find_shared_row(place.rows, submitted, asked, AttestationChecker(place.policy.signer))
    jobs = [job for job in plan.jobs if (job.slug, job.run) == (planned.slug, planned.run)]
    expected = planned_run(submitted, run_size(submitted, asked), [], 0, planned.panel)
    if row is None or planned.panel is None or planned.panel.row != row.stem or jobs or planned != expected:
        problem = "shares another row than the branch gives, or has jobs all the same"
        raise BadInput("--artifact", f"runs[{planned.run}].panel.row", problem, _FIX)


def _watched_entry(panel: PanelPlan, place: NightPlace) -> WatchedModels:
    """Return the entry of the watch list that covers a new version.

    Raises:
        BadInput: if there is none, or the version has a submission or a reserved slug now.
    """
    found = panel.watched
    for entry in place.policy.watch if found is not None else ():
        same = found is not None and list(dict.fromkeys(entry.suites)) == found.suites
        if same and found is not None and matches_watched(entry, found.provider, found.model):
            submission = submission_of_model(found.provider, found.model, found.suites)
            check_free(submission, place.submissions, place.policy)
            return entry
    raise BadInput("policy.yml", "watch", "has no such entry for the new version", _FIX)


def _check_money(
    plan: Plan, submitted: SubmittedRun, planned: PlannedRun, policy: Policy, entry: WatchedModels | None
) -> None:
    """Check what is reserved for a panel, and for all panels of the plan together."""
    limits = [policy.budgets.nightly_usd] if entry is None else [policy.budgets.nightly_usd, entry.budget_usd]
    whole = sum(run.reserved_cents for run in plan.runs)
    own = cents_of(price_of(submitted, policy))
    if whole > cents_of(min(limits)) or not 1 <= planned.reserved_cents <= own:
        problem = f"{planned.reserved_cents} cents, and {whole} for the plan, are not within the budgets"
        raise BadInput("--artifact", f"runs[{planned.run}].reserved_cents", problem, _FIX)
