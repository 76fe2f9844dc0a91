"""Everything that pages are made of, read once: rows, ranks, statuses, submissions and tasks."""

import importlib.util
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from benchmark.analysis.groups import GroupKey, RowGroup, group_rows, key_of
from benchmark.core.counts import Counts
from benchmark.core.errors import BadInput, shown
from benchmark.core.task import Task
from benchmark.files.edge import validate_record
from benchmark.files.strict_yaml import read_yaml
from benchmark.files.tasks import read_tasks
from benchmark.leaderboard.rows.contradictions import contradictions
from benchmark.leaderboard.rows.latency import median_seconds
from benchmark.leaderboard.rows.unsound_files import unsound_files
from benchmark.leaderboard.shared.site_config import SiteConfig
from benchmark.results.counted_row import CountedRow, count_row, read_counted
from benchmark.results.ledger import read_withdrawn, row_file_path
from benchmark.results.retraction import WithdrawnRow
from benchmark.results.row import Row, RowFile
from benchmark.results.status import RunStatus, read_statuses
from benchmark.submissions.check import FILE_NAME, SIZE_LIMIT
from benchmark.submissions.schema import Submission
from benchmark.suites import SUITES

if TYPE_CHECKING:
    from benchmark.analysis.ranks.ranking import ComparedRanking
    from benchmark.analysis.ranks.ranking_report import RankedPair, Ranking

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class TaskSet:
    """The tasks of a data set, where they are here."""

    suite: str
    dataset: str
    tasks: Mapping[str, Task]  #: by id
    folder: Path | None = None  #: of its files and pictures; None for a data set of the package


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What all pages see. Made by :func:`sources_of`, so that its parts agree."""

    where: SiteConfig
    rows: tuple[CountedRow, ...]  #: that count, superseded ones included, oldest first
    groups: Mapping[
        str, tuple[RowGroup, ...]
    ]  #: tables by suite, the most prominent first; rows without statuses
    ranked: Mapping[
        GroupKey, "ComparedRanking"
    ]  #: tables of all tasks by pass@1; none where the libraries are absent
    withdrawn: tuple[WithdrawnRow, ...] = ()  #: rows that count no more
    statuses: tuple[RunStatus, ...] = ()  #: why runs have no row, oldest first
    submissions: Mapping[str, Submission] = field(default_factory=dict)  #: by slug, as merged
    tasks: Mapping[tuple[str, str], TaskSet] = field(default_factory=dict)  #: by suite and data set
    seconds: Mapping[str, float] = field(default_factory=dict)  #: median for an answer, by id of the row
    notes: tuple[str, ...] = ()  #: what could not be used, or contradicts itself
    #: What several pages are made of, by what it is; see :meth:`once`.
    _made: dict[Hashable, object] = field(default_factory=dict, init=False, repr=False, compare=False)

    def once(self, what: Hashable, make: Callable[[], Made]) -> Made:
        """What ``make`` returns, made when it is asked for first and kept for others."""
        if what not in self._made:
            self._made[what] = make()
        return cast(Made, self._made[what])

    @property
    def light(self) -> tuple[Row, ...]:
        """The rows without the status of each sample."""
        return tuple(one.row for one in self.rows)

    @property
    def counts(self) -> Mapping[str, Counts]:
        """Verdicts task by task, by id of the row."""
        return self.once("counts", lambda: {one.row.id: one.counts for one in self.rows})

    @property
    def rankings(self) -> dict[GroupKey, "Ranking"]:
        """Places of each table."""
        return {key: one.ranking for key, one in self.ranked.items()}

    def pair(self, a: Row, b: Row) -> "RankedPair | None":
        """Two rows of a table, as its ranking compared them; None where one has no place."""
        ranked = self.ranked.get(key_of(a))
        if ranked is None or key_of(a) != key_of(b):
            return None
        slugs = ranked.pairs.slugs
        named = [row.result.submission.slug for row in (a, b)]
        if any(slug not in slugs for slug in named) or named[0] == named[1]:
            return None
        return ranked.pairs.of(*(slugs.index(slug) for slug in named))

    def beside(self, row: Row, file: RowFile | None) -> Path | None:
        """A file beside a row; None where it is not here: not recorded, lost, or an asset of a release."""
        path = None if file is None else row_file_path(self.where.rows, row, file)
        return path if path is not None and path.is_file() else None

    def until(self, instant: str) -> "Sources":
        """What there was at an instant, such as ``2026-01-31T23:59:59Z``, in UTC.

        Rows that were judged later are left out, rows that were withdrawn later count, and there are no
        statuses. A table is ranked when :meth:`ranking` is asked for it.
        """
        back = [count_row(one.row) for one in self.withdrawn if one.retraction.date > instant]
        past = sources_of(
            [one for one in (*self.rows, *back) if one.row.run.started <= instant],
            self.where,
            withdrawn=[
                one
                for one in self.withdrawn
                if one.retraction.date <= instant and one.row.run.started <= instant
            ],
            submissions=self.submissions,
            tasks=self.tasks,
            seconds=self.seconds,
            ranked=False,
        )
        return replace(past, ranked={key: one for key, one in self.ranked.items() if past.has_same(key, one)})

    def has_same(self, key: GroupKey, ranked: "ComparedRanking") -> bool:
        """Whether a table's models have the rows here that a ranking was made of."""
        groups = [group for group in self.groups.get(key.suite, ()) if group.key == key]
        rows = {place.row for place in ranked.ranking.places}
        return bool(groups) and rows == {row.id for row in groups[0].models}

    def ranking(self, key: GroupKey) -> "Ranking | None":
        """Places of one table, ranked now where that was not done yet."""
        if key not in self.ranked:
            rows = tuple(one for one in self.rows if key_of(one.row) == key)
            return next((one.ranking for one in _ranked(rows, self.where.cache).values()), None)
        return self.ranked[key].ranking


