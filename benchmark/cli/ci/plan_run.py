"""The work of `sightbench ci plan`."""

import os
from dataclasses import replace
from pathlib import Path

from benchmark.chain.jobs.outputs import write_outputs
from benchmark.chain.plan.accepting import PLAN_FILE
from benchmark.chain.plan.job import write_plan
from benchmark.chain.plan.plan import make_plan
from benchmark.chain.plan.split import kept_outputs, split_plan
from benchmark.cli.ci.due import find_due_runs
from benchmark.cli.shared.say import say
from benchmark.core.digest import sha256_hex
from benchmark.files.atomic import make_folder
from benchmark.files.bounded import read_bytes
from benchmark.results.status import newest_by_run


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
    split: Path | None,
) -> None:
    """Write the plan, set the outputs, and print one line per run."""
    names = tuple(dict.fromkeys(slug for given in only for slug in given.split()))
    due = find_due_runs(rows, statuses, submissions, policy, gpus=gpus, only=names)
    plan = make_plan(due.runs, due.statuses, replace(due.options, lint=lint))
    write_plan(out, plan)
    if split is not None:
        parts = split_plan(
            plan,
            newest_by_run(due.statuses),
            policy=sha256_hex(read_bytes(policy)),
            after=due.newest,
            under_way=due.options.under_way,
        )
        for part in parts:
            make_folder(split / part.artifact)
            write_plan(split / part.artifact / PLAN_FILE, part)
        write_outputs(os.environ, kept_outputs(parts))
    for run in plan.runs:
        jobs = len(run.score) + (run.generate is not None) + (run.rubric is not None)
        say(f"{run.name}: {jobs} job(s)")
        if run.no_rubric:
            say(f"{run.name}: no model scores its answers: {run.no_rubric}")
    for left in plan.unplanned:
        say(f"{left.slug}: {left.suite}/{left.dataset}: {left.state}: {left.reason}")
    if plan.under_way:
        say(f"{plan.under_way} run(s) wait for the end of an evaluation of their submission")
    if plan.left:
        say(f"{plan.left} run(s) are left for the next plan, because the matrices are full")
    for slug in plan.owners:
        say(f"{slug}: a maintainer changed its owners")
    if not plan.runs and not plan.unplanned and not plan.owners:
        say("nothing to do")
    say(f"plan: {out}")
