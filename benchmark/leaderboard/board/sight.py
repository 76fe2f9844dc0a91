"""Whether models fail to see or to reason: their scores with pictures next to those with perfect words."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchmark.analysis.scale_words import PERCENT
from benchmark.analysis.score_cells import Cell, value_cell
from benchmark.analysis.wording import clean
from benchmark.core.suite import suite_of
from benchmark.leaderboard.board.joined_tables import JoinedTable
from benchmark.leaderboard.board.levels import FRONTIER, levels_of, rows_of, shares_span, solved_shares
from benchmark.leaderboard.inputs.facts import short_name
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import model_page
from benchmark.results.row import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class SightLine:
    """Shares of the tasks that a model was asked both with pictures and with words in their place."""

    name: str
    page: str
    protocol: str
    tasks: int
    solved: Cell  #: solved with the picture
    sight: Cell  #: solved with words, and not with the picture
    thought: Cell  #: solved neither way


@dataclass(frozen=True, slots=True, kw_only=True)
class SightTable:
    """What models lose by sight and by thought, in the order of the table."""

    words: str  #: the setting or the data set with words
    frontier: bool  #: whether only tasks at levels 3 to 5 count
    lines: tuple[SightLine, ...]


def sight_table(sources: Sources, table: JoinedTable) -> SightTable | None:
    """Return what a table's models lose by sight and by thought; None without rows in perfect words.

    Only our own tasks count, and of these only levels 3 to 5 if there are such tasks. With several draws, a
    task counts by shares, as if draws with the picture and with words were independent.
    """
    key, suite = table.key, suite_of(table.key.suite)
    shown = [name for name in suite.described.get(key.setting, ()) if name in suite.without_picture]
    place = (suite.worded.get(key.dataset, key.dataset), shown[0] if shown else key.setting)
    if not suite.has_levels(key.dataset) or place == (key.dataset, key.setting):
        return None
    worded: dict[tuple[str, ...], Row] = {}
    for group in sources.groups.get(key.suite, ()):
        if (group.key.dataset, group.key.setting) == place:
            for row in group.models:
                worded.setdefault(_asked(row), row)
    both = [row for row in rows_of(table) if _asked(row) in worded]
    found = [(row, _tasks(sources, row, worded[_asked(row)])) for row in both]
    frontier = any(each.level in FRONTIER for _, tasks in found for each in tasks)
    kept = [(row, [each for each in tasks if each.level in FRONTIER or not frontier]) for row, tasks in found]
    lines = tuple(_line(row, tasks) for row, tasks in kept if tasks)
    words = clean(place[1] if shown else place[0])
    return SightTable(words=words, frontier=frontier, lines=lines) if lines else None


def _asked(row: Row) -> tuple[str, ...]:
    result = row.result
    return (result.submission.slug, result.protocol, result.prompt.name, result.extraction)


@dataclass(frozen=True, slots=True)
class _Task:
    level: int
    stem: str
    seen: float  #: share of right samples with the picture
    told: float  #: the same with words


def _tasks(sources: Sources, row: Row, worded: Row) -> list[_Task]:
    """Return the tasks of our own with verdicts in both rows."""
    counts, other = sources.counts[row.id], sources.counts[worded.id]
    told = dict(zip(other.tasks, solved_shares(other), strict=True))
    return [
        _Task(level, stem, seen, right)
        for task, level, stem, seen in zip(
            counts.tasks, levels_of(row, counts), counts.stems, solved_shares(counts), strict=True
        )
        if seen is not None and (right := told.get(task)) is not None
    ]


def _line(row: Row, tasks: Sequence[_Task]) -> SightLine:
    def cell(shares: Sequence[float]) -> Cell:
        return value_cell(PERCENT, *shares_span(shares, [task.stem for task in tasks]))

    return SightLine(
        name=short_name(row),
        page=model_page(row.result.submission.slug),
        protocol=clean(row.result.protocol),
        tasks=len(tasks),
        solved=cell([task.seen for task in tasks]),
        sight=cell([(1 - task.seen) * task.told for task in tasks]),
        thought=cell([(1 - task.seen) * (1 - task.told) for task in tasks]),
    )
