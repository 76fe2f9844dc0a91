"""Vision models compared with their language decoders on text tasks, for `sightbench analyse decoders`.

As in Table 4 of HumanEval-V, this shows how much programming skill vision training has cost. The field
``decoder`` of a submission holds the slug or the name of the decoder's own submission.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from pydantic import Field

from benchmark.analysis.groups import GroupKey, key_of
from benchmark.analysis.ranks.comparison_report import Difference
from benchmark.analysis.studies.paired_scores import MeasuredScore, measured_score, paired_score
from benchmark.files.edge import Record
from benchmark.results.counted_row import CountedRow
from benchmark.scoring.metrics import Metric
from benchmark.submissions.schema import Submission


class SubsetPair(Record):
    """The scores of model and decoder on one subset or on all tasks."""

    subset: str = Field(description="name of the subset, such as mbpp-plus; empty for all tasks")
    decoder: MeasuredScore | None
    model: MeasuredScore
    difference: Difference | None = Field(
        description="model minus decoder on the same tasks; null if the decoder has no row"
    )


class DecoderComparison(Record):
    """A vision model and its decoder."""

    slug: str
    name: str
    parameters_b: float | None = Field(description="parameters in billions")
    decoder: str = Field(description="decoder as the submission names it")
    decoder_slug: str | None = Field(description="slug of the decoder's submission; null if there is none")
    decoder_parameters_b: float | None = Field(description="the decoder's parameters in billions")
    subsets: list[SubsetPair]
    notes: list[str] = Field(description="what else differs between the two rows")


class DecoderTable(Record):
    """Models that share data set, setting, protocol, prompt, extraction rule and metric."""

    suite: str
    dataset: str
    setting: str
    protocol: str
    prompt: str
    extraction: str
    metric: str
    models: list[DecoderComparison]


class Decoders(Record):
    """The comparisons of all models that name a decoder."""

    schema_: Literal["sightbench/decoders/1"] = Field(default="sightbench/decoders/1", alias="schema")
    tables: list[DecoderTable]
    without_rows: list[str] = Field(description="slugs of models that name a decoder but have no row here")


#: The fields of a table that are those of its rows.
_SHARED = ("suite", "dataset", "setting", "protocol", "prompt", "extraction")


def decoders(submissions: Iterable[Submission], rows: Iterable[CountedRow], metric: Metric) -> Decoders:
    """Compare every model that names a decoder with this decoder.

    Args:
        submissions: submissions of models and decoders.
        rows: rows of text suites, oldest first; the newest of a submission counts.
        metric: the metric to compare by.
    """
    submissions = tuple(submissions)
    known = {each.name: each for each in submissions} | {each.slug: each for each in submissions}
    found: dict[GroupKey, dict[str, CountedRow]] = defaultdict(dict)
    for counted in rows:
        if counted.row.run.trust != "reported" and counted.counts.tasks:
            found[key_of(counted.row)][counted.row.result.submission.slug] = counted
    with_decoder = [submission for submission in submissions if submission.decoder is not None]
    tables = [
        DecoderTable(
            **{name: getattr(key, name) for name in _SHARED},
            metric=metric.name,
            models=list(_models(with_decoder, known, found[key], metric)),
        )
        for key in sorted(found)
    ]
    with_rows = {slug for same in found.values() for slug in same}
    return Decoders(
        tables=[table for table in tables if table.models],
        without_rows=sorted(model.slug for model in with_decoder if model.slug not in with_rows),
    )


def _models(
    with_decoder: Sequence[Submission],
    known: Mapping[str, Submission],
    rows: Mapping[str, CountedRow],
    metric: Metric,
) -> Iterator[DecoderComparison]:
    for model in with_decoder:
        if model.slug not in rows or model.decoder is None:
            continue
        decoder = known.get(model.decoder)
        first = None if decoder is None else rows.get(decoder.slug)
        found = paired_score(first, rows[model.slug], metric)
        if found is None:
            continue
        yield DecoderComparison(
            slug=model.slug,
            name=model.name,
            parameters_b=model.parameters_b,
            decoder=model.decoder,
            decoder_slug=None if decoder is None else decoder.slug,
            decoder_parameters_b=None if decoder is None else decoder.parameters_b,
            subsets=list(_subsets(first, rows[model.slug], metric)),
            notes=found.notes,
        )


def _subsets(first: CountedRow | None, other: CountedRow, metric: Metric) -> Iterator[SubsetPair]:
    """Yield all tasks unless there is exactly one subset, then each subset."""
    names = [name for name in other.counts.categories if name.startswith("subset:") and "/" not in name]
    for name in [*([""] if len(names) != 1 else []), *names]:
        decoder, model = (_within(row, name) for row in (first, other))
        found = None if model is None else paired_score(decoder, model, metric)
        if found is not None:
            yield SubsetPair(
                subset=name.partition(":")[2],
                decoder=None if decoder is None else measured_score(decoder, metric),
                model=found.score,
                difference=found.difference,
            )


def _within(counted: CountedRow | None, category: str) -> CountedRow | None:
    """Return the row with counts on the tasks of one category; all tasks if it is empty."""
    if counted is None or not category:
        return counted
    return CountedRow(counted.row, counted.counts.within(category))
