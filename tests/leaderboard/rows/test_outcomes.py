import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.counts import Counts
from benchmark.core.errors import BadInput
from benchmark.core.verdict import Status
from benchmark.leaderboard.model.page import models
from benchmark.leaderboard.rows.failed_check import FailedCheck
from benchmark.leaderboard.rows.outcomes import first_checks, one_line, outcomes_by_task


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
    assert (listed.size, listed.passed, listed.failed, listed.missing, listed.models) == (4, 1, 2, 1, 2)


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


def test_a_tasks_check_is_that_of_its_first_failed_sample(tmp_path: Path) -> None:
    records = [
        {"task_id": "a", "draw": 0, "status": "passed", "detail": ""},
        {
            "task_id": "a",
            "draw": 1,
            "status": "wrong_answer",
            "detail": "assert candidate(97, 8) == \"79\"; shift(97, 8) gave '97'",
        },
        {"task_id": "a", "draw": 2, "status": "timeout", "detail": "over 3 s"},
        {"task_id": "b", "draw": 0, "missing": "the provider did not answer"},
    ]
    path = tmp_path / "verdicts.jsonl.gz"
    path.write_bytes(gzip.compress("".join(json.dumps(record) + "\n" for record in records).encode()))
    assert first_checks(path) == {
        "a": "shift(97, 8) gave '97', expected \"79\"",
        "b": "the provider did not answer",
    }


def test_an_unreadable_line_of_verdicts_is_named(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.jsonl"
    path.write_text('{"task_id": "a"}\n')
    with pytest.raises(BadInput, match="line 1"):
        first_checks(path)


@pytest.mark.parametrize(
    ("failed", "line"),
    [
        (
            FailedCheck(call="f(1)", got="2", expected="3", check="assert f(1) == 3"),
            "f(1) gave 2, expected 3",
        ),
        (FailedCheck(call="f(1)", got="2", check="assert f(1) in x"), "f(1) gave 2"),
        (FailedCheck(call="f(1)", message="ValueError: no"), "f(1): ValueError: no"),
        (FailedCheck(check="assert helper()"), "assert helper()"),
        (FailedCheck(), ""),
        (FailedCheck(message="a\n\u202eb" + "c" * 200), "a \ufffdb" + "c" * 105 + "…"),
    ],
)
def test_a_failed_check_fits_on_one_clean_line(failed: FailedCheck, line: str) -> None:
    assert one_line(failed) == line


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
