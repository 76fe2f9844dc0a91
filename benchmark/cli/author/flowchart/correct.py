"""`sightbench author flowchart correct`: record the corrected text of a drafted chart."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.author.flowchart.options import by_option, folder_argument
from benchmark.cli.shared.options import tasks_options
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.task import Task

if TYPE_CHECKING:
    from benchmark.authoring.drafts.record import ChartCheck


@click.command()
@folder_argument
@click.argument("names", metavar="TASK...", nargs=-1, required=True)
@by_option
@tasks_options
def command(
    *, folder: Path, names: Sequence[str], by: str, tasks: Sequence[Path], suite: str, dataset: str
) -> None:
    """Record that a person corrected charts: edit FOLDER/TASK.mmd, then name each TASK here.

    Checks each chart again, as `draft` does, and adds a step to its record. A chart that was accepted must be
    accepted again. Needs --by, and the tasks that the charts were drafted from. Needs no network and no keys.
    """
    from benchmark.authoring.drafts.check import check_charts
    from benchmark.cli.author.flowchart.drafted import draft_line, existing, now, tasks_named
    from benchmark.cli.author.flowchart.people import person
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
