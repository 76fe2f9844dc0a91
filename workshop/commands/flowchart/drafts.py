"""`python -m workshop flowchart draft`: charts that a model drafts, and people read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.generate.lending import lend_option
from benchmark.cli.shared.options import FOLDER, PATH, estimate_option, preset_option, tasks_options
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput, SightbenchError, quote_value
from benchmark.core.task import Task

if TYPE_CHECKING:
    from benchmark.pipeline.generate.generation_plan import GenerationPlan
    from workshop.authoring.chart_drafts import ChartCheck, ChartMarks, DraftFolder

_ANSWERS = "answers.jsonl"
_LOGIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,38})")
_MARK = click.IntRange(1, 5)


@click.command()
@click.argument("folder", type=FOLDER)
@click.argument("submission", type=PATH, required=False)
@preset_option("--run", "index", type=int, default=0, help="Index of the run, from 0.")
@click.option("--limit", type=click.IntRange(min=1), help="Number of tasks, the first ones; by default all.")
@click.option("--budget", type=float, help="Maximum cost in US dollars.")
@estimate_option
@lend_option
@click.option(
    "--read", "names", metavar="TASK", multiple=True, help="Chart that a person read; may be repeated."
)
@click.option("--by", metavar="LOGIN", default="", help="The person who read the charts.")
@click.option("--compliance", type=_MARK, help="1 to 5: shapes, edges and labels are those of a flowchart.")
@click.option("--logicality", type=_MARK, help="1 to 5: the chart shows all that the program does.")
@tasks_options
def command(
    *,
    folder: Path,
    submission: Path | None,
    index: int,
    limit: int | None,
    budget: float | None,
    estimate: bool,
    lend: Mapping[str, str],
    names: Sequence[str],
    by: str,
    compliance: int | None,
    logicality: int | None,
    tasks: Sequence[Path],
    suite: str,
    dataset: str,
) -> None:
    """Let a model draw flowcharts of right programs into FOLDER, list them, or record who read them.

    With SUBMISSION, shows the model of one of its runs each problem with its right program: those of the
    run's data set, or of one file in --tasks. The answers go to FOLDER/answers.jsonl, as those of `generate`.
    Each chart becomes FOLDER/TASK.mmd, with a record FOLDER/TASK.json: who drafted it and when, and what its
    check found. The check reads the chart; if it is worded as `draw` words charts of programs, it also judges
    the chart's program on the task's tests, in the sandbox. Needs the network and the key that the config
    names. Safe to repeat: asks only for missing answers, and leaves charts that have a record as they are.

    Without SUBMISSION, prints for each chart whether it is accepted, who read it last, what its check found,
    and whether its text was edited since. With --read, needs --by and the tasks that the charts were drafted
    from: checks each chart as it is now, and adds a reading to its record. A chart whose program passes all
    tests is accepted. A chart that the interpreter cannot run is accepted once a person gave both marks.
    Correct every other chart. Needs no network and no keys.
    """
    from benchmark.cli.generate.upstream import with_option
    from benchmark.pipeline.generate.submitted_model import plan_of_run
    from benchmark.pipeline.sources import need_tasks
    from benchmark.submissions.check import FILE_NAME, read_submission
    from benchmark.suites.run_names import known_suites
    from workshop.authoring.chart_drafts import DraftFolder, draft_prompt

    drafts = DraftFolder(folder)
    if submission is None:
        if names or by:
            _read(
                drafts, names, by, _marks(compliance, logicality), need_tasks("--read", tasks, suite, dataset)
            )
        else:
            _list(drafts, folder)
        return
    for option, given in (("--read", names), ("--suite", suite), ("--tasks", tasks[1:])):
        if given:
            fix = "name one file" if option == "--tasks" else "leave one of them out"
            raise BadInput(option, "", "cannot be used with SUBMISSION", fix)
    home = submission.parent if submission.name == FILE_NAME else submission
    plan = plan_of_run(
        home,
        read_submission(submission, known_suites()),
        index,
        out=folder / _ANSWERS,
        tasks=tasks[0] if tasks else None,
        limit=limit,
        budget=budget,
    )
    if plan.protocol.draws != 1:
        problem = f"the protocol of the run has {plan.protocol.draws} draws, but each task is asked once"
        raise BadInput(home / FILE_NAME, f"runs[{index}].protocol", problem, "name a protocol with one draw")
    wanted = plan.tasks[: plan.limit]
    for task in wanted:
        # Refuses an id that cannot be the name of a file, before a call is paid.
        drafts.chart_path(task.id)
    prompt, shown = draft_prompt(wanted)
    try:
        asked = replace(plan, coder=None, lent=lend, tasks=shown, prompt=prompt, prompt_name="draft")
        failed = _ask(asked, estimate=estimate)
    except BadInput as error:
        raise with_option(error, "FOLDER") from None
    # After an error as well: the answers that came were paid for.
    if not estimate:
        _record(drafts, wanted, plan)
    if failed is not None:
        raise failed


def _ask(plan: GenerationPlan, *, estimate: bool) -> SightbenchError | None:
    """Ask the model, or only print an estimate; return the error because of which answers are missing."""
    from benchmark.cli.generate.progress import shown_progress
    from benchmark.pipeline.generate.generate import estimate_plan, generate
    from benchmark.pipeline.generate.prepare import prepare
    from benchmark.pipeline.generate.wording import estimate_text

    prepared = prepare(plan, calls=not estimate)
    if estimate:
        click.echo(estimate_text(plan, estimate_plan(plan, prepared)))
        return None
    with shown_progress(plan, prepared) as display:
        try:
            generate(plan, prepared, display.listener)
        except SightbenchError as error:
            # No call was made, so there is no answer to record first.
            if display.tally is None:
                raise
            return error
    return None


def _record(drafts: DraftFolder, tasks: Sequence[Task], plan: GenerationPlan) -> None:
    """Check and record the charts of all tasks that have an answer and no record yet."""
    from benchmark.files.predictions import read_predictions
    from benchmark.pipeline.judge.judge_process import JudgeProcess
    from benchmark.results.branch_record import present_moment
    from workshop.authoring.chart_drafts import chart_of_answer, check_charts

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
        say(drafts.add(task.id, text, check, who, present_moment()).line())

    with JudgeProcess() as judge:
        check_charts(charts, judge, begin)


def _list(drafts: DraftFolder, folder: Path) -> None:
    found = [drafts.record(name) for name in drafts.names()]
    if not found:
        raise BadInput(folder, "", "contains no drafted charts", "make some: name a SUBMISSION, too")
    for each in found:
        say(each.line() + ("; edited since" if drafts.is_edited(each) else ""))


def _marks(compliance: int | None, logicality: int | None) -> ChartMarks | None:
    from workshop.authoring.chart_drafts import ChartMarks

    if compliance is None and logicality is None:
        return None
    if compliance is None or logicality is None:
        name = "--logicality" if logicality is None else "--compliance"
        raise BadInput(name, "", "is missing", "give both --compliance and --logicality")
    return ChartMarks(compliance=compliance, logicality=logicality)


def _read(
    drafts: DraftFolder, names: Sequence[str], by: str, marks: ChartMarks | None, tasks: Sequence[Task]
) -> None:
    """Check charts as they are now, and record that a person read them."""
    from benchmark.pipeline.judge.judge_process import JudgeProcess
    from benchmark.results.branch_record import present_moment
    from workshop.authoring.chart_drafts import check_charts

    if not names:
        raise BadInput("--read", "", "is missing", "name the charts that this person read")
    if _LOGIN.fullmatch(by) is None:
        problem = f"{quote_value(by)} is not a login of a person" if by else "is missing"
        raise BadInput("--by", "", problem, "name the person, such as --by octocat")
    known = {task.id: task for task in tasks}
    for name in names:
        if name not in known:
            fix = "name its own data set or file"
            raise BadInput("--read", "", f"the tasks have no {quote_value(name)}", fix)
        drafts.record(name)

    def add(task: Task, text: str, check: ChartCheck) -> None:
        say(drafts.add(task.id, text, check, by, present_moment(), marks).line())

    # A chart that is named twice was read once.
    charts = [(known[name], drafts.text(name)) for name in dict.fromkeys(names)]
    with JudgeProcess() as judge:
        check_charts(charts, judge, add)
