"""The work of `sightbench author flowchart draft`."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from benchmark.authoring.drafts.check import chart_of_answer, check_chart
from benchmark.authoring.drafts.folder import DraftFolder
from benchmark.authoring.drafts.prompt import DraftPrompt
from benchmark.cli.author.flowchart.drafted import draft_line, now
from benchmark.cli.generate.lending import lent_keys
from benchmark.cli.generate.progress import Display
from benchmark.cli.generate.wording import estimate_text
from benchmark.cli.shared.say import say
from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.errors import BadInput
from benchmark.core.task import Task
from benchmark.files.predictions import read_predictions
from benchmark.generation.asking.ending import RunInterrupted
from benchmark.pipeline.generate.generate import GenerationListener, estimate_plan, generate
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.prepare import PreparedStage, prepare
from benchmark.pipeline.generate.submitted_model import plan_of_run
from benchmark.pipeline.judge.judge_process import JudgeProcess
from benchmark.submissions.check import FILE_NAME, read_submission

_ANSWERS = "answers.jsonl"
_INTERRUPTED = 130


def run(
    *,
    submission: Path,
    index: int,
    tasks: Path | None,
    into: Path,
    limit: int | None,
    budget: float | None,
    estimate: bool,
    lend: Sequence[str],
) -> None:
    """Ask the model, then check and record each chart."""
    folder = submission.parent if submission.name == FILE_NAME else submission
    submitted = read_submission(submission, known_suites())
    plan = plan_of_run(folder, submitted, index, out=into / _ANSWERS, tasks=tasks, limit=limit, budget=budget)
    if plan.protocol.draws != 1:
        problem = f"the protocol of the run has {plan.protocol.draws} draws, but a chart is drafted once"
        raise BadInput(
            folder / FILE_NAME, f"runs[{index}].protocol", problem, "name a protocol with one draw"
        )
    drafts, wanted = DraftFolder(into), plan.tasks[: plan.limit]
    for task in wanted:
        drafts.chart_path(task.id)
    plan = replace(plan, prompt=DraftPrompt(), prompt_name="draft", coder=None, lent=lent_keys(lend))
    prepared = prepare(plan)
    if estimate:
        click.echo(estimate_text(plan, estimate_plan(plan, prepared)))
        return
    _ask(plan, prepared)
    _record(drafts, wanted, plan)
    say(f"next: correct the charts in {into}, then `sightbench author flowchart accept {into}`")


def _ask(plan: GenerationPlan, prepared: tuple[PreparedStage, ...]) -> None:
    display = Display(plan, [ready.key_use for ready in prepared if ready.key_use])
    listener = GenerationListener(display.show_estimate, display.update, display.show_stop)
    try:
        with display:
            generate(plan, prepared, listener)
    except RunInterrupted:
        say(f"interrupted; {display.summary()}; run the same command to continue", err=True)
        raise click.exceptions.Exit(_INTERRUPTED) from None


def _record(drafts: DraftFolder, tasks: Sequence[Task], plan: GenerationPlan) -> None:
    """Check and record the charts of all tasks that have no record yet."""
    known = {task.id: task for task in tasks}
    recorded = frozenset(drafts.names())
    who = f"{plan.access.provider}/{plan.access.model}"
    with JudgeProcess() as judge:
        for completion in read_predictions(plan.out):
            if completion.task_id in recorded or completion.task_id not in known:
                continue
            text = chart_of_answer(completion.text)
            check = check_chart(text, known[completion.task_id], judge)
            draft = drafts.begin(completion.task_id, text, check, who[:200], now())
            if draft is not None:
                say(draft_line(draft))
