"""Rank the models of one table by comparing all pairs, all tables of a ledger, or several verdict files."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np

from benchmark.analysis.groups import GroupKey, RowGroup, group_rows, other_serials, score_of
from benchmark.analysis.ranks.categories import (
    AFTER,
    categories_of_kind,
    months,
    split_by_families,
    too_few_families,
    with_months,
)
from benchmark.analysis.ranks.metric_table import MetricTable, cautious_p, measure
from benchmark.analysis.ranks.pair_cache import PairCache, round_pairs
from benchmark.analysis.ranks.ranking_report import LeaderRange, RankedPair, RankedPlace, Ranking
from benchmark.analysis.ranks.subjects import NO_TASKS, Subject, metric_of, row_subject, table_name
from benchmark.analysis.score_cells import cut_words, row_words
from benchmark.analysis.wording import UNLESS_MISSING, clean, join_names, join_some
from benchmark.core.counts import Counts
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.names import fresh_note
from benchmark.core.score import Score
from benchmark.results.counted_row import CountedRow
from benchmark.results.row import Row, ScoreWithError
from benchmark.scoring.detection import stems_needed, visible_difference
from benchmark.scoring.leader import leader_range
from benchmark.scoring.metrics import FEW_STEMS, Metric, are_few, score
from benchmark.scoring.paired import LEVEL, PairedDifferences
from benchmark.scoring.ranks import (
    RANKS_VERSION,
    Places,
    adjust,
    all_pairs,
    compare_pairs,
    neighbour_precision,
    places_from,
    spread_of,
)
from benchmark.scoring.signflip import Floats
from benchmark.suites import ranking_metric

_NAMED = 8  #: models that a note names; it counts the others
_DECIMALS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedRanking:
    """A ranking with all its pairs."""

    ranking: Ranking
    pairs: "PairTable"
    compared: int  #: pairs that were computed; the others came from the cache


@dataclass(frozen=True, slots=True, kw_only=True)
class PairTable:
    """The comparisons of all pairs of models of a table."""

    slugs: tuple[str, ...]
    first: Places  #: of each pair, the index of its first model in ``slugs``
    second: Places  #: of each pair, the index of its second model in ``slugs``
    found: PairedDifferences
    adjusted: Floats  #: p-values adjusted for all pairs of the table
    #: Largest p-values of single pairs, for any verdicts on missing samples, if ``found.p`` is at most 0.05.
    largest: Floats
    cautious: Floats  #: ``largest``, adjusted for all pairs of the table
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
    subjects: Sequence[Subject],
    metric: Metric,
    category: str,
    cache: PairCache | None,
    *,
    looks: int = 1,
) -> ComparedRanking:
    """Compare all pairs and rank the models; models without a value get a note instead of a place.

    Their counts are those on the tasks of the category; p-values count ``looks`` categories of its kind.
    Without a cache, all pairs are compared.

    Raises:
        ValueError: for a pass@k if a task has fewer than ``k`` samples.
    """
    scored = [
        (model, value)
        for model in sorted(subjects, key=_row_of)
        if (value := score(model.counts, metric, category)) is not None
    ]
    models = [model for model, _ in scored]
    table, measured, compared = _compare(key, models, metric, category, cache, looks=looks)
    found, pairs = table.found, (table.first, table.second)
    order = sorted(range(len(models)), key=lambda number: (-scored[number][1].value, models[number].slug))
    separated = int((table.adjusted <= 1 - LEVEL).sum())
    visible: float | None = 0.0
    needed = None
    if len(models) > 1:
        spread = spread_of(measured.values, measured.stems, measured.draws)
        left = looks * max(len(table.first) - separated, 1)
        known = neighbour_precision(order, found, pairs, spread)
        visible = visible_difference(known, left)
        needed = None if visible is not None else stems_needed(known, left)
    places, sure = (places_from(p, visible, order, found, pairs) for p in (table.adjusted, table.cautious))
    ranked = [
        RankedPlace(
            slug=model.slug,
            name=model.name,
            row=_row_of(model),
            trust=None if model.row is None else model.row.run.trust,
            first=1 + places.better[number],
            last=len(models) - places.worse[number],
            sure_first=1 + sure.better[number],  # whatever the missing samples are
            sure_last=len(models) - sure.worse[number],
            score=ScoreWithError.of(value),
        )
        for number, (model, value) in ((number, scored[number]) for number in order)
    ]
    ranking = Ranking(
        **asdict(key),
        metric=metric.name,
        category=category,
        tasks=len(measured.tasks),
        stems=len(set(measured.stems)),
        level=LEVEL,
        method=RANKS_VERSION,
        places=ranked,
        leaders=_leaders(scored, order, measured, metric),
        groups=[[models[number].slug for number in group] for group in places.groups],
        pairs=len(table.first),
        separated=separated,
        visible_difference=None if visible is None else round(table.scale * visible, _DECIMALS),
        stems_needed=needed,
        neighbours=[table.of(*pair) for pair in itertools.pairwise(order)],
        notes=list(
            _notes(key, subjects, models, metric, places=ranked, order=order, table=table, looks=looks)
        ),
    )
    return ComparedRanking(ranking=ranking, pairs=table, compared=compared)


def pair_table(
    key: GroupKey, subjects: Sequence[Subject], metric: Metric, category: str, cache: PairCache | None
) -> PairTable:
    """Compare all pairs without ranking the models.

    Raises:
        ValueError: for a pass@k if a task has fewer than ``k`` samples.
    """
    valued = [
        model for model in subjects if any(each is not None for each in metric.values(model.counts).values)
    ]
    return _compare(key, sorted(valued, key=_row_of), metric, category, cache)[0]


def _row_of(model: Subject) -> str:
    """Return the id of a model's row, or the name of its file of verdicts."""
    return model.id or model.slug


