"""The work of `sightbench ci accept`."""

import os
from pathlib import Path

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.github.workflow_runs import WorkflowRuns
from benchmark.chain.jobs.outputs import write_outputs
from benchmark.chain.plan.accepting import check_newest, check_unchanged, fetch_plan
from benchmark.chain.plan.job import write_plan
from benchmark.chain.plan.matrix import outputs_of
from benchmark.chain.plan.reservation import slug_of
from benchmark.chain.plan.shared_rows import copy_shared_rows
from benchmark.cli.shared.say import say
from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.digest import sha256_hex
from benchmark.results.heads import read_heads


def run(
    *,
    artifact: str,
    plan_run: int,
    digest: str,
    rows: Path,
    submissions: Path,
    policy: Path,
    repository: str,
    out: Path,
) -> None:
    """Write the accepted plan, set the outputs, and print one line per run."""
    ci = CiRun.from_environment(os.environ)
    attempt = os.environ.get("GITHUB_RUN_ATTEMPT", "")
    with RestApi.from_environment() as rest:
        runs = WorkflowRuns(Repository(repository or ci.repository, rest))
        plan = fetch_plan(runs, plan_run, artifact, digest, commit=ci.commit)
        check_newest(runs, plan, ci, int(attempt) if attempt.isdecimal() else 1)
    check_unchanged(
        plan,
        submissions=submissions,
        known=known_suites(),
        policy=policy,
        heads=read_heads(rows, [slug_of(artifact)]),
        rows=rows,
    )
    # Rows name the commit of the workflow run that signs them. The submission is the same in both commits.
    plan = plan.model_copy(update={"commit": ci.commit or plan.commit})
    write_plan(out, plan)
    copy_shared_rows(plan, rows, out.parent)
    digest = sha256_hex(out.read_bytes())
    write_outputs(os.environ, {**outputs_of(plan), "digest": digest})
    for planned in plan.runs:
        say(f"{planned.name}: {len(planned.score) + (planned.generate is not None)} job(s)")
    for unplanned in plan.unplanned:
        say(f"{unplanned.slug}: {unplanned.suite}/{unplanned.dataset}: {unplanned.state}: {unplanned.reason}")
    say(f"plan: {out}")
