"""All inputs of the pages, read once: rows, rankings, statuses, submissions and tasks."""

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from benchmark.analysis.catalog import ShownTrust, shown_trust
from benchmark.analysis.conditions import distinct_conditions
from benchmark.analysis.groups import (
    GroupKey,
    RowGroup,
    group_rows,
    joined_stems,
    key_of,
    metric_name,
    score_of,
)
from benchmark.analysis.ledger_report import ledger_until
from benchmark.analysis.places import TablePlaces, places_by_table
from benchmark.analysis.wording import count, plural
from benchmark.core.counts import Counts
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.task import Task
from benchmark.files.edge import validate_record
from benchmark.files.strict_yaml import read_yaml
from benchmark.files.tasks import read_tasks
from benchmark.leaderboard.inputs.facts import stated_licence
from benchmark.leaderboard.inputs.site_config import SiteConfig, beside_results
from benchmark.leaderboard.inputs.stored_samples import median_seconds
from benchmark.results.attestation import TRUSTED_ROOT, UNATTESTED, Attestation, AttestationChecker, Signer
from benchmark.results.bill import BILLS, Reconciliation, read_reconciliations
from benchmark.results.counted_row import CountedRow, count_row, read_counted
from benchmark.results.layout import ROW_FILE_LIMIT
from benchmark.results.ledger import WithdrawnRow, read_withdrawn
from benchmark.results.nights import NightlyRecords, read_nightly
from benchmark.results.row import Row, RowFile, row_age
from benchmark.results.rubric import ScoredRow, read_rubrics
from benchmark.results.status import RunStatus, read_statuses
from benchmark.scoring.installed import has_statistics
from benchmark.scoring.metrics import available_metrics, metric, score
from benchmark.submissions.check import FILE_NAME, SIZE_LIMIT
from benchmark.submissions.schema import Submission
from benchmark.suites import level_of, load_all

if TYPE_CHECKING:
    from benchmark.analysis.ranks.ranking import ComparedRanking
    from benchmark.analysis.ranks.ranking_report import RankedPair, Ranking


def unsound_files(rows: Iterable[CountedRow], folder: Path) -> Iterator[str]:
    """Yield a sentence for each missing or changed file; large ones, assets of a release, may be missing."""
    for row in (counted.row for counted in rows):
        for what, file in row.run.files:
            whose = f"the {what} of {row.slug}, row {row.id[:12]},"
            path = row.path(folder).with_name(file.name)
            if not path.is_file():
                if file.bytes <= ROW_FILE_LIMIT:
                    yield f"{whose} are missing: their file is not next to the row"
            elif path.stat().st_size != file.bytes or sha256_hex(path.read_bytes()) != file.sha256:
                yield f"{whose} have changed: their SHA-256 differs from the one in the row"


_TOLERANCE = 1e-5  #: accepted difference of scores; rows round them to six decimals


def contradictions(rows: Iterable[CountedRow]) -> Iterator[str]:
    """Yield a sentence for each row that contradicts itself, about its first contradiction."""
    for counted in rows:
        if problem := next(_contradictions_of(counted), ""):
            yield f"row {counted.row.id[:12]} of {counted.row.slug} {problem}"


def _contradictions_of(counted: CountedRow) -> Iterator[str]:
    result, counts = counted.row.result, counted.counts
    if not counts.tasks and counted.row.run.trust == "reported":
        return  # papers publish no verdicts
    if result.tasks.count != len(counts.tasks):
        yield f"lists {result.tasks.count} tasks, but has verdicts on {len(counts.tasks)}"
    if strange := {task for tasks in result.tasks.categories.values() for task in tasks} - set(counts.tasks):
        yield f"has task {min(strange)} in a category, but no verdict on it"
    names = [(score.metric, score.category) for score in result.scores]
    if len(set(names)) < len(names):
        twice, category = next(pair for pair in names if names.count(pair) > 1)
        yield f"has several scores {twice}{f' of {category}' if category else ''}"
    for what, amount in (
        ("a cost", counted.row.run.cost_usd),
        ("a number of tokens", counted.row.run.tokens_out),
    ):
        if amount is not None and amount < 0:
            yield f"has {what} below 0"
    name, score = metric_name(counted.row), score_of(counted.row)
    values = [value for value in metric(name).values(counts).values if value is not None]
    if score is None or not values:
        return
    if score.tasks != len(values):
        yield f"has a score over {plural(score.tasks, 'task')}, but verdicts on {count(len(values))}"
    value = math.fsum(values) / len(values)
    if abs(value - score.value) > _TOLERANCE:
        yield f"has the {name} score {score.value:.4f}, but its verdicts give {value:.4f}"
    if not score.low <= score.value <= score.high:
        yield f"has a score of {score.value:.4f} outside its range {score.low:.4f} to {score.high:.4f}"


