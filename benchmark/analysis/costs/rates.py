"""``rates.toml``: measured rates, each with its date, its source and how it was measured."""

import tomllib
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import Field

from benchmark.files.edge import Amount, Count, Record, validate_record

#: What a model writes: a program; words and then a program; or the letter of an option.
AnswerKind = Literal["program", "reasoning", "letter"]
FILE = "rates.toml"


class Rate(Record):
    """What is known about the origin of a rate."""

    date: Annotated[str, Field(pattern=r"^20\d\d-\d\d-\d\d$")]
    source: str = Field(description="the data or the program that gave it")
    how: str = Field(description="how it was measured, or why it is assumed")
    measured: bool = Field(description="whether it was measured; if not, it is an assumption")

    @property
    def words(self) -> str:
        """The rate without its origin: ``timeout: share 0.0053, low 0, high 0.013``."""
        values = self.model_dump(exclude={"date", "source", "how", "measured", "provider"})
        named = ", ".join(f"{name} {_words(value)}" for name, value in values.items())
        return f"{type(self).__name__.removesuffix('Rate').lower()}: {named}"


class JudgingRate(Rate):
    """CPU time of judging right answers, in all processes of the command."""

    suite: str
    datasets: list[str] = Field(min_length=1)
    cpu_seconds: Amount = Field(description="per completion")
    start_cpu_seconds: Amount = Field(description="per command, to read the tasks and start the sandbox")


class TimeoutRate(Rate):
    """Share of real answers that use their whole CPU time."""

    share: Annotated[float, Field(ge=0, le=1)]
    low: Annotated[float, Field(ge=0, le=1)] = Field(description="the model with the lowest share")
    high: Annotated[float, Field(ge=0, le=1)] = Field(description="the model with the highest share")


class AnswerRate(Rate):
    """Mean tokens of an answer."""

    kind: AnswerKind
    tokens: Amount
    low: Amount = Field(description="the model with the shortest answers")
    high: Amount = Field(description="the model with the longest answers")


class StorageRate(Rate):
    """Bytes per sample on the results branch."""

    row_bytes: Count = Field(description="of a row or a panel, JSON")
    verdict_bytes: Count = Field(description="gzipped")
    completion_bytes: Count = Field(description="gzipped")


class JobRate(Rate):
    """Jobs of CI, apart from those that generate and judge."""

    cores: Annotated[int, Field(ge=1)] = Field(description="of a runner")
    setup_minutes: Amount = Field(description="per job: check out, set up Python, install")
    plan_jobs: Count = Field(description="jobs of run.yml that plan and reserve")
    evaluation_jobs: Count = Field(
        description="jobs of run.yml for a part that neither ask nor judge, and those of site.yml"
    )
    night_jobs: Count = Field(description="jobs of a night per day: its plan, care.yml and site.yml")


class PriceRate(Rate):
    """US dollars per million tokens."""

    provider: str = ""  #: empty if a user gave the price
    model: str
    input_usd: Amount
    output_usd: Amount


class Rates(Record):
    """All rates."""

    judging: list[JudgingRate]
    timeouts: TimeoutRate
    answers: list[AnswerRate]
    storage: StorageRate
    jobs: JobRate
    prices: list[PriceRate]

    def judging_rate(self, suite: str, dataset: str) -> tuple[JudgingRate, bool]:
        """Return the rate of a data set, and whether it was measured on this very data set.

        Otherwise it is that of the suite's set with the same ending, of the suite, or the first of all.
        """
        same = [rate for rate in self.judging if rate.suite == suite]
        for rate in same:
            if dataset in rate.datasets:
                return rate, True
        ending = dataset.rpartition("-")[2]
        alike = (rate for rate in same if any(name.endswith(ending) for name in rate.datasets))
        return next(alike, (same or self.judging)[0]), False

    def answer_rate(self, kind: AnswerKind) -> AnswerRate:
        """Return the length of answers of a kind."""
        return next(rate for rate in self.answers if rate.kind == kind)

    def used(self) -> list[Rate]:
        """Return all rates but the prices: a report names its price itself."""
        return [*self.judging, self.timeouts, *self.answers, self.storage, self.jobs]


def read_rates() -> Rates:
    """Read the rates of this version.

    Raises:
        BadInput: if the file is not valid.
    """
    text = files("benchmark.analysis.costs").joinpath(FILE).read_text(encoding="utf-8")
    return validate_record(Rates, tomllib.loads(text), FILE)


def _words(value: object) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return " and ".join(map(str, value)) if isinstance(value, list) else str(value)
