"""Compare all pairs of a table by one rule, which decides sentences, badges and bars.

Over all tasks, a difference is real if the ranking says so: if its p-value, adjusted for all pairs of the
table (Holm), is at most 0.05. Within a category, the adjusted p-value is also multiplied by the number of
categories of that kind, because each category is another look at the data. The level of a bar allows for all
pairs and looks (Bonferroni: 0.05 divided by their number). The end of a bar next to 0 is then moved if
needed, so that the bar excludes 0 exactly if the difference is real.

A pair also has the interval of this pair alone, for readers who chose the two beforehand: it allows for the
number of categories and for no other pair, and excludes 0 exactly if the p-value times that number is at most
0.05. It lies within the other one.

Published numbers are rounded to a tenth of a percentage point, or to a hundredth of a point from 1 to 10, but
no end of a bar is rounded to 0 or across it. So the numbers always agree with the verdict.
"""

import itertools
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmark.analysis.groups import RowGroup, group_rows
from benchmark.analysis.places import RARE
from benchmark.analysis.ranks.pair_cache import PairCache
from benchmark.analysis.ranks.ranking import PairTable, pair_table, rank_months
from benchmark.analysis.ranks.subjects import metric_of, row_subject
from benchmark.analysis.score_cells import ScaleWords, metric_words
from benchmark.core.counts import Counts
from benchmark.core.errors import BadInput
from benchmark.leaderboard.compare.tables import ModelPair, compared_looks
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.results.counted_row import CountedRow
from benchmark.scoring.paired import LEVEL, interval
from benchmark.scoring.power import tasks_to_see
from benchmark.scoring.ranks import adjust_for_looks
from benchmark.scoring.signflip import Floats
from benchmark.suites import ranking_metric

Steps = NDArray[np.int64]  #: steps of the last decimal of a gap: tenths of a percentage point, or hundredths

MAX_TASKS = 1_000_000  #: larger numbers of tasks to settle a difference are given as "more than a million"
_DECIMALS = 6  #: decimals of differences in every report


