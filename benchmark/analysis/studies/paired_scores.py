"""A score beside another one, with the paired difference between the two."""

from pydantic import Field

from benchmark.analysis.ranks.comparison import compare_subjects
from benchmark.analysis.ranks.comparison_report import Difference
from benchmark.analysis.ranks.subjects import Subject
from benchmark.files.edge import Record
from benchmark.results.counted_row import CountedRow
from benchmark.scoring.metrics import Metric
from benchmark.scoring.summary import score

#: As the paper of HumanEval-V has them.
USUAL_METRICS = ("pass@1", "pass@10")


class MeasuredScore(Record):
    """A row's score."""

    slug: str
    name: str
    row: str = Field(description="id of the row")
    setting: str
    value: float
    low: float
    high: float
    tasks: int


class PairedScore(Record):
    """A row's score, and what it is more than the first one's."""

    score: MeasuredScore
    difference: Difference | None = Field(
        description="this minus the first, on the same tasks, stems kept whole; null without a first"
    )
    notes: list[str] = Field(description="what else differs between the two")


def subject_of(counted: CountedRow) -> Subject:
    """A counted row as it is compared."""
    submission = counted.row.result.submission
    return Subject(name=submission.name, slug=submission.slug, counts=counted.counts, row=counted.row)


def has_samples_for(counted: CountedRow, metric: Metric) -> bool:
    """Whether every task that was judged has enough samples."""
    needed = int(metric.name.removeprefix("pass@")) if metric.name.startswith("pass@") else 1
    judged = [samples for samples in counted.counts.judged if samples]
    return bool(judged) and min(judged) >= needed


def measured_score(counted: CountedRow, metric: Metric) -> MeasuredScore | None:
    """A row's score by the metric; None where it has no sample for it."""
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
    """The other's score and its difference to the first's; None where the other has no sample.

    Raises:
        BadInput: when they have no task in common.
    """
    found = measured_score(other, metric)
    if found is None:
        return None
    if first is None or not has_samples_for(first, metric):
        return PairedScore(score=found, difference=None, notes=[])
    compared = compare_subjects(subject_of(other), subject_of(first), metric, common=True)
    return PairedScore(score=found, difference=compared.overall, notes=compared.notes)
