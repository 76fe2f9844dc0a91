"""The score of a row, and its paired difference from another row."""

from dataclasses import dataclass

from benchmark.analysis.ranks.comparison import compare_subjects
from benchmark.analysis.ranks.comparison_report import Difference
from benchmark.analysis.ranks.subjects import Subject
from benchmark.results.counted_row import CountedRow
from benchmark.scoring.metrics import Metric
from benchmark.scoring.summary import score


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredScore:
    """A row's score."""

    slug: str
    name: str
    row: str  #: id of the row
    setting: str
    value: float
    low: float
    high: float
    tasks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedScore:
    """A row's score, and its difference from the first row's."""

    score: MeasuredScore
    difference: Difference | None  #: this row minus the first, on the same tasks; null without a first row
    notes: list[str]  #: what else differs between the two


def subject_of(counted: CountedRow) -> Subject:
    """Return the row as a subject of comparisons."""
    submission = counted.row.result.submission
    return Subject(name=submission.name, slug=submission.slug, counts=counted.counts, row=counted.row)


def has_samples_for(counted: CountedRow, metric: Metric) -> bool:
    """Whether every judged task has enough samples for the metric."""
    needed = int(metric.name.removeprefix("pass@")) if metric.name.startswith("pass@") else 1
    judged = [samples for samples in counted.counts.judged if samples]
    return bool(judged) and min(judged) >= needed


def measured_score(counted: CountedRow, metric: Metric) -> MeasuredScore | None:
    """Return the row's score by the metric; None if it has too few samples."""
    result = counted.row.result
    found = score(counted.counts, metric) if has_samples_for(counted, metric) else None
    if found is None:
        return None
    return MeasuredScore(
        slug=result.submission.slug,
        name=result.submission.name,
        row=counted.row.id,
        setting=result.setting,
        **{name: getattr(found, name) for name in ("value", "low", "high", "tasks")},
    )


def paired_score(first: CountedRow | None, other: CountedRow, metric: Metric) -> PairedScore | None:
    """Return the other row's score, with its difference from the first; None if it has too few samples.

    Raises:
        BadInput: if the two rows have no common task.
    """
    found = measured_score(other, metric)
    if found is None:
        return None
    if first is None or not has_samples_for(first, metric):
        return PairedScore(score=found, difference=None, notes=[])
    compared = compare_subjects(subject_of(other), subject_of(first), metric, common=True)
    return PairedScore(score=found, difference=compared.overall, notes=compared.notes)
