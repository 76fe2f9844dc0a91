"""The places of a table's models on earlier days, from comparisons of all its rows that ever counted.

A comparison of two rows does not depend on the other rows; only Holm's adjustment does. So each pair of rows
is compared once, and the places of a day follow from the pairs of the rows that counted on that day.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from benchmark.analysis.groups import GroupKey, is_baseline, key_of, score_of
from benchmark.core.errors import BadInput
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.results.counted_row import count_row
from benchmark.results.row import Row
from benchmark.scoring.installed import has_statistics
from benchmark.suites.settings import ranking_metric

if TYPE_CHECKING:
    from benchmark.analysis.ranks.ranking import PairTable

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


class PastPlaces:
    """Places of the models of any table, for any of its rows."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._tables: dict[GroupKey, _ComparedRows | None] = {}
        self._last: dict[GroupKey, tuple[frozenset[str], dict[str, PlaceRange]]] = {}
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
        by_id = {row.id: row.result.submission.slug for row in rows if row.id in table.numbers}
        ids = frozenset(by_id)
        if self._last.get(key, (None, {}))[0] != ids:
            found = table.places(ids)
            self._last[key] = (ids, {by_id[name]: place for name, place in found.items()})
        return self._last[key][1]

    def _compared(self, key: GroupKey) -> "_ComparedRows | None":
        """Return the compared rows of a table; None without the libraries for statistics."""
        if not has_statistics():
            return None
        ranked = self._sources.ranked.get(key)
        ever = {row.id for row in self._rows[key]}
        if ranked is not None and ever == {place.row for place in ranked.ranking.places}:
            return _ComparedRows(tuple(sorted(ever)), ranked.pairs)
        from benchmark.analysis.ranks.pair_cache import PairCache
        from benchmark.analysis.ranks.ranking import pair_table
        from benchmark.analysis.ranks.subjects import metric_of, row_subject

        withdrawn = [entry.row for entry in self._sources.withdrawn if key_of(entry.row) == key]
        counts = {**self._sources.counts, **{row.id: count_row(row).counts for row in withdrawn}}
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
        return _ComparedRows(pairs.slugs, pairs)


class _ComparedRows:
    """The really different pairs of any part of some rows."""

    def __init__(self, ids: tuple[str, ...], pairs: "PairTable") -> None:
        import numpy as np

        self.numbers = {row: number for number, row in enumerate(ids)}
        order = np.argsort(pairs.found.p, kind="stable")
        self._p = pairs.found.p[order]
        ahead = pairs.found.difference[order] > 0
        first, second = pairs.first[order], pairs.second[order]
        self._winner, self._loser = np.where(ahead, (first, second), (second, first))
        self._level = pairs.found.difference[order] == 0

    def places(self, ids: frozenset[str]) -> dict[str, PlaceRange]:
        """Return the places of some of the rows, by id."""
        import numpy as np

        from benchmark.scoring.ranks import rejected_by_holm

        here = np.zeros(len(self.numbers), dtype=bool)
        here[[self.numbers[row] for row in ids]] = True
        both = np.flatnonzero(here[self._winner] & here[self._loser])
        real = both[: rejected_by_holm(self._p[both])]
        real = real[~self._level[real]]
        size = len(self.numbers)
        better = np.bincount(self._loser[real], minlength=size)
        worse = np.bincount(self._winner[real], minlength=size)
        return {
            row: PlaceRange(1 + int(better[number]), len(ids) - int(worse[number]))
            for row in ids
            for number in (self.numbers[row],)
        }
