"""The work of `sightbench ci rubric`."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from benchmark.chain.jobs.rubric_asking import (
    RubricJudging,
    continue_attempt,
    rubric_job,
    samples_without_answer,
    why_not_scored,
)
from benchmark.chain.jobs.scoring import JobCompletions, find_completions
from benchmark.chain.plan.job import job_of, read_plan
from benchmark.chain.plan.policy import read_policy
from benchmark.chain.plan.rubric_choice import rubric_budget
from benchmark.chain.plan.run_lookup import find_run
from benchmark.cli.generate.progress import Display
from benchmark.cli.shared.say import say
from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.errors import BadInput
from benchmark.pipeline.generate.generate import GenerationListener
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.prepare import PreparedStage


def run(
    *,
    job: str,
    plan_file: Path,
    submissions: Path,
    policy: Path,
    completions: Path | None,
    minutes: float | None,
    out: Path,
) -> None:
    """Let the model score the answers of a run, and print how that ended."""
    plan = read_plan(plan_file)
    matrix_job, planned = job_of(plan, plan_file, job, "rubric")
    rules = read_policy(policy).rubric
    if rules is None:
        raise BadInput(policy, "rubric", "names no model that scores answers", "plan again")
    submitted = find_run(submissions, planned, known_suites())
    jobs = {each.id: each for each in plan.jobs}
    why_not = why_not_scored(planned, jobs, completions)
    given = (
        JobCompletions(Path(), why_not)
        if why_not
        else find_completions(submitted, planned, jobs.get(planned.generate or ""), completions)
    )
    continue_attempt(matrix_job, completions, out)
    ended = rubric_job(
        submitted,
        planned,
        matrix_job,
        out,
        given=given,
        judging=RubricJudging(
            policy=rules,
            budget=rubric_budget(rules, planned),
            seconds=None if minutes is None else 60 * minutes,
            listen=_listen,
            no_answer=() if why_not else samples_without_answer(planned, jobs, completions),
        ),
    )
    manifest = ended.manifest
    say(f"{planned.name}: {manifest.state}" + (f": {manifest.reason}" if manifest.reason else ""))
    if ended.error is not None:
        raise ended.error


@contextlib.contextmanager
def _listen(plan: GenerationPlan, prepared: tuple[PreparedStage, ...]) -> Iterator[GenerationListener]:
    """Show the progress of one step."""
    display = Display(plan, [ready.key_use for ready in prepared if ready.key_use])
    with display:
        yield GenerationListener(display.show_estimate, display.update, display.show_stop)
