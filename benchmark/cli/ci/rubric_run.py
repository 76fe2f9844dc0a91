"""The work of `sightbench ci rubric`."""

from pathlib import Path

from benchmark.chain.plan.job import job_of, read_plan
from benchmark.core.errors import BadInput


def run(*, job: str, plan_file: Path, **_others: object) -> None:
    """Refuse: no data set of this version has checks that a model judges."""
    plan = read_plan(plan_file)
    if not plan.of("rubric"):
        problem = "no data set of this version has checks that a model judges"
        raise BadInput(plan_file, "jobs", f"has no rubric job: {problem}", "leave the step out")
    job_of(plan, plan_file, job, "rubric")
    raise BadInput("--job", "", f"{job} cannot be judged by this version", "use the version that planned it")
