"""`sightbench author flowchart draft`, `list`, `accept` and `correct`: charts that a model drafts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.generate.lending import lent_keys
from benchmark.cli.shared.options import (
    FOLDER,
    PATH,
    TASK_FIELDS,
    estimate_option,
    lend_option,
    tasks_options,
)
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput, SightbenchError, quote_value
from benchmark.core.task import Task

if TYPE_CHECKING:
    from benchmark.authoring.drafts.folder import DraftFolder
    from benchmark.authoring.drafts.record import ChartCheck, ChartMarks
    from benchmark.generation.asking.estimate import Estimate
    from benchmark.pipeline.generate.generation_plan import GenerationPlan
    from benchmark.pipeline.generate.prepare import PreparedStage

_ANSWERS = "answers.jsonl"
_INTERRUPTED = 130
_MARK = click.IntRange(1, 5)
folder_argument = click.argument("folder", type=FOLDER)
by_option = click.option(
    "--by", metavar="LOGIN", default="", help="The person who does this, for the record of the chart."
)


@click.command("draft")
@click.argument("submission", type=PATH)
@click.option("--run", "index", type=int, default=0, show_default=True, help="Index of the run, from 0.")
@click.option(
    "--tasks", type=PATH, help=f"Your own tasks (JSONL), instead of the run's data set. {TASK_FIELDS}"
)
@click.option(
    "--into", type=FOLDER, required=True, help="Folder for the charts, their records and the answers."
)
@click.option("--limit", type=click.IntRange(min=1), help="Number of tasks, the first ones; by default all.")
@click.option("--budget", type=float, help="Maximum cost in US dollars.")
@estimate_option
@lend_option
def draft(
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
    """Show a model each problem with its right program, and take a flowchart back.

    The model is that of a run of SUBMISSION. Its answers go to INTO/answers.jsonl, as those of `generate`.
    Each chart becomes INTO/TASK.mmd, with a record INTO/TASK.json: who drafted it and when, and what its
    check found. The check reads the chart; if it is worded as `compile` words charts, it also judges the
    chart's program on the task's tests, in the sandbox.

    Needs the network and the key that the config names. Safe to repeat: asks only for missing answers, and
    leaves charts that have a record as they are. If some answers do not come, the others become charts.
    """
    from benchmark.authoring.drafts.folder import DraftFolder
    from benchmark.authoring.drafts.prompt import DraftPrompt
    from benchmark.cli.generate.wording import estimate_text
    from benchmark.cli.shared.suite_names import known_suites
    from benchmark.pipeline.generate.generate import estimate_plan
    from benchmark.pipeline.generate.prepare import prepare
    from benchmark.pipeline.generate.submitted_model import plan_of_run
    from benchmark.submissions.check import FILE_NAME, read_submission

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
    prepared = prepare(plan, calls=not estimate)
    if estimate:
        click.echo(estimate_text(plan, estimate_plan(plan, prepared)))
        return
    failed = _ask(plan, prepared)
    _record(drafts, wanted, plan)
    if failed is not None:
        raise failed
    say(f"next: correct the charts in {into}, then `sightbench author flowchart accept {into}`")


def _ask(plan: GenerationPlan, prepared: tuple[PreparedStage, ...]) -> SightbenchError | None:
    """Ask the model; return the error that leaves answers missing, None if all have come.

    Raises:
        SightbenchError: if the model cannot be asked, as when the answers are those of another config.
    """
    from benchmark.cli.generate.progress import Display
    from benchmark.generation.asking.ending import RunInterrupted
    from benchmark.pipeline.generate.generate import GenerationListener, generate

    opened = False

    def show_estimate(estimate: Estimate) -> None:
        nonlocal opened
        opened = True
        display.show_estimate(estimate)

    display = Display(plan, [ready.key_use for ready in prepared if ready.key_use])
    listener = GenerationListener(show_estimate, display.update, display.show_stop)
    try:
        with display:
            generate(plan, prepared, listener)
    except RunInterrupted:
        say(f"interrupted; {display.summary()}; run the same command to continue", err=True)
        raise click.exceptions.Exit(_INTERRUPTED) from None
    except SightbenchError as error:
        if opened:
            return error
        if isinstance(error, BadInput):
            fix = error.fix.replace("file with --out", "folder with --into")
            raise BadInput(error.file, error.place, error.problem, fix) from None
        raise
    return None


def _record(drafts: DraftFolder, tasks: Sequence[Task], plan: GenerationPlan) -> None:
    """Check and record the charts of all tasks that have an answer and no record yet."""
    from benchmark.authoring.drafts.check import chart_of_answer, check_charts
    from benchmark.cli.author.flowchart.drafted import draft_line, now
    from benchmark.files.predictions import read_predictions
    from benchmark.pipeline.judge.local_pool import LocalPool

    known = {task.id: task for task in tasks}
    recorded = frozenset(drafts.names())
    who = f"{plan.access.provider}/{plan.access.model}"
    if not plan.out.exists() or not plan.out.stat().st_size:  # no answer came
        return
    charts = (
        (known[completion.task_id], chart_of_answer(completion.text))
        for completion in read_predictions(plan.out)
        if completion.task_id in known and completion.task_id not in recorded
    )

    def begin(task: Task, text: str, check: ChartCheck) -> None:
        draft = drafts.begin(task.id, text, check, who[:200], now())
        if draft is not None:
            say(draft_line(draft))

    check_charts(charts, LocalPool(1), begin)


@click.command("list")
@folder_argument
def list_(*, folder: Path) -> None:
    """Print a line for each drafted chart in FOLDER: its state, who drafted it, and what its check found.

    A chart whose text was edited since, even after it was accepted, is marked.

    Needs no network and no keys.
    """
    from benchmark.cli.author.flowchart.drafted import draft_line, existing

    drafts = existing(folder)
    found = list(drafts.records())
    for draft in found:
        say(draft_line(draft) + ("; edited since" if drafts.is_edited(draft) else ""))
    counts = Counter(draft.state for draft in found)
    say(
        ", ".join(
            f"{counts[state]} {state}" for state in ("drafted", "corrected", "accepted") if counts[state]
        )
    )


@click.command("accept")
@folder_argument
@click.argument("names", metavar="[TASK]...", nargs=-1)
@by_option
@click.option(
    "--compliance", type=_MARK, help="From 1 to 5: shapes, edges and labels are those of a flowchart."
)
@click.option(
    "--logicality", type=_MARK, help="From 1 to 5: the chart says what the program does, and all of it."
)
def accept(
    *, folder: Path, names: Sequence[str], by: str, compliance: int | None, logicality: int | None
) -> None:
    """Accept the drafted charts of each TASK in FOLDER.

    Without TASK and --by, accepts all charts that are proven: the interpreter read the chart, and the program
    that it made passed all tests. A chart that the interpreter cannot run needs a person, that is --by and
    both marks. A chart that fails its tests, or that was edited since its last step, cannot be accepted.

    Reads and writes records in FOLDER only. Needs no network and no keys.
    """
    from benchmark.authoring.drafts.record import INTERPRETER
    from benchmark.cli.author.flowchart.drafted import draft_line, existing, now, person

    drafts, marks = existing(folder), _marks(compliance, logicality)
    if names:
        who = person(by) if by or marks is not None else INTERPRETER
        for name in dict.fromkeys(names):
            say(draft_line(drafts.accept(name, who, now(), marks)))
        return
    if by or marks is not None:
        raise BadInput("TASK", "", "is missing", "name the charts that this person accepts")
    waiting = [draft for draft in drafts.records() if draft.state != "accepted"]
    proven = [
        draft.task for draft in waiting if draft.check.finding == "proven" and not drafts.is_edited(draft)
    ]
    for name in proven:
        say(draft_line(drafts.accept(name, INTERPRETER, now(), None)))
    left = len(waiting) - len(proven)
    say(f"{plural(len(proven), 'chart')} accepted; {left} must be corrected, or accepted by a person")


def _marks(compliance: int | None, logicality: int | None) -> ChartMarks | None:
    from benchmark.authoring.drafts.record import ChartMarks

    if compliance is None and logicality is None:
        return None
    for name, value in (("--compliance", compliance), ("--logicality", logicality)):
        if value is None:
            raise BadInput(name, "", "is missing", "give both marks")
    return ChartMarks.model_validate({"compliance": compliance, "logicality": logicality})


@click.command("correct")
@folder_argument
@click.argument("names", metavar="TASK...", nargs=-1, required=True)
@by_option
@tasks_options
def correct(
    *, folder: Path, names: Sequence[str], by: str, tasks: Sequence[Path], suite: str, dataset: str
) -> None:
    """Record that a person corrected charts: edit FOLDER/TASK.mmd, then name each TASK here.

    Checks each chart again, as `draft` does, and adds a step to its record. A chart that was accepted must be
    accepted again. Needs --by, and the tasks that the charts were drafted from. Needs no network and no keys.
    """
    from benchmark.authoring.drafts.check import check_charts
    from benchmark.cli.author.flowchart.drafted import draft_line, existing, now, person, tasks_named
    from benchmark.pipeline.judge.local_pool import LocalPool

    who, drafts, known = person(by), existing(folder), tasks_named(tasks, suite, dataset)
    for name in names:
        if name not in known:
            raise BadInput(
                "TASK", "", f"the tasks have no {quote_value(name)}", "name its own data set or file"
            )
        drafts.record(name)

    def correct(task: Task, text: str, check: ChartCheck) -> None:
        say(draft_line(drafts.correct(task.id, text, check, who, now())))

    charts = [(known[name], drafts.text(name)) for name in dict.fromkeys(names)]
    check_charts(charts, LocalPool(1), correct)
