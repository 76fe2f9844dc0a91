"""`sightbench ci plan`, `accept` and `reconcile`: which runs are evaluated, and what they may cost."""

from __future__ import annotations

import datetime
import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.chain.github.ci_run import CiRun, write_outputs
from benchmark.cli.ci.options import (
    date_option,
    plan_out_option,
    policy_option,
    rows_option,
    submissions_option,
)
from benchmark.cli.shared.options import FOLDER, preset_option
from benchmark.cli.shared.results_branch import branch_option, remote_branch, remote_option
from benchmark.cli.shared.say import say
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.names import DRY_RUN
from benchmark.files.bounded import read_bytes
from benchmark.results.layout import DRY_BRANCH, README, README_TEXT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmark.chain.plan.job import Plan
    from benchmark.chain.plan.plan import KnownRuns
    from benchmark.results.branch import Write


@click.command("plan")
@click.option("--rows", type=FOLDER, help="Only plan, from folder `results` of a checkout; reserve nothing.")
@remote_option
@branch_option
@submissions_option
@policy_option
@click.option("--only", multiple=True, help="Plan only this submission, even if it failed three times.")
@preset_option("--lint/--no-lint", default=True, help="Whether to measure parsing success.")
@click.option("--night", is_flag=True, help="Plan the panels of a night, instead of runs without a row.")
@click.option("--dry", is_flag=True, help="Plan the stand-in only, and begin the branch of dry runs anew.")
@date_option
@plan_out_option
@click.option("--start", metavar="WORKFLOW", help="Start this workflow for each reservation.")
def plan(
    *,
    rows: Path | None,
    remote: str,
    branch: str,
    submissions: Path,
    policy: Path,
    only: tuple[str, ...],
    lint: bool,
    night: bool,
    dry: bool,
    date: str,
    out: Path,
    start: str | None,
) -> None:
    """Plan the merged runs that have no row, or the panels of a night, and reserve the money."""
    from benchmark.chain.github.repository import Repository
    from benchmark.chain.github.rest import RestApi
    from benchmark.chain.jobs.planning import BranchPlan
    from benchmark.chain.plan.job import write_plan
    from benchmark.chain.plan.reservations import start_evaluations
    from benchmark.nightly.planning import plan_tonight
    from benchmark.nightly.records import day_of
    from benchmark.results.branch import begin
    from benchmark.results.money import money_paths
    from benchmark.submissions.rules import EXAMPLES

    ci = CiRun.from_environment(os.environ).on_main()
    name, day = ci.repository, day_of(date).isoformat()

    def report(line: str) -> None:
        say(line, err=True)

    def plan_night(known: KnownRuns, checkout: Path) -> tuple[Plan, list[str]]:
        def refuse(problem: BadInput) -> None:
            report(f"left out: {problem.render()}")

        return plan_tonight(known, day, checkout, submissions, refuse)

    # The workflow passes all slugs of a maintainer's form in one text.
    slugs = tuple(dict.fromkeys(slug for given in only for slug in given.split()))
    if dry:
        if night or slugs or rows is not None:
            raise BadInput("--dry", "", "cannot be used with --night, --only or --rows", "leave these out")
        slugs, submissions, branch = (DRY_RUN,), submissions / EXAMPLES, DRY_BRANCH
        with remote_branch(remote, branch) as target:
            files = {README: README_TEXT.encode()}
            # Anew: the row of an earlier dry run would leave nothing to do.
            begin(target.address, files, folder=target.folder, branch=branch, token=target.token, anew=True)
    with RestApi.from_environment() as rest:
        at = Repository(name, rest) if name else None
        planned = BranchPlan(
            submissions=submissions,
            policy=policy,
            ci=ci,
            # Nobody owns the stand-in of dry runs, so GitHub is not asked who changed it.
            repository=None if dry else at,
            only=slugs,
            lint=lint,
            plan_night=plan_night if night else None,
            report=report,
        )

        def push(write: Write, needed: Sequence[str] = ()) -> None:
            with remote_branch(remote, branch) as target:
                target.publish(write, needed)

        if rows is not None:
            planned.make(rows.parent)
        else:
            push(planned.reserve)
        write_plan(out, planned.plan)
        for line in planned.lines:
            say(line)
        say(f"plan: {out}")
        if start is None or at is None:
            return
        failures: list[OurFailure] = []
        for started, refused, failed in start_evaluations(planned.reservations, at, start):
            failures += failed
            if started or refused:
                # Started runs wait for this push, so it checks out their reservations alone.
                needed = money_paths(each.id for each in (*(found for found, _ in started), *refused))
                push(partial(planned.keep_starts, started, refused), needed)
            for reservation, run in started:
                say(f"{start} started: {reservation.part} (workflow run {run})")
    for failure in failures[1:]:
        say(f"not started: {failure}", err=True)
    if failures:
        raise failures[0]


