"""Scores that a model gave to the answers of a row."""

from collections.abc import Sequence

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
    given = dict(zip(row.result.statuses, scores, strict=True))
    result = RubricResult(
        row=row.id,
        tasks=row.result.tasks.digest,
        completions=row.result.completions.digest,
        extraction=row.result.extraction,
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
        scores={task: [score] for task, score in given.items()},
        unscored={f"{task}#0": "no score in the reply" for task, score in given.items() if score is None},
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
    return ScoredRow(row, RubricScores(id=NO_ID, result=result, run=run).with_its_id())
