"""Public minus fresh scores, for `sightbench analyse fresh` and for the pages of models.

A model that solves more public tasks than new tasks of the same families may have seen the public ones.

History of the format:
    sightbench/fresh-gaps/1: first version; later with ``sure``.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from benchmark.analysis.ranks.metric_table import MetricTable, measure
from benchmark.analysis.ranks.missing_bounds import value_bounds
from benchmark.analysis.scale_words import metric_words
from benchmark.analysis.studies.fresh_rows import counterpart_finder
from benchmark.analysis.studies.paired_scores import MeasuredScore, has_samples_for, measured_score
from benchmark.analysis.wording import count, plural, real_words
from benchmark.core.counts import Counts
from benchmark.core.fresh import is_fresh
from benchmark.files.edge import Record
from benchmark.results.counted_row import CountedRow
from benchmark.results.row import Row
from benchmark.scoring.detection import precision, visible_difference
from benchmark.scoring.metrics import Metric
from benchmark.scoring.other_tasks import compare_sets
from benchmark.scoring.paired import LEVEL, PairedDifferences
from benchmark.scoring.signflip import Floats

_DECIMALS = 6
_StemValues = dict[str, tuple[float, float]]  #: stem → sum of the values of its tasks, and their number


class Gap(Record):
    """Public minus fresh score over the families that both sets have; single tasks are not paired."""

    difference: float = Field(
        description="difference as a share, or in points, computed from each family's mean on the two sets"
    )
    low: float = Field(description="lower end of the interval")
    high: float = Field(description="upper end of the interval")
    level: float = Field(description="level of the interval")
    p: Annotated[float, Field(ge=0, le=1, description="p-value of the difference")]
    exact: bool = Field(
        description="whether p comes from the exact distribution; never if a family has more tasks in one set"
    )
    real: bool = Field(description="whether p is at most 1 - level; then 0 lies outside the interval")
    sure: bool = Field(
        description="whether it stays real if all missing samples of one set are right and all of the other"
        " wrong, and the other way round"
    )
    families: int = Field(description="families that both sets have")
    public_tasks: int = Field(description="public tasks of these families")
    fresh_tasks: int = Field(description="fresh tasks of these families")
    left_out: int = Field(description="tasks of families that only one of the two sets has")
    visible: float | None = Field(
        description="smallest true gap that would be seen 4 times in 5; null if the families are too few for"
        " any"
    )


class ModelGap(Record):
    """The gap of one model on one fresh set."""

    slug: str
    name: str
    fresh_dataset: str
    public: MeasuredScore = Field(description="score over all public tasks")
    fresh: MeasuredScore = Field(description="score over all tasks of the fresh set")
    gap: Gap | None = Field(description="null if the two sets have no family in common")
    words: str = Field(description="the gap in words")
    notes: list[str] = Field(description="what else differs between the two rows")


class GapTable(Record):
    """Models that share setting, protocol, prompt and extraction rule."""

    suite: str
    public_dataset: str
    setting: str
    protocol: str
    prompt: str
    extraction: str
    metric: str
    models: list[ModelGap] = Field(description="largest gap first")


class FreshGaps(Record):
    """The gaps of all models."""

    schema_: Literal["sightbench/fresh-gaps/1"] = Field(default="sightbench/fresh-gaps/1", alias="schema")
    tables: list[GapTable]
    alone: list[str] = Field(
        description="rows on fresh sets that cannot be compared with a public row, with the reason"
    )


def fresh_gaps(rows: Iterable[CountedRow], metric: Metric) -> FreshGaps:
    """Compare every row on a fresh set with the matching public row.

    Args:
        rows: rows that count; those from papers are left out.
        metric: a metric whose values are shares.
    """
    rows = tuple(rows)
    counted = {row.row.id: row for row in rows}
    find = counterpart_finder(row.row for row in rows)
    found: dict[tuple[str, ...], list[ModelGap]] = defaultdict(list)
    named: dict[tuple[str, ...], str] = {}  # the public data set of each table
    alone = []
    for fresh in (row for row in rows if is_fresh(row.row.result.dataset)):
        result = fresh.row.result
        public = find(fresh.row)
        if public and not any(row.id == fresh.row.id for row in find(public[0])):
            continue  # a newer row on the same fresh set replaces it
        gap = None if not public else gap_of(counted[public[0].id], fresh, metric)
        if gap is None:
            why = f"too few samples for {metric.name}" if public else "its model has no matching public row"
            alone.append(f"{result.submission.slug} on {result.dataset}, {result.setting}: {why}")
            continue
        key = (result.suite, result.setting, result.protocol, result.prompt.name, result.extraction)
        found[key].append(gap)
        named[key] = public[0].result.dataset
    tables = [
        GapTable(
            suite=suite,
            public_dataset=named[suite, setting, protocol, prompt, extraction],
            setting=setting,
            protocol=protocol,
            prompt=prompt,
            extraction=extraction,
            metric=metric.name,
            models=sorted(found[suite, setting, protocol, prompt, extraction], key=_gap_order),
        )
        for suite, setting, protocol, prompt, extraction in sorted(found)
    ]
    return FreshGaps(tables=tables, alone=sorted(alone))


def gap_of(public: CountedRow, fresh: CountedRow, metric: Metric) -> ModelGap | None:
    """Return the gap between a model's two rows; None if one of them has too few samples."""
    if not (has_samples_for(public, metric) and has_samples_for(fresh, metric)):
        return None
    sides = measured_score(public, metric), measured_score(fresh, metric)
    if sides[0] is None or sides[1] is None:
        return None
    gap = _gap(public.counts, fresh.counts, metric)
    submission = fresh.row.result.submission
    return ModelGap(
        slug=submission.slug,
        name=submission.name,
        fresh_dataset=fresh.row.result.dataset,
        public=sides[0],
        fresh=sides[1],
        gap=gap,
        words=gap_words(gap, metric),
        notes=list(_notes(public.row, fresh.row)),
    )


