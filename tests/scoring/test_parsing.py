"""Scores of parsing success."""

import dataclasses
from collections.abc import Sequence

from benchmark.core.score import Score
from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.scoring.intervals import clustered_wilson
from benchmark.scoring.metrics import PARSING
from benchmark.scoring.summary import summarise

TASKS = [Task(id=name, entry_point="f", check=FunctionCheck(tests=("f()",))) for name in ("a", "b", "c")]


def parsing_success(tasks: Sequence[Task], outcomes: Sequence[Outcome]) -> tuple[Score, ...]:
    return tuple(score for score in summarise(tasks, outcomes) if score.metric == PARSING.name)


def verdict(task_id: str, draw: int, parses: bool | None) -> Verdict:
    return Verdict(task_id=task_id, draw=draw, status=Status.WRONG_ANSWER, parses=parses)


def test_parsing_success_is_a_mean_over_tasks_without_missing_samples() -> None:
    outcomes = [
        verdict("a", 0, True),
        verdict("a", 1, False),
        verdict("b", 0, True),
        verdict("b", 1, None),
        MissingSample(task_id="c", draw=0, reason="it broke"),
    ]
    (score,) = parsing_success(TASKS, outcomes)
    assert (score.metric, score.value, score.tasks, score.samples, score.missing) == (
        "parsing_success",
        0.75,
        2,
        3,
        2,
    )
    low, high = clustered_wilson([0.5, 1.0], ["a", "b"], 3)
    assert (score.low, score.high) == (round(low, 6), round(high, 6))


def test_verdicts_without_lint_results_have_no_score() -> None:
    assert parsing_success(TASKS, [verdict("a", 0, None)]) == ()


def test_parsing_success_is_computed_per_subset_level_and_category() -> None:
    tasks = [
        dataclasses.replace(task, subset=subset, level=level, categories=("tree", subset))
        for task, subset, level in zip(TASKS, ("x", "x", "y"), ("easy", "hard", "easy"), strict=True)
    ]
    outcomes = [verdict("a", 0, True), verdict("b", 0, False), verdict("c", 0, None)]
    found = {score.category: score for score in parsing_success(tasks, outcomes)}
    assert {name: (score.value, score.samples, score.missing) for name, score in found.items()} == {
        "": (0.5, 2, 1),
        "subset:x": (0.5, 2, 0),
        "subset:x/level:easy": (1.0, 1, 0),
        "subset:x/level:hard": (0.0, 1, 0),
        "category:tree": (0.5, 2, 1),
        "category:x": (0.5, 2, 0),
    }
    others = {score.category for score in summarise(tasks, outcomes) if score.metric == "pass@1"}
    assert others - {*found} == {"subset:y", "subset:y/level:easy", "category:y"}, "no linted samples"
