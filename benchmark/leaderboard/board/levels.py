"""Scores on our own tasks by level, and whether models fail to see or to reason.

Levels 3 to 5 lead a suite's page. What models lose by sight follows from their scores with pictures next to
those with perfect words.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import fmean
from types import SimpleNamespace

import numpy as np

from benchmark.analysis.groups import applied_protocol, levels_of
from benchmark.analysis.places import TablePlaces
from benchmark.analysis.ranks.subjects import row_subject
from benchmark.analysis.score_cells import PERCENT, Cell, value_cell
from benchmark.analysis.wording import clean, count, join_some, plural
from benchmark.core.counts import Counts
from benchmark.core.suite import FRONTIER, LEVELS
from benchmark.core.verdict import Status
from benchmark.leaderboard.board.headline import Headline
from benchmark.leaderboard.board.joined_tables import JoinedTable
from benchmark.leaderboard.inputs.facts import looks_per_answer, short_name
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import model_page
from benchmark.results.row import Row
from benchmark.scoring.half_level import half_level
from benchmark.scoring.installed import has_statistics
from benchmark.scoring.metrics import clustered_wilson, pass_metric
from benchmark.scoring.paired import StemSums, compare_models
from benchmark.suites import suite_of

_MAX_NAMES = 3
#: By level: the share of right samples and the stem of each judged task.
LevelValues = Mapping[int, tuple[list[float], list[str], int]]  #: shares and stems of tasks; samples


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelTable:
    """Shares of solved tasks by level, in the order of those at levels 3 to 5."""

    frontier: int  #: tasks at levels 3 to 5
    levels: tuple[tuple[int, str], ...]  #: level and its number of tasks, of levels with tasks
    detectable: str  #: which gaps at levels 3 to 5 these tasks can show; empty for a single model
    protocols: bool  #: whether the lines are of several protocols, which cannot be compared
    lines: tuple[SimpleNamespace, ...]

    def leads(self, whole: Headline) -> Headline:
        """Return the headline with levels 3 to 5 in front of what it says about all tasks."""
        first, half = self.lines[0].frontier, self.lines[0].half
        if not first.text:
            return whole
        same = [line for line in self.lines if line.frontier.sort == first.sort]
        who = [f"{line.name} ({line.protocol})" if self.protocols else line.name for line in same]
        one = len(who) == 1
        falls = f"{'It' if one else 'The first'} falls below one half at level {half.text}"
        if half.level > half.highest:
            falls = f"{'It' if one else 'The first'} solves one half or more at each level"
        names = join_some(who, _MAX_NAMES)
        return Headline(
            f"At levels {FRONTIER[0]} to {FRONTIER[-1]}, {names} solve{'s' if one else ''}"
            f" {first.text} % of {plural(self.frontier, 'task')}.",
            f"The range is {first.small}. {falls} (95 % range: {half.range}). At all levels:"
            f" {whole.sentence} {whole.lead}",
        )


def level_table(sources: Sources, table: JoinedTable) -> LevelTable | None:
    """Return the scores of a table's models by level; None unless it has tasks of ours of two levels."""
    found = [(row, values) for row in rows_of(table) if (values := by_level(row, sources.counts[row.id]))]
    sizes = {
        level: max((len(values[level][0]) for _, values in found if level in values), default=0)
        for level in LEVELS
    }
    levels = [level for level in LEVELS if sizes[level]]
    if len(levels) < 2:  # noqa: PLR2004 - nothing to tell apart
        return None
    lines = [_line(row, values, levels) for row, values in found]
    return LevelTable(
        frontier=sum(sizes[level] for level in FRONTIER),
        levels=tuple((level, count(sizes[level])) for level in levels),
        detectable=_detectable(sources, table),
        protocols=len({line.protocol for line in lines}) > 1,
        lines=tuple(sorted(lines, key=lambda line: -float(line.frontier.sort or "-1"))),
    )


