from dataclasses import replace

from benchmark.core.counts import Counts
from benchmark.core.verdict import Status
from benchmark.leaderboard.model.page import models
from benchmark.leaderboard.parts.task_list import outcomes_by_task


def test_failures_come_first_with_the_number_of_models_that_solved_them(make_row, sources) -> None:
    tasks = ["HumanEval-10", "HumanEval-9", "HumanEval-1", "HumanEval-2"]
    rows = [make_row("a", "PWMW", tasks=tasks), make_row("b", "PPWW", tasks=tasks)]
    listed = models(sources(*rows))["model/a/index.md"].sections[0].tasks
    assert [(task.task, task.state, task.solved_by, task.place) for task in listed.tasks] == [
        ("HumanEval-2", "failed", 0, 1),
        ("HumanEval-9", "failed", 1, 2),
        ("HumanEval-1", "missing", 0, 0),
        ("HumanEval-10", "passed", 2, 3),
    ]
    assert (listed.size, listed.states, listed.models) == (4, {"passed": 1, "failed": 2, "missing": 1}, 2)


def test_a_task_with_several_samples_says_how_many_passed(make_row, sources) -> None:
    row = make_row("a", "PW")
    statuses = {"task-0": ["passed", "timeout", "passed"], "task-1": ["passed", "passed", "missing"]}
    row = row.model_copy(update={"result": row.result.model_copy(update={"statuses": statuses})})
    listed = models(sources(row))["model/a/index.md"].sections[0].tasks
    assert [(task.task, task.state, task.result) for task in listed.tasks] == [
        ("task-0", "failed", "2 of 3 passed"),
        ("task-1", "passed", "2 of 3 passed"),
    ]


def test_statuses_are_counted_with_their_share(make_row, sources) -> None:
    (section,) = models(sources(make_row("a", "PPWM")))["model/a/index.md"].sections
    assert [(view.title, view.count, view.share) for view in section.outcomes] == [
        ("Passed", "2", "50.0"),
        ("Missing", "1", "25.0"),
        ("Wrong answer", "1", "25.0"),
    ]


def test_a_list_is_split_into_consecutive_parts(make_row, sources) -> None:
    listed = models(sources(make_row("a", "PWMPW")))["model/a/index.md"].sections[0].tasks
    parts = replace(listed, lines=2).parts
    assert [(part.first, part.last) for part in parts] == [(0, 2), (2, 4), (4, 5)]
    assert [[task.task for task in part.tasks] for part in parts] == [
        ["task-1", "task-4"],
        ["task-2", "task-0"],
        ["task-3"],
    ]


def test_an_outcome_is_a_status_or_how_many_samples_passed() -> None:
    counts = Counts(
        tasks=("a", "b", "c", "d", "e", "f", "g"),
        stems=("a", "b", "c", "d", "e", "f", "g"),
        statuses={Status.PASSED: (1, 0, 0, 2, 0, 0, 1), Status.TIMEOUT: (0, 1, 0, 1, 2, 0, 0)},
        missing=(0, 0, 1, 1, 0, 2, 1),
    )
    found = outcomes_by_task(counts)
    assert [(outcome.title, outcome.mark, outcome.solved) for outcome in found.values()] == [
        ("Passed", "", True),
        ("Timeout", "x", False),
        ("Missing", "m", False),
        ("2 of 4 passed", "x", True),
        ("0 of 2 passed", "x", False),
        ("Missing", "m", False),
        ("1 of 2 passed", "", True),
    ]
