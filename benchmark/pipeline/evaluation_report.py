"""The output of ``sightbench evaluate --json``."""

from dataclasses import asdict
from typing import Literal

from pydantic import Field

from benchmark.core.sample import sample_name
from benchmark.core.verdict import ErrorType, Status, Verdict
from benchmark.extraction.source import Parser
from benchmark.files.edge import Record
from benchmark.judging.checks.newer_syntax import needs_python_3_12
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.judge.extracting import read_apart
from benchmark.pipeline.judge.missing import missing_reasons
from benchmark.pipeline.rows.recovered import recovered_counts
from benchmark.pipeline.sources import TaskSource
from benchmark.pipeline.static_flags import answer_flags
from benchmark.results.row import RowRecovered, RowScore
from benchmark.scoring.summary import count_error_types, count_statuses

_UPSTREAM_PYTHON = (3, 12)  #: of the second version of HumanEval-V's script


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
    scores: list[RowScore]
    recovered: RowRecovered | None = Field(
        description="answers that needed a repair, and the scores without them; null if the extraction rule"
        " records no steps"
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


def evaluation_report(evaluation: Evaluation, source: TaskSource, row: str | None) -> EvaluationReport:
    """Return the report of an evaluation."""
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
        flags=answer_flags(evaluation.samples),
        scores=[RowScore(**asdict(score)) for score in evaluation.scores],
        recovered=recovered_counts(evaluation),
        guest=evaluation.guest,
        seconds=round(evaluation.seconds, 3),
        cpu_seconds=round(evaluation.cpu_seconds, 3),
        time_factor=evaluation.time_factor,
        judged_again=evaluation.judged_again,
        not_judged_again=evaluation.not_judged_again,
        row=row,
    )


def newer_answers(evaluation: Evaluation) -> list[str]:
    """Return the samples, as ``task#draw``, that do not parse here but would in Python 3.12.

    Upstream's second version runs on Python 3.12.
    """
    if tuple(map(int, evaluation.guest["python"].split(".")[:2])) >= _UPSTREAM_PYTHON:
        return []
    failed = {
        outcome.key
        for outcome in evaluation.outcomes
        if isinstance(outcome, Verdict) and outcome.status is Status.SYNTAX_ERROR
    }
    samples = [sample for sample in evaluation.samples if sample.key in failed]
    said = read_apart(_newer, [sample.answer.program for sample in samples])
    return [sample_name(sample.key) for sample, newer in zip(samples, said, strict=True) if newer]


def _newer(program: str) -> str:
    return "newer" if needs_python_3_12(program, Parser()) else ""