def gap_words(gap: Gap | None, metric: Metric) -> str:
    """Return ``scores 4.1 points higher on public tasks than on fresh ones; the gap is not real``."""
    if gap is None:
        return "the two sets have no family in common"
    if gap.difference == 0:
        return "scores the same on public tasks as on fresh ones"
    way = "higher" if gap.difference > 0 else "lower"
    size = metric_words(metric.name).gap(gap.difference)
    return (
        f"scores {size} points {way} on public tasks than on fresh ones; the gap is"
        f" {real_words(real=gap.real, sure=gap.sure)}"
    )


def gap_size(gap: Gap) -> str:
    """Return what the gap was computed from: ``123 public and 120 fresh tasks of 40 families``."""
    tasks = f"{count(gap.public_tasks)} public and {plural(gap.fresh_tasks, 'fresh task')}"
    return f"{tasks} of {count(gap.families)} {'family' if gap.families == 1 else 'families'}"


def _gap(public: Counts, fresh: Counts, metric: Metric) -> Gap | None:
    measured = [measure([counts], metric) for counts in (public, fresh)]
    sides = [_by_stem(table, table.values[0]) for table in measured]
    stems = sorted(set(sides[0]) & set(sides[1]))
    if not stems:
        return None
    found = _compare(sides, [table.draws[0] for table in measured])
    visible = visible_difference(precision(found), 1)
    public_tasks, fresh_tasks = (sum(int(side[stem][1]) for stem in stems) for side in sides)
    scale = metric.span[1] - metric.span[0]
    return Gap(
        difference=round(scale * float(found.difference[0]), _DECIMALS),
        low=round(scale * float(found.low[0]), _DECIMALS),
        high=round(scale * float(found.high[0]), _DECIMALS),
        level=LEVEL,
        p=float(f"{found.p[0]:.10g}"),
        exact=bool(found.exact[0]),
        real=bool(found.p[0] <= 1 - LEVEL),
        sure=_stays_real(found, (public, fresh), measured, metric),
        families=len(stems),
        public_tasks=public_tasks,
        fresh_tasks=fresh_tasks,
        left_out=sum(int(size) for side in sides for stem, (_, size) in side.items() if stem not in stems),
        visible=None if visible is None else round(scale * visible, _DECIMALS),
    )


def _compare(sides: Sequence[_StemValues], draws: Sequence[int]) -> PairedDifferences:
    """Compare public with fresh values over the stems that both have."""
    stems = sorted(set(sides[0]) & set(sides[1]))
    sums, sizes = ([np.array([[side[stem][place] for stem in stems]]) for side in sides] for place in (0, 1))
    return compare_sets((sums[0], sums[1]), (sizes[0], sizes[1]), math.lcm(*draws) if all(draws) else 0)


def _stays_real(
    found: PairedDifferences, counts: Sequence[Counts], measured: Sequence[MetricTable], metric: Metric
) -> bool:
    """Whether the gap is real whatever the verdicts on missing samples would have been."""
    bounds = [value_bounds([side], metric, table) for side, table in zip(counts, measured, strict=True)]
    for lows in ((0, 1), (1, 0)):  # 0 is the lowest value, 1 the highest
        sides = [
            _by_stem(table, values[end])
            for table, (values, _), end in zip(measured, bounds, lows, strict=True)
        ]
        extreme = _compare(sides, [draws[0] for _, draws in bounds])
        turned = np.sign(extreme.difference[0]) != np.sign(found.difference[0])
        if turned or extreme.p[0] > 1 - LEVEL:
            return False
    return bool(found.p[0] <= 1 - LEVEL)


def _by_stem(measured: MetricTable, values: Floats) -> _StemValues:
    """Return each stem's sum of values and number of tasks."""
    by_stem: dict[str, list[float]] = defaultdict(list)
    for stem, value in zip(measured.stems, values.tolist(), strict=True):
        if not math.isnan(value):
            by_stem[stem].append(value)
    return {stem: (math.fsum(found), float(len(found))) for stem, found in by_stem.items()}


def _notes(public: Row, fresh: Row) -> Iterator[str]:
    of_public, of_fresh = public.result, fresh.result
    for name, first, second in (
        ("version of the suite", of_public.versions.suite, of_fresh.versions.suite),
        ("version of the judge", of_public.versions.judge, of_fresh.versions.judge),
        ("digest of the prompt", (of_public.prompt.digest or "")[:12], (of_fresh.prompt.digest or "")[:12]),
    ):
        if first != second:
            yield f"the {name} differs: {first or 'not recorded'} and {second or 'not recorded'}"


def _gap_order(model: ModelGap) -> tuple[float, str, str]:
    return (-model.gap.difference if model.gap else math.inf, model.slug, model.fresh_dataset)
