"""`sightbench author flowchart draft` and `review`: charts that a model drafts, and people read."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.generate.lending import lend_option
from benchmark.cli.shared.options import FOLDER, PATH, TASK_FIELDS, estimate_option, tasks_options
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.task import Task

if TYPE_CHECKING:
    from benchmark.authoring.flowchart.drafts import ChartCheck, DraftFolder
    from benchmark.pipeline.generate.generation_plan import GenerationPlan

_ANSWERS = "answers.jsonl"
_LOGIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,38})")
_MARK = click.IntRange(1, 5)


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
    lend: Mapping[str, str],
) -> None:
    """Show a model each problem with its right program, and take a flowchart back.

    The model is that of a run of SUBMISSION. Its answers go to INTO/answers.jsonl, as those of `generate`.
    Each chart becomes INTO/TASK.mmd, with a record INTO/TASK.json: who drafted it and when, and what its
    check found. The check reads the chart; if it is worded as `draw` words charts of programs, it also judges
    the chart's program on the task's tests, in the sandbox.

    Needs the network and the key that the config names. Safe to repeat: asks only for missing answers, and
    leaves charts that have a record as they are. If some answers do not come, the others become charts.
    """
    from benchmark.authoring.flowchart.drafts import DraftFolder, draft_prompt
    from benchmark.cli.generate.question import ask_question, question_plan
    from benchmark.cli.generate.upstream import with_option

    plan = question_plan(
        submission, index, out=into / _ANSWERS, tasks=tasks, limit=limit, budget=budget, lent=lend
    )
    drafts, wanted = DraftFolder(into), plan.tasks[: plan.limit]
    for task in wanted:
        drafts.chart_path(task.id)
    prompt, shown = draft_prompt(wanted)
    try:
        failed = ask_question(
            replace(plan, tasks=shown, prompt=prompt, prompt_name="draft"), estimate=estimate
        )
    except BadInput as error:
        raise with_option(error, "folder with --into") from None
    if not estimate:
        _record(drafts, wanted, plan)
    if failed is not None:
        raise failed


def _record(drafts: DraftFolder, tasks: Sequence[Task], plan: GenerationPlan) -> None:
    """Check and record the charts of all tasks that have an answer and no record yet."""
    from benchmark.authoring.flowchart.drafts import chart_of_answer, check_charts
    from benchmark.files.predictions import read_predictions
    from benchmark.pipeline.judge.judge_process import JudgeProcess

    recorded = frozenset(drafts.names())
    left = {task.id: task for task in tasks if task.id not in recorded}
    who = f"{plan.access.provider}/{plan.access.model}"[:200]
    if not plan.out.exists() or not plan.out.stat().st_size:  # no answer came
        return
    charts = (
        (left[completion.task_id], chart_of_answer(completion.text))
        for completion in read_predictions(plan.out)
        if completion.task_id in left
    )

    def begin(task: Task, text: str, check: ChartCheck) -> None:
        say(drafts.add(task.id, text, check, who, _now()).line())

    with JudgeProcess() as judge:
        check_charts(charts, judge, begin)


@click.command("review")
@click.argument("folder", type=FOLDER)
@click.argument("names", metavar="[TASK]...", nargs=-1)
@click.option("--by", metavar="LOGIN", default="", help="The person who read the charts.")
@click.option("--compliance", type=_MARK, help="1 to 5: shapes, edges and labels are those of a flowchart.")
@click.option("--logicality", type=_MARK, help="1 to 5: the chart says what the program does, and all of it.")
@tasks_options
def review(
    *,
    folder: Path,
    names: Sequence[str],
    by: str,
    compliance: int | None,
    logicality: int | None,
    tasks: Sequence[Path],
    suite: str,
    dataset: str,
) -> None:
    """List the drafted charts in FOLDER, or record that a person read and perhaps corrected those of TASKs.

    Without TASK, prints for each chart whether it is accepted, who read it last, what its check found, and
    whether its text was edited since.

    With TASK, needs --by and the tasks that the charts were drafted from. Checks each chart as it is now in
    FOLDER/TASK.mmd, as `draft` does, and adds a reading to its record. A chart whose program passes all tests
    is accepted. One that the interpreter cannot run is accepted by both marks. Any other is to be corrected.

    Reads FOLDER, and writes only records there. Needs no network and no keys.
    """
    from benchmark.authoring.flowchart.drafts import ChartMarks, DraftFolder, check_charts
    from benchmark.cli.shared.named_tasks import tasks_of
    from benchmark.pipeline.judge.judge_process import JudgeProcess

    drafts = DraftFolder(folder)
    found = [drafts.record(name) for name in drafts.names()]
    if not found:
        fix = "make some with `sightbench author flowchart draft`"
        raise BadInput(folder, "", "contains no drafted charts", fix)
    if not names:
        if by:
            raise BadInput("TASK", "", "is missing", "name the charts that this person read")
        for each in found:
            say(each.line() + ("; edited since" if drafts.is_edited(each) else ""))
        return
    if _LOGIN.fullmatch(by) is None:
        problem = f"{quote_value(by)} is not a login of a person" if by else "is missing"
        raise BadInput("--by", "", problem, "name the person, such as --by octocat")
    if (compliance is None) != (logicality is None):
        name = "--logicality" if logicality is None else "--compliance"
        raise BadInput(name, "", "is missing", "give both marks")
    marks = (
        None
        if compliance is None or logicality is None
        else ChartMarks(compliance=compliance, logicality=logicality)
    )
    known = {task.id: task for task in tasks_of(tasks, suite, dataset) or ()}
    if not known:
        raise BadInput("--tasks", "", "is missing, and so is --suite", "name the tasks of the charts")
    for name in names:
        if name not in known:
            fix = "name its own data set or file"
            raise BadInput("TASK", "", f"the tasks have no {quote_value(name)}", fix)
        drafts.record(name)

    def add(task: Task, text: str, check: ChartCheck) -> None:
        say(drafts.add(task.id, text, check, by, _now(), marks).line())

    charts = [(known[name], drafts.text(name)) for name in dict.fromkeys(names)]
    with JudgeProcess() as judge:
        check_charts(charts, judge, add)


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
