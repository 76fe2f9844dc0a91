"""`sightbench author flowchart accept`: accept drafted charts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.author.flowchart.options import by_option, folder_argument
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput

if TYPE_CHECKING:
    from benchmark.authoring.drafts.record import ChartMarks

_MARK = click.IntRange(1, 5)


@click.command()
@folder_argument
@click.argument("names", metavar="[TASK]...", nargs=-1)
@by_option
@click.option(
    "--compliance", type=_MARK, help="From 1 to 5: shapes, edges and labels are those of a flowchart."
)
@click.option(
    "--logicality", type=_MARK, help="From 1 to 5: the chart says what the program does, and all of it."
)
def command(
    *, folder: Path, names: Sequence[str], by: str, compliance: int | None, logicality: int | None
) -> None:
    """Accept the drafted charts of each TASK in FOLDER.

    Without TASK and --by, accepts all charts that are proven: the interpreter read the chart, and the program
    that it made passed all tests. A chart that the interpreter cannot run needs a person, that is --by and
    both marks. A chart that fails its tests, or that was edited since its last step, cannot be accepted.

    Reads and writes records in FOLDER only. Needs no network and no keys.
    """
    from benchmark.authoring.drafts.record import INTERPRETER
    from benchmark.cli.author.flowchart.drafted import draft_line, existing, now
    from benchmark.cli.author.flowchart.people import person

    drafts, marks = existing(folder), _marks(compliance, logicality)
    if names:
        who = person(by) if by or marks is not None else INTERPRETER
        for name in dict.fromkeys(names):
            say(draft_line(drafts.accept(name, who, now(), marks)))
        return
    if by or marks is not None:
        raise BadInput("TASK", "", "is missing", "name the charts that this person accepts")
    waiting = [draft for draft in drafts.records() if draft.state != "accepted"]
    proven = [
        draft.task for draft in waiting if draft.check.finding == "proven" and not drafts.is_edited(draft)
    ]
    for name in proven:
        say(draft_line(drafts.accept(name, INTERPRETER, now(), None)))
    left = len(waiting) - len(proven)
    say(f"{plural(len(proven), 'chart')} accepted; {left} must be corrected, or accepted by a person")


def _marks(compliance: int | None, logicality: int | None) -> ChartMarks | None:
    from benchmark.authoring.drafts.record import ChartMarks

    if compliance is None and logicality is None:
        return None
    for name, value in (("--compliance", compliance), ("--logicality", logicality)):
        if value is None:
            raise BadInput(name, "", "is missing", "give both marks")
    return ChartMarks.model_validate({"compliance": compliance, "logicality": logicality})
