"""The JSON that `sightbench compare --json` prints."""

from typing import Annotated, Literal

from pydantic import Field

from benchmark.analysis.ranks.without_picture import WithoutPicture
from benchmark.files.edge import Record
from benchmark.results.row import RowScore


class ComparisonSide(Record):
    """One of the two compared subjects, with its own score."""

    name: str
    slug: str = Field(description="slug of the submission, or the file's name without suffix")
    row: str = Field(description="id of the row; empty for a file of verdicts")
    score: RowScore = Field(description="score over all tasks of this subject")
    blind: WithoutPicture | None = Field(
        default=None, description="null if the suite is unknown or has no blind setting"
    )


class Difference(Record):
    """The first subject minus the second on the same tasks; tasks of one stem are kept together."""

    category: str = Field(description="category that was compared; empty for all tasks")
    tasks: int = Field(description="tasks for which both have a value")
    stems: int = Field(description="stems of these tasks")
    left_out: int = Field(description="tasks for which only one of them has a value")
    difference: float = Field(
        description="mean over tasks; for metrics in points, on their scale from 1 to 10"
    )
    low: float = Field(description="lower end of the interval")
    high: float = Field(description="upper end of the interval")
    level: float = Field(
        description="level of the interval: 0.95, or more if several categories are looked at"
    )
    p: Annotated[float, Field(ge=0, le=1, description="p-value of the difference")]
    exact: bool = Field(description="whether p comes from the exact distribution")
    real: bool = Field(description="whether p is at most 1 - level; then 0 lies outside the interval")
    sure: bool = Field(
        description="whether it stays real if all missing samples of the first are right and all of the"
        " second wrong, and the other way round"
    )
    visible: float | None = Field(
        description="smallest true difference that would be seen 4 times in 5; null if the stems are too few"
        " for any"
    )
    worst: float | None = Field(
        description="difference if every missing sample failed for the first and passed for the second; null"
        " if none is missing"
    )
    best: float | None = Field(
        description="difference if every missing sample passed for the first and failed for the second; null"
        " if none is missing"
    )


class OutcomeCounts(Record):
    """How many tasks both, one or neither of the two passed, with one draw per task."""

    both: int
    only_a: int
    only_b: int
    neither: int


class DifferingTask(Record):
    """A task on which the two have different values."""

    task: str
    a: float
    b: float


class Comparison(Record):
    """A comparison of two models, or of one model under two conditions."""

    schema_: Literal["sightbench/comparison/1"] = Field(default="sightbench/comparison/1", alias="schema")
    a: ComparisonSide
    b: ComparisonSide
    metric: str
    notes: list[str] = Field(description="what else differs between the two, and what was left out")
    overall: Difference
    categories: list[Difference]
    too_few: list[str] = Field(
        default_factory=list, description="categories of both with under six families, which are not compared"
    )
    tasks: OutcomeCounts | None = Field(description="null unless both have one draw per task")
    differing: list[DifferingTask]
