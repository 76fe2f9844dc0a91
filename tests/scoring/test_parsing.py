"""Parsing success from verdicts."""

from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import Missing, Status, Verdict
from benchmark.scoring.intervals import clustered_wilson
from benchmark.scoring.parsing import parsing_success

TASKS = [Task(id=name, entry_point="f", check=FunctionCheck(tests=("f()",))) for name in ("a", "b", "c")]


def verdict(task_id: str, draw: int, parses: bool | None) -> Verdict:
    return Verdict(task_id=task_id, draw=draw, status=Status.WRONG_ANSWER, parses=parses)


def test_it_is_a_mean_over_tasks_with_what_is_missing_left_out() -> None:
    outcomes = [
        verdict("a", 0, True),
        verdict("a", 1, False),
        verdict("b", 0, True),
        verdict("b", 1, None),
        Missing(task_id="c", draw=0, reason="it broke"),
    ]
    score = parsing_success(TASKS, outcomes)
    assert score is not None
    assert (score.metric, score.value, score.tasks, score.samples, score.missing) == (
        "parsing_success",
        0.75,
        2,
        3,
        2,
    )
    low, high = clustered_wilson([0.5, 1.0], ["a", "b"], 3)
    assert (score.low, score.high) == (round(low, 6), round(high, 6))


def test_without_a_linter_there_is_no_score() -> None:
    assert parsing_success(TASKS, [verdict("a", 0, None)]) is None
