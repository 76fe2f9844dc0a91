"""The JSON that `sightbench compare --json` prints, and the same in words."""

from typing import Annotated, Literal

from pydantic import Field

from benchmark.analysis.ranks.blind import WithoutPicture
from benchmark.analysis.ranks.categories import too_few_families
from benchmark.analysis.scale_words import words_of
from benchmark.analysis.wording import plural, real_words
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


def sentence(report: Comparison) -> str:
    """Return which of the two leads, by how much, and whether that may be luck."""
    overall = report.overall
    if overall.difference == 0:
        return f"{report.a.name} and {report.b.name} are level."
    ahead, behind = (report.a, report.b) if overall.difference > 0 else (report.b, report.a)
    size = words_of(report.a.score.scale).gap(overall.difference)
    if overall.real:
        words = real_words(real=True, sure=overall.sure)
        return f"{ahead.name} leads {behind.name} by {size} points, and the lead is {words}."
    return f"{ahead.name} is {size} points ahead of {behind.name}, but the lead may be luck."


def lines_below(report: Comparison) -> list[str]:
    """Return what has to be said below the table of differences: counts of tasks, missing samples, limits."""
    overall, words = report.overall, words_of(report.a.score.scale)
    lines = []
    if report.tasks is not None:
        solved = report.tasks
        lines.append(
            f"tasks solved: {solved.both} by both, {solved.only_a} only by {report.a.name},"
            f" {solved.only_b} only by {report.b.name}, {solved.neither} by neither"
        )
    if overall.left_out:
        lines.append(f"left out: {plural(overall.left_out, 'task')} for which one of them has no value")
    if overall.worst is not None and overall.best is not None:
        span = f"{words.signed(overall.worst)} to {words.signed(overall.best)}"
        lines.append(f"with the missing samples, the difference could be {span}")
    if overall.visible is None:
        verb = "is" if overall.stems == 1 else "are"
        what = "show such a gap reliably" if overall.real else "detect any gap, however large"
        lines.append(f"{plural(overall.stems, 'stem')} {verb} too few to {what}")
    else:
        gap = words.gap(overall.visible)
        lines.append(f"a gap smaller than about {gap} points can be missed on these tasks")
    if any(category.level > overall.level for category in report.categories):
        lines.append("intervals of categories are wider, because several comparisons find more by luck")
    if overall.real:
        lines.append("two models alone were compared; in a table of more models, fewer differences are real")
    if report.too_few:
        lines.append(too_few_families(report.too_few))
    return lines
