"""The work of `sightbench ci plan`."""

import os
from dataclasses import replace
from pathlib import Path

from benchmark.chain.jobs.outputs import write_outputs
from benchmark.chain.plan.job import write_plan
from benchmark.chain.plan.matrix import outputs_of
from benchmark.chain.plan.plan import make_plan
from benchmark.cli.ci.due import find_due_runs
from benchmark.cli.shared.say import say


def run(
    *,
    rows: Path,
    statuses: Path | None,
    submissions: Path,
    policy: Path,
    gpus: str | None,
    only: tuple[str, ...],
    lint: bool,
    out: Path,
) -> None:
    """Write the plan, set the outputs, and print one line per run."""
    names = tuple(dict.fromkeys(slug for given in only for slug in given.split()))
    due, statuses_read, options = find_due_runs(rows, statuses, submissions, policy, gpus=gpus, only=names)
    plan = make_plan(due, statuses_read, replace(options, lint=lint))
    write_plan(out, plan)
    write_outputs(os.environ, outputs_of(plan))
    for run in plan.runs:
        jobs = len(run.score) + (run.generate is not None)
        say(f"{run.name}: {jobs} job(s)")
    for left in plan.unplanned:
        say(f"{left.slug}: {left.suite}/{left.dataset}: {left.state}: {left.reason}")
    if plan.left:
        say(f"{plan.left} run(s) are left for the next plan, because the matrices are full")
    for slug in plan.owners:
        say(f"{slug}: a maintainer changed its owners")
    if not plan.runs and not plan.unplanned and not plan.owners:
        say("nothing to do")
    say(f"plan: {out}")