def _detectable(sources: Sources, table: JoinedTable) -> str:
    """Return which gaps between a table's models the tasks at levels 3 to 5 can show."""
    if not has_statistics():
        return ""
    from benchmark.analysis.ranks.ranking import rank

    subjects = []
    for row in table.group.models:
        counts = sources.counts[row.id]
        hard = [place for place, level in enumerate(levels_of(row, counts)) if level in FRONTIER]
        subjects.append(row_subject(row, counts.at(hard)))
    ranking = rank(table.key, subjects, pass_metric(1), "", None).ranking
    return TablePlaces(ranking=ranking, of={}).detectable


def rows_of(table: JoinedTable) -> list[Row]:
    """Return the rows of a table's models in its setting, with any protocol."""
    rows = chain(table.group.models, table.unranked, *table.companions.values())
    return [*{row.id: row for row in rows if row.result.setting == table.key.setting}.values()]


def by_level(row: Row, counts: Counts) -> LevelValues:
    """Return the results on our own tasks by level from 1 to 5, the lowest first."""
    found: dict[int, tuple[list[float], list[str], int]] = {}
    columns = (levels_of(row, counts), counts.stems, solved_shares(counts), counts.judged)
    for level, stem, share, judged in zip(*columns, strict=True):
        if level and share is not None:
            values, stems, samples = found.get(level, ([], [], 0))
            found[level] = ([*values, share], [*stems, stem], samples + judged)
    return dict(sorted(found.items()))


def solved_shares(counts: Counts) -> list[float | None]:
    """Return the share of right samples of each task; None for a task without a verdict."""
    passed = counts.of(frozenset({Status.PASSED}))
    return [right / judged if judged else None for judged, right in zip(counts.judged, passed, strict=True)]


def _line(row: Row, values: LevelValues, levels: Sequence[int]) -> SimpleNamespace:
    hard = [values[level] for level in FRONTIER if level in values]
    frontier = [share for shares, _, _ in hard for share in shares]
    stems = [stem for _, names, _ in hard for stem in names]
    samples = sum(number for _, _, number in hard)
    return SimpleNamespace(
        name=short_name(row),
        page=model_page(row.slug),
        protocol=clean(applied_protocol(row)),
        # at levels 3 to 5; empty without such tasks
        frontier=value_cell(PERCENT, *shares_span(frontier, stems, samples)) if frontier else Cell(),
        half=half_level(values),
        cells=tuple(
            value_cell(PERCENT, *shares_span(*values[each])) if each in values else Cell() for each in levels
        ),
    )


def shares_span(shares: Sequence[float], stems: Sequence[str], samples: float) -> tuple[float, float, float]:
    """Return the mean of tasks' shares, from a number of samples, with its 95 % range."""
    return fmean(shares), *clustered_wilson(shares, stems, samples)


def sight_table(sources: Sources, table: JoinedTable) -> SimpleNamespace | None:
    """Return what a table's models lose by sight and by thought; None without rows in perfect words.

    Only our own tasks count, and of these only levels 3 to 5 if there are such tasks. With several draws, a
    task counts by shares. What is lost by sight is the difference of the two on the same tasks, paired as two
    runs of one model, so that a model to which the picture costs nothing has 0 within its range.
    """
    key, suite = table.key, suite_of(table.key.suite)
    blind = suite.blind
    shown = [name for name in blind.described.get(key.setting, ()) if name in blind.without_picture]
    place = (blind.worded.get(key.dataset, key.dataset), shown[0] if shown else key.setting)
    if not suite.has_levels(key.dataset) or place == (key.dataset, key.setting):
        return None
    found = [(row, _tasks(sources, row, worded)) for row, worded in _pairs(sources, table, place)]
    frontier = any(each.level in FRONTIER for _, tasks in found for each in tasks)
    kept = [(row, [each for each in tasks if each.level in FRONTIER or not frontier]) for row, tasks in found]
    lines = tuple(_sight_line(row, tasks) for row, tasks in kept if tasks)
    words = clean(place[1] if shown else place[0])
    return SimpleNamespace(words=words, frontier=frontier, lines=lines) if lines else None


