"""Descriptions of a task's pictures by models, from which programs are then written.

Only two-stage settings have such descriptions, in a file next to the row. They retell the pictures, so they
are shown only if the licence allows to show the pictures.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from benchmark.analysis.conditions import distinct_conditions
from benchmark.leaderboard.inputs.sources import Sources, descriptions_path
from benchmark.leaderboard.inputs.stored_samples import stored_answers
from benchmark.leaderboard.parts.marked_answer import visible_text
from benchmark.leaderboard.parts.task_list import TaskOutcome
from benchmark.leaderboard.task.results import TableResults

_MAX_ROWS = 12  #: maximum number of rows whose descriptions are shown
_DESCRIPTION_CHARACTERS = 2000  #: maximum characters of a description


@dataclass(frozen=True, slots=True)
class DescriptionView:
    """One model's description, with the outcome of the programs written from it."""

    name: str  #: name of the model
    page: str  #: page of the model
    subtitle: str  #: setting and protocol if the page shows several, and which of several draws it is
    text: str  #: empty if the model wrote nothing
    part: bool  #: whether more text follows
    outcome: TaskOutcome


def descriptions(sources: Sources, tables: Sequence[TableResults]) -> dict[str, list[DescriptionView]]:
    """Return each row's first description by task, in order of tables whose pictures may be shown."""
    rows = [
        (table, number, entrant, path)
        for table in tables
        for number, entrant in enumerate(table.entrants)
        if (path := descriptions_path(sources, entrant.row)) is not None
    ]
    shown = rows[:_MAX_ROWS]
    keys = dict.fromkeys(table.key for table, *_ in shown)
    several = len({(key.setting, key.protocol) for key in keys}) > 1
    titles = distinct_conditions(keys, 2) if several else {}
    found: dict[str, list[DescriptionView]] = {}
    for table, number, entrant, path in shown:
        draws = entrant.row.result.completions.draws
        first = f"the first of {draws:,}" if draws > 1 else ""
        subtitle = " · ".join(filter(None, (titles.get(table.key, ""), first)))
        for answer in stored_answers(path, {(task, 0) for task in table.of}):
            text = visible_text(answer.text.strip())
            found.setdefault(answer.task, []).append(
                DescriptionView(
                    name=entrant.name,
                    page=entrant.page,
                    subtitle=subtitle,
                    text=text[:_DESCRIPTION_CHARACTERS].rstrip(),
                    part=len(text) > _DESCRIPTION_CHARACTERS,
                    outcome=table.of[answer.task][number],
                )
            )
    return found