def check_attestations(rows: Iterable[Row], where: SiteConfig) -> tuple[dict[str, Attestation], list[str]]:
    """Return who wrote each row's file, by row id, and notes about signatures that prove nothing.

    Raises:
        BadInput: if the root of trust cannot be read.
    """
    signer = Signer.parse(where.signer, "SIGHTBENCH_SIGNER") if where.signer else None
    checker = AttestationChecker(signer, where.trusted_root or TRUSTED_ROOT)
    found: dict[str, Attestation] = {}
    notes = []
    unchecked = 0
    for row in rows:
        found[row.id] = state = checker.check_file(row.path(where.rows), row)
        unchecked += state.state == "unchecked"
        if state.state == "refused":
            name = f"row {row.id[:12]} of {row.slug}"
            notes.append(f"{name} is shown as unattested: its signature is refused: {state.reason}")
    if unchecked:
        notes.append(f"{plural(unchecked, 'signature')} not checked: {checker.obstacle}")
    return found, notes


Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class TaskSet:
    """The tasks of a data set that is on this machine."""

    suite: str
    dataset: str
    tasks: Mapping[str, Task]  #: by id
    folder: Path | None = None  #: folder of its task files and pictures; None for a built-in data set
    licence: str = ""  #: that all tasks of a file state, or several; empty unless each states one
    pictures: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)  #: see ``pictures_of``


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The inputs that all pages share; :func:`sources_of` makes them, so that the parts are consistent."""

    where: SiteConfig
    rows: tuple[CountedRow, ...]  #: rows that count, superseded ones included, oldest first
    #: Tables by suite, the most prominent first; their rows lack the status of each sample.
    groups: Mapping[str, tuple[RowGroup, ...]]
    #: Ranked tables by pass@1 over all tasks; empty if the libraries for statistics are not installed.
    ranked: Mapping[GroupKey, "ComparedRanking"]
    withdrawn: tuple[WithdrawnRow, ...] = ()  #: rows that no longer count
    statuses: tuple[RunStatus, ...] = ()  #: why runs have no row, oldest first
    submissions: Mapping[str, Submission] = field(default_factory=dict)  #: merged submissions by slug
    tasks: Mapping[tuple[str, str], TaskSet] = field(default_factory=dict)  #: by suite and data set
    seconds: Mapping[str, float] = field(default_factory=dict)  #: median per completion, by row id
    #: By row id; rows without an entry are unattested.
    attestations: Mapping[str, Attestation] = field(default_factory=dict)
    #: Scores that models gave to the answers of a row, oldest first, by row id.
    rubrics: Mapping[str, tuple[ScoredRow, ...]] = field(default_factory=dict)
    nightly: NightlyRecords = field(
        default_factory=NightlyRecords
    )  #: panels, decisions and events of all nights
    reconciled: tuple[Reconciliation, ...] = ()  #: days on which vendors' bills agree with the ledger
    notes: tuple[str, ...] = ()  #: inputs that could not be used, and rows that contradict themselves
    #: Values shared by several pages, by key; filled by :meth:`once`.
    _values: dict[Hashable, object] = field(default_factory=dict, init=False, repr=False, compare=False)

    def once(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the value stored under ``key``, calling ``make`` if there is none yet."""
        if key not in self._values:
            self._values[key] = make()
        return cast(Value, self._values[key])

    @property
    def light_rows(self) -> tuple[Row, ...]:
        """The rows without the status of each sample."""
        return tuple(counted.row for counted in self.rows)

    @property
    def tables(self) -> tuple[RowGroup, ...]:
        """The tables of all suites."""
        return tuple(group for groups in self.groups.values() for group in groups)

    @property
    def every_row(self) -> tuple[Row, ...]:
        """The rows that count, then the withdrawn ones."""
        return (*self.light_rows, *(entry.row for entry in self.withdrawn))

    @property
    def gone(self) -> Mapping[str, CountedRow]:
        """The withdrawn rows by id, with counts."""
        return self.once("gone", lambda: {entry.row.id: count_row(entry.row) for entry in self.withdrawn})

    @property
    def counts(self) -> Mapping[str, Counts]:
        """Counts of verdicts by task, by row id."""
        return self.once("counts", lambda: {counted.row.id: counted.counts for counted in self.rows})

    @property
    def places(self) -> Mapping[GroupKey, TablePlaces]:
        """Places of each ranked table."""
        return self.once("places", lambda: places_by_table(ranked.ranking for ranked in self.ranked.values()))

    @property
    def conditions(self) -> Mapping[GroupKey, str]:
        """The conditions of each table in words that differ from those of the other tables."""
        return self.once("conditions", lambda: distinct_conditions(group.key for group in self.tables))

    def pair(self, a: Row, b: Row) -> "RankedPair | None":
        """Return the ranking's comparison of two rows of a table; None if a row has no place in the table."""
        ranked = self.ranked.get(key_of(a))
        if ranked is None or key_of(a) != key_of(b):
            return None
        slugs = ranked.pairs.slugs
        both = [row.slug for row in (a, b)]
        if any(slug not in slugs for slug in both) or both[0] == both[1]:
            return None
        return ranked.pairs.of(*(slugs.index(slug) for slug in both))

    def attestation(self, row: Row) -> Attestation:
        """Return what is known about who wrote a row's file."""
        return self.attestations.get(row.id, UNATTESTED)

    def trust(self, row: Row) -> ShownTrust:
        """Return the trust level that pages show for a row."""
        return shown_trust(row.run.trust, attested=self.attestation(row).holds)

    def file_path(self, row: Row, file: RowFile | None) -> Path | None:
        """Return the path of a row's file; None if there is none next to the row."""
        path = None if file is None else row.path(self.where.rows).with_name(file.name)
        return path if path is not None and path.is_file() else None

    def until(self, instant: str) -> "Sources":
        """Return the sources as of an instant in UTC, such as ``2026-01-31T23:59:59Z``.

        Rows that were judged later are left out, rows that were withdrawn later count, and there are no
        statuses. Tables whose rows have changed since are ranked when :meth:`ranking` is called.
        """
        rows, withdrawn = ledger_until(self.rows, self.withdrawn, instant, lambda row: self.gone[row.id])
        past = sources_of(
            rows,
            self.where,
            withdrawn=withdrawn,
            submissions=self.submissions,
            tasks=self.tasks,
            seconds=self.seconds,
            attestations=self.attestations,
            ranked=False,
        )
        tables = {group.key: {row.id for row in group.models} for group in past.tables}
        same = {
            key: ranked
            for key, ranked in self.ranked.items()
            if tables.get(key) == {place.row for place in ranked.ranking.places}
        }
        return replace(past, ranked=same)

    def ranking(self, key: GroupKey) -> "Ranking | None":
        """Return the ranking of one table; rank it now if that was not done yet."""
        if key not in self.ranked:
            # Not all rows with this key: a model that was judged on newer tasks has left the table.
            here = {row.id for group in self.tables if group.key == key for row in group.newest}
            rows = tuple(counted for counted in self.rows if counted.row.id in here)
            return next((ranked.ranking for ranked in _rank_tables(rows, self.where.cache).values()), None)
        return self.ranked[key].ranking


