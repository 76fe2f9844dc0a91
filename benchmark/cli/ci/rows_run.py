"""The work of `sightbench ci rows`."""

import os
from pathlib import Path

from benchmark.analysis.wording import plural
from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs.outputs import write_outputs
from benchmark.chain.jobs.recording import RecordJob, results_of
from benchmark.chain.jobs.signing import signs_rows, write_rows
from benchmark.chain.plan.job import read_plan
from benchmark.chain.plan.policy import read_policy
from benchmark.cli.shared.say import say
from benchmark.cli.shared.suite_names import known_suites


def run(
    *, plan_file: Path, digest: str | None, artifacts: Path, submissions: Path, policy: Path, out: Path
) -> None:
    """Make rows of the artifacts, write them, and set the outputs."""
    ci = CiRun.from_environment(os.environ)
    signed = signs_rows(read_policy(policy).signer, ci)
    job = RecordJob(
        plan=read_plan(plan_file, digest),
        artifacts=artifacts,
        submissions=submissions,
        known=known_suites(),
        ci=ci,
        folder=plan_file.parent,
    )
    paths = write_rows(results_of(job, workers=len(os.sched_getaffinity(0))), out)
    sign = "true" if paths and signed else "false"
    write_outputs(os.environ, {"sign": sign, "paths": "\n".join(map(str, paths))})
    why = "to be signed" if signed else "not signed: the policy does not name this repository"
    what = "panel" if job.plan.artifact.startswith("night-") else "row"
    say(f"{plural(len(paths), what)} made, {why}")
