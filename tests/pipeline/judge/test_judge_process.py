"""The process that judges for a command has fewer rights than its caller; its errors keep their fields."""

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from benchmark.core.errors import BadInput, SandboxFailure
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import Status, Verdict
from benchmark.judging.judge import Judge
from benchmark.pipeline.judge.judge_process import JudgeProcess


@pytest.fixture(scope="module")
def process() -> Iterator[JudgeProcess]:
    with JudgeProcess(modules=[__name__]) as process:
        yield process


def user_ids(_: Judge, more: list[int]) -> list[int]:
    return [*os.getresuid(), *more]


def refuse(_: Judge, file: str) -> None:
    raise BadInput(file, "line 3", "is wrong", "correct it")


def die(_: Judge, number: int) -> None:
    os.kill(os.getpid(), number)


def test_an_answer_is_judged(process: JudgeProcess) -> None:
    check = FunctionCheck(tests=("assert f(2) == 4",))
    task = Task(id="t", suite="s", dataset="d", parts=(), entry_point="f", check=check)
    for body, status in (("2 * x", Status.PASSED), ("x", Status.WRONG_ANSWER)):
        program = f"def f(x):\n    return {body}"
        verdict = process.judge(Sample(task=task, draw=1, answer=Answer(code=program, program=program)))
        assert isinstance(verdict, Verdict)
        assert (verdict.task_id, verdict.draw, verdict.status) == ("t", 1, status)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to give up")
def test_the_judging_process_is_not_root(process: JudgeProcess) -> None:
    assert process.ask(user_ids, [1]) == [65534, 65534, 65534, 1]


def test_bad_input_arrives_with_all_its_fields(process: JudgeProcess) -> None:
    with pytest.raises(BadInput) as caught:
        process.ask(refuse, "tasks.jsonl")
    error: Any = caught.value
    assert (error.file, error.place, error.problem, error.fix) == (
        "tasks.jsonl",
        "line 3",
        "is wrong",
        "correct it",
    )


def test_a_judging_process_that_dies_is_a_failure_of_ours_and_is_replaced(process: JudgeProcess) -> None:
    with pytest.raises(SandboxFailure, match="died"):
        process.ask(die, signal.SIGKILL)
    assert process.ask(user_ids, [7])[-1] == 7
