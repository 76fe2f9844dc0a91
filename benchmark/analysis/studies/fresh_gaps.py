"""Public minus fresh: what `sightbench analyse fresh` prints, and a line of a model's page.

A model that solves more of the public tasks than of new ones of the same families may know the public ones.

History of the format:
    sightbench/fresh-gaps/1: first version.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from benchmark.analysis.ranks.metric_table import measure
from benchmark.analysis.studies.fresh_rows import counterpart_finder
from benchmark.analysis.studies.paired_scores import MeasuredScore, has_samples_for, measured_score
from benchmark.analysis.wording import count, plural
from benchmark.core.counts import Counts
from benchmark.core.fresh import is_fresh
from benchmark.files.edge import Record
from benchmark.results.counted_row import CountedRow
from benchmark.results.row import Row
from benchmark.scoring.metrics import Metric
from benchmark.scoring.other_tasks import compare_sets
from benchmark.scoring.paired import LEVEL
from benchmark.scoring.ranks import smallest_visible
from benchmark.suites.settings import PUBLIC

_DECIMALS = 6


class Gap(Record):
    """Public minus fresh over the families that both have: unpaired within a family, paired over them."""

    difference: float = Field(description="a share; each family by the difference of its two means")
    low: float
    high: float
    level: float = Field(description="of the interval")
    p: Annotated[float, Field(ge=0, le=1)]
    exact: bool = Field(description="whether p is of the exact distribution")
    real: bool = Field(description="whether p is up to 1 - level; then 0 lies outside the interval")
    families: int
    public_tasks: int = Field(description="of these families")
    fresh_tasks: int
    left_out: int = Field(description="tasks of families that only one of the two sets has")
    visible: float | None = Field(
        description="the smallest true gap that would be seen 4 times in 5; null where the families are too"
        " few for any"
    )


class ModelGap(Record):
    """One model on one fresh set."""

    slug: str
    name: str
    fresh_dataset: str
    public: MeasuredScore = Field(description="over all its own tasks")
    fresh: MeasuredScore = Field(description="over all its own tasks")
    gap: Gap | None = Field(description="null where the two sets have no family in common")
    words: str = Field(description="what it means")
    notes: list[str] = Field(description="what else differs between the two rows")


class GapTable(Record):
    """Models that were asked the same."""

    suite: str
    public_dataset: str
    setting: str
    protocol: str
    prompt: str
    extraction: str
    metric: str
    models: list[ModelGap] = Field(description="largest gap first")


class FreshGaps(Record):
    """All of them."""

    schema_: Literal["sightbench/fresh-gaps/1"] = Field(default="sightbench/fresh-gaps/1", alias="schema")
    tables: list[GapTable]
    alone: list[str] = Field(description="rows on fresh sets whose model has no public row, with the reason")


def fresh_gaps(rows: Iterable[CountedRow], metric: Metric) -> FreshGaps:
    """Every row on a fresh set beside the public one.

    Args:
        rows: that count; those from papers are left out.
        metric: a share.
    """
    rows = tuple(rows)
    counted = {one.row.id: one for one in rows}
    find = counterpart_finder(one.row for one in rows)
    found: dict[tuple[str, ...], list[ModelGap]] = defaultdict(list)
    alone = []
    for one in (one for one in rows if is_fresh(one.row.result.dataset)):
        result = one.row.result
        public = find(one.row)
        if public and not any(each.id == one.row.id for each in find(public[0])):
            continue  # a newer row of the same set stands in its place
        gap = None if not public else gap_of(counted[public[0].id], one, metric)
        if gap is None:
            why = f"too few samples for {metric.name}" if public else "its model has no public row like it"
            alone.append(f"{result.submission.slug} on {result.dataset}, {result.setting}: {why}")
            continue
        key = (result.suite, result.setting, result.protocol, result.prompt.name, result.extraction)
        found[key].append(gap)
    tables = [
        GapTable(
            suite=suite,
            public_dataset=PUBLIC[suite],
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
    """One model on the public set and on a fresh one; None where a row has too few samples."""
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
        words=gap_words(gap),
        notes=list(_notes(public.row, fresh.row)),
    )


def gap_words(gap: Gap | None) -> str:
    """``solves 4.1 points more of the public tasks than of fresh ones; the gap is not real``."""
    if gap is None:
        return "the two sets have no family in common"
    if gap.difference == 0:
        return "solves as much of the public tasks as of fresh ones"
    way = "more" if gap.difference > 0 else "less"
    size = max(0.1, abs(100 * gap.difference))
    return (
        f"solves {size:.1f} points {way} of the public tasks than of fresh ones; the gap is"
        f" {'real' if gap.real else 'not real'}"
    )


def gap_size(gap: Gap) -> str:
    """What the gap was computed from: ``123 public and 120 fresh tasks of 40 families``."""
    tasks = f"{count(gap.public_tasks)} public and {plural(gap.fresh_tasks, 'fresh task')}"
    return f"{tasks} of {count(gap.families)} {'family' if gap.families == 1 else 'families'}"


def _gap(public: Counts, fresh: Counts, metric: Metric) -> Gap | None:
    sides = [_by_stem(one, metric) for one in (public, fresh)]
    stems = sorted(set(sides[0][0]) & set(sides[1][0]))
    if not stems:
        return None
    sums, sizes = (
        [np.array([[side[0][stem][place] for stem in stems]]) for side in sides] for place in (0, 1)
    )
    draws = [side[1] for side in sides]
    found = compare_sets((sums[0], sums[1]), (sizes[0], sizes[1]), math.lcm(*draws) if all(draws) else 0)
    visible = smallest_visible(float(found.error[0]), len(stems), 1)
    return Gap(
        difference=round(float(found.difference[0]), _DECIMALS),
        low=round(float(found.low[0]), _DECIMALS),
        high=round(float(found.high[0]), _DECIMALS),
        level=LEVEL,
        p=float(f"{found.p[0]:.10g}"),
        exact=bool(found.exact[0]),
        real=bool(found.p[0] <= 1 - LEVEL),
        families=len(stems),
        public_tasks=int(sizes[0].sum()),
        fresh_tasks=int(sizes[1].sum()),
        left_out=sum(int(size) for side in sides for stem, (_, size) in side[0].items() if stem not in stems),
        visible=None if visible is None else round(visible, _DECIMALS),
    )


def _by_stem(counts: Counts, metric: Metric) -> tuple[dict[str, tuple[float, float]], int]:
    """Sum of task values and number of tasks of each stem; and draws of every task, 0 where they differ."""
    found = measure([counts], metric)
    by_stem: dict[str, list[float]] = defaultdict(list)
    for stem, value in zip(found.stems, found.values[0].tolist(), strict=True):
        if not math.isnan(value):
            by_stem[stem].append(value)
    sums = {stem: (math.fsum(values), float(len(values))) for stem, values in by_stem.items()}
    return sums, found.draws[0]


def _notes(public: Row, fresh: Row) -> Iterator[str]:
    one, other = public.result, fresh.result
    for name, first, second in (
        ("version of the suite", one.versions.suite, other.versions.suite),
        ("version of the judge", one.versions.judge, other.versions.judge),
        ("digest of the prompt", (one.prompt.digest or "")[:12], (other.prompt.digest or "")[:12]),
    ):
        if first != second:
            yield f"the {name} differs: {first or 'not recorded'} and {second or 'not recorded'}"


def _gap_order(one: ModelGap) -> tuple[float, str, str]:
    return (-one.gap.difference if one.gap else math.inf, one.slug, one.fresh_dataset)
