"""`sightbench analyse problems`: statistics of contest problems next to the MMCode paper's."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.options import FOLDER, json_option, tasks_options
from benchmark.core.errors import BadInput
from benchmark.core.task import Task
from benchmark.files.bounded import read_bytes
from benchmark.files.strict_json import loads

if TYPE_CHECKING:
    from benchmark.analysis.studies.problem_statistics import ProblemReport
    from benchmark.suites.mmcode.problems.report import ImportReport

_WIDTH = 40  #: characters of the longest bar


@click.command()
@click.argument("folder", type=FOLDER, required=False)
@tasks_options
@json_option
def command(*, folder: Path | None, tasks: tuple[Path, ...], suite: str, dataset: str, as_json: bool) -> None:
    """Print statistics of contest problems next to those of the MMCode paper.

    Reads FOLDER, that of `import tasks problems` with its report, or the tasks that --tasks or --suite
    names. Prints the numbers of problems and pictures, pictures per problem, lengths of statements in
    characters (with the marks of pictures), the shares of the twelve categories, the sites, the positions of
    pictures in the text, and for an import the share of raw problems with pictures and the number of
    duplicates.

    Reads tasks only, no pictures; writes nothing. Needs no network and no keys. Safe to repeat.
    """
    from benchmark.analysis.studies.problem_statistics import problem_report

    known, imported = _read(folder, tasks, suite, dataset)
    report = problem_report(known, imported)
    if as_json:
        print_json(report)
    else:
        _print(report)


def _read(
    folder: Path | None, tasks: tuple[Path, ...], suite: str, dataset: str
) -> tuple[Sequence[Task], ImportReport | None]:
    from benchmark.cli.shared.named_tasks import tasks_of
    from benchmark.files.edge import validate_record
    from benchmark.suites.mmcode.problems.importer import TASKS
    from benchmark.suites.mmcode.problems.report import NAME, ImportReport

    if folder is not None and (tasks or suite or dataset):
        raise BadInput("FOLDER", "", "cannot be used with --tasks or --suite", "leave one of them out")
    imported = None
    if folder is not None:
        tasks = (folder / TASKS,)
        file = folder / NAME
        imported = validate_record(ImportReport, loads(read_bytes(file), file), file)
    found = tasks_of(tasks, suite, dataset)
    if not found:
        fix = "name the folder of an import, a suite with --suite, or a file with --tasks"
        raise BadInput("analyse problems", "", "no tasks are named", fix)
    return found, imported


def _print(report: ProblemReport) -> None:
    console = output()
    console.print(f"{report.suite} {report.dataset}, next to {report.paper}")
    table = plain_table("number", "here", "paper", right=(1, 2))
    for row in report.numbers:
        table.add_row(*row.cells)
    console.print(table)
    table = plain_table(f"category of {report.labelled_pictures} pictures", "here", "paper", right=(1, 2))
    for row in report.categories:
        table.add_row(*row.cells)
    console.print(table)
    if report.sites:
        table = plain_table("site", "problems", "in the paper", right=(1,))
        for site in report.sites:
            table.add_row(site.site, str(site.problems), "yes" if site.in_paper else "no")
        console.print(table)
    most = max((place.pictures for place in report.positions), default=0) or 1
    console.print("pictures by the share of the text before them:")
    for place in report.positions:
        bar = "#" * round(_WIDTH * place.pictures / most)
        console.print(f"{place.start:4.0%} to {place.end:4.0%}  {place.pictures:5}  {bar}".rstrip())
    for note in report.notes:
        console.print(note)
