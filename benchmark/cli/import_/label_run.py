"""The work of `sightbench import label`."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from benchmark.analysis.wording import plural
from benchmark.cli.generate.lending import lent_keys
from benchmark.cli.generate.progress import Display
from benchmark.cli.generate.wording import estimate_text
from benchmark.cli.shared.console import output, print_json
from benchmark.cli.shared.say import say
from benchmark.cli.shared.suite_names import known_suites
from benchmark.cli.shared.tables import plain_table
from benchmark.core.errors import BadInput
from benchmark.core.task import Task
from benchmark.files.predictions import read_predictions
from benchmark.files.tasks import read_tasks
from benchmark.generation.asking.ending import RunInterrupted
from benchmark.pipeline.generate.generate import GenerationListener, estimate_plan, generate
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.prepare import prepare
from benchmark.pipeline.generate.submitted_model import plan_of_run
from benchmark.submissions.check import FILE_NAME, read_submission
from benchmark.suites.mmcode.categories import TITLES
from benchmark.suites.mmcode.problems.importer import TASKS
from benchmark.suites.mmcode.problems.label_agreement import LabelAgreement, label_agreement
from benchmark.suites.mmcode.problems.label_prompt import LabelPrompt, category_in, picture_id, picture_tasks
from benchmark.suites.mmcode.problems.labels import Labels, PictureId, read_labels, write_sheet

_SHEET, _ANSWERS = "labels.csv", "labels/answers.jsonl"
_INTERRUPTED = 130


def run(
    *,
    folder: Path,
    submission: Path | None,
    index: int,
    labels: Path | None,
    limit: int | None,
    budget: float | None,
    estimate: bool,
    lend: Sequence[str],
    as_json: bool,
) -> None:
    """Ask the model, write the sheet, and print the agreement."""
    if not (folder / TASKS).is_file():
        fix = "name the folder of `sightbench import problems`"
        raise BadInput(folder, "", f"has no {TASKS}", fix)
    tasks = [picture for task in read_tasks(folder / TASKS) for picture in picture_tasks(task)]
    if not tasks:
        raise BadInput(folder / TASKS, "", "has no picture", "import problems with pictures")
    known = _people(folder / _SHEET, labels)
    if submission is not None:
        plan = _plan(folder, submission, index, tasks, budget=budget, limit=limit, lend=lend)
        if estimate:
            click.echo(estimate_text(plan, estimate_plan(plan, prepare(plan, calls=False))))
            return
        _ask(plan)
    proposed, unread = _proposals(folder / _ANSWERS)
    found = Labels(people=known.people, proposed={**known.proposed, **proposed})
    pictures = [picture_id(task.id) for task in tasks]
    write_sheet(folder / _SHEET, pictures, found)
    report = label_agreement(pictures, found, unread)
    if as_json:
        print_json(report)
    else:
        _print(report, folder / _SHEET)


def _people(sheet: Path, other: Path | None) -> Labels:
    """Return the labels of the sheet, and those of people in another one, which count first."""
    known = read_labels(sheet) if sheet.is_file() else Labels()
    added = read_labels(other) if other else Labels()
    return Labels(people={**known.people, **added.people}, proposed=known.proposed)


def _plan(
    folder: Path,
    submission: Path,
    index: int,
    tasks: Sequence[Task],
    *,
    limit: int | None,
    budget: float | None,
    lend: Sequence[str],
) -> GenerationPlan:
    home = submission.parent if submission.name == FILE_NAME else submission
    submitted = read_submission(submission, known_suites())
    plan = plan_of_run(
        home, submitted, index, out=folder / _ANSWERS, tasks=folder / TASKS, limit=limit, budget=budget
    )
    if plan.protocol.draws != 1:
        problem = f"the protocol of the run has {plan.protocol.draws} draws, but a picture is labelled once"
        raise BadInput(home / FILE_NAME, f"runs[{index}].protocol", problem, "name a protocol with one draw")
    return replace(
        plan,
        tasks=tuple(tasks),
        folders=dict.fromkeys((task.id for task in tasks), folder),
        prompt=LabelPrompt(),
        prompt_name="label",
        coder=None,
        lent=lent_keys(lend),
    )


def _ask(plan: GenerationPlan) -> None:
    prepared = prepare(plan)
    display = Display(plan, [ready.key_use for ready in prepared if ready.key_use])
    listener = GenerationListener(display.show_estimate, display.update, display.show_stop)
    try:
        with display:
            generate(plan, prepared, listener)
    except RunInterrupted:
        say(f"interrupted; {display.summary()}; run the same command to continue", err=True)
        raise click.exceptions.Exit(_INTERRUPTED) from None


def _proposals(path: Path) -> tuple[dict[PictureId, tuple[str, ...]], int]:
    """Return the categories that a model proposed, and the number of answers that name none or several."""
    if not path.is_file() or not path.stat().st_size:
        return {}, 0
    read = {picture_id(answer.task_id): category_in(answer.text) for answer in read_predictions(path)}
    proposed: dict[PictureId, tuple[str, ...]] = {
        key: (category,) for key, category in read.items() if category is not None
    }
    return proposed, len(read) - len(proposed)


def _print(report: LabelAgreement, sheet: Path) -> None:
    click.echo(
        f"{plural(report.pictures, 'picture')}: {report.proposed} with a proposal,"
        f" {report.people} labelled by people"
    )
    if report.unread:
        click.echo(f"{plural(report.unread, 'answer')} without a category, or with several")
    if report.accuracy is not None:
        kappa = "no kappa" if report.kappa is None else f"kappa {report.kappa:.2f}"
        if report.kappa_low is not None and report.kappa_high is not None:
            kappa += f" (95 % interval {report.kappa_low:.2f} to {report.kappa_high:.2f})"
        click.echo(f"proposals agree on {report.agreed} of {report.both} ({report.accuracy:.1%}), {kappa}")
        table = plain_table("category", "people", "agreed", "proposed", "proposed instead", right=range(1, 4))
        for row in report.categories:
            instead = ", ".join(f"{TITLES[name]} {count}" for name, count in row.confused.items())
            counts = (str(row.pictures), str(row.agreed), str(row.proposed))
            table.add_row(TITLES[row.category], *counts, instead)
        output().print(table)
    click.echo(f"written to {sheet}")
