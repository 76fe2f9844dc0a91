"""The history of a leaderboard: what changed from each day to the next, computed from dated rows alone."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Literal

from benchmark.analysis.catalog import suite_order
from benchmark.analysis.groups import (
    GroupKey,
    by_protocol,
    is_baseline,
    key_of,
    question_of,
    score_of,
)
from benchmark.core.errors import BadInput
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.results.ledger import WithdrawnRow
from benchmark.results.row import Row, row_age
from benchmark.scoring.installed import has_statistics
from benchmark.suites import ranking_metric

if TYPE_CHECKING:
    from benchmark.analysis.ranks.ranking import PairTable

TableRows = Mapping[str, Row]  #: the row of each model that counts in a table, by slug, best score first
#: Folder in the cache of pairs: a ranking of today's rows must not replace the pairs of earlier ones.
CACHE_FOLDER = "past"


@dataclass(frozen=True, slots=True, order=True)
class PlaceRange:
    """The places that the comparison of all pairs allows a model."""

    first: int
    last: int

    def __str__(self) -> str:
        """Return ``1``, or ``5–6`` for several places."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"

    def overlaps(self, other: "PlaceRange") -> bool:
        """Whether the two ranges have a place in common."""
        return self.first <= other.last and other.first <= self.last


Places = Mapping[str, PlaceRange]  #: by slug


class PastPlaces:
    """Places of the models of any table, for any of its rows that ever counted.

    A comparison of two rows does not depend on the other rows; only Holm's adjustment does. So each pair of
    rows is compared once, and the places of a day follow from the pairs of the rows that counted on that day.
    """

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._tables: dict[GroupKey, tuple[Mapping[str, int], PairTable] | None] = {}
        self._rows: dict[GroupKey, list[Row]] = defaultdict(list)
        for row in sources.every_row:
            if row.run.trust != "reported" and not is_baseline(row) and score_of(row) is not None:
                self._rows[key_of(row)].append(row)

    def of(self, key: GroupKey, rows: Iterable[Row]) -> dict[str, PlaceRange]:
        """Return the places by slug; empty if the rows of the table were not compared."""
        if key not in self._tables:
            self._tables[key] = self._compared(key)
        table = self._tables[key]
        if table is None:
            return {}
        import numpy as np

        from benchmark.scoring.paired import LEVEL
        from benchmark.scoring.ranks import holm

        numbers, pairs = table
        slugs = {numbers[row.id]: row.slug for row in rows if row.id in numbers}
        size = len(numbers)
        here = np.zeros(size, dtype=bool)
        here[list(slugs)] = True
        both = np.flatnonzero(here[pairs.first] & here[pairs.second])
        difference = pairs.found.difference[both]
        real = (holm(pairs.found.p[both]) <= 1 - LEVEL) & (difference != 0)
        first, second = pairs.first[both][real], pairs.second[both][real]
        ahead = difference[real] > 0
        better = np.bincount(np.where(ahead, second, first), minlength=size)
        worse = np.bincount(np.where(ahead, first, second), minlength=size)
        return {
            slug: PlaceRange(1 + int(better[number]), len(slugs) - int(worse[number]))
            for number, slug in slugs.items()
        }

    def _compared(self, key: GroupKey) -> "tuple[Mapping[str, int], PairTable] | None":
        """Return the number of each row by id, and all pairs; None without the libraries for statistics."""
        if not has_statistics():
            return None
        ranked = self._sources.ranked.get(key)
        ever = {row.id for row in self._rows[key]}
        if ranked is not None and ever == {place.row for place in ranked.ranking.places}:
            return {row: number for number, row in enumerate(sorted(ever))}, ranked.pairs
        from benchmark.analysis.ranks.pair_cache import PairCache
        from benchmark.analysis.ranks.ranking import pair_table
        from benchmark.analysis.ranks.subjects import metric_of, row_subject

        counts = {**self._sources.counts, **{name: row.counts for name, row in self._sources.gone.items()}}
        models = [replace(row_subject(row, counts[row.id]), slug=row.id) for row in self._rows[key]]
        try:
            metric = metric_of(ranking_metric(key.suite, key.dataset), [model.counts for model in models])
        except BadInput:
            return None  # too few samples: today's table has no places either
        cache = self._sources.where.cache
        known = None if cache is None else PairCache(cache / CACHE_FOLDER)
        pairs = pair_table(key, models, metric, "", known)
        if known is not None:
            known.prune()
        return {row: number for number, row in enumerate(pairs.slugs)}, pairs


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
        mine, theirs = ({row.slug for row in each.first} for each in (self, other))
        if 1 in (len(mine), len(theirs)):
            return mine == theirs
        tops = ({row.slug for row in each.top} for each in (self, other))
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
    leaders: tuple[Leaders, Leaders] | None  #: the leaders before and after, if they differ

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
    places = sources.once("past places", lambda: PastPlaces(sources))
    known: set[tuple[str, ...]] = set()  # data sets and tasks of which there was a table before
    tables: dict[GroupKey, TableRows] = {}
    since = ""
    for day in tuple(days) or change_days(sources):
        then = sources.until(f"{day}T23:59:59Z")
        groups = [group for group in then.tables if group.models]
        before, tables = tables, {group.key: {row.slug: row for row in group.models} for group in groups}
        deciding = {same[0].key for same in by_protocol(groups)}
        gone = {entry.row.id for entry in then.withdrawn}
        instants: dict[tuple[str, ...], str] = {}  # question → time of the last judged or withdrawn row
        times = [(row, row.run.started) for row in then.every_row]
        times += [(entry.row, entry.retraction.date) for entry in then.withdrawn]
        for row, instant in times:
            if instant[:10] > since:
                instants[question_of(row)] = max(instant, instants.get(question_of(row), ""))
        found = []
        for key in {**before, **tables}:
            was, now = before.get(key, {}), tables.get(key, {})
            changed = [slug for slug in {**was, **now} if was.get(slug) is not now.get(slug)]
            if changed:
                both = (places.of(key, rows.values()) if key in deciding else {} for rows in (was, now))
                when = max(instants[question_of(now.get(slug) or was[slug])] for slug in changed)
                found.append(_table_change(key, was, now, *both, gone=gone, known=known, when=when))
        found.sort(key=lambda change: (suite_order(change.key.suite), -change.models, change.key))
        known |= {part for change in found for part in _identities(change.key)}
        new = [row for row in sources.light_rows if since < row.run.started[:10] <= day]
        yield DayChanges(
            day=day,
            since=since,
            tables=tuple(found),
            withdrawn=tuple(entry for entry in then.withdrawn if since < entry.retraction.date[:10]),
            baselines=sum(is_baseline(row) for row in new),
            reported=tuple(row for row in new if row.run.trust == "reported"),
        )
        since = day


