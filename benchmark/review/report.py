"""The report on labels that `sightbench review score` prints."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmark.review.population import ReviewQuestion
from benchmark.scoring.agreement import Kappa
from benchmark.scoring.correlation import Correlation
from benchmark.scoring.intervals import clustered_wilson

DECIMALS = 6
GRADES = (1, 10)  #: the lowest and the highest points


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A share, or a mean of points, with its 95 % interval, clustered by stem."""

    value: float
    low: float
    high: float
    samples: int


def interval_of(values: Sequence[float], stems: Sequence[str], span: tuple[int, int] = (0, 1)) -> Interval:
    """Return the mean of values with its interval.

    Args:
        values: shares, or points; at least one.
        stems: stem of each value.
        span: lowest and highest possible value.
    """
    lowest, size = span[0], span[1] - span[0]
    low, high = clustered_wilson([(value - lowest) / size for value in values], stems)
    return Interval(
        value=round(math.fsum(values) / len(values), DECIMALS),
        low=round(lowest + size * low, DECIMALS),
        high=round(lowest + size * high, DECIMALS),
        samples=len(values),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelShare:
    """The share of right answers, errors of a kind or met criteria, or a mean of points from 1 to 10."""

    name: str  #: whose labels these are, the kind of error, or the criterion
    stratum: str  #: name of the stratum; all for the whole sample
    share: Interval  #: several people on a sample share its weight equally


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelAgreement:
    """The agreement of two people, or of a person and the judge, on the samples that both labelled."""

    a: str
    b: str
    alike: Interval  #: share of samples with the same label
    kappa: Kappa | None  #: None if there are no two different labels
    weighted_kappa: Kappa | None  #: kappa with quadratic weights; only for points
    rank_correlation: Correlation | None  #: only for points that are not all equal


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewReport:
    """The evaluation of all labels."""

    asked: ReviewQuestion
    samples: int  #: number of drawn samples
    labelled: Mapping[str, int]  #: number of samples with a label, by person
    ratings: Sequence[LabelShare]  #: of each person, of all people on average and of the judge
    #: Average over people, with each stratum weighted by its size; None for kinds of errors, or if a stratum
    #: has no labels.
    population: Interval | None
    kinds: Sequence[LabelShare]
    criteria: Sequence[LabelShare]  #: for judge's scores: one entry per criterion
    agreement: Sequence[LabelAgreement]
    #: Fleiss' kappa on the samples that all people labelled; None for fewer than three people.
    fleiss_kappa: Kappa | None
    #: Krippendorff's alpha of all people, on the samples that at least two of them labelled; None for fewer
    #: than two people, and for two who labelled the same samples.
    alpha: Kappa | None
    disputed: Sequence[str]  #: samples with different labels
