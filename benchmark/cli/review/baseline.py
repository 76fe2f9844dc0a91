"""`sightbench review baseline`: the average of people, and the gap of models to it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.options import PATH, json_option, tasks_options
from benchmark.core.errors import BadInput

if TYPE_CHECKING:
    from benchmark.review.human_baseline import BaselineMetric, HumanBaseline

_EXAMPLES = """\b
Example:
  sightbench review baseline anna.csv bert.csv cleo.csv --suite mathopeval --dataset open-choice \\
      --by subset --by category --model acme.verdicts.jsonl.gz
"""


@click.command(epilog=_EXAMPLES)
@click.argument("people", metavar="PERSON...", nargs=-1, required=True, type=PATH)
@click.option("--model", "models", multiple=True, type=PATH, help="Verdict file of a model; may be repeated.")
@click.option(
    "--by",
    multiple=True,
    help="Property that divides the tasks into cells, as for `review tasks`; may be repeated.",
)
@click.option(
    "--metric",
    type=click.Choice(["pass@1", "points"]),
    default="pass@1",
    show_default=True,
    help="Share of right answers, or mean points.",
)
@tasks_options
@json_option
def command(
    *,
    people: tuple[Path, ...],
    models: tuple[Path, ...],
    by: tuple[str, ...],
    metric: BaselineMetric,
    tasks: tuple[Path, ...],
    suite: str,
    dataset: str,
    as_json: bool,
) -> None:
    """Print the average of people on tasks that they answered, and the gap of models to it.

    Each PERSON is a copy of the sheet of `sightbench review tasks` with letters in the column answer, or, for
    answers that are programs, the verdict file of `sightbench evaluate`. Tasks count that at least one person
    answered; a task's value is the mean over the people who did. Models are compared on the same tasks.
    Prints people, models and gap by cell, with 95 % intervals of the people's average, and each model's
    largest gap. The JSON document also contains the average of people in the format of a row's scores.

    Reads the sheets, the verdicts and the tasks; writes nothing. Needs no network and no keys. Safe to
    repeat.
    """
    from benchmark.cli.shared.named_tasks import tasks_of
    from benchmark.review.human_baseline import human_baseline, read_answered

    known = tasks_of(tasks, suite, dataset)
    if not known:
        fix = "name a suite with --suite, or a file with --tasks"
        raise BadInput("review baseline", "", "no tasks are named", fix)
    by_id = {task.id: task for task in known}
    report = human_baseline(
        known,
        [read_answered(path, by_id, metric) for path in people],
        [read_answered(path, by_id, metric) for path in models],
        by,
        metric,
    )
    if as_json:
        print_json(report)
    else:
        _print(report)


def _print(report: HumanBaseline) -> None:
    from benchmark.cli.shared.tables import number, number_range

    console = output()
    for name, answered in report.answered.items():
        console.print(f"{name}: {answered} of {report.cells[0].tasks} tasks answered")
    scale = "points" if report.metric == "points" else "fraction"
    unit = "points" if scale == "points" else "%"
    table = plain_table(
        "cell", "tasks", f"people, {unit}", "95 % interval", f"models, {unit}", "gap", right=(1, 2, 4, 5)
    )
    for row in report.cells:
        interval = number_range(row.people.low, row.people.high, scale)
        compared = ("–" if value is None else number(value, scale) for value in (row.models, row.gap))
        table.add_row(row.cell, str(row.tasks), number(row.people.value, scale), interval, *compared)
    console.print(table)
    if report.models:
        table = plain_table("model", unit, "gap", "largest gap", "in", right=(1, 2, 3))
        for model in report.models:
            values = (number(value, scale) for value in (model.value, model.gap, model.largest_gap))
            table.add_row(model.model, *values, model.largest_cell)
        console.print(table)
