"""`sightbench import label`: let a model propose the categories of imported pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.generate.lending import lend_option
from benchmark.cli.shared.console import output, plain_table
from benchmark.cli.shared.options import FOLDER, PATH, estimate_option
from benchmark.core.errors import BadInput

if TYPE_CHECKING:
    from benchmark.suites.mmcode.problems.label_agreement import LabelAgreement
    from benchmark.suites.mmcode.problems.labels import Labels, PictureId

_SHEET, _ANSWERS = "labels.csv", "labels/answers.jsonl"


@click.command()
@click.argument("folder", type=FOLDER)
@click.argument("submission", type=PATH, required=False)
@click.option("--run", "index", type=int, default=0, show_default=True, help="Index of the run, from 0.")
@click.option("--labels", type=PATH, help="Another sheet with categories of people, which count first.")
@click.option(
    "--limit", type=click.IntRange(min=1), help="Number of pictures, the first ones; by default all."
)
@click.option("--budget", type=float, help="Maximum cost in US dollars.")
@estimate_option
@lend_option
def command(
    *,
    folder: Path,
    submission: Path | None,
    index: int,
    labels: Path | None,
    limit: int | None,
    budget: float | None,
    estimate: bool,
    lend: Mapping[str, str],
) -> None:
    """Let a model propose a category for each picture, and compare with people's.

    FOLDER is the output of `import tasks problems`. The model is that of a run of SUBMISSION, whose suite is
    mmcode. It sees one picture, the twelve categories and the statement. Its answers go to
    FOLDER/labels/answers.jsonl, as those of `generate`. Without SUBMISSION, no model is asked.

    Writes FOLDER/labels.csv with a line per picture: the column proposed has the model's category, and people
    fill in category. What people filled in is kept. Prints how many proposals agree with people: the share,
    Cohen's kappa, and the confusions of each category. `import tasks problems --labels FOLDER/labels.csv`
    puts the categories into the tasks.

    With SUBMISSION, needs the network and the key that the config names. Safe to repeat: asks only for
    missing answers.
    """
    from benchmark.cli.generate.question import ask_question, question_plan
    from benchmark.files.tasks import read_tasks
    from benchmark.suites.mmcode.problems.importer import TASKS
    from benchmark.suites.mmcode.problems.label_agreement import label_agreement
    from benchmark.suites.mmcode.problems.label_prompt import LABEL_PROMPT, picture_id, picture_tasks
    from benchmark.suites.mmcode.problems.labels import Labels, write_sheet

    if not (folder / TASKS).is_file():
        fix = "name the folder of `sightbench import tasks problems`"
        raise BadInput(folder, "", f"has no {TASKS}", fix)
    tasks = [picture for task in read_tasks(folder / TASKS) for picture in picture_tasks(task)]
    if not tasks:
        raise BadInput(folder / TASKS, "", "has no picture", "import problems with pictures")
    known = _people(folder / _SHEET, labels)
    if submission is not None:
        plan = question_plan(
            *(submission, index),
            out=folder / _ANSWERS,
            tasks=folder / TASKS,
            limit=limit,
            budget=budget,
            lent=lend,
        )
        folders = dict.fromkeys((task.id for task in tasks), folder)
        asked = replace(plan, tasks=tuple(tasks), folders=folders, prompt=LABEL_PROMPT, prompt_name="label")
        if failed := ask_question(asked, estimate=estimate):
            raise failed
        if estimate:
            return
    proposed, unread = _proposals(folder / _ANSWERS)
    found = Labels(people=known.people, proposed={**known.proposed, **proposed})
    pictures = [picture_id(task.id) for task in tasks]
    write_sheet(folder / _SHEET, pictures, found)
    report = label_agreement(pictures, found, unread)
    _print(report, folder / _SHEET)


def _people(sheet: Path, other: Path | None) -> Labels:
    """Return the labels of the sheet, overridden by people's labels in another sheet."""
    from benchmark.suites.mmcode.problems.labels import Labels, read_labels

    known = read_labels(sheet) if sheet.is_file() else Labels()
    added = read_labels(other) if other else Labels()
    return Labels(people={**known.people, **added.people}, proposed=known.proposed)


def _proposals(path: Path) -> tuple[dict[PictureId, tuple[str, ...]], int]:
    """Return the categories that a model proposed, and the number of answers that name none or several."""
    from benchmark.files.predictions import read_predictions
    from benchmark.suites.mmcode.problems.label_prompt import category_in, picture_id

    if not path.is_file() or not path.stat().st_size:
        return {}, 0
    read = {picture_id(answer.task_id): category_in(answer.text) for answer in read_predictions(path)}
    proposed: dict[PictureId, tuple[str, ...]] = {
        key: (category,) for key, category in read.items() if category is not None
    }
    return proposed, len(read) - len(proposed)


def _print(report: LabelAgreement, sheet: Path) -> None:
    from benchmark.suites.mmcode.categories import TITLES

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