def read_sources(where: SiteConfig, *, ranked: bool = True) -> Sources:
    """Read all inputs of a site; a missing folder counts as empty. Tables have no places if not ``ranked``.

    Unreadable submissions, and data sets that are not on this machine, are left out and noted, because no row
    depends on them. A row that contradicts itself is noted and kept.

    Raises:
        BadInput: if a row, retraction, status, task file or file of a night cannot be read.
    """
    notes: list[str] = []
    cache = None if where.cache is None else where.cache / "rows"
    found = where.rows.is_dir()
    rows = read_counted(where.rows, cache) if found else ()
    notes += contradictions(rows)
    notes += unsound_files(rows, where.rows)
    withdrawn = read_withdrawn(where.rows) if found else ()
    every = [*(counted.row for counted in rows), *(entry.row for entry in withdrawn)]
    attestations, refused = check_attestations(every, where)
    notes += refused
    bills = beside_results(where.rows, BILLS)
    return sources_of(
        rows,
        where,
        withdrawn=withdrawn,
        statuses=() if where.statuses is None else read_statuses(where.statuses),
        submissions={} if where.submissions is None else _read_submissions(where.submissions, notes.append),
        tasks=_read_task_sets(where.tasks, notes.append),
        seconds={
            row.id: seconds
            for row in (counted.row for counted in rows)
            if (file := row.run.completions_file) is not None
            and (path := row.path(where.rows).with_name(file.name))
            and (seconds := median_seconds(path, file, where.cache)) is not None
        },
        attestations=attestations,
        rubrics=read_rubrics(where.rows, {counted.row.id for counted in rows}, notes.append),
        nightly=read_nightly(where.nightly),
        reconciled=() if bills is None else read_reconciliations(bills),
        notes=tuple(notes),
        ranked=ranked,
    )


