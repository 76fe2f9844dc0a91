"""`sightbench analyse charts`: describe flowcharts, and scores against their sizes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import percent, percent_range, plural
from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.options import PATH, json_option, tasks_options
from benchmark.core.errors import BadInput

if TYPE_CHECKING:
    from benchmark.analysis.studies.chart_sizes import ChartReport, Measure, SizeMeans
    from benchmark.core.counts import Counts

_ALL = 1 << 30


@click.command()
@click.argument("files", metavar="[FILE]...", nargs=-1, type=PATH)
@tasks_options
@json_option
def command(
    *, files: tuple[Path, ...], tasks: tuple[Path, ...], suite: str, dataset: str, as_json: bool
) -> None:
    """Describe the flowcharts of a data set, and show how scores depend on their sizes.

    Prints the mean number of test cases, nodes and edges by subset and level, next to the numbers that the
    authors of Code-Vision published. Nodes include starts and ends. Each FILE is one model, a row or a
    verdict file of `sightbench evaluate`: pass@1 with its 95 % interval is printed for ranges of nodes and of
    edges, at most four with about as many tasks each. pass@1 by level is in the row itself.

    Reads these files and the tasks; writes nothing. Needs no network and no keys. Safe to repeat.
    """
    from benchmark.analysis.studies.chart_sizes import chart_report
    from benchmark.analysis.studies.passk_curve import read_draws
    from benchmark.cli.shared.named_tasks import tasks_of

    known = tasks_of(tasks, suite, dataset)
    if not known:
        fix = "name a suite with --suite, or a file with --tasks"
        raise BadInput("analyse charts", "", "no tasks are named", fix)
    ids, of = {task.id for task in known}, (known[0].suite, known[0].dataset)
    models: dict[str, Counts] = {}
    for path in files:
        draws = read_draws(path, known)
        if draws.dataset not in (None, of):
            problem = f"is a row of {' '.join(draws.dataset)}, but the tasks are those of {' '.join(of)}"
            raise BadInput(path, "", problem, "name the data set of the row with --suite and --dataset")
        if strange := sorted({task for task, _, _ in draws.samples} - ids):
            raise BadInput(path, "", f"is about the task {strange[0]!r}", "name the tasks of this row")
        if draws.name in models:
            raise BadInput(path, "", f"is the second file of {draws.name}", "name each model once")
        models[draws.name] = draws.first(_ALL)
    report = chart_report(known, models)
    if as_json:
        print_json(report)
    else:
        _print(report)


def _print(report: ChartReport) -> None:
    from benchmark.analysis.studies.chart_sizes import MEASURES

    console = output()
    unread = f", {report.unread} outside the grammar, so without sizes" if report.unread else ""
    console.print(f"{report.suite} {report.dataset}: {plural(report.charts, 'chart')}{unread}")
    heads = ("problems", "tests", "nodes", "edges")
    published = tuple(f"published {head}" for head in heads)
    table = plain_table("subset", "level", *heads, *published, right=range(2, 10))
    for group in report.groups:
        table.add_row(
            group.subset or "all", group.level or "all", *_cells(group.here), *_cells(group.published)
        )
    console.print(table)
    for measure in MEASURES:
        _print_scores(report, measure)


def _cells(means: SizeMeans | None) -> tuple[str, ...]:
    if means is None:
        return ("", "", "", "")
    numbers = (means.tests, means.nodes, means.edges)
    return (str(means.problems), *("" if number is None else f"{number:g}" for number in numbers))


def _print_scores(report: ChartReport, measure: Measure) -> None:
    ranges = [found for found in report.ranges if found.measure == measure]
    names = list(dict.fromkeys(score.model for found in ranges for score in found.scores))
    if not names:
        return
    heads = (
        f"{found.least}" if found.least == found.most else f"{found.least} to {found.most}"
        for found in ranges
    )
    console = output()
    console.print(f"pass@1 in % with 95 % interval, by {measure} of the chart")
    table = plain_table("model", *heads, right=range(1, len(ranges) + 1))
    for name in names:
        cells = []
        for found in ranges:
            of_model = next((score for score in found.scores if score.model == name), None)
            cells.append(
                ""
                if of_model is None
                else f"{percent(of_model.value)} ({percent_range(of_model.low, of_model.high)})"
            )
        table.add_row(name, *cells)
    table.add_row("tasks", *(str(found.tasks) for found in ranges))
    console.print(table)
