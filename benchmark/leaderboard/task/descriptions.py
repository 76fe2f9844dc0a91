"""What models wrote of a task's pictures before they wrote their programs from these words alone.

Only settings of two stages have such texts, in a file beside the row. They retell the pictures, so they are
shown where the licence lets these be shown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmark.analysis.wording import clean
from benchmark.leaderboard.rows.outcomes import TaskOutcome
from benchmark.leaderboard.rows.sources import Sources
from benchmark.leaderboard.rows.stored_samples import descriptions_path, stored_answers
from benchmark.leaderboard.shared.marked_answer import visible
from benchmark.leaderboard.task.results import Entrant, TableResults

_MAX_ROWS = 12  #: whose descriptions are shown
_DESCRIPTION_CHARACTERS = 2000  #: of a description
_SETTING_CHARACTERS = 40  #: characters of a setting's name


@dataclass(frozen=True, slots=True)
class DescriptionView:
    """One model's, with what became of it."""

    name: str  #: of the model
    page: str  #: its own
    under: str  #: setting and protocol, where the page shows more than one; and which of several draws it is
    text: str  #: empty where the model wrote nothing
    part: bool  #: more follows
    outcome: TaskOutcome  #: of the programs


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetDescriptions:
    """Those of a data set."""

    of: Mapping[str, Sequence[DescriptionView]]  #: by task, in the order of tables and places
    hidden: int = 0  #: rows beyond those that are shown
    absent: tuple[str, ...] = ()  #: names of models whose file is not here


@dataclass(frozen=True, slots=True)
class _DescribedRow:
    """A row with descriptions, and its place in its table."""

    table: TableResults
    number: int

    @property
    def entrant(self) -> Entrant:
        return self.table.entrants[self.number]


def descriptions(sources: Sources, tables: Sequence[TableResults]) -> DatasetDescriptions:
    """The first description of each task by each row that has any.

    Args:
        sources: whose files are read.
        tables: of a data set whose licence lets its pictures be shown, the most prominent first.
    """
    rows = [
        _DescribedRow(table, number)
        for table in tables
        for number, entrant in enumerate(table.entrants)
        if entrant.row.run.descriptions_file is not None
    ]
    there = [one for one in rows if descriptions_path(sources, one.entrant.row) is not None]
    shown = there[:_MAX_ROWS]
    several = len({(one.table.key.setting, one.table.key.protocol) for one in shown}) > 1
    found: dict[str, list[DescriptionView]] = {}
    for one in shown:
        _read(sources, one, found, several=several)
    absent = dict.fromkeys(one.entrant.name for one in rows if one not in there)
    return DatasetDescriptions(of=found, hidden=len(there) - len(shown), absent=tuple(absent))


def _read(
    sources: Sources, one: _DescribedRow, found: dict[str, list[DescriptionView]], *, several: bool
) -> None:
    path = descriptions_path(sources, one.entrant.row)
    if path is None:
        return
    under = _subtitle(one, several=several)
    for said in stored_answers(path, {(task, 0) for task in one.table.of}):
        text = visible(said.text.strip())
        found.setdefault(said.task, []).append(
            DescriptionView(
                name=one.entrant.name,
                page=one.entrant.page,
                under=under,
                text=text[:_DESCRIPTION_CHARACTERS].rstrip(),
                part=len(text) > _DESCRIPTION_CHARACTERS,
                outcome=one.table.of[said.task][one.number],
            )
        )


def _subtitle(one: _DescribedRow, *, several: bool) -> str:
    key, draws = one.table.key, one.entrant.row.result.completions.draws
    words = (
        (clean(key.setting, _SETTING_CHARACTERS), clean(key.protocol, _SETTING_CHARACTERS)) if several else ()
    )
    return " · ".join((*words, *((f"the first of {draws:,}",) if draws > 1 else ())))