#: Field of a pair → field of the swapped pair that has the same value with the opposite sign.
_SWAPPED = {
    "difference": "difference",
    "low": "high",
    "high": "low",
    "alone_low": "alone_high",
    "alone_high": "alone_low",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryComparisons:
    """All pairs of a table within one category."""

    category: str  #: empty for all tasks
    place: Mapping[str, int]  #: slug → index among the models that have a value
    #: The fields of :class:`ModelPair`, with an entry per pair. In place of ``sure``, ``unsure`` has a 1 for
    #: a difference that is real at least alone, if the missing samples could turn that verdict, else a 0.
    columns: Mapping[str, Steps]

    def pair(self, a: str, b: str) -> ModelPair | None:
        """Return the pair of two slugs; None if one of the models has no value."""
        if a not in self.place or b not in self.place or a == b:
            return None
        found = {name: values[0] or 0 for name, values in self.below([a, b])[0].items()}
        return ModelPair(sure=not found.pop("unsure"), **found)

    def below(self, slugs: Sequence[str]) -> list[dict[str, list[int | None]]]:
        """Return, for each model, its pairs with the models below it as columns of numbers.

        ``slugs`` are in the order of the table. An entry is None if one of the two models has no value.
        """
        size, models = len(self.place), len(slugs)
        places = np.array([self.place.get(slug, size) for slug in slugs], dtype=np.intp)
        first, second = np.triu_indices(models, k=1)
        one, other = places[first], places[second]
        low, high = np.minimum(one, other), np.maximum(one, other)
        known, swapped = high < size, one > other
        number = np.where(known, low * (2 * size - low - 1) // 2 + high - low - 1, 0)
        columns = {}
        for name, straight in self.columns.items():
            back = -self.columns[_SWAPPED[name]] if name in _SWAPPED else straight
            values = np.where(swapped, back[number], straight[number]) if size > 1 else number
            columns[name] = [
                value if here else None for value, here in zip(values.tolist(), known, strict=True)
            ]
        starts = [number * (2 * models - number - 1) // 2 for number in range(models + 1)]
        return [
            {name: values[start:end] for name, values in columns.items()}
            for start, end in itertools.pairwise(starts)
        ]


def joint_comparisons(sources: Sources, group: RowGroup) -> tuple[CategoryComparisons, ...]:
    """Return the comparisons of all pairs of a table: over all tasks first, then within each category."""

    def compare() -> tuple[CategoryComparisons, ...]:
        cache = None if sources.where.cache is None else PairCache(sources.where.cache)
        words = metric_words(ranking_metric(group.key.suite, group.key.dataset))
        pairs = [("", 1, sources.ranked[group.key].pairs), *category_pairs(group, sources.counts, cache)]
        return tuple(_compare_category(*each, words) for each in pairs)

    return sources.once(("joint", group.key), compare)


def category_pairs(
    group: RowGroup, counts: Mapping[str, Counts], cache: PairCache | None
) -> Iterator[tuple[str, int, PairTable]]:
    """Yield each category that pages compare, the number of its kind, and all pairs within it.

    Raises:
        BadInput: if the table has too few samples for its metric.
    """
    models = [row_subject(row, counts[row.id]) for row in group.models]
    name = ranking_metric(group.key.suite, group.key.dataset)
    metric = metric_of(name, [model.counts for model in models])
    for category, looks in compared_looks(group, counts)[0]:
        within = [model.within(category) for model in models if category in model.counts.categories]
        yield category, looks, pair_table(group.key, within, metric, category, cache)


def keep_category_pairs(rows: Sequence[CountedRow], cache: PairCache) -> None:
    """Compare all pairs of all tables within categories and after months, so that pages only read them."""
    counts = {counted.row.id: counted.counts for counted in rows}
    groups = group_rows(counted.row for counted in rows)
    for group in (group for same in groups.values() for group in same):
        with suppress(BadInput):  # `rank` has reported it
            deque(category_pairs(group, counts, cache), maxlen=0)
            deque(rank_months(group, counts, cache), maxlen=0)


def _compare_category(category: str, looks: int, table: PairTable, words: ScaleWords) -> CategoryComparisons:
    comparisons = max(len(table.first), 1) * looks
    adjusted = adjust_for_looks(table.adjusted, looks)
    real = adjusted <= 1 - LEVEL
    low, high = interval(table.found, real, 1 - (1 - LEVEL) / comparisons)
    alone = adjust_for_looks(table.found.p, looks) <= 1 - LEVEL
    alone_low, alone_high = interval(table.found, alone, 1 - (1 - LEVEL) / looks)
    largest = np.where(real, table.cautious, table.largest)
    needed = tasks_to_see(table.found, comparisons, ~real)
    # Up to three significant digits, 1,077.3 to 1,080, as the estimate is not more precise.
    finite = np.where(np.isfinite(needed) & (needed > 0), needed, 1.0)
    step = 10 ** np.maximum(np.floor(np.log10(finite)) - 2, 0)
    rounded = np.where(needed > MAX_TASKS, -1.0, np.ceil(finite / step) * step)
    idle = real | (table.found.difference == 0) | (needed <= table.found.tasks)
    columns = {
        "difference": _differences(table.found.difference, words),
        "low": _ends(low, words),
        "high": _ends(high, words),
        "odds": _odds(table.found.p),
        "needed": np.where(idle, 0, rounded).astype(np.int64),
        "alone_low": _ends(alone_low, words),
        "alone_high": _ends(alone_high, words),
        "unsure": (alone & (adjust_for_looks(largest, looks) > 1 - LEVEL)).astype(np.int64),
    }
    place = {slug: number for number, slug in enumerate(table.slugs)}
    return CategoryComparisons(category=category, place=place, columns=columns)


def _differences(values: Floats, words: ScaleWords) -> Steps:
    """Return differences in steps of the last decimal, rounded as on every page; only exactly 0 gives 0."""
    span = words.highest - words.lowest
    found, where = np.unique(values, return_inverse=True)  # many pairs share a value
    steps = [words.steps(span * round(float(value), _DECIMALS)) for value in found]
    return np.array(steps, dtype=np.int64)[where]


def _ends(values: Floats, words: ScaleWords) -> Steps:
    per_unit = words.factor * words.steps_per_point * (words.highest - words.lowest)
    rounded = np.rint(per_unit * values).astype(np.int64)
    return np.where(rounded == 0, np.sign(values), rounded).astype(np.int64)


def _odds(p: Floats) -> NDArray[np.int64]:
    with np.errstate(divide="ignore"):
        found = np.floor(np.minimum(1 / p, MAX_TASKS))
    for number, (limit, _) in zip((-1, -2), reversed(RARE), strict=True):
        found = np.where(p < limit, number, found)
    return found.astype(np.int64)
