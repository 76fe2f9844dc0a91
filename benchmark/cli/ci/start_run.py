"""The work of `sightbench ci start`."""

import os
from pathlib import Path

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import GitHub, Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.github.workflow_runs import WorkflowRuns
from benchmark.chain.plan.accepting import PLAN_FILE
from benchmark.chain.plan.job import read_plan
from benchmark.chain.plan.starting import start_evaluations
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput


def run(*, plans: Path, workflow: str, repository: str) -> None:
    """Start the evaluations, and print one line per plan."""
    ci = CiRun.from_environment(os.environ)
    if not ci.id:
        raise BadInput("GITHUB_RUN_ID", "", "is not set", "run this command in a workflow")
    found = [read_plan(path) for path in sorted(plans.glob(f"*/{PLAN_FILE}"))]
    with RestApi.from_environment() as rest:
        asked = Repository(repository or ci.repository, rest)
        kept = [artifact.name for artifact in WorkflowRuns(asked).artifacts(int(ci.id))]
        started, failures = start_evaluations(found, kept, GitHub(asked), run=ci.id, workflow=workflow)
    for name in started:
        say(f"{workflow} started: {name}")
    for failure in failures[1:]:
        say(f"not started: {failure}", err=True)
    if failures:
        raise failures[0]
    if not found:
        say("nothing to start")
