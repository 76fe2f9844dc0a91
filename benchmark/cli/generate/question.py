"""Asks the model of a submission's run a question of our own instead of the suite's, once per task."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import click

from benchmark.cli.generate.progress import shown_progress
from benchmark.core.errors import BadInput, SightbenchError
from benchmark.pipeline.generate.generate import estimate_plan, generate
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.prepare import prepare
from benchmark.pipeline.generate.submitted_model import plan_of_run
from benchmark.pipeline.generate.wording import estimate_text
from benchmark.submissions.check import FILE_NAME, read_submission
from benchmark.suites.run_names import known_suites


def question_plan(
    submission: Path,
    index: int,
    *,
    out: Path,
    tasks: Path | None,
    limit: int | None,
    budget: float | None,
    lent: Mapping[str, str],
) -> GenerationPlan:
    """Return the plan of a run of a submission, whose prompt and tasks the caller replaces.

    Raises:
        BadInput: if the run does not exist, or its protocol has several draws.
    """
    folder = submission.parent if submission.name == FILE_NAME else submission
    submitted = read_submission(submission, known_suites())
    plan = plan_of_run(folder, submitted, index, out=out, tasks=tasks, limit=limit, budget=budget)
    if plan.protocol.draws != 1:
        problem = f"the protocol of the run has {plan.protocol.draws} draws, but each task is asked once"
        place = f"runs[{index}].protocol"
        raise BadInput(folder / FILE_NAME, place, problem, "name a protocol with one draw")
    return replace(plan, coder=None, lent=lent)


def ask_question(plan: GenerationPlan, *, estimate: bool) -> SightbenchError | None:
    """Ask the model, or only print an estimate; return the error because of which answers are missing.

    Raises:
        SightbenchError: if no call is possible, for example if the answers are of another config.
    """
    prepared = prepare(plan, calls=not estimate)
    if estimate:
        click.echo(estimate_text(plan, estimate_plan(plan, prepared)))
        return None
    with shown_progress(plan, prepared) as display:
        try:
            generate(plan, prepared, display.listener)
        except SightbenchError as error:
            if display.tally is None:
                raise
            return error
    return None
