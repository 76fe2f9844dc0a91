"""Accept a reservation for evaluation: make its plan from the present submissions, policy and branch."""

import datetime
from collections.abc import Sequence
from pathlib import Path

from benchmark.chain.github.repository import TrackedRun
from benchmark.chain.github.workflow_runs import WorkflowRuns, has_begun
from benchmark.chain.plan.due_runs import SubmittedRun, runs_without_row
from benchmark.chain.plan.job import MatrixJob, PanelPlan, Plan, PlannedRun, UnplannedRun
from benchmark.chain.plan.panels import panel_plan
from benchmark.chain.plan.plan import plan_run, wanted_rubric
from benchmark.chain.plan.policy import Policy, read_policy
from benchmark.chain.plan.run_lookup import find_run, run_size
from benchmark.chain.plan.runners import place_run, price_of
from benchmark.chain.plan.watched import check_free
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.slug import DRY_RUN
from benchmark.files.bounded import read_bytes
from benchmark.results.heads import read_heads
from benchmark.results.layout import NIGHTLY, ROWS
from benchmark.results.money import Entry, Reservation, ReservedRun, WatchedVersion, cents_of

EVALUATE_WORKFLOW = "run.yml"
#: Beginnings of the names of the jobs that ask a model; WORKING has those of all jobs that work on a run.
GENERATING, GRADING = "Generate ", "Grade "
WORKING = (GENERATING, "Score ", GRADING)
_FIX = "wait for the next plan, which begins anew; nothing was paid for"
_OPTION = "--reservation"
_CLOCKS = datetime.timedelta(hours=1)  #: maximum difference of the clocks of GitHub and of a runner


def accept_reservation(entry: Entry, part: str, *, submissions: Path, policy: Path, checkout: Path) -> Plan:
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
            raise BadInput("--rows", submitted.place, f"{name} already has a row", _FIX)
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
    _check_whole(reservation, rules)
    return plan


def check_newest(runs: WorkflowRuns, reservation: Reservation, own: int) -> None:
    """Check that no other workflow run has evaluated this reservation, which would pay twice.

    GitHub lets only one such workflow run work at a time, so the second one sees the first. The attempts of
    this workflow run, whose id is ``own``, continue one another.

    Raises:
        ApiError: if a request to GitHub fails.
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
        raise BadInput(_OPTION, where, "reserves money for scores that the policy does not want", _FIX)
    if rubric is not None and reserved.rubric_cents not in (0, cents_of(rubric.run_usd)):
        raise BadInput(_OPTION, f"{where}.rubric_cents", "is not rubric.run_usd of policy.yml", _FIX)
    if name.slug == DRY_RUN and (runner.keys or runner.gpu or reserved.cents or reserved.rubric_cents):
        raise BadInput(_OPTION, where, "is a dry run, and would get a key, a GPU or money", _FIX)
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


def _check_whole(reservation: Reservation, rules: Policy) -> None:
    """Check that all panels together stay within the budgets of a night and of a new version."""
    if reservation.night is None:
        return
    limit = rules.budgets.nightly_usd
    for watched in (run.watched for run in reservation.runs if run.watched is not None):
        entry = rules.watching(watched.provider, watched.model)
        limit = min(limit, 0.0 if entry is None else entry.budget_usd)
    if (whole := sum(run.cents for run in reservation.runs)) > cents_of(limit):
        problem = f"reserves {whole} cents, but policy.yml gives {cents_of(limit)}"
        raise BadInput(_OPTION, reservation.id, problem, _FIX)
