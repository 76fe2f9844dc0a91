"""The history of a leaderboard: what changed from each day to the next, computed from dated rows alone."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Literal

from benchmark.analysis.catalog import suite_order
from benchmark.analysis.groups import GroupKey, is_baseline, key_of, question_of, score_of
from benchmark.core.suite import suite_of
from benchmark.leaderboard.changes.past_places import PastPlaces, PlaceRange
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.results.retraction import WithdrawnRow
from benchmark.results.row import Row, row_age

TableRows = Mapping[str, Row]  #: the row of each submission that counts in a table, by slug


class LedgerReplay:
    """The tables of a ledger, first those before all rows; :meth:`advance` goes to the end of a later day."""

    def __init__(self, sources: Sources) -> None:
        #: Rows by the day on which they came, or were withdrawn; then with the date of the withdrawal.
        self._events: dict[str, list[tuple[Row, str]]] = defaultdict(list)
        gone = {entry.row.id: entry.retraction.date for entry in sources.withdrawn}
        for row in sorted(sources.every_row, key=row_age):
            if row.run.trust != "reported":
                self._events[row.run.started[:10]].append((row, ""))
                if withdrawn := gone.get(row.id):
                    self._events[max(withdrawn[:10], row.run.started[:10])].append((row, withdrawn))
        self.days: tuple[str, ...] = tuple(sorted(self._events))  #: days with a change, oldest first
        self._next = 0  #: index of the first day that was not replayed
        self._judged: dict[tuple[str, ...], dict[str, Row]] = defaultdict(dict)
        self._counting: dict[tuple[str, ...], dict[GroupKey, Row]] = {}
        self.tables: dict[GroupKey, dict[str, Row]] = defaultdict(dict)
        self.changed: dict[GroupKey, str] = {}  #: time of the last change of each table

    def advance(self, day: str) -> dict[GroupKey, TableRows]:
        """Go to the end of a day, and return the earlier rows of each table whose rows changed."""
        before: dict[GroupKey, TableRows] = {}
        touched: dict[tuple[str, ...], str] = {}
        while self._next < len(self.days) and self.days[self._next] <= day:
            for row, withdrawn in self._events[self.days[self._next]]:
                question = question_of(row)
                touched[question] = max(touched.get(question, ""), withdrawn or row.run.started)
                if withdrawn:
                    self._judged[question].pop(row.id, None)
                else:
                    self._judged[question][row.id] = row
            self._next += 1
        for question, instant in touched.items():
            now = _counting_rows(self._judged[question])
            then = self._counting.get(question, {})
            slug = question[0]
            for key in dict.fromkeys((*then, *now)):
                if then.get(key) is now.get(key):
                    continue
                before.setdefault(key, dict(self.tables[key]))
                self.changed[key] = max(self.changed.get(key, ""), instant)
                if key in now:
                    self.tables[key][slug] = now[key]
                else:
                    del self.tables[key][slug]
            self._counting[question] = now
        return {key: rows for key, rows in before.items() if rows != self.tables[key]}

    def decides_places(self, key: GroupKey) -> bool:
        """Whether a table has places on pages; rows of a suite's other protocols only add columns to one."""
        same = [
            other
            for other, rows in self.tables.items()
            if (other.suite, other.dataset, other.setting, other.prompt, other.prompt_digest)
            == (key.suite, key.dataset, key.setting, key.prompt, key.prompt_digest)
            and (other.extraction, other.tasks_digest) == (key.extraction, key.tasks_digest)
            and any(not is_baseline(row) for row in rows.values())
        ]
        ranks = suite_of(key.suite).ranking_protocol
        best = min(same, key=lambda other: (other.protocol != ranks, *self._prominence(other)), default=key)
        return best == key

    def _prominence(self, key: GroupKey) -> tuple[int, float, GroupKey]:
        """Return a sort key in the order of :func:`benchmark.analysis.groups.group_rows`."""
        rows = self.tables[key].values()
        latest = max(row.run.started for row in rows)
        return (
            -sum(not is_baseline(row) for row in rows),
            -float("".join(character for character in latest if character.isdigit())),
            key,
        )


