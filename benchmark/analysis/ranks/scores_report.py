"""The JSON that `sightbench evaluate --score-only --json` prints."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Literal

from pydantic import Field

from benchmark.analysis.ranks.blind import WithoutPicture, without_picture
from benchmark.analysis.ranks.subjects import Subject
from benchmark.core.score import Score
from benchmark.core.verdict import Status
from benchmark.files.edge import Record
from benchmark.results.row import RowScore


class ScoresReport(Record):
    """All scores of a row or a file of verdicts."""

    schema_: Literal["sightbench/scores/1"] = Field(default="sightbench/scores/1", alias="schema")
    name: str
    row: str = Field(description="id of the row; empty for a file of verdicts")
    dataset: str = Field(default="", description="empty if unknown; fresh-… is a fresh data set")
    tasks: int = Field(description="tasks with at least one sample, judged or missing")
    stems: int
    samples: int = Field(description="judged samples")
    missing: int = Field(description="missing samples")
    outcomes: dict[Status, int] = Field(description="samples by status")
    scores: list[RowScore] = Field(description="scores over all tasks, then by category")
    blind: WithoutPicture | None = Field(
        default=None, description="null if the suite is unknown or has no blind setting"
    )


def scores_report(subject: Subject, scores: Sequence[Score]) -> ScoresReport:
    """Return the report on a subject."""
    counts = subject.counts
    return ScoresReport(
        name=subject.name,
        row=subject.id,
        dataset=subject.dataset,
        tasks=len(counts.tasks),
        stems=len(set(counts.stems)),
        samples=sum(counts.judged),
        missing=sum(counts.missing),
        outcomes={status: sum(column) for status, column in counts.statuses.items()},
        scores=[RowScore(**asdict(score)) for score in scores],
        blind=without_picture(subject),
    )
