"""What labels say: what `sightbench review score` prints.

History of the format:
    sightbench/review/1: first version.
"""

from typing import Literal

from pydantic import Field

from benchmark.files.edge import Record
from benchmark.results.row import RowScore
from benchmark.review.population import Asked


class Interval(Record):
    """A share, or a mean of points, with its 95 % interval; stems are kept whole."""

    value: float
    low: float
    high: float
    samples: int


class Rating(Record):
    """Labels of a person, of all people averaged, or of the judge on the same samples."""

    who: str
    stratum: str = Field(description="of the sample; all for the whole sample")
    share: Interval = Field(description="of answers that are right, or the mean of points from 1 to 10")


class KindShare(Record):
    """How often an error was of a kind; several people count as one each."""

    stratum: str
    kind: str
    share: Interval


class KappaReport(Record):
    """Agreement beyond chance."""

    value: float | None = Field(description="null where chance alone would agree always")
    low: float | None
    high: float | None


class RankCorrelation(Record):
    """Spearman's, of graded labels."""

    value: float
    low: float | None
    high: float | None


class LabelAgreement(Record):
    """Two people, or a person and the judge, on the samples that both labelled."""

    a: str
    b: str
    samples: int
    alike: Interval = Field(description="share of samples with the same label")
    kappa: KappaReport
    weighted_kappa: KappaReport | None = Field(description="quadratic weights; for points only")
    rank_correlation: RankCorrelation | None = Field(description="for points that vary only")


class ReviewReport(Record):
    """Everything that the labels say."""

    schema_: Literal["sightbench/review/1"] = Field(default="sightbench/review/1", alias="schema")
    asked: Asked
    samples: int = Field(description="that were drawn")
    labelled: dict[str, int] = Field(description="samples with a label, by person")
    ratings: list[Rating]
    population: Interval | None = Field(
        description="the people's average, with each stratum weighted by its size; null for kinds of errors,"
        " and where a stratum has no label"
    )
    kinds: list[KindShare]
    agreement: list[LabelAgreement]
    fleiss_kappa: KappaReport | None = Field(
        description="of all people on the samples that all labelled; null for fewer than three"
    )
    disputed: list[str] = Field(description="samples on which people differ")
    baseline: list[RowScore] = Field(
        description="the people's average as a row has scores: all, then by stratum"
    )
