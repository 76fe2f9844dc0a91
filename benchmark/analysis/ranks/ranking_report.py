"""What `sightbench rank --json` prints.

History of the format:
    sightbench/ranking/1: first version.
"""

from typing import Annotated, Literal

from pydantic import Field

from benchmark.analysis.groups import GroupKey
from benchmark.files.edge import Record
from benchmark.results.row import RowScore, Trust

Fraction = Annotated[float, Field(ge=0, le=1)]


class RankedPlace(Record):
    """One model of a table, with the places that it may have."""

    slug: str
    name: str
    row: str = Field(description="id of the row, or the file of verdicts")
    trust: Trust | None = Field(description="null for a file of verdicts")
    first: Annotated[int, Field(ge=1, description="best place that the verdicts allow")]
    last: Annotated[int, Field(ge=1, description="worst place that they allow")]
    score: RowScore


class RankedPair(Record):
    """Two models of a table on the tasks that both have."""

    a: str = Field(description="slug")
    b: str = Field(description="slug")
    tasks: int
    difference: float = Field(description="a minus b, mean over tasks; of points on their scale from 1 to 10")
    low: float = Field(description="of its 95 % interval, for this pair alone")
    high: float
    p: Fraction = Field(description="for this pair alone")
    p_holm: Fraction = Field(description="adjusted for all pairs of the table")
    exact: bool = Field(description="whether p is of the exact distribution")
    real: bool = Field(description="whether p_holm is up to 0.05")

    def turned(self) -> "RankedPair":
        """The same pair, with the other model first."""
        signs = {"difference": 0.0 - self.difference, "low": 0.0 - self.high, "high": 0.0 - self.low}
        return self.model_copy(update={"a": self.b, "b": self.a, **signs})


class Ranking(Record):
    """Models that answered the same question, best score first."""

    suite: str
    dataset: str
    setting: str
    protocol: str
    prompt: str
    prompt_digest: str
    extraction: str
    tasks_digest: str
    metric: str
    category: str = Field(description="empty for all tasks")
    tasks: int
    stems: int
    level: float = Field(description="of intervals, and of all places of the table at once")
    method: str = Field(description="version of the comparison")
    places: list[RankedPlace]
    groups: list[list[str]] = Field(
        description="slugs of neighbours that cannot be told apart, two at least; a model may be in several"
    )
    pairs: int = Field(description="compared")
    separated: int = Field(description="pairs that really differ")
    visible_difference: float | None = Field(
        description="between neighbours, seen 4 times in 5; 0 for fewer than two models, null where the stems"
        " are too few for any difference"
    )
    neighbours: list[RankedPair] = Field(description="each model and the one below it")
    notes: list[str] = Field(
        default_factory=list,
        description="a fresh data set, versions that differ between rows, and models without a place",
    )
    every_pair: list[RankedPair] = Field(default_factory=list, description="where they were asked for")

    @property
    def key(self) -> GroupKey:
        """The table that was ranked; of verdict files all is empty."""
        return GroupKey(
            suite=self.suite,
            dataset=self.dataset,
            setting=self.setting,
            protocol=self.protocol,
            prompt=self.prompt,
            prompt_digest=self.prompt_digest,
            extraction=self.extraction,
            tasks_digest=self.tasks_digest,
        )


class RankingReport(Record):
    """All tables that were asked for."""

    schema_: Literal["sightbench/ranking/1"] = Field(default="sightbench/ranking/1", alias="schema")
    tables: list[Ranking]
