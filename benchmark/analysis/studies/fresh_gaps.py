"""Public minus fresh scores, for `sightbench analyse fresh` and for the pages of models.

A model that solves more public tasks than new tasks of the same families may have seen the public ones.
"""

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from benchmark.analysis.groups import metric_name
from benchmark.analysis.studies.fresh_rows import match_rows
from benchmark.analysis.studies.paired_scores import MeasuredScore, has_samples_for, measured_score
from benchmark.analysis.studies.set_gap import Gap, gap_between, gap_words, version_notes
from benchmark.core.fresh import is_fresh
from benchmark.results.counted_row import CountedRow
from benchmark.scoring.metrics import Metric, metric


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelGap:
    """The gap of one model on one fresh set."""

    slug: str
    name: str
    fresh_dataset: str
    public: MeasuredScore  #: score over all public tasks
    fresh: MeasuredScore  #: score over all tasks of the fresh set
    gap: Gap | None  #: None if the two sets have no family in common
    words: str  #: the gap in words
    notes: list[str]  #: what else differs between the two rows


@dataclass(frozen=True, slots=True, order=True)
class GapTable:
    """What the rows of models share whose gaps stand in one table."""

    metric: str
    suite: str
    public_dataset: str
    setting: str
    protocol: str
    prompt: str
    extraction: str


def fresh_gaps(
    rows: Iterable[CountedRow], wanted: Metric | None
) -> tuple[dict[GapTable, list[ModelGap]], list[str]]:
    """Compare every row on a fresh set with the matching public row.

    Args:
        rows: rows that count; those from papers are left out.
        wanted: the metric; None for the one that ranks each data set.

    Returns:
        The gaps of each table, the largest first, and the rows on fresh sets that cannot be compared, with
        the reason.
    """
    rows = tuple(rows)
    counted = {row.row.id: row for row in rows}
    find = match_rows(row.row for row in rows).find
    found: dict[GapTable, list[ModelGap]] = defaultdict(list)
    alone = []
    for fresh in rows:
        result = fresh.row.result
        if not is_fresh(result.dataset):
            continue
        public = find(fresh.row)
        if public and not any(row.id == fresh.row.id for row in find(public[0])):
            continue  # a newer row on the same fresh set replaces it
        by = wanted or metric(metric_name(fresh.row))
        gap = None if not public else gap_of(counted[public[0].id], fresh, by)
        if gap is None:
            why = f"too few samples for {by.name}" if public else "its model has no matching public row"
            alone.append(f"{result.submission.slug} on {result.dataset}, {result.setting}: {why}")
            continue
        shared = (result.setting, result.protocol, result.prompt.name, result.extraction)
        found[GapTable(by.name, result.suite, public[0].result.dataset, *shared)].append(gap)
    return {table: sorted(found[table], key=_gap_order) for table in sorted(found)}, sorted(alone)


def gap_of(public: CountedRow, fresh: CountedRow, by: Metric) -> ModelGap | None:
    """Return the gap between a model's two rows; None if one of them has too few samples."""
    if not (has_samples_for(public, by) and has_samples_for(fresh, by)):
        return None
    sides = measured_score(public, by), measured_score(fresh, by)
    if sides[0] is None or sides[1] is None:
        return None
    gap = gap_between(public.counts, fresh.counts, by)
    submission = fresh.row.result.submission
    return ModelGap(
        slug=submission.slug,
        name=submission.name,
        fresh_dataset=fresh.row.result.dataset,
        public=sides[0],
        fresh=sides[1],
        gap=gap,
        words=gap_words(gap, by),
        notes=list(version_notes(public.row, fresh.row)),
    )


def _gap_order(model: ModelGap) -> tuple[float, str, str]:
    return (-model.gap.difference if model.gap else math.inf, model.slug, model.fresh_dataset)
