"""The work of `sightbench ci reconcile`."""

import os
from pathlib import Path

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import GitHub, Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.plan.plan import make_plan
from benchmark.chain.plan.reconciling import reconcile, stuck_runs
from benchmark.cli.ci.due import find_due_runs
from benchmark.cli.shared.say import say


def run(
    *,
    rows: Path,
    statuses: Path | None,
    submissions: Path,
    policy: Path,
    gpus: str | None,
    repository: str,
    workflow: str,
    ref: str,
    dry_run: bool,
) -> None:
    """Start the workflow where runs have no row; open and close issues."""
    due = find_due_runs(rows, statuses, submissions, policy, gpus=gpus, repository=repository)
    plan = make_plan(due.runs, due.statuses, due.options)
    name = repository or CiRun.from_environment(os.environ).repository
    with RestApi.from_environment() as rest:
        done = reconcile(
            stuck_runs(due.runs, due.statuses),
            planned=bool(plan.runs or plan.unplanned or plan.owners),
            github=GitHub(Repository(name, rest)),
            workflow=workflow,
            ref=ref,
            dry=dry_run,
        )
    for run in plan.runs:
        say(f"no row: {run.name}")
    would = "would be " if dry_run else ""
    for title in done.opened:
        say(f"issue {would}opened: {title}")
    for number in done.closed:
        say(f"issue {would}closed: #{number}")
    if done.under_way:
        say(f"{workflow} is already in progress")
    elif done.dispatched:
        say(f"{workflow} {would}started on branch {ref}")
    else:
        say("nothing to start")
