"""Scores that a model gave to the answers of a row."""

from collections.abc import Mapping, Sequence

from benchmark.results.branch_record import NO_ID
from benchmark.results.row import Row
from benchmark.results.rubric import (
    RubricJudge,
    RubricReplies,
    RubricResult,
    RubricRun,
    RubricScores,
    ScoredRow,
)

HEX = "0" * 64


def rubric_of(row: Row, scores: Sequence[int | None], judge: str = "judge-v3") -> ScoredRow:
    """Return one score per task of a row, in the order of its statuses; None for a sample without a score."""
    given = {task: [score] for task, score in zip(row.result.statuses, scores, strict=True)}
    of_row = {
        "row": row.id,
        "tasks": row.result.tasks.digest,
        "completions": row.result.completions.digest,
        "extraction": row.result.extraction,
    }
    return ScoredRow(row, rubric_scores(given, judge, **of_row))


def rubric_scores(
    given: Mapping[str, Sequence[int | None]], judge: str = "judge-v3", **of_row: str
) -> RubricScores:
    """Return the scores of a file of predictions by task, or those of a row."""
    names = {"tasks": HEX, "completions": HEX, "extraction": "sightbench", "row": None, **of_row}
    result = RubricResult(
        **names,
        judge=RubricJudge(
            provider="openai",
            model=judge,
            models={f"{judge}-0324": 2 * len(given)},
            parameters={"temperature": 0.0},
            extra={},
        ),
        version=1,
        prompts={"elements": HEX, "score": HEX},
        repeats=2,
        rubrics=dict.fromkeys(given, "generate-bar"),
        scores={task: list(drawn) for task, drawn in given.items()},
        unscored={
            f"{task}#{draw}": "no score in the reply"
            for task, drawn in given.items()
            for draw, score in enumerate(drawn)
            if score is None
        },
        unasked={},
        replies=HEX,
    )
    run = RubricRun(
        started="2026-07-01T12:00:00Z",
        file=RubricReplies(sha256=HEX, bytes=10, count=2),
        tokens_in=150_000,
        tokens_out=30_000,
        cost_usd=0.42,
    )
    return RubricScores(id=NO_ID, result=result, run=run).with_its_id()
