"""The work of `sightbench review baseline`."""

from pathlib import Path

from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.named_tasks import tasks_of
from benchmark.cli.shared.tables import number, number_range
from benchmark.core.errors import BadInput
from benchmark.review.human_baseline import BaselineMetric, HumanBaseline, human_baseline, read_answered


def run(
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
    """Print the average of people, and the gap of models to it."""
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
