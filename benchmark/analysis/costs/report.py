"""What evaluations and a year of nights cost."""

from pydantic import Field

from benchmark.files.edge import Record


class EvaluationCost(Record):
    """The cost of one evaluation of one model."""

    suite: str
    dataset: str
    setting: str
    protocol: str
    tasks: int
    draws: int = Field(description="samples per task")
    samples: int
    calls: int = Field(description="calls of a model: one per sample and stage")
    tokens_in: int = Field(description="of prompts; guessed, as `generate --estimate` does")
    tokens_out: int = Field(description="expected; `answers` says which lengths were measured")
    tokens_out_limit: int = Field(description="if every answer were as long as the protocol allows")
    usd: float = Field(description="US dollars at `price`, expected")
    usd_limit: float = Field(description="US dollars if every answer were as long as the protocol allows")
    cpu_hours: float = Field(description="of judging, with the mean share of answers that time out")
    cpu_hours_low: float = Field(description="with the lowest share of a model")
    cpu_hours_high: float = Field(description="with the highest share of a model")
    cpu_measured: bool = Field(description="whether judging was measured on this data set")
    jobs: int = Field(description="jobs of CI")
    ci_minutes: int = Field(description="minutes of CI; each job is rounded up")


class EvaluationTotal(Record):
    """The sum of several evaluations."""

    evaluations: int
    samples: int
    tokens_in: int
    tokens_out: int
    usd: float
    usd_limit: float
    cpu_hours: float
    ci_minutes: int


class YearCost(Record):
    """The cost of 365 nights of one series, in addition to its evaluation."""

    suite: str
    dataset: str
    setting: str
    protocol: str
    nights: int
    panel_tasks: int
    samples: int
    tokens_in: int
    tokens_out: int
    usd: float
    usd_limit: float
    cpu_hours: float
    ci_minutes: int = Field(description="of a repository with this series only")
    storage_mib: float = Field(description="added to the results branch, before git compresses it")


class UncountedSet(Record):
    """A data set whose cost is unknown, because its tasks are not on this machine."""

    suite: str
    dataset: str
    problem: str
    fix: str


class RateOrigin(Record):
    """A rate in words, and where it comes from."""

    rate: str
    measured: bool = Field(description="whether it was measured; if not, it is an assumption")
    date: str
    source: str
    how: str


class CostReport(Record):
    """All costs, and what they were computed from."""

    price: RateOrigin
    evaluations: list[EvaluationCost]
    full: EvaluationTotal | None = Field(
        description="every data set here once, in its first setting and its first protocol; null with --suite"
    )
    year: list[YearCost] = Field(description="each data set as a series of one model")
    uncounted: list[UncountedSet]
    rates: list[RateOrigin]
