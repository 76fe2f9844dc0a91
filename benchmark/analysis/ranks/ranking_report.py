"""The JSON that `sightbench rank --json` prints."""

from dataclasses import fields
from typing import Annotated, Literal

from pydantic import Field

from benchmark.analysis.groups import GroupKey
from benchmark.analysis.wording import plural, real_words
from benchmark.core.errors import printable_text
from benchmark.files.edge import Record
from benchmark.results.row import ScoreWithError, Trust

Fraction = Annotated[float, Field(ge=0, le=1)]


class RankedPlace(Record):
    """One model of a table, with the places that it may have."""

    slug: str
    name: str
    row: str = Field(description="id of the row, or name of the file of verdicts")
    trust: Trust | None = Field(description="null for a file of verdicts")
    first: Annotated[int, Field(ge=1, description="best place that the verdicts allow")]
    last: Annotated[int, Field(ge=1, description="worst place that the verdicts allow")]
    sure_first: Annotated[
        int, Field(ge=1, description="best place, had the missing samples been judged in any way")
    ]
    sure_last: Annotated[
        int, Field(ge=1, description="worst place, had the missing samples been judged in any way")
    ]
    score: ScoreWithError

    @property
    def is_sure(self) -> bool:
        """Whether the place holds whatever the verdicts on missing samples would have been."""
        return (self.first, self.last) == (self.sure_first, self.sure_last)


class LeaderRange(Record):
    """The range of the highest score of a table, which holds although the score was chosen for being high."""

    slug: str
    low: float = Field(description="lower end of the 95 % interval, on the scale of the score")
    high: float = Field(description="upper end, the same as that of the score's own interval")


class RankedPair(Record):
    """A comparison of two models of a table on their common tasks."""

    a: str = Field(description="slug of the first model")
    b: str = Field(description="slug of the second model")
    tasks: int = Field(description="common tasks")
    difference: float = Field(
        description="a minus b, mean over tasks; for metrics in points, on their scale from 1 to 10"
    )
    low: float = Field(description="lower end of the 95 % interval for this pair alone")
    high: float = Field(description="upper end of the 95 % interval for this pair alone")
    p: Fraction = Field(description="p-value for this pair alone")
    p_holm: Fraction = Field(
        description="p-value adjusted for all pairs of the table, and for all categories of its kind"
    )
    exact: bool = Field(description="whether p comes from the exact distribution")
    real: bool = Field(description="whether p_holm is at most 0.05")
    sure: bool = Field(
        description="whether it stays real if all missing samples of one model are right and all of the other"
        " wrong, and the other way round"
    )

    @property
    def holds(self) -> str:
        """The verdict: ``real``, ``not real``, or ``real`` on a condition."""
        return real_words(real=self.real, sure=self.sure)

    def swapped(self) -> "RankedPair":
        """Return the same pair with the other model first."""
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
    category: str = Field(description="category that was ranked; empty for all tasks")
    tasks: int
    stems: int
    level: float = Field(
        description="confidence level of the intervals, and of all places of the table at once"
    )
    method: str = Field(description="version of the comparison")
    places: list[RankedPlace]
    leaders: list[LeaderRange] = Field(
        default_factory=list,
        description="ranges of the models with the highest score that allow for having been chosen; empty for"
        " fewer than two models",
    )
    groups: list[list[str]] = Field(
        description="slugs of neighbours that cannot be told apart, at least two; a model may be in several"
        " groups"
    )
    pairs: int = Field(description="pairs that were compared")
    separated: int = Field(description="pairs that really differ")
    visible_difference: float | None = Field(
        description="smallest difference between neighbours that would be seen 4 times in 5; 0 for fewer than"
        " two models, null if there are too few stems for any"
    )
    stems_needed: int | None = Field(
        default=None,
        description="about how many stems like these would show some difference between neighbours; null if"
        " these are enough, or none are",
    )
    neighbours: list[RankedPair] = Field(description="each model with the one below it")
    notes: list[str] = Field(
        default_factory=list,
        description="notes on a fresh data set, on versions that differ between rows, on models without a"
        " place or with a later place than their score, on categories, and on missing samples",
    )
    every_pair: list[RankedPair] = Field(
        default_factory=list, description="all pairs, if they were requested; else empty"
    )

    @property
    def would_do(self) -> str:
        """How many stems would show some gap, as the end of a sentence; empty if unknown."""
        return "" if self.stems_needed is None else f"; about {self.stems_needed} would do"

    @property
    def key(self) -> GroupKey:
        """The table that was ranked; all fields are empty for verdict files."""
        return GroupKey(**{field.name: getattr(self, field.name) for field in fields(GroupKey)})

    @property
    def title(self) -> str:
        """The table's name with its tasks and stems, such as ``mmcode open …: 146 tasks, 73 stems``."""
        parts = (self.suite, self.dataset, self.setting, self.protocol, self.prompt, self.category)
        name = printable_text(" ".join(part for part in parts if part))
        return f"{name or 'verdict files'}: {plural(self.tasks, 'task')}, {plural(self.stems, 'stem')}"


class RankingReport(Record):
    """The rankings of all requested tables."""

    schema_: Literal["sightbench/ranking/1"] = Field(default="sightbench/ranking/1", alias="schema")
    tables: list[Ranking]
