"""The report on labels that `sightbench review score` prints."""

from typing import Literal

from pydantic import Field

from benchmark.files.edge import Record
from benchmark.results.row import RowScore
from benchmark.review.population import ReviewQuestion


class Interval(Record):
    """A share, or a mean of points, with its 95 % interval, clustered by stem."""

    value: float
    low: float
    high: float
    samples: int


class Rating(Record):
    """The result of a person's labels, of the average of all people, or of the judge on the same samples."""

    who: str
    stratum: str = Field(description="name of the stratum; all for the whole sample")
    share: Interval = Field(description="share of right answers, or mean of points from 1 to 10")


class KindShare(Record):
    """The share of errors of one kind; several people on a sample share its weight equally."""

    stratum: str
    kind: str
    share: Interval


class CriterionShare(Record):
    """The share of scores that meet a criterion, on average over people."""

    criterion: str
    share: Interval


class KappaReport(Record):
    """An agreement beyond chance (kappa or alpha)."""

    value: float | None = Field(description="null if there are no two different labels")
    low: float | None
    high: float | None


class RankCorrelation(Record):
    """Spearman's rank correlation of graded labels."""

    value: float
    low: float | None
    high: float | None


class LabelAgreement(Record):
    """The agreement of two people, or of a person and the judge, on the samples that both labelled."""

    a: str
    b: str
    samples: int
    alike: Interval = Field(description="share of samples with the same label")
    kappa: KappaReport
    weighted_kappa: KappaReport | None = Field(description="kappa with quadratic weights; only for points")
    rank_correlation: RankCorrelation | None = Field(description="only for points that are not all equal")


class ReviewReport(Record):
    """The evaluation of all labels."""

    schema_: Literal["sightbench/review/1"] = Field(default="sightbench/review/1", alias="schema")
    asked: ReviewQuestion
    samples: int = Field(description="number of drawn samples")
    labelled: dict[str, int] = Field(description="number of samples with a label, by person")
    ratings: list[Rating]
    population: Interval | None = Field(
        description="average over people, with each stratum weighted by its size; null for kinds of errors,"
        " or if a stratum has no labels"
    )
    kinds: list[KindShare]
    criteria: list[CriterionShare] = Field(
        default_factory=list, description="for judge's scores: one entry per criterion"
    )
    agreement: list[LabelAgreement]
    fleiss_kappa: KappaReport | None = Field(
        description="Fleiss' kappa on the samples that all people labelled; null for fewer than three people"
    )
    alpha: KappaReport | None = Field(
        default=None,
        description="Krippendorff's alpha of all people, on the samples that at least two of them labelled;"
        " null for fewer than two people, and for two who labelled the same samples",
    )
    disputed: list[str] = Field(description="samples with different labels")
    baseline: list[RowScore] = Field(
        description="average over people in the format of a row's scores: over all samples, then per stratum"
    )
