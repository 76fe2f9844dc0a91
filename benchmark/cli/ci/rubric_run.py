"""The work of `sightbench ci rubric`."""

from pathlib import Path

from benchmark.chain.plan.job import job_of, read_plan
from benchmark.core.errors import BadInput


def run(*, job: str, plan_file: Path, **_unused: object) -> None:
    """Refuse: no data set of this version has checks that a model judges."""
    plan = read_plan(plan_file)
    if not plan.of("rubric"):
        problem = "no data set of this version has checks that a model judges"
        raise BadInput(plan_file, "jobs", f"has no rubric job: {problem}", "leave this step out")
    job_of(plan, plan_file, job, "rubric")
    raise BadInput("--job", "", f"this version cannot judge {job}", "use the version that wrote the plan")