@click.command("accept")
@click.option("--part", required=True, help="The part of a plan, such as plan-SLUG.")
@click.option("--reservation", required=True, help="Id of its reservation on the results branch.")
@rows_option
@submissions_option
@policy_option
@plan_out_option
def accept(
    *,
    part: str,
    reservation: str,
    rows: Path,
    submissions: Path,
    policy: Path,
    out: Path,
) -> None:
    """Make the plan of a reservation, if nothing changed since it was pushed and nobody evaluated it."""
    from benchmark.chain.github.repository import Repository
    from benchmark.chain.github.rest import RestApi
    from benchmark.chain.plan.job import outputs_of, write_plan
    from benchmark.chain.plan.reservations import accept_reservation, check_started
    from benchmark.results.money import find_reservation

    ci = CiRun.from_environment(os.environ).on_main()
    ci.check_first()
    entry = find_reservation(rows.parent, reservation)
    made = accept_reservation(entry, part, submissions=submissions, policy=policy, checkout=rows.parent)
    with RestApi.from_environment() as rest:
        check_started(entry, ci, Repository(ci.repository, rest))
    # Rows name the commit of the workflow run that signs them. The submission is the same in both commits.
    made = made.model_copy(update={"commit": ci.commit or made.commit})
    write_plan(out, made)
    # Later jobs get the plan as an artifact, which any job could replace, and this digest as an output.
    write_outputs(os.environ, {**outputs_of(made), "digest": sha256_hex(read_bytes(out))})
    for planned in made.runs:
        say(f"{planned.name}: {len(planned.jobs)} job(s)")
    say(f"plan: {out}")


@click.command("reconcile")
@remote_option
@branch_option
@submissions_option
@policy_option
@click.option("--site", is_flag=True, help="Start the workflow only if the site is older than rows or files.")
@click.option("--night", is_flag=True, help="Only start the workflow, for the panels of a night.")
@click.option("--added", is_flag=True, help="With --site: rows were added just now, so compare nothing.")
@preset_option("--workflow", default="run.yml", help="File name of the workflow to start.")
def reconcile(
    *,
    remote: str,
    branch: str,
    submissions: Path,
    policy: Path,
    site: bool,
    night: bool,
    added: bool,
    workflow: str,
) -> None:
    """Settle lost evaluations, and plan again if runs have no row; or start a night, or publish the site.

    Also enables the workflows again, once a month: GitHub stops schedules after 60 days without activity.
    """
    from benchmark.chain.github.repository import Repository
    from benchmark.chain.github.rest import ApiError, RestApi
    from benchmark.chain.github.workflow_runs import MAIN, WorkflowRuns
    from benchmark.chain.jobs.planning import BranchPlan
    from benchmark.chain.jobs.settling import SettleLost, enable_again, reconcile
    from benchmark.chain.plan.publishing import publish_site
    from benchmark.results.branch import check_out

    ci = CiRun.from_environment(os.environ).on_main()
    with RestApi.from_environment() as rest, remote_branch(remote, branch) as target:
        at = Repository(ci.repository, rest)
        if site:
            if not added:
                check_out(target.address, folder=target.folder, branch=target.branch, token=target.token)
            lines = [publish_site(at, None if added else target.folder, ci.commit, workflow=workflow)]
        elif night:
            at.dispatch(workflow, ref=MAIN, inputs={"night": "true"})
            lines = [f"{workflow} started for a night"]
        else:
            now = datetime.datetime.now(datetime.UTC)
            settling = SettleLost(WorkflowRuns(at), now)
            outcome = target.publish(settling)
            planned = BranchPlan(
                submissions=submissions,
                policy=policy,
                ci=ci,
                repository=at,
                report=lambda line: say(line, err=True),
            )
            lines, left = settling.lines, settling.remaining
            try:
                # With the limit spent, a plan would need answers of GitHub that do not come.
                if not left:
                    known = planned.make(outcome.checkout)
                    lines += reconcile(known, planned.plan, github=at, workflow=workflow)
                    lines += enable_again(at, now)
            except ApiError as error:
                # What was settled is pushed already, and the next job goes on from there.
                if not (error.limited and lines):
                    raise
                lines.append(f"not finished: {error}")
            if left:
                lines.append(f"{left} evaluations wait for the next job: GitHub's rate limit is spent")
    for line in lines:
        say(line)
