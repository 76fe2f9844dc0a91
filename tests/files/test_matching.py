"""A prediction file must answer all tasks, with the same number of draws."""

from pathlib import Path

import pytest

from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.core.sample import Completion
from benchmark.core.task import FunctionCheck, Task
from benchmark.files.matching import match_to_tasks

TASKS = [
    Task(id=f"t{number}", check=FunctionCheck(tests=("assert f",)), entry_point="f") for number in range(8)
]
FILE = Path("p.jsonl")


def answers(**draws: int) -> list[Completion]:
    return [
        Completion(task_id=task, draw=draw, text="") for task, count in draws.items() for draw in range(count)
    ]


def test_missing_tasks_are_listed_and_counted() -> None:
    with pytest.raises(BadInput) as caught:
        match_to_tasks(FILE, answers(t7=1, t6=1), TASKS, partial=False)
    message = caught.value.render()
    assert "p.jsonl: has no completion for 6 of 8 tasks: 't0', 't1', 't2', 't3', 't4', …" in message
    assert "--partial" not in caught.value.fix
    with pytest.raises(BadInput, match="has no completion") as caught:
        match_to_tasks(FILE, answers(t7=1, t6=1), TASKS, partial=False, option=True)
    assert caught.value.fix.endswith(", or pass --partial and get no row")
    match_to_tasks(FILE, answers(t7=1, t6=1), TASKS, partial=True)


def test_unequal_draws_are_refused_unless_partial() -> None:
    match_to_tasks(FILE, answers(**{task.id: 2 for task in TASKS}), TASKS, partial=False)
    completions = answers(**{task.id: 2 for task in TASKS[1:]}, t0=1)
    with pytest.raises(BadInput, match=r"1 task\(s\) with fewer than 2 completions: 't0'"):
        match_to_tasks(FILE, completions, TASKS, partial=False)
    match_to_tasks(FILE, completions, TASKS, partial=True)


def test_unknown_tasks_are_refused_even_when_partial() -> None:
    with pytest.raises(BadInput, match=r"1 unknown task id\(s\): 'q\\x1b1'"):
        match_to_tasks(FILE, answers(**{"q\x1b1": 1}), TASKS, partial=True)


def test_all_problems_are_reported_together() -> None:
    with pytest.raises(ManyBadInputs) as caught:
        match_to_tasks(FILE, answers(t0=2, t1=1, q=1), TASKS, partial=False)
    assert len(caught.value.problems) == 3
