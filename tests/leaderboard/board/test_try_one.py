"""The task to try on the home page: its results are those of the task and its twins."""

from dataclasses import replace

import pytest

from benchmark.core.verdict import Status
from benchmark.judging.judge import Judge
from benchmark.leaderboard.board.home import CALL, DATASET, RESULTS, STEM, try_one
from benchmark.leaderboard.inputs.sources import TaskSet
from benchmark.suites import SUITES
from tests.judged import verdict_of

SUITE = "humaneval-v"
TASKS = {task.id: task for task in SUITES[SUITE].datasets[DATASET]() if task.stem == STEM}


@pytest.mark.parametrize("name", sorted(filter(None, RESULTS)))
def test_each_result_is_what_the_reference_returns_and_no_other(judge: Judge, name: str) -> None:
    task = TASKS[name]
    for other, result in RESULTS.items():
        test = f"assert solution{CALL} == {result}\n"
        asked = replace(task, check=replace(task.check, tests=(test,)))
        passes = verdict_of(judge, asked, task.reference).status == Status.PASSED
        assert passes == (other == name)


def test_the_task_is_shown_where_its_picture_is(sources) -> None:
    assert try_one(sources()) is None
    shown = try_one(sources(tasks={(SUITE, DATASET): TaskSet(SUITE, DATASET, TASKS)}))
    assert shown is not None
    assert (len(shown.options), [words for words, right in shown.options if right]) == (
        4,
        ["4, 9, 14, 18, 24, 29"],
    )
    assert shown.tried == 0