def _compare(
    key: GroupKey,
    models: Sequence[Subject],
    metric: Metric,
    category: str,
    cache: PairCache | None,
    *,
    looks: int = 1,
) -> tuple[PairTable, MetricTable, int]:
    """Compare all pairs; also return the compared values, and how many pairs were not in the cache."""
    counts = [model.counts for model in models]
    measured = measure(counts, metric)

    def compare(first: Places, second: Places) -> PairedDifferences:
        return compare_pairs(measured.values, measured.stems, measured.draws, first, second)

    first, second = all_pairs(len(models))
    if cache is None:
        found, compared = round_pairs(compare(first, second)), len(first)
    else:
        found, compared = cache.pairs(key, metric.name, category, [*map(_row_of, models)], compare)
    adjusted = adjust(found.p, looks)
    largest = cautious_p(counts, metric, measured, found, (first, second), real=found.p <= 1 - LEVEL)
    possible = np.where(adjusted <= 1 - LEVEL, largest, found.p)
    table = PairTable(
        slugs=tuple(model.slug for model in models),
        first=first,
        second=second,
        found=found,
        adjusted=adjusted,
        largest=largest,
        cautious=np.maximum(adjusted, adjust(possible, looks)),
        scale=metric.span[1] - metric.span[0],
    )
    return table, measured, compared


def _notes(
    key: GroupKey,
    subjects: Sequence[Subject],
    models: Sequence[Subject],
    metric: Metric,
    *,
    places: Sequence[RankedPlace],
    order: Sequence[int],
    table: PairTable,
    looks: int,
) -> Iterator[str]:
    if note := fresh_note(key.dataset):
        yield note
    for name in ("suite", "judge"):
        versions = sorted({getattr(model.row.result.versions, name) for model in models if model.row})
        if len(versions) > 1:
            names = join_names([str(version) for version in versions])
            yield f"rows were judged by versions {names} of the {name}, which may cause differences"
    if serials := other_serials(model.row for model in models if model.row):
        yield f"the judge had serial numbers {join_names([*serials])}, which may cause differences"
    if subjects and not models:
        yield f"no model has a judged sample for {metric.name}"
    elif without := [model.slug for model in subjects if model.slug not in {of.slug for of in models}]:
        has = "has" if len(without) == 1 else "have"
        yield f"no place for {join_names(without)}, which {has} no judged sample for {metric.name}"
    if looks > 1:
        yield f"p-values are multiplied by {looks}, the number of categories of this kind"
    yield from _order_notes(order, [model.name for model in models], table)
    if changed := [place for place in places if not place.is_sure]:
        ranges = [f"{place.name} {place.sure_first}–{place.sure_last}" for place in changed]
        yield f"places hold {UNLESS_MISSING}; they could be: {join_some(ranges, _NAMED)}"
    if models and are_few(models[0].counts.stems):
        yield FEW_STEMS
    if subjects and not any(model.knows_families for model in subjects):
        yield NO_TASKS


