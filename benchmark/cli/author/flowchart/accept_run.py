"""The work of `sightbench author flowchart accept`."""

from collections.abc import Sequence
from pathlib import Path

from benchmark.analysis.wording import plural
from benchmark.authoring.drafts.record import INTERPRETER, ChartMarks
from benchmark.cli.author.flowchart.drafted import draft_line, existing, now
from benchmark.cli.author.flowchart.people import person
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput


def run(
    *, folder: Path, names: Sequence[str], by: str, compliance: int | None, logicality: int | None
) -> None:
    """Accept the named charts, or all that are proven."""
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
    if compliance is None and logicality is None:
        return None
    for name, value in (("--compliance", compliance), ("--logicality", logicality)):
        if value is None:
            raise BadInput(name, "", "is missing", "give both marks")
    return ChartMarks.model_validate({"compliance": compliance, "logicality": logicality})