def read_sources(where: SiteConfig, *, ranked: bool = True) -> Sources:
    """Read everything; a folder that is absent holds nothing. Tables that are not ``ranked`` have no places.

    A submission, and a data set that a suite cannot load here, is left out and noted: no row depends on it.
    A row that contradicts itself is noted, and kept.

    Raises:
        BadInput: for an unreadable row, retraction, status or task file.
    """
    notes: list[str] = []
    cache = None if where.cache is None else where.cache / "rows"
    found = where.rows.is_dir()
    rows = read_counted(where.rows, cache) if found else ()
    notes += contradictions(rows)
    notes += unsound_files(rows, where.rows)
    return sources_of(
        rows,
        where,
        withdrawn=read_withdrawn(where.rows) if found else (),
        statuses=() if where.statuses is None else read_statuses(where.statuses),
        submissions={} if where.submissions is None else _submissions(where.submissions, notes.append),
        tasks=_tasks(where.tasks, notes.append),
        seconds=_seconds(rows, where),
        notes=notes,
        ranked=ranked,
    )


def sources_of(
    rows: Iterable[CountedRow],
    where: SiteConfig,
    *,
    withdrawn: Iterable[WithdrawnRow] = (),
    statuses: Iterable[RunStatus] = (),
    submissions: Mapping[str, Submission] | None = None,
    tasks: Mapping[tuple[str, str], TaskSet] | None = None,
    seconds: Mapping[str, float] | None = None,
    notes: Iterable[str] = (),
    ranked: bool = True,
) -> Sources:
    """Sources of values: rows are put into tables, and the tables ranked.

    Args:
        rows: that count, in any order.
        where: they come from; of it only the cache is read.
        withdrawn: rows that count no more.
        statuses: oldest first.
        submissions: by slug.
        tasks: by suite and data set.
        seconds: for an answer, by id of the row.
        notes: what could not be used.
        ranked: False leaves tables without places.
    """
    rows = tuple(sorted(rows, key=lambda one: (one.row.run.started, one.row.id)))
    return Sources(
        where=where,
        rows=rows,
        groups=group_rows(one.row for one in rows),
        ranked=_ranked(rows, where.cache) if ranked else {},
        withdrawn=tuple(withdrawn),
        statuses=tuple(statuses),
        submissions=submissions or {},
        tasks=tasks or {},
        seconds=seconds or {},
        notes=tuple(notes),
    )


def _ranked(rows: tuple[CountedRow, ...], cache: Path | None) -> dict[GroupKey, "ComparedRanking"]:
    if any(importlib.util.find_spec(name) is None for name in ("numpy", "scipy", "statsmodels")):
        return {}
    from benchmark.analysis.ranks.pair_cache import PairCache
    from benchmark.analysis.ranks.rankings import RankingOptions, rank_rows

    known = None if cache is None else PairCache(cache)
    return {one.ranking.key: one for one in rank_rows(rows, RankingOptions(), known, wanted=None).tables}


def _seconds(rows: Iterable[CountedRow], where: SiteConfig) -> dict[str, float]:
    """Of rows whose completions stand beside them; those of larger ones are assets of a release."""
    found = {}
    for row in (one.row for one in rows):
        file = row.run.completions_file
        if file is None:
            continue
        path = row_file_path(where.rows, row, file)
        seconds = median_seconds(path, file, where.cache)
        if seconds is not None:
            found[row.id] = seconds
    return found


def _submissions(folder: Path, note: Callable[[str], None]) -> dict[str, Submission]:
    """What merged submissions say of themselves. Their rules were checked when they were merged."""
    found = {}
    for path in sorted(folder.glob(f"*/{FILE_NAME}")):
        try:
            submission = validate_record(Submission, read_yaml(path, SIZE_LIMIT).value, path)
        except BadInput as error:
            note(f"{path.parent.name}/{FILE_NAME} cannot be read: {error}")
            continue
        if submission.slug == path.parent.name:
            found[submission.slug] = submission
        else:
            note(f"{path.parent.name}/{FILE_NAME} has another slug than its folder")
    return found


def _tasks(files: Iterable[Path], note: Callable[[str], None]) -> dict[tuple[str, str], TaskSet]:
    found: dict[tuple[str, str], TaskSet] = {}
    for suite in SUITES.values():
        for name, load in suite.datasets.items():
            try:
                found[suite.id, name] = TaskSet(suite.id, name, {task.id: task for task in load()})
            except BadInput as error:
                note(f"tasks of {suite.id} {name} are not here: {error}")
    read: dict[tuple[str, str], tuple[Path, dict[str, Task]]] = {}
    for path in files:
        for task in read_tasks(path):
            folder, tasks = read.setdefault((task.suite, task.dataset), (path.parent, {}))
            if task.id in tasks or folder != path.parent:
                problem = (
                    f"holds task {shown(task.id)} of {task.suite} {task.dataset}, which other files hold"
                )
                fix = "give each task once, and the files of a data set in one folder"
                raise BadInput(path, "", problem, fix)
            tasks[task.id] = task
    return found | {key: TaskSet(*key, tasks, folder) for key, (folder, tasks) in read.items()}
