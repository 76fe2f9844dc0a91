"""What `sightbench compare --json` prints.

History of the format:
    sightbench/comparison/1: first version; later with ``blind``.
"""

from typing import Annotated, Literal

from pydantic import Field

from benchmark.analysis.ranks.without_picture import WithoutPicture
from benchmark.files.edge import Record
from benchmark.results.row import RowScore


class ComparisonSide(Record):
    """One of the two."""

    name: str
    slug: str = Field(description="of the submission, or the file's bare name")
    row: str = Field(description="id; empty for a file of verdicts")
    score: RowScore = Field(description="over all its own tasks")
    blind: WithoutPicture | None = Field(
        default=None, description="null where the suite has no such check, or is not known"
    )


class Difference(Record):
    """The first minus the second on the same tasks, stems kept whole."""

    category: str = Field(description="empty for all tasks")
    tasks: int = Field(description="that both have a value for")
    stems: int
    left_out: int = Field(description="tasks that only one of them has a value for")
    difference: float = Field(description="mean over tasks; of points on their scale from 1 to 10")
    low: float
    high: float
    level: float = Field(description="of the interval: 0.95, or more where several categories are looked at")
    p: Annotated[float, Field(ge=0, le=1)]
    exact: bool = Field(description="whether p is of the exact distribution")
    real: bool = Field(description="whether p is up to 1 - level; then 0 lies outside the interval")
    visible: float | None = Field(
        description="the smallest true difference that would be seen 4 times in 5; null where the stems are"
        " too few for any"
    )
    worst: float | None = Field(
        description="if every missing sample counted for the second and against the first; null without any"
    )
    best: float | None = Field(description="and the other way round")


class OutcomeCounts(Record):
    """How tasks came out, with one draw of each."""

    both: int
    only_a: int
    only_b: int
    neither: int


class DifferingTask(Record):
    """A task on which the two differ."""

    task: str
    a: float
    b: float


class Comparison(Record):
    """Two models, or one model under two conditions."""

    schema_: Literal["sightbench/comparison/1"] = Field(default="sightbench/comparison/1", alias="schema")
    a: ComparisonSide
    b: ComparisonSide
    metric: str
    notes: list[str] = Field(description="what else differs between the two, and what was left out")
    overall: Difference
    categories: list[Difference]
    tasks: OutcomeCounts | None = Field(description="null with several draws of a task")
    differing: list[DifferingTask]