def _counting_rows(judged: Mapping[str, Row]) -> dict[GroupKey, Row]:
    """Return the rows of one submission and question that count: the newest of the newest suite version."""
    latest = max((row.result.versions.suite for row in judged.values()), default=0)
    found: dict[GroupKey, Row] = {}
    for row in sorted(judged.values(), key=row_age):
        if row.result.versions.suite == latest:
            found[key_of(row)] = row
    return found


#: ``again``: a newer row counts; ``back``: an older one does, because the newer one was withdrawn; ``left``:
#: the model was judged on newer tasks, in another table; ``withdrawn``: it has no row left; ``moved``: the
#: same row has another place.
RowChangeKind = Literal["new", "again", "back", "left", "withdrawn", "moved"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RowChange:
    """What happened to one model in a table."""

    kind: RowChangeKind
    row: Row  #: the row that counts now; of a model that is gone, the one that counted
    before: Row | None = None  #: the row that counted before
    place: PlaceRange | None = None
    earlier: PlaceRange | None = None  #: its place before


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaders:
    """The best models of a table on a day."""

    first: tuple[Row, ...]  #: models that may have the first place, best score first
    top: tuple[Row, ...]  #: models with the highest score
    models: int  #: number of models that have a place

    def same_as(self, other: "Leaders") -> bool:
        """Whether a reader would call both the same: the same leader, or a shared place with the same top."""
        mine, theirs = ({row.result.submission.slug for row in each.first} for each in (self, other))
        if 1 in (len(mine), len(theirs)):
            return mine == theirs
        tops = ({row.result.submission.slug for row in each.top} for each in (self, other))
        return not set.isdisjoint(*tops)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableChange:
    """What changed in one table."""

    key: GroupKey
    when: str  #: time of the last change
    #: Whether it is the first table of its data set, or the first with these tasks, or else new.
    opened: Literal["", "dataset", "tasks", "table"]
    version: int  #: newest version of the suite in the rows of the table
    places: bool  #: whether the table has places
    models: int  #: number of models in it now
    rows: tuple[RowChange, ...]
    leaders: tuple[Leaders, Leaders] | None  #: those before and after, if others lead now

    def of(self, *kinds: RowChangeKind) -> tuple[RowChange, ...]:
        """Return the changes of these kinds."""
        return tuple(change for change in self.rows if change.kind in kinds)


@dataclass(frozen=True, slots=True, kw_only=True)
class DayChanges:
    """What changed from the end of one day to the end of another."""

    day: str
    since: str  #: the earlier day; empty for the first day with rows
    tables: tuple[TableChange, ...]
    withdrawn: tuple[WithdrawnRow, ...]
    baselines: int  #: number of baselines' rows that were judged
    reported: tuple[Row, ...]  #: rows with numbers from papers


def history(sources: Sources) -> tuple[DayChanges, ...]:
    """Return the changes of each day with a change, oldest first."""
    return sources.once("history", lambda: tuple(changes_between(sources)))


def changes_between(sources: Sources, days: Iterable[str] = ()) -> Iterator[DayChanges]:
    """Yield what changed up to each of some days, oldest first, or of all days with a change."""
    replay, places = LedgerReplay(sources), sources.once("past places", lambda: PastPlaces(sources))
    days = tuple(days) or change_days(sources)
    step = _Step(replay, places, {row.id: _value(row) for row in sources.every_row if not is_baseline(row)})
    since = ""
    for day, new in zip(days, _rows_by_day(sources.light_rows, days), strict=True):
        touched = replay.advance(day)
        step.gone = {entry.row.id for entry in sources.withdrawn if entry.retraction.date[:10] <= day}
        found = (_table_change(key, before, step) for key, before in touched.items())
        tables = [change for change in found if change is not None]
        tables.sort(key=lambda change: (suite_order(change.key.suite), -change.models, change.key))
        step.seen |= {part for change in tables for part in _identities(change.key)}
        yield DayChanges(
            day=day,
            since=since,
            tables=tuple(tables),
            withdrawn=tuple(
                entry for entry in sources.withdrawn if since < entry.retraction.date[:10] <= day
            ),
            baselines=sum(is_baseline(row) for row in new),
            reported=tuple(row for row in new if row.run.trust == "reported"),
        )
        since = day


@dataclass(slots=True)
class _Step:
    """What the changes of a day depend on."""

    replay: LedgerReplay
    places: PastPlaces
    values: Mapping[str, float]  #: score of each model's row, by id
    seen: set[tuple[str, ...]] = field(default_factory=set)  #: data sets and tasks that a table had before
    gone: Set[str] = frozenset()  #: ids of rows that were withdrawn so far

    def models(self, rows: TableRows) -> dict[str, Row]:
        """Return the rows of models, best score first."""
        values = self.values
        found = [(-values[row.id], slug) for slug, row in rows.items() if row.id in values]
        return {slug: rows[slug] for _, slug in sorted(found)}


def change_days(sources: Sources) -> tuple[str, ...]:
    """Return all days on which a row was judged or withdrawn, oldest first."""
    days = {row.run.started[:10] for row in sources.every_row}
    return tuple(sorted(days | {entry.retraction.date[:10] for entry in sources.withdrawn}))


def _rows_by_day(rows: Iterable[Row], days: Sequence[str]) -> list[list[Row]]:
    """Return the rows that were judged up to each day and after the one before, oldest first."""
    found: list[list[Row]] = [[] for _ in days]
    for row in sorted(rows, key=row_age):
        place = bisect_left(days, row.run.started[:10])
        if place < len(days):
            found[place].append(row)
    return found


def _identities(key: GroupKey) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return (key.suite, key.dataset), (key.suite, key.dataset, key.tasks_digest)


def _table_change(key: GroupKey, before: TableRows, step: _Step) -> TableChange | None:
    """Return what changed for the models of a table; None if only baselines changed."""
    then, now = step.models(before), step.models(step.replay.tables[key])
    if all(then.get(slug) is now.get(slug) for slug in (*then, *now)):
        return None
    decides = step.replay.decides_places(key)
    was, ranks = (step.places.of(key, rows.values()) if decides else {} for rows in (then, now))
    dataset, tasks = (part in step.seen for part in _identities(key))
    opened: Literal["", "dataset", "tasks", "table"] = "table" if tasks else "tasks" if dataset else "dataset"
    leaders = _leaders(then, was, step.values), _leaders(now, ranks, step.values)
    return TableChange(
        key=key,
        when=step.replay.changed[key],
        opened="" if then else opened,
        version=max((row.result.versions.suite for row in now.values()), default=0),
        places=bool(ranks),
        models=len(now),
        rows=(*_row_changes(then, now, was, ranks), *_missing_rows(then, now, was, step.gone)),
        leaders=(leaders[0], leaders[1])
        if leaders[0] and leaders[1] and not leaders[0].same_as(leaders[1])
        else None,
    )


def _value(row: Row) -> float:
    score = score_of(row)
    return float("-inf") if score is None else score.value


def _row_changes(
    then: Mapping[str, Row],
    now: Mapping[str, Row],
    was: Mapping[str, PlaceRange],
    ranks: Mapping[str, PlaceRange],
) -> Iterator[RowChange]:
    for slug, row in now.items():
        before = then.get(slug)
        kind: RowChangeKind = "moved"
        if before is None:
            kind = "new"
        elif before is not row:
            kind = "again" if row_age(row) > row_age(before) else "back"
        elif slug not in was or slug not in ranks or was[slug] == ranks[slug]:
            continue
        yield RowChange(kind=kind, row=row, before=before, place=ranks.get(slug), earlier=was.get(slug))


def _missing_rows(
    then: Mapping[str, Row], now: Mapping[str, Row], was: Mapping[str, PlaceRange], gone: Set[str]
) -> Iterator[RowChange]:
    for slug, row in then.items():
        if slug not in now:
            kind: RowChangeKind = "withdrawn" if row.id in gone else "left"
            yield RowChange(kind=kind, row=row, before=row, earlier=was.get(slug))


def _leaders(
    rows: Mapping[str, Row], places: Mapping[str, PlaceRange], values: Mapping[str, float]
) -> Leaders | None:
    """Return the leaders; None without places."""
    ranked: Sequence[Row] = [row for slug, row in rows.items() if slug in places]
    if not ranked:
        return None
    best = values[ranked[0].id]
    return Leaders(
        first=tuple(row for row in ranked if places[row.result.submission.slug].first == 1),
        top=tuple(row for row in ranked if values[row.id] == best),
        models=len(ranked),
    )
