"""Vision models beside their language decoders on tasks of text: what `sightbench analyse decoders` prints.

As in Table 4 of HumanEval-V: what learning to see has cost in programming. The field ``decoder`` of a
submission names the slug or the name of the decoder's own submission.

History of the format:
    sightbench/decoders/1: first version.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from pydantic import Field

from benchmark.analysis.ranks.comparison_report import Difference
from benchmark.analysis.studies.paired_scores import MeasuredScore, PairedScore, measured_score, paired_score
from benchmark.files.edge import Record
from benchmark.results.counted_row import CountedRow
from benchmark.results.row import Row
from benchmark.scoring.metrics import Metric
from benchmark.submissions.schema import Submission


class SubsetPair(Record):
    """One subset, or all tasks."""

    subset: str = Field(description="such as mbpp-plus; empty for all tasks")
    decoder: MeasuredScore | None
    model: MeasuredScore
    difference: Difference | None = Field(
        description="model minus decoder on the same tasks; null without a row of the decoder"
    )


class DecoderComparison(Record):
    """One vision model."""

    slug: str
    name: str
    parameters_b: float | None = Field(description="in billions")
    decoder: str = Field(description="as the submission names it")
    decoder_slug: str | None = Field(description="of the decoder's submission; null where there is none")
    decoder_parameters_b: float | None
    subsets: list[SubsetPair]
    notes: list[str] = Field(description="what else differs between the two rows")


class DecoderTable(Record):
    """Models that can be compared: one data set, setting, protocol, prompt, rule of extraction and metric."""

    suite: str
    dataset: str
    setting: str
    protocol: str
    prompt: str
    extraction: str
    metric: str
    models: list[DecoderComparison]


class Decoders(Record):
    """All tables."""

    schema_: Literal["sightbench/decoders/1"] = Field(default="sightbench/decoders/1", alias="schema")
    tables: list[DecoderTable]
    without_rows: list[str] = Field(description="slugs of models that name a decoder and have no row here")


#: Suite, data set, digest of the tasks, setting, protocol, prompt, its digest, rule of extraction.
_Key = tuple[str, str, str, str, str, str, str, str]


def decoders(submissions: Iterable[Submission], rows: Iterable[CountedRow], metric: Metric) -> Decoders:
    """Every model that names a decoder, beside it.

    Args:
        submissions: of models and decoders.
        rows: of suites of text, oldest first; the newest of a submission counts.
        metric: to compare by.
    """
    known = {one.slug: one for one in submissions}
    by_name = {one.name: one.slug for one in known.values()}
    found: dict[_Key, dict[str, CountedRow]] = defaultdict(dict)
    for counted in rows:
        if counted.row.run.trust != "reported" and counted.counts.tasks:
            found[_key(counted.row)][counted.row.result.submission.slug] = counted
    seeing = [one for one in known.values() if one.decoder is not None]
    tables = [
        DecoderTable(
            suite=key[0],
            dataset=key[1],
            setting=key[3],
            protocol=key[4],
            prompt=key[5],
            extraction=key[7],
            metric=metric.name,
            models=list(_models(seeing, known, by_name, found[key], metric)),
        )
        for key in sorted(found)
    ]
    with_rows = {slug for same in found.values() for slug in same}
    return Decoders(
        tables=[table for table in tables if table.models],
        without_rows=sorted(one.slug for one in seeing if one.slug not in with_rows),
    )


def _key(row: Row) -> _Key:
    one = row.result
    return (
        one.suite,
        one.dataset,
        one.tasks.digest,
        one.setting,
        one.protocol,
        one.prompt.name,
        one.prompt.digest or "",
        one.extraction,
    )


def _models(
    seeing: Sequence[Submission],
    known: Mapping[str, Submission],
    by_name: Mapping[str, str],
    rows: Mapping[str, CountedRow],
    metric: Metric,
) -> Iterator[DecoderComparison]:
    for one in seeing:
        if one.slug not in rows or one.decoder is None:
            continue
        slug = one.decoder if one.decoder in known else by_name.get(one.decoder)
        decoder = None if slug is None else known[slug]
        first = None if slug is None else rows.get(slug)
        found = paired_score(first, rows[one.slug], metric)
        if found is None:
            continue
        yield DecoderComparison(
            slug=one.slug,
            name=one.name,
            parameters_b=one.parameters_b,
            decoder=one.decoder,
            decoder_slug=slug,
            decoder_parameters_b=None if decoder is None else decoder.parameters_b,
            subsets=list(_subsets(first, rows[one.slug], found, metric)),
            notes=found.notes,
        )


def _subsets(
    first: CountedRow | None, other: CountedRow, whole: PairedScore, metric: Metric
) -> Iterator[SubsetPair]:
    """Each subset, then all tasks where there are several."""
    names = [name for name in other.counts.categories if name.startswith("subset:") and "/" not in name]
    if len(names) != 1:
        yield SubsetPair(
            subset="",
            decoder=None if first is None else measured_score(first, metric),
            model=whole.score,
            difference=whole.difference,
        )
    for name in names:
        of_decoder = None if first is None else within_category(first, name)
        found = paired_score(of_decoder, within_category(other, name), metric)
        if found is not None:
            yield SubsetPair(
                subset=name.partition(":")[2],
                decoder=None if of_decoder is None else measured_score(of_decoder, metric),
                model=found.score,
                difference=found.difference,
            )


def within_category(counted: CountedRow, category: str) -> CountedRow:
    """A row as far as a category goes."""
    return CountedRow(counted.row, counted.counts.within(category))