def look_table(sources: Sources, table: JoinedTable) -> SimpleNamespace | None:
    """Return what a table's models gain by looking closer, on the same tasks; None without rows of both."""
    key = table.key
    looking = suite_of(key.suite).asked.looking
    setting = next((name for name, without in looking.items() if without == key.setting), "")
    lines = tuple(
        _look_line(row, looked, tasks)
        for row, looked in _pairs(sources, table, (key.dataset, setting))
        if (tasks := _tasks(sources, row, looked))
    )
    return SimpleNamespace(setting=clean(setting), lines=lines) if lines else None


def _pairs(sources: Sources, table: JoinedTable, place: tuple[str, str]) -> Iterator[tuple[Row, Row]]:
    """Yield each row of a table with that of the same model, asked alike, in a data set and setting."""
    others: dict[tuple[str, ...], Row] = {}
    for group in sources.groups.get(table.key.suite, ()):
        if (group.key.dataset, group.key.setting) == place:
            for row in group.models:
                others.setdefault(_asked(row), row)
    yield from ((row, others[_asked(row)]) for row in rows_of(table) if _asked(row) in others)


def _asked(row: Row) -> tuple[str, ...]:
    result = row.result
    return (row.slug, applied_protocol(row), result.prompt.name, result.extraction)


@dataclass(frozen=True, slots=True)
class _Task:
    level: int
    stem: str
    seen: float  #: share of right samples with the picture
    told: float  #: share of right samples with words instead of the picture, or with looks closer
    samples: tuple[int, int]  #: number of samples of both


def _tasks(sources: Sources, row: Row, other_row: Row) -> list[_Task]:
    """Return the tasks of our own with verdicts in both rows."""
    counts, other = sources.counts[row.id], sources.counts[other_row.id]
    told = dict(zip(other.tasks, zip(solved_shares(other), other.judged, strict=True), strict=True))
    columns = (counts.tasks, levels_of(row, counts), counts.stems, solved_shares(counts), counts.judged)
    found = []
    for task, level, stem, seen, judged in zip(*columns, strict=True):
        right, heard = told.get(task, (None, 0))
        if seen is not None and right is not None:
            found.append(_Task(level, stem, seen, right, (judged, heard)))
    return found


def _sight_line(row: Row, tasks: Sequence[_Task]) -> SimpleNamespace:
    line = _pair_line(row, tasks)
    # Solved with words minus solved with the picture; and not solved with words.
    line.sight = value_cell(PERCENT, *line.difference)
    line.thought = _other_cell(tasks, [1 - task.told for task in tasks])
    return line


def _look_line(row: Row, looked: Row, tasks: Sequence[_Task]) -> SimpleNamespace:
    line = _pair_line(row, tasks)
    line.looked = _other_cell(tasks, [task.told for task in tasks])
    gain, low, high = map(PERCENT.signed, line.difference)
    line.gain = Cell(gain, f"{line.difference[0]:.6f}", small=f"{low} to {high}")
    line.looks = looks_per_answer(looked)
    return line


def _pair_line(row: Row, tasks: Sequence[_Task]) -> SimpleNamespace:
    """Return what lines about two rows of a model share."""
    stems = [task.stem for task in tasks]
    seen, told = (np.array([getattr(task, name) for task in tasks]) for name in ("seen", "told"))
    more = compare_models(told, seen[None, :], StemSums(stems), 0.0, rerun=True)
    samples = sum(task.samples[0] for task in tasks)
    return SimpleNamespace(
        name=short_name(row),
        page=model_page(row.slug),
        protocol=clean(applied_protocol(row)),
        tasks=len(tasks),
        solved=value_cell(PERCENT, *shares_span(seen.tolist(), stems, samples)),  # in the table's setting
        # solved in the other row minus solved in this one, with the range
        difference=(more.difference.item(), more.low.item(), more.high.item()),
    )


def _other_cell(tasks: Sequence[_Task], shares: Sequence[float]) -> Cell:
    """Return the mean of shares of tasks in the other row, with its range."""
    samples = sum(task.samples[1] for task in tasks)
    return value_cell(PERCENT, *shares_span(shares, [task.stem for task in tasks], samples))
