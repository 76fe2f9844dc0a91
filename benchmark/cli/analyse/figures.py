"""`sightbench analyse figures`: statistics of drawing tasks next to the MathOPEval paper's."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.options import json_option, tasks_options
from benchmark.core.errors import BadInput
from benchmark.core.task import Task

if TYPE_CHECKING:
    from benchmark.analysis.studies.figure_statistics import FigureShare


@click.command()
@tasks_options
@json_option
def command(*, tasks: tuple[Path, ...], suite: str, dataset: str, as_json: bool) -> None:
    """Print statistics of drawing tasks next to Table 1 of the MathOPEval paper.

    Reads the tasks that --tasks or --suite and --dataset name: questions with options, programs that draw, or
    both. With --suite mathopeval the data set of the other format is read as well. Prints the numbers of
    samples by type, of questions and of pictures, the mean lengths in characters of questions, options and
    answers (without the marks of pictures), and the shares of domains, operations and kinds of questions.

    Reads tasks only, no pictures; writes nothing. Needs no network and no keys. Safe to repeat.
    """
    from benchmark.analysis.studies.figure_statistics import figure_report

    report = figure_report(_read(tasks, suite, dataset))
    if as_json:
        print_json(report)
        return
    console = output()
    console.print(f"{report.suite} {', '.join(report.datasets)}, next to {report.paper}")
    table = plain_table("number", "here", "paper", right=(1, 2))
    for row in report.numbers:
        table.add_row(*row.cells)
    console.print(table)
    for title, shares in (
        ("domain of samples", report.domains),
        ("operation", report.subsets),
        ("annotation question", report.asks),
    ):
        _print_shares(title, shares)


def _read(files: Sequence[Path], suite: str, dataset: str) -> Sequence[Task]:
    from benchmark.cli.shared.named_tasks import tasks_of
    from benchmark.suites.mathopeval.names import CHOICE_DATASETS, FREE_DATASETS, SUITE_ID

    if files and not (suite or dataset):  # one by one: the two formats are two data sets
        return [task for path in files for task in tasks_of((path,), "", "") or ()]
    found = tasks_of(files, suite, dataset)
    if not found:
        fix = "name a suite with --suite, or files with --tasks"
        raise BadInput("analyse figures", "", "no tasks are named", fix)
    formats = [
        *zip(CHOICE_DATASETS, FREE_DATASETS, strict=True),
        *zip(FREE_DATASETS, CHOICE_DATASETS, strict=True),
    ]
    other = dict(formats).get(found[0].dataset) if suite == SUITE_ID else None
    return (*found, *(tasks_of((), suite, other) or ())) if other else found


def _print_shares(title: str, shares: Sequence[FigureShare]) -> None:
    if not shares:
        return
    table = plain_table(title, "number", "share", right=(1, 2))
    for row in shares:
        table.add_row(row.name, f"{row.count:,}", f"{row.share:g} %")
    output().print(table)
