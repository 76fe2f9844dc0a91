"""Rank the models of one table by comparing all pairs."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

import numpy as np

from benchmark.analysis.groups import GroupKey
from benchmark.analysis.ranks.metric_table import MetricTable, measure
from benchmark.analysis.ranks.missing_bounds import cautious_p, cautious_places
from benchmark.analysis.ranks.pair_cache import PairCache, round_pairs
from benchmark.analysis.ranks.ranking_report import LeaderRange, RankedPair, RankedPlace, Ranking
from benchmark.analysis.wording import UNLESS_MISSING, join_names, join_some
from benchmark.core.counts import Counts
from benchmark.core.fresh import fresh_note
from benchmark.core.score import Score
from benchmark.results.row import RowScore, Trust
from benchmark.scoring.leader import leader_range
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

_NAMED = 8  #: models that a note names; it counts the others


def category_notes(looks: int) -> Iterator[str]:
    """Yield a note if several categories of a kind are counted."""
    if looks > 1:
        yield f"p-values are multiplied by {looks}, the number of categories of this kind"


def missing_notes(places: Sequence[RankedPlace]) -> Iterator[str]:
    """Yield a note on the places that the missing samples could change."""
    changed = [place for place in places if not place.is_sure]
    if changed:
        ranges = [f"{place.name} {place.sure_first}–{place.sure_last}" for place in changed]
        yield f"places hold {UNLESS_MISSING}; they could be: {join_some(ranges, _NAMED)}"


def order_notes(
    order: Sequence[int],
    names: Sequence[str],
    found: PairedDifferences,
    adjusted: Floats,
    pairs: tuple[Places, Places],
) -> Iterator[str]:
    """Yield a note for each model that is listed above a really better one, because its score is higher.

    Args:
        order: the models as they are listed.
        names: their names, by index.
        found: the comparisons of all pairs.
        adjusted: adjusted p-value of each pair.
        pairs: first and second model of each pair.
    """
    listed = {model: number for number, model in enumerate(order)}
    passed: dict[int, list[int]] = {}
    for place in np.flatnonzero(adjusted <= 1 - LEVEL):
        better, worse = int(pairs[0][place]), int(pairs[1][place])
        if found.difference[place] < 0:
            better, worse = worse, better
        if listed[worse] < listed[better]:
            passed.setdefault(worse, []).append(better)
    for worse in sorted(passed, key=listed.__getitem__):
        others = join_names([names[model] for model in sorted(passed[worse], key=listed.__getitem__)])
        yield (
            f"{names[worse]} is listed above {others}, because models are listed by score; its place comes"
            " later, because places compare two models only on the tasks for which both have a value"
        )


_DECIMALS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """A model to be ranked."""

    slug: str
    name: str
    row: str  #: id of the row, or the name of a file of verdicts
    trust: Trust | None  #: None for a file of verdicts
    versions: Mapping[str, int] = field(default_factory=dict)  #: versions of suite and judge, if known
    counts: Counts

    def within(self, category: str) -> "Contender":
        """Return the contender with counts on the tasks of one category."""
        return replace(self, counts=self.counts.within(category))


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedRanking:
    """A ranking with all its pairs."""

    ranking: Ranking
    pairs: "PairTable"
    compared: int  #: pairs that were computed; the others came from the cache

    def with_note(self, note: str) -> "ComparedRanking":
        """Return the ranking with another note."""
        notes = [*self.ranking.notes, note]
        return replace(self, ranking=self.ranking.model_copy(update={"notes": notes}))


@dataclass(frozen=True, slots=True, kw_only=True)
class PairTable:
    """The comparisons of all pairs of models of a table."""

    slugs: tuple[str, ...]
    first: Places  #: of each pair, the index of its first model in ``slugs``
    second: Places  #: of each pair, the index of its second model in ``slugs``
    found: PairedDifferences
    adjusted: Floats  #: p-values adjusted for all pairs of the table
    cautious: Floats  #: the largest that these could be, had the missing samples been judged
    scale: float  #: factor of differences: 1 for shares, 9 for points from 1 to 10

    def every(self) -> list[RankedPair]:
        """Return all pairs as the JSON report has them; 19,900 pairs for 200 models."""
        return [self._at(place) for place in range(len(self.first))]

    def of(self, a: int, b: int) -> RankedPair:
        """Return the pair of two models, given by their indexes, with ``a`` first."""
        low, high = sorted((a, b))
        size = len(self.slugs)
        pair = self._at(low * (2 * size - low - 1) // 2 + high - low - 1)
        return pair if a == low else pair.swapped()

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
            sure=bool(self.cautious[place] <= 1 - LEVEL),
        )


def rank(
    key: GroupKey,
    contenders: Sequence[Contender],
    metric: Metric,
    category: str,
    cache: PairCache | None,
    *,
    looks: int = 1,
) -> ComparedRanking:
    """Compare all pairs and rank the models; contenders without a value get a note instead of a place.

    Args:
        key: the table.
        contenders: its models, with counts on the tasks of the category.
        metric: the metric to rank by.
        category: name of the category; empty for all tasks.
        cache: cache of compared pairs; without one, all pairs are compared.
        looks: number of categories of its kind; p-values count them all.

    Raises:
        ValueError: for a pass@k if a task has fewer than ``k`` samples.
    """
    scored = [
        (model, value)
        for model in sorted(contenders, key=lambda model: model.row)
        if (value := score(model.counts, metric, category)) is not None
    ]
    ids = [model.row for model, _ in scored]
    measured = measure([model.counts for model, _ in scored], metric)
    found, compared = _compare_pairs(key, ids, measured, (metric, category), cache)
    first, second = all_pairs(len(ids))
    order = sorted(range(len(ids)), key=lambda number: (-scored[number][1].value, scored[number][0].slug))
    places = pairwise_places(order, found, first, second, looks)
    largest = cautious_p(
        [model.counts for model, _ in scored],
        metric,
        measured,
        found,
        (first, second),
        real=places.adjusted <= 1 - LEVEL,
    )
    sure = cautious_places(places, largest, order, found, (first, second), looks=looks)
    scale = metric.span[1] - metric.span[0]
    table = PairTable(
        slugs=tuple(model.slug for model, _ in scored),
        first=first,
        second=second,
        found=found,
        adjusted=places.adjusted,
        cautious=sure.adjusted,
        scale=scale,
    )
    ranked = [_place(*scored[number], (places, sure), number, len(ids)) for number in order]
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
        places=ranked,
        leaders=_leaders(scored, order, measured, metric),
        groups=[[scored[number][0].slug for number in group] for group in places.groups],
        pairs=len(first),
        separated=int((places.adjusted <= 1 - LEVEL).sum()),
        visible_difference=None if places.visible is None else round(scale * places.visible, _DECIMALS),
        neighbours=[table.of(*pair) for pair in itertools.pairwise(order)],
        notes=[
            *filter(None, [fresh_note(key.dataset)]),
            *_version_notes([model for model, _ in scored]),
            *_unranked_notes(contenders, ids, metric),
            *category_notes(looks),
            *order_notes(order, [model.name for model, _ in scored], found, places.adjusted, (first, second)),
            *missing_notes(ranked),
        ],
    )
    return ComparedRanking(ranking=ranking, pairs=table, compared=compared)


def pair_table(
    key: GroupKey, contenders: Sequence[Contender], metric: Metric, category: str, cache: PairCache | None
) -> PairTable:
    """Compare all pairs without ranking the models.

    Raises:
        ValueError: for a pass@k if a task has fewer than ``k`` samples.
    """
    ordered = sorted(contenders, key=lambda model: model.row)
    measured = measure([model.counts for model in ordered], metric)
    valued = np.flatnonzero(~np.isnan(measured.values).all(axis=1))
    if len(valued) < len(ordered):
        ordered = [ordered[number] for number in valued]
        measured = measure([model.counts for model in ordered], metric)
    found, _ = _compare_pairs(key, [model.row for model in ordered], measured, (metric, category), cache)
    first, second = all_pairs(len(ordered))
    adjusted = holm(found.p)
    counts = [model.counts for model in ordered]
    largest = cautious_p(counts, metric, measured, found, (first, second), real=adjusted <= 1 - LEVEL)
    return PairTable(
        slugs=tuple(model.slug for model in ordered),
        first=first,
        second=second,
        found=found,
        adjusted=adjusted,
        cautious=np.maximum(adjusted, holm(largest)),
        scale=metric.span[1] - metric.span[0],
    )


def _compare_pairs(
    key: GroupKey, ids: Sequence[str], measured: MetricTable, of: tuple[Metric, str], cache: PairCache | None
) -> tuple[PairedDifferences, int]:
    """Compare all pairs by a metric within a category; also return how many were not in the cache."""

    def compare(first: Places, second: Places) -> PairedDifferences:
        return compare_pairs(measured.values, measured.stems, measured.draws, first, second)

    if cache is None:
        first, second = all_pairs(len(ids))
        return round_pairs(compare(first, second)), len(first)
    metric, category = of
    return cache.pairs(key, metric.name, category, ids, compare)


def _version_notes(ranked: Sequence[Contender]) -> Iterator[str]:
    """Yield notes on versions that could cause a difference between models."""
    for name in ("suite", "judge"):
        versions = sorted({model.versions[name] for model in ranked if name in model.versions})
        if len(versions) > 1:
            names = join_names([str(version) for version in versions])
            yield f"rows were judged by versions {names} of the {name}, which may cause differences"


def _unranked_notes(contenders: Sequence[Contender], ids: Sequence[str], metric: Metric) -> Iterator[str]:
    if not ids:
        yield f"no model has a judged sample for {metric.name}"
    else:
        without = [model.slug for model in contenders if model.row not in ids]
        if without:
            has = "has" if len(without) == 1 else "have"
            yield f"no place for {join_names(without)}, which {has} no judged sample for {metric.name}"


def _leaders(
    scored: Sequence[tuple[Contender, Score]], order: Sequence[int], measured: MetricTable, metric: Metric
) -> list[LeaderRange]:
    """Return the ranges of the models with the highest score that allow for having been chosen."""
    if len(order) <= 1:
        return []
    best = [number for number in order if scored[number][1].value == scored[order[0]][1].value]
    samples = [value.samples for _, value in scored]
    lowest, highest = metric.span
    found = []
    for number in best:
        model, value = scored[number]
        low, _ = leader_range(measured.values, measured.stems, samples, number)
        low = round(lowest + (highest - lowest) * low, _DECIMALS)
        found.append(LeaderRange(slug=model.slug, low=min(low, value.low), high=value.high))
    return found


def _place(
    model: Contender, found: Score, by: tuple[PairwisePlaces, PairwisePlaces], number: int, models: int
) -> RankedPlace:
    """Return a model's place, by the verdicts and by what holds whatever the missing samples are."""
    places, sure = by
    return RankedPlace(
        slug=model.slug,
        name=model.name,
        row=model.row,
        trust=model.trust,
        first=1 + places.better[number],
        last=models - places.worse[number],
        sure_first=1 + sure.better[number],
        sure_last=models - sure.worse[number],
        score=RowScore(**asdict(found)),
    )
