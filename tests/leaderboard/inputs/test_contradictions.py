import pytest

from benchmark.leaderboard.inputs.sources import contradictions
from benchmark.results.counted_row import count_row
from benchmark.results.row import Row, RowTasks


def with_score(row: Row, **score: float) -> Row:
    scores = [row.result.scores[0].model_copy(update=score), *row.result.scores[1:]]
    return row.model_copy(update={"result": row.result.model_copy(update={"scores": scores})})


def with_run(row: Row, **run: object) -> Row:
    return row.model_copy(update={"run": row.run.model_copy(update=run)})


def with_scores_twice(row: Row) -> Row:
    scores = [*row.result.scores, *row.result.scores]
    return row.model_copy(update={"result": row.result.model_copy(update={"scores": scores})})


def with_tasks(row: Row, **tasks: object) -> Row:
    given = RowTasks.model_validate({**row.result.tasks.model_dump(), **tasks})
    return row.model_copy(update={"result": row.result.model_copy(update={"tasks": given})})


def problems(row: Row) -> list[str]:
    return [sentence.partition(" of a ")[2] for sentence in contradictions([count_row(row)])]


def test_a_consistent_row_is_not_reported(make_row) -> None:
    assert problems(make_row("a", "PPW", subsets={"subset:math": ["task-0"]})) == []


def test_missing_samples_are_no_contradiction(make_row) -> None:
    assert problems(with_score(make_row("a", "PPWM"), value=2 / 3, low=0.3, high=0.9, tasks=3)) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda row: with_score(row, value=0.9, low=0.8, high=1.0),
            "has the pass@1 score 0.9000, but its verdicts give 0.6667",
        ),
        (
            lambda row: with_score(row, low=0.7, high=0.8),
            "has a score of 0.6667 outside its range 0.7000 to 0.8000",
        ),
        (lambda row: with_score(row, tasks=9), "has a score over 9 tasks, but verdicts on 3"),
        (with_scores_twice, "has several scores pass@1"),
        (lambda row: with_run(row, cost_usd=-1.0), "has a cost below 0"),
        (lambda row: with_run(row, tokens_out=-1), "has a number of tokens below 0"),
        (lambda row: with_tasks(row, count=4), "lists 4 tasks, but has verdicts on 3"),
        (
            lambda row: with_tasks(row, categories={"subset:math": ["task-9"]}),
            "has task task-9 in a category, but no verdict on it",
        ),
    ],
)
def test_a_row_that_contradicts_itself_is_reported(make_row, change, words: str) -> None:
    assert problems(change(make_row("a", "PPW"))) == [words]
