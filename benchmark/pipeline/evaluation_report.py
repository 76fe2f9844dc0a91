"""The output of ``sightbench evaluate --json``."""

from typing import Literal

from pydantic import Field

from benchmark.core.verdict import ErrorType, Status
from benchmark.files.edge import Record
from benchmark.pipeline.judge.evaluate import Evaluation, missing_reasons
from benchmark.pipeline.sources import TaskSource
from benchmark.pipeline.static_flags import read_answers
from benchmark.results.row import RowEndings, RowRecovered, ScoreWithError
from benchmark.scoring.metrics import count_error_types, count_statuses


class EvaluationReport(Record):
    """The report of one evaluation."""

    schema_: Literal["sightbench/evaluation/1"] = Field(default="sightbench/evaluation/1", alias="schema")
    suite: str
    dataset: str
    extraction: str
    tasks: int = Field(description="tasks with at least one sample")
    samples: int
    missing: dict[str, str] = Field(description="reason by task_id#draw, for samples without a verdict")
    unlinted: dict[str, str] | None = Field(
        description="reason by task_id#draw, for samples without a result of the linter; null without linting"
    )
    outcomes: dict[Status, int] = Field(description="samples by status")
    error_types: dict[ErrorType, int] = Field(
        default_factory=dict,
        description="failed samples by error type; empty if no task has error types",
    )
    flags: dict[str, list[str]] = Field(
        default_factory=dict,
        description="what the text of an answer shows, by task_id#draw: shadows NAME, or calls input()"
        " although tests call it; only for tasks with error types",
    )
    scores: list[ScoreWithError]
    recovered: RowRecovered | None = Field(
        description="answers that needed a repair, and the scores without them; null if no answer has steps"
    )
    cut: list[str] | None = Field(default=None, description="task_id#draw of cut samples; null if not known")
    endings: RowEndings | None = Field(
        default=None, description="other answers without an end; null if no completion says why it ended"
    )
    guest: dict[str, str] = Field(description="versions of the software inside the sandbox")
    seconds: float = Field(description="wall time of judging")
    cpu_seconds: float = Field(description="CPU time inside the sandbox")
    time_factor: float = Field(description="factor of this machine, by which time limits were multiplied")
    judged_again: int = Field(description="samples near a limit that were judged a second time, alone")
    not_judged_again: int = Field(
        description="samples near a limit that were not judged a second time, for lack of time"
    )
    row: str | None = Field(description="path of the row; null if none was written")


def evaluation_report(
    evaluation: Evaluation,
    source: TaskSource,
    recovered: RowRecovered | None,
    ended: tuple[list[str] | None, RowEndings | None],
    row: str | None,
) -> EvaluationReport:
    """Return the report of an evaluation.

    Args:
        evaluation: the evaluation.
        source: its tasks.
        recovered: the counts of repaired answers.
        ended: the cut samples, and how else completions ended.
        row: path of the row; None if none was written.
    """
    return EvaluationReport(
        suite=source.suite_id,
        dataset=source.dataset,
        extraction=evaluation.extraction,
        tasks=len({outcome.task_id for outcome in evaluation.outcomes}),
        samples=len(evaluation.outcomes),
        missing=missing_reasons(evaluation.outcomes),
        unlinted=None if evaluation.unlinted is None else dict(evaluation.unlinted),
        outcomes=count_statuses(evaluation.outcomes),
        error_types=count_error_types(evaluation.outcomes),
        flags=read_answers(evaluation)[0],
        scores=[ScoreWithError.of(score) for score in evaluation.scores],
        recovered=recovered,
        cut=ended[0],
        endings=ended[1],
        guest=evaluation.guest,
        seconds=round(evaluation.seconds, 3),
        cpu_seconds=round(evaluation.cpu_seconds, 3),
        time_factor=evaluation.time_factor,
        judged_again=evaluation.judged_again,
        not_judged_again=evaluation.not_judged_again,
        row=row,
    )
