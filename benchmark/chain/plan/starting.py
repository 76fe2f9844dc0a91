"""Start one evaluation for each plan of a submission."""

from collections.abc import Sequence

from benchmark.chain.github.repository import GitHub
from benchmark.chain.github.workflow_runs import MAIN
from benchmark.chain.plan.job import Plan, plan_bytes
from benchmark.chain.plan.reservation import check_reserved
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import OurFailure


def start_evaluations(
    plans: Sequence[Plan], kept: Sequence[str], github: GitHub, *, run: str, workflow: str
) -> tuple[list[str], list[OurFailure]]:
    """Start the evaluation of each plan whose reservations were kept; a failure does not stop the others.

    Args:
        plans: plans for one submission each.
        kept: names of the artifacts of this workflow run.
        github: the repository.
        run: id of this workflow run, which has the artifacts.
        workflow: file name of the workflow to start.

    Returns:
        The artifacts of the plans whose evaluation was started, and why others were not.
    """
    started, failures = [], []
    for plan in plans:
        try:
            check_reserved(plan, kept)
            inputs = {"plan": plan.artifact, "run": run, "digest": sha256_hex(plan_bytes(plan))}
            github.dispatch(workflow, ref=MAIN, inputs=inputs)
        except OurFailure as error:
            failures.append(error)
        else:
            started.append(plan.artifact)
    return started, failures
