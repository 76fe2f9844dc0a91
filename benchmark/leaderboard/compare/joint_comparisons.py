"""All pairs of a table by one rule, from which sentence, badge and drawn bar follow alike.

Over all tasks a difference is real where the ranking says so: its p-value, adjusted for all pairs of the
table (Holm), is up to 0.05. Within a category it is multiplied by the number of categories of that kind,
too, because each is another look. A bar is as wide as the whole table takes (0.05 by pairs and looks,
Bonferroni), and its end beside 0 is moved until 0 lies outside exactly where the difference is real.

What is published is rounded to a tenth of a point, and no end of a bar is rounded to the other side of 0: a
reader of the numbers finds the same verdict.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmark.analysis.groups import RANKING_METRIC, RowGroup
from benchmark.analysis.places import RARE
from benchmark.analysis.ranks.pair_cache import PairCache
from benchmark.analysis.ranks.ranking import PairTable, pair_table
from benchmark.analysis.ranks.rankings import contender
from benchmark.analysis.ranks.subjects import metric_of
from benchmark.analysis.wording import percent_tenths
from benchmark.core.counts import Counts
from benchmark.leaderboard.board.columns import looks
from benchmark.leaderboard.compare.model_pair import ModelPair
from benchmark.scoring.paired import LEVEL, interval
from benchmark.scoring.power import tasks_to_see
from benchmark.scoring.signflip import Floats

Tenths = NDArray[np.int64]  #: of a point

MOST_TASKS = 1_000_000  #: of what it takes to settle a difference, more are not counted
_DECIMALS = 6  #: of differences in every report


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryComparisons:
    """All pairs of a table within one category; arrays have an entry a pair."""

    category: str  #: empty for all tasks
    looks: int  #: categories of its kind
    level: float  #: of each bar
    place: Mapping[str, int]  #: of a model among those that have a value, by slug
    difference: Tenths
    low: Tenths
    high: Tenths
    odds: NDArray[np.int64]
    needed: NDArray[np.int64]

    def pair(self, a: str, b: str) -> ModelPair | None:
        """Two models by their slugs; None where one has no value."""
        if a not in self.place or b not in self.place or a == b:
            return None
        first, second = self.place[a], self.place[b]
        low, high = min(first, second), max(first, second)
        number = low * (2 * len(self.place) - low - 1) // 2 + high - low - 1
        found = ModelPair(
            difference=int(self.difference[number]),
            low=int(self.low[number]),
            high=int(self.high[number]),
            odds=int(self.odds[number]),
            needed=int(self.needed[number]),
        )
        return found if first == low else found.swapped()

    def below(self, slugs: Sequence[str]) -> list[dict[str, list[int | None]]]:
        """For each model the columns of its pairs with those that stand below it; None where there is none.

        Args:
            slugs: models, best score first.
        """
        size, models = len(self.place), len(slugs)
        places = np.array([self.place.get(slug, size) for slug in slugs], dtype=np.intp)
        first, second = np.triu_indices(models, k=1)
        one, other = places[first], places[second]
        low, high = np.minimum(one, other), np.maximum(one, other)
        known, turned = high < size, one > other
        number = np.where(known, low * (2 * size - low - 1) // 2 + high - low - 1, 0)

        def column(straight: Tenths, back: Tenths) -> list[int | None]:
            values = np.where(turned, back[number], straight[number]) if size > 1 else number
            return [value if here else None for value, here in zip(values.tolist(), known, strict=True)]

        columns = {
            "difference": column(self.difference, -self.difference),
            "low": column(self.low, -self.high),
            "high": column(self.high, -self.low),
            "odds": column(self.odds, self.odds),
            "needed": column(self.needed, self.needed),
        }
        starts = [number * (2 * models - number - 1) // 2 for number in range(models + 1)]
        return [
            {name: values[start:end] for name, values in columns.items()}
            for start, end in itertools.pairwise(starts)
        ]


@dataclass(frozen=True, slots=True)
class JointComparisons:
    """The comparisons of one table."""

    pairs: int  #: of models
    looks: tuple[CategoryComparisons, ...]  #: all tasks first, then by kind of category


def joint(
    group: RowGroup, overall: PairTable, counts: Mapping[str, Counts], cache: PairCache | None
) -> JointComparisons:
    """Compare all pairs of a table in every look.

    Args:
        group: of the table.
        overall: its pairs over all tasks, as they were ranked.
        counts: of its rows, by id.
        cache: of compared pairs; None compares anew.
    """
    contenders = [contender(row, counts[row.id]) for row in group.models]
    metric = metric_of(RANKING_METRIC, [one.counts for one in contenders])
    found = [_look("", 1, overall)]
    for kind in looks(group.key.suite, group.models):
        for category in kind:
            within = [one.within(category) for one in contenders if category in one.counts.categories]
            pairs = pair_table(group.key, within, metric, category, cache)
            found.append(_look(category, len(kind), pairs))
    return JointComparisons(len(overall.first), tuple(found))


def _look(category: str, looks: int, table: PairTable) -> CategoryComparisons:
    comparisons = max(len(table.first), 1) * looks
    adjusted = np.minimum(table.adjusted * looks, 1.0)
    real = adjusted <= 1 - LEVEL
    level = 1 - (1 - LEVEL) / comparisons
    low, high = interval(table.found, real, level)
    needed = tasks_to_see(table.found, comparisons)
    rounded = np.where(needed > MOST_TASKS, -1.0, _three_figures(needed))
    idle = real | (table.found.difference == 0) | (needed <= table.found.tasks)
    return CategoryComparisons(
        category=category,
        looks=looks,
        level=level,
        place={slug: number for number, slug in enumerate(table.slugs)},
        difference=_differences(table.found.difference),
        low=_ends(low),
        high=_ends(high),
        odds=_odds(adjusted),
        needed=np.where(idle, 0, rounded).astype(np.int64),
    )


def _differences(values: Floats) -> Tenths:
    """As every page writes them, with one decimal; only exactly none is 0."""
    found, where = np.unique(values, return_inverse=True)  # many pairs have the same ones
    return np.array([percent_tenths(round(float(one), _DECIMALS)) for one in found], dtype=np.int64)[where]


def _ends(values: Floats) -> Tenths:
    rounded = np.rint(1000 * values).astype(np.int64)
    return np.where(rounded == 0, np.sign(values), rounded).astype(np.int64)


def _odds(p: Floats) -> NDArray[np.int64]:
    with np.errstate(divide="ignore"):
        found = np.floor(np.minimum(1 / p, MOST_TASKS))
    for number, (limit, _) in zip((-1, -2), reversed(RARE), strict=True):
        found = np.where(p < limit, number, found)
    return found.astype(np.int64)


def _three_figures(numbers: Floats) -> Floats:
    """1,080 for 1,077.3: more would be guessed."""
    finite = np.where(np.isfinite(numbers) & (numbers > 0), numbers, 1.0)
    step = 10 ** np.maximum(np.floor(np.log10(finite)) - 2, 0)
    result: Floats = np.ceil(finite / step) * step
    return result