def _order_notes(order: Sequence[int], names: Sequence[str], table: PairTable) -> Iterator[str]:
    """Yield a note for each model that is listed above a really better one, because its score is higher."""
    listed = {model: number for number, model in enumerate(order)}
    passed: dict[int, list[int]] = {}
    for place in np.flatnonzero(table.adjusted <= 1 - LEVEL):
        better, worse = int(table.first[place]), int(table.second[place])
        if table.found.difference[place] < 0:
            better, worse = worse, better
        if listed[worse] < listed[better]:
            passed.setdefault(worse, []).append(better)
    for worse in sorted(passed, key=listed.__getitem__):
        others = join_names([names[model] for model in sorted(passed[worse], key=listed.__getitem__)])
        yield (
            f"{names[worse]} is listed above {others}, because models are listed by score; its place comes"
            " later, because places compare two models only on the tasks for which both have a value"
        )


def _leaders(
    scored: Sequence[tuple[Subject, Score]], order: Sequence[int], measured: MetricTable, metric: Metric
) -> list[LeaderRange]:
    """Return the ranges of the models with the highest score that allow for having been chosen."""
    if len(order) <= 1:
        return []
    best = [number for number in order if scored[number][1].value == scored[order[0]][1].value]
    samples = [metric.most_samples(value.samples) for _, value in scored]
    lowest, highest = metric.span
    found = []
    for number in best:
        model, value = scored[number]
        low, _ = leader_range(measured.values, measured.stems, samples, number)
        low = round(lowest + (highest - lowest) * low, _DECIMALS)
        found.append(LeaderRange(slug=model.slug, low=min(low, value.low), high=value.high))
    return found


@dataclass(frozen=True, slots=True)
class RankedTables:
    """The rankings of a ledger's tables."""

    tables: tuple[ComparedRanking, ...]
    left_out: tuple[str, ...]  #: names of tables with too few samples for the metric
    small: tuple[str, ...]  #: sentences on categories with too few families, one per table

    def notes(self, metric: str) -> tuple[str, ...]:
        """Return what was not ranked by the requested metric, and why; it may be empty."""
        by = metric or "the metric that ranks it"
        return (*(f"{name} has too few samples for {by}" for name in self.left_out), *self.small)


def rank_rows(
    rows: Iterable[CountedRow],
    cache: PairCache | None,
    *,
    metric: str = "",
    categories: Sequence[str] = ("",),
    wanted: Callable[[Row], bool] | None = None,
) -> RankedTables:
    """Rank the tables of a ledger, in the order of the site; baselines and numbers from papers are left out.

    Without a metric, the one of each data set ranks; there is one ranking per category, and the empty one has
    all tasks. Without a cache, all pairs are compared.

    Raises:
        BadInput: if all tables have too few samples for the metric, or no table has a requested category.
    """
    by_id = {counted.row.id: counted for counted in rows if wanted is None or wanted(counted.row)}
    suites = group_rows(counted.row for counted in by_id.values())
    groups = [group for suite_groups in suites.values() for group in suite_groups]
    groups = [group for group in groups if group.every_model]
    dated = any(name.startswith(AFTER) for name in categories)

    def subject(row: Row) -> Subject:
        found = row_subject(row, by_id[row.id].counts)
        return with_months(found) if dated else found

    every = [subject(row).counts for group in groups for row in group.every_model]
    _check_categories(categories, every)
    found: list[ComparedRanking] = []
    refused: dict[str, BadInput] = {}
    small: list[str] = []
    for group in groups:
        models = [subject(row) for row in group.models]
        try:
            name = metric or ranking_metric(group.key.suite, group.key.dataset)
            by = metric_of(name, [model.counts for model in models])
        except BadInput as error:
            refused[table_name(group.key)] = error
            continue
        tables, sentence = _rank_categories(group.key, models, by, categories, cache)
        if group.cut_short:
            first = by_id[group.cut_short[0].id].counts
            tables = [_with_cut_rows(table, group, first) for table in tables]
        found += tables
        small += [f"{table_name(group.key)}: {sentence}"] if sentence else []
    if refused and not found:
        raise next(iter(refused.values()))
    if cache is not None:
        cache.prune()
    return RankedTables(tuple(found), tuple(refused), tuple(small))