def sources_of(
    rows: Iterable[CountedRow], where: SiteConfig, *, ranked: bool = True, **inputs: Any
) -> Sources:
    """Make sources from values in memory: put rows into tables, and rank the tables if ``ranked``."""
    rows = tuple(sorted(map(_with_joined_stems, rows), key=lambda counted: row_age(counted.row)))
    return Sources(
        where=where,
        rows=rows,
        groups=group_rows(counted.row for counted in rows),
        ranked=_rank_tables(rows, where.cache) if ranked else {},
        **inputs,
    )


def _with_joined_stems(counted: CountedRow) -> CountedRow:
    """Return a row with variants of a problem as one stem, and ranges that count them so.

    Rows without ``result.stems`` counted each task's own stem. The ranges are drawn anew from the verdicts,
    where they decide them; the row's file stays as it is.
    """
    result, counts = counted.row.result, counted.counts
    if result.stems or (stems := joined_stems(result.suite, counts.tasks, counts.stems)) == counts.stems:
        return counted
    counts, scores = replace(counts, stems=stems), []
    for each in result.scores:
        by = next((kind for kind in available_metrics(counts) if kind.name == each.metric), None)
        within = counts.within(each.category) if each.category else counts
        found = score(within, by, each.category) if by is not None else None
        scores.append(each.model_copy(update={"low": found.low, "high": found.high}) if found else each)
    tasks = result.tasks.model_copy(update={"stems": dict(zip(counts.tasks, stems, strict=True))})
    changed = result.model_copy(update={"scores": scores, "tasks": tasks})
    return CountedRow(counted.row.model_copy(update={"result": changed}), counts)


def _rank_tables(rows: tuple[CountedRow, ...], cache: Path | None) -> dict[GroupKey, "ComparedRanking"]:
    if not has_statistics():
        return {}
    from benchmark.analysis.ranks.pair_cache import PairCache
    from benchmark.analysis.ranks.ranking import rank_rows

    known = None if cache is None else PairCache(cache)
    return {table.ranking.key: table for table in rank_rows(rows, known).tables}


def _read_submissions(folder: Path, note: Callable[[str], None]) -> dict[str, Submission]:
    """Read merged submissions by slug; their rules were checked before they were merged."""
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
            note(f"{path.parent.name}/{FILE_NAME} has a slug that differs from its folder's name")
    return found


def _levelled(task: Task) -> Task:
    """Return a task with its level as a number if it is one of our own, fresh ones too."""
    level = str(level_of(task) or task.level)
    return task if level == task.level else replace(task, level=level)


def _read_task_sets(files: Iterable[Path], note: Callable[[str], None]) -> dict[tuple[str, str], TaskSet]:
    found: dict[tuple[str, str], TaskSet] = {}
    for suite in load_all().values():
        for name, load in suite.datasets.items():
            if name in suite.data.unranked:
                continue  # no row has its tasks, and it may be large
            try:
                found[suite.id, name] = TaskSet(suite.id, name, {task.id: _levelled(task) for task in load()})
            except BadInput as error:
                note(f"tasks of {suite.id} {name} cannot be shown: {error}")
    read: dict[tuple[str, str], tuple[Path, dict[str, Task]]] = {}
    for path in files:
        for task in read_tasks(path):
            folder, tasks = read.setdefault((task.suite, task.dataset), (path.parent, {}))
            if task.id in tasks or folder != path.parent:
                name = f"task {quote_value(task.id)} of {task.suite} {task.dataset}"
                if task.id in tasks:
                    raise BadInput(path, "", f"repeats {name}", "list each task only once")
                problem = f"has {name}, but the other tasks of this data set are in {folder}"
                raise BadInput(path, "", problem, "put all task files of a data set into one folder")
            tasks[task.id] = _levelled(task)
    return found | {
        key: TaskSet(*key, tasks, folder, stated_licence(tasks.values()))
        for key, (folder, tasks) in read.items()
    }
