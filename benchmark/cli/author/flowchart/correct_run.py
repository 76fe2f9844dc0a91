"""The work of `sightbench author flowchart correct`."""

from collections.abc import Sequence
from pathlib import Path

from benchmark.authoring.drafts.check import check_chart
from benchmark.cli.author.flowchart.drafted import draft_line, existing, now, tasks_named
from benchmark.cli.author.flowchart.people import person
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput, quote_value
from benchmark.pipeline.judge.judge_process import JudgeProcess


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
    with JudgeProcess() as judge:
        for name in dict.fromkeys(names):
            text = drafts.text(name)
            say(draft_line(drafts.correct(name, text, check_chart(text, known[name], judge), who, now())))