def rank_months(
    group: RowGroup, counts: Mapping[str, Counts], cache: PairCache | None
) -> Iterator[ComparedRanking]:
    """Yield the rankings of a table on the tasks after each month, the earliest first; none without dates.

    Raises:
        BadInput: if the table has too few samples for its metric.
    """
    key = group.key
    names = months(key.suite, key.dataset, counts[group.models[0].id].tasks) if group.models else ()
    if not names:
        return
    models = [with_months(row_subject(row, counts[row.id])) for row in group.models]
    by = metric_of(ranking_metric(key.suite, key.dataset), [model.counts for model in models])
    for name in names:
        yield rank(key, [model.within(name) for model in models], by, name, cache, looks=len(names))


def _with_cut_rows(table: ComparedRanking, group: RowGroup, counts: Counts) -> ComparedRanking:
    """Return the ranking with a note for each model that has no place, because its answers were cut off.

    If no model has one, its numbers of tasks and stems are those in ``counts``.
    """
    notes, changes = table.ranking.notes, {}
    if not group.models:
        changes = {"tasks": len(counts.tasks), "stems": len(set(counts.stems))}
    for row in group.cut_short:
        score = score_of(row)
        value = "" if score is None else f"its score is {row_words(row).amount(score.value)}, "
        name = clean(row.name) or row.slug
        why = "whose answers were cut off at the limit of tokens"
        notes = [*notes, f"no place for {name}, {why}: {value}{cut_words(row)}"]
    ranking = table.ranking.model_copy(update={"notes": notes, **changes})
    return replace(table, ranking=ranking)


def rank_subjects(
    subjects: Sequence[Subject], metric: str = "", categories: Sequence[str] = ("",)
) -> RankedTables:
    """Rank verdict files, each as a model, see :func:`rank_rows`.

    Raises:
        BadInput: for an unknown metric or category, a file with too few samples for the metric, and two files
            with the same name or different tasks.
    """
    counts = [subject.counts for subject in subjects]
    first = subjects[0]
    by = metric_of(metric or ranking_metric(first.suite, first.dataset), counts)
    _check_categories(categories, counts)
    for number, subject in enumerate(subjects):
        if subject.slug in {other.slug for other in subjects[:number]}:
            raise BadInput(subject.slug, "", "is the name of two files", "rename one of them")
        if set(subject.counts.tasks) != set(first.counts.tasks):
            problem = f"holds verdicts on other tasks than {first.slug}"
            raise BadInput(subject.slug, "", problem, "compare two files with `sightbench compare --common`")
    key = GroupKey("", "", "", "", "", "", "", "")
    tables, sentence = _rank_categories(key, subjects, by, categories, None)
    return RankedTables(tuple(tables), (), (sentence,) if sentence else ())


def _rank_categories(
    key: GroupKey,
    models: Sequence[Subject],
    metric: Metric,
    categories: Sequence[str],
    cache: PairCache | None,
) -> tuple[list[ComparedRanking], str]:
    """Rank within each category that some model has; also return a sentence on those with few families."""
    counts = [model.counts for model in models]
    known = [name for name in categories if not name or any(name in model.categories for model in counts)]
    few = split_by_families(filter(None, known), counts)[1]
    found = [
        rank(
            key,
            [model.within(name) for model in models if not name or name in model.counts.categories],
            metric,
            name,
            cache,
            looks=categories_of_kind(name, counts),
        )
        for name in known
        if name not in few
    ]
    return found, too_few_families(few, "Not ranked")


def _check_categories(categories: Iterable[str], counts: Sequence[Counts]) -> None:
    known = {name: None for model in counts for name in model.categories}
    for category in categories:
        if category and category not in known:
            fix = (
                f"use one of: {', '.join(known)}"
                if known
                else "leave it out: these verdicts have no categories"
            )
            raise BadInput("--category", "", f"{quote_value(category)} is not a known category", fix)
