"""What evaluations and a year of nights cost."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationCost:
    """The cost of one evaluation of one model."""

    suite: str
    dataset: str
    setting: str
    protocol: str
    tasks: int
    draws: int  #: samples per task
    samples: int
    calls: int  #: calls of a model: one per sample and stage
    tokens_in: int  #: of prompts; guessed, as `generate --estimate` does
    tokens_out: int  #: expected; `answers` says which lengths were measured
    tokens_out_limit: int  #: if every answer were as long as the protocol allows
    usd: float  #: US dollars at `price`, expected
    usd_limit: float  #: US dollars if every answer were as long as the protocol allows
    cpu_hours: float  #: of judging, with the mean share of answers that time out
    cpu_hours_low: float  #: with the lowest share of a model
    cpu_hours_high: float  #: with the highest share of a model
    cpu_measured: bool  #: whether judging was measured on this data set
    jobs: int  #: jobs of CI
    ci_minutes: int  #: minutes of CI; each job is rounded up


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationTotal:
    """The sum of several evaluations."""

    samples: int
    tokens_in: int
    tokens_out: int
    usd: float
    usd_limit: float
    cpu_hours: float
    ci_minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class YearCost:
    """The cost of 365 nights of one series, in addition to its evaluation."""

    suite: str
    dataset: str
    setting: str
    protocol: str
    panel_tasks: int
    samples: int
    tokens_in: int
    tokens_out: int
    usd: float
    usd_limit: float
    cpu_hours: float
    ci_minutes: int  #: of a repository with this series only
    storage_mib: float  #: added to the results branch, before git compresses it


@dataclass(frozen=True, slots=True, kw_only=True)
class RateOrigin:
    """A rate in words, and where it comes from."""

    rate: str
    measured: bool  #: whether it was measured; if not, it is an assumption
    date: str
    source: str
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CostReport:
    """All costs, and what they were computed from."""

    price: RateOrigin
    evaluations: list[EvaluationCost]
    #: Every data set here once, in its first setting and its first protocol; None with --suite.
    full: EvaluationTotal | None
    year: list[YearCost]  #: each data set as a series of one model
    uncounted: list[str]  #: data sets whose cost is unknown, because their tasks are not here
    rates: list[RateOrigin]
