"""One table with ranks."""

import itertools
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from benchmark.core.counts import Counts
from benchmark.core.score import Score
from benchmark.leaderboard.groups import GroupKey
from benchmark.leaderboard.measured import measure
from benchmark.leaderboard.pair_cache import PairCache, rounded
from benchmark.leaderboard.ranking_report import Place, RankedPair, Ranking
from benchmark.results.row import RowScore, Trust
from benchmark.scoring.metrics import Metric
from benchmark.scoring.paired import LEVEL, Pairs
from benchmark.scoring.ranks import RANKS_VERSION, Places, Standing, all_pairs, pairs, standing
from benchmark.scoring.signflip import Floats
from benchmark.scoring.summary import score

_DECIMALS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """A model to be ranked."""

    slug: str
    name: str
    row: str
    trust: Trust
    counts: Counts  #: of the category


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A ranking, all its pairs, and how many of them had to be compared for it."""

    ranking: Ranking
    pairs: "PairTable"
    compared: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairTable:
    """All pairs of a table, as they were compared."""

    slugs: tuple[str, ...]
    first: Places
    second: Places
    found: Pairs
    adjusted: Floats

    def every(self) -> list[RankedPair]:
        """As the JSON document has them; 19,900 for 200 models."""
        return [self._at(place) for place in range(len(self.first))]

    def of(self, a: int, b: int) -> RankedPair:
        """One pair, by the places of its models, with ``a`` first."""
        low, high = sorted((a, b))
        size = len(self.slugs)
        pair = self._at(low * (2 * size - low - 1) // 2 + high - low - 1)
        if a == low:
            return pair
        turned = {"a": pair.b, "b": pair.a, "difference": 0.0 - pair.difference}
        return pair.model_copy(update={**turned, "low": 0.0 - pair.high, "high": 0.0 - pair.low})

    def _at(self, place: int) -> RankedPair:
        found = self.found
        return RankedPair(
            a=self.slugs[self.first[place]],
            b=self.slugs[self.second[place]],
            tasks=int(found.tasks[place]),
            difference=round(float(found.difference[place]), _DECIMALS),
            low=round(float(found.low[place]), _DECIMALS),
            high=round(float(found.high[place]), _DECIMALS),
            p=float(found.p[place]),
            p_holm=float(f"{self.adjusted[place]:.10g}"),
            exact=bool(found.exact[place]),
            real=bool(self.adjusted[place] <= 1 - LEVEL),
        )


def rank(
    key: GroupKey, contenders: Sequence[Contender], metric: Metric, category: str, cache: PairCache | None
) -> Ranked:
    """Compare all pairs and rank; contenders without a value are left out.

    Raises:
        ValueError: for a pass@k with a task that has fewer than ``k`` samples.
    """
    scored = [
        (one, value)
        for one in sorted(contenders, key=lambda one: one.row)
        if (value := score(one.counts, metric, category)) is not None
    ]
    ids = [one.row for one, _ in scored]
    measured = measure([one.counts for one, _ in scored], metric)

    def compare(first: Places, second: Places) -> Pairs:
        return pairs(measured.values, measured.stems, measured.draws, first, second)

    first, second = all_pairs(len(ids))
    if cache is None:
        found, compared = rounded(compare(first, second)), len(first)
    else:
        found, compared = cache.pairs(key, metric.name, category, ids, compare)
    order = sorted(range(len(ids)), key=lambda number: (-scored[number][1].value, scored[number][0].slug))
    stood = standing(order, found, first, second)
    table = PairTable(
        slugs=tuple(one.slug for one, _ in scored),
        first=first,
        second=second,
        found=found,
        adjusted=stood.adjusted,
    )
    ranking = Ranking(
        suite=key.suite,
        dataset=key.dataset,
        setting=key.setting,
        protocol=key.protocol,
        prompt=key.prompt,
        prompt_digest=key.prompt_digest,
        extraction=key.extraction,
        tasks_digest=key.tasks_digest,
        metric=metric.name,
        category=category,
        tasks=len(measured.tasks),
        stems=len(set(measured.stems)),
        level=LEVEL,
        method=RANKS_VERSION,
        places=[_place(*scored[number], stood, number, len(ids)) for number in order],
        groups=[[scored[number][0].slug for number in group] for group in stood.groups],
        pairs=len(first),
        separated=int((stood.adjusted <= 1 - LEVEL).sum()),
        visible_difference=round(stood.visible, _DECIMALS),
        neighbours=[table.of(*pair) for pair in itertools.pairwise(order)],
    )
    return Ranked(ranking=ranking, pairs=table, compared=compared)


def _place(one: Contender, found: Score, stood: Standing, number: int, models: int) -> Place:
    return Place(
        slug=one.slug,
        name=one.name,
        row=one.row,
        trust=one.trust,
        first=1 + stood.better[number],
        last=models - stood.worse[number],
        score=RowScore(**asdict(found)),
    )