def change_days(sources: Sources) -> tuple[str, ...]:
    """Return all days on which a row was judged or withdrawn, oldest first."""
    days = {row.run.started[:10] for row in sources.every_row}
    return tuple(sorted(days | {entry.retraction.date[:10] for entry in sources.withdrawn}))


def _identities(key: GroupKey) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return (key.suite, key.dataset), (key.suite, key.dataset, key.tasks_digest)


def _table_change(
    key: GroupKey,
    then: TableRows,
    now: TableRows,
    was: Places,
    ranks: Places,
    *,
    gone: Set[str],
    known: Set[tuple[str, ...]],
    when: str,
) -> TableChange:
    dataset, tasks = (part in known for part in _identities(key))
    opened: Literal["", "dataset", "tasks", "table"] = "table" if tasks else "tasks" if dataset else "dataset"
    leaders = _leaders(then, was), _leaders(now, ranks)
    return TableChange(
        key=key,
        when=when,
        opened="" if then else opened,
        version=max((row.result.versions.suite for row in now.values()), default=0),
        places=bool(ranks),
        models=len(now),
        rows=(
            *_row_changes(then, now, was, ranks),
            *(
                RowChange(
                    kind="withdrawn" if row.id in gone else "left", row=row, before=row, earlier=was.get(slug)
                )
                for slug, row in then.items()
                if slug not in now
            ),
        ),
        leaders=(leaders[0], leaders[1])
        if leaders[0] and leaders[1] and not leaders[0].same_as(leaders[1])
        else None,
    )


def _value(row: Row) -> float:
    score = score_of(row)
    return float("-inf") if score is None else score.value


def _row_changes(then: TableRows, now: TableRows, was: Places, ranks: Places) -> Iterator[RowChange]:
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


def _leaders(rows: TableRows, places: Places) -> Leaders | None:
    """Return the leaders; None without places."""
    ranked = [row for slug, row in rows.items() if slug in places]
    if not ranked:
        return None
    best = _value(ranked[0])
    return Leaders(
        first=tuple(row for row in ranked if places[row.slug].first == 1),
        top=tuple(takewhile(lambda row: _value(row) == best, ranked)),
        models=len(ranked),
    )
