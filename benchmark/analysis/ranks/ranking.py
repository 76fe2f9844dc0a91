"""One table with ranks."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

import numpy as np

from benchmark.analysis.groups import GroupKey
from benchmark.analysis.ranks.metric_table import MetricTable, measure
from benchmark.analysis.ranks.pair_cache import PairCache, rounded
from benchmark.analysis.ranks.ranking_report import RankedPair, RankedPlace, Ranking
from benchmark.analysis.wording import joined
from benchmark.core.counts import Counts
from benchmark.core.fresh import fresh_note
from benchmark.core.score import Score
from benchmark.results.row import RowScore, Trust
from benchmark.scoring.metrics import Metric
from benchmark.scoring.paired import LEVEL, PairedDifferences
from benchmark.scoring.ranks import (
    RANKS_VERSION,
    PairwisePlaces,
    Places,
    all_pairs,
    compare_pairs,
    holm,
    pairwise_places,
)
from benchmark.scoring.signflip import Floats
from benchmark.scoring.summary import score

_DECIMALS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """A model to be ranked."""

    slug: str
    name: str
    row: str
    trust: Trust | None  #: None for a file of verdicts
    versions: Mapping[str, int] = field(default_factory=dict)  #: of suite and judge, where they are known
    counts: Counts  #: of the category

    def within(self, category: str) -> "Contender":
        """The same on the tasks of a category."""
        return replace(self, counts=self.counts.within(category))


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedRanking:
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
    found: PairedDifferences
    adjusted: Floats
    scale: float  #: of differences: 9 for points from 1 to 10

    def every(self) -> list[RankedPair]:
        """As the JSON document has them; 19,900 for 200 models."""
        return [self._at(place) for place in range(len(self.first))]

    def of(self, a: int, b: int) -> RankedPair:
        """One pair, by the places of its models, with ``a`` first."""
        low, high = sorted((a, b))
        size = len(self.slugs)
        pair = self._at(low * (2 * size - low - 1) // 2 + high - low - 1)
        return pair if a == low else pair.turned()

    def _at(self, place: int) -> RankedPair:
        found = self.found
        return RankedPair(
            a=self.slugs[self.first[place]],
            b=self.slugs[self.second[place]],
            tasks=int(found.tasks[place]),
            difference=round(self.scale * float(found.difference[place]), _DECIMALS),
            low=round(self.scale * float(found.low[place]), _DECIMALS),
            high=round(self.scale * float(found.high[place]), _DECIMALS),
            p=float(found.p[place]),
            p_holm=float(f"{self.adjusted[place]:.10g}"),
            exact=bool(found.exact[place]),
            real=bool(self.adjusted[place] <= 1 - LEVEL),
        )


def rank(
    key: GroupKey, contenders: Sequence[Contender], metric: Metric, category: str, cache: PairCache | None
) -> ComparedRanking:
    """Compare all pairs and rank; contenders without a value have no place, and are noted.

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
    found, compared = _compared(key, ids, measured, (metric, category), cache)
    first, second = all_pairs(len(ids))
    order = sorted(range(len(ids)), key=lambda number: (-scored[number][1].value, scored[number][0].slug))
    stood = pairwise_places(order, found, first, second)
    scale = metric.span[1] - metric.span[0]
    table = PairTable(
        slugs=tuple(one.slug for one, _ in scored),
        first=first,
        second=second,
        found=found,
        adjusted=stood.adjusted,
        scale=scale,
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
        visible_difference=None if stood.visible is None else round(scale * stood.visible, _DECIMALS),
        neighbours=[table.of(*pair) for pair in itertools.pairwise(order)],
        notes=[
            *filter(None, [fresh_note(key.dataset)]),
            *_notes([one for one, _ in scored]),
            *_without(contenders, ids, metric),
        ],
    )
    return ComparedRanking(ranking=ranking, pairs=table, compared=compared)


def pair_table(
    key: GroupKey, contenders: Sequence[Contender], metric: Metric, category: str, cache: PairCache | None
) -> PairTable:
    """The pairs of :func:`rank` alone, for those who need no places.

    Raises:
        ValueError: for a pass@k with a task that has fewer than ``k`` samples.
    """
    ordered = sorted(contenders, key=lambda one: one.row)
    measured = measure([one.counts for one in ordered], metric)
    valued = np.flatnonzero(~np.isnan(measured.values).all(axis=1))
    if len(valued) < len(ordered):
        ordered = [ordered[number] for number in valued]
        measured = measure([one.counts for one in ordered], metric)
    found, _ = _compared(key, [one.row for one in ordered], measured, (metric, category), cache)
    first, second = all_pairs(len(ordered))
    return PairTable(
        slugs=tuple(one.slug for one in ordered),
        first=first,
        second=second,
        found=found,
        adjusted=holm(found.p),
        scale=metric.span[1] - metric.span[0],
    )


def _compared(
    key: GroupKey, ids: Sequence[str], measured: MetricTable, of: tuple[Metric, str], cache: PairCache | None
) -> tuple[PairedDifferences, int]:
    """All pairs by a metric within a category, and how many of them had to be compared."""

    def compare(first: Places, second: Places) -> PairedDifferences:
        return compare_pairs(measured.values, measured.stems, measured.draws, first, second)

    if cache is None:
        first, second = all_pairs(len(ids))
        return rounded(compare(first, second)), len(first)
    metric, category = of
    return cache.pairs(key, metric.name, category, ids, compare)


def _notes(ranked: Sequence[Contender]) -> Iterator[str]:
    """What a difference may come of beside the models."""
    for name in ("suite", "judge"):
        versions = sorted({one.versions[name] for one in ranked if name in one.versions})
        if len(versions) > 1:
            named = joined([str(version) for version in versions])
            yield f"rows were judged by versions {named} of the {name}, and a difference may come of that"


def _without(contenders: Sequence[Contender], ids: Sequence[str], metric: Metric) -> Iterator[str]:
    if not ids:
        yield f"no model has a judged sample for {metric.name}"
    else:
        without = [one.slug for one in contenders if one.row not in ids]
        if without:
            has = "has" if len(without) == 1 else "have"
            yield f"no place for {joined(without)}, which {has} no judged sample for {metric.name}"


def _place(one: Contender, found: Score, stood: PairwisePlaces, number: int, models: int) -> RankedPlace:
    return RankedPlace(
        slug=one.slug,
        name=one.name,
        row=one.row,
        trust=one.trust,
        first=1 + stood.better[number],
        last=models - stood.worse[number],
        score=RowScore(**asdict(found)),
    )
