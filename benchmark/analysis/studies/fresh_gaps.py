"""Public minus fresh scores, for `sightbench analyse fresh` and for the pages of models.

A model that solves more public tasks than new tasks of the same families may have seen the public ones.
"""

import math
from collections import defaultdict
from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from benchmark.analysis.studies.fresh_rows import match_rows
from benchmark.analysis.studies.paired_scores import MeasuredScore, has_samples_for, measured_score
from benchmark.analysis.studies.set_gap import Gap, gap_between, gap_words, version_notes
from benchmark.core.fresh import is_fresh
from benchmark.files.edge import Record
from benchmark.results.counted_row import CountedRow
from benchmark.scoring.metrics import Metric


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
        description="rows on fresh sets that cannot be compared with another row, with the reason"
    )


def fresh_gaps(rows: Iterable[CountedRow], metric: Metric) -> FreshGaps:
    """Compare every row on a fresh set with the matching public row.

    Args:
        rows: rows that count; those from papers are left out.
        metric: a metric whose values are shares.
    """
    rows = tuple(rows)
    counted = {row.row.id: row for row in rows}
    find = match_rows(row.row for row in rows).find
    found: dict[tuple[str, ...], list[ModelGap]] = defaultdict(list)
    named: dict[tuple[str, ...], str] = {}  # the public data set of each table
    alone = []
    for fresh in rows:
        result = fresh.row.result
        if not is_fresh(result.dataset):
            continue
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
    gap = gap_between(public.counts, fresh.counts, metric)
    submission = fresh.row.result.submission
    return ModelGap(
        slug=submission.slug,
        name=submission.name,
        fresh_dataset=fresh.row.result.dataset,
        public=sides[0],
        fresh=sides[1],
        gap=gap,
        words=gap_words(gap, metric),
        notes=list(version_notes(public.row, fresh.row)),
    )


def _gap_order(model: ModelGap) -> tuple[float, str, str]:
    return (-model.gap.difference if model.gap else math.inf, model.slug, model.fresh_dataset)
