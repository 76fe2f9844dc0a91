"""The work of `sightbench author flowchart correct`."""

from collections.abc import Sequence
from pathlib import Path

from benchmark.authoring.drafts.check import check_charts
from benchmark.authoring.drafts.record import ChartCheck
from benchmark.cli.author.flowchart.drafted import draft_line, existing, now, tasks_named
from benchmark.cli.author.flowchart.people import person
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.task import Task
from benchmark.pipeline.judge.local_pool import LocalPool


def run(
    *, folder: Path, names: Sequence[str], by: str, tasks: Sequence[Path], suite: str, dataset: str
) -> None:
    """Check and record the corrected charts."""
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
