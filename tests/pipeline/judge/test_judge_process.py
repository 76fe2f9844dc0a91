"""The process that judges for a command has few rights, and only messages of known forms arrive from it."""

import json
import multiprocessing
import os
import pickle
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from benchmark.core.errors import BadInput, SandboxFailure
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import Lint, MissingSample, Status, Verdict
from benchmark.judging.judge import Judge
from benchmark.pipeline.judge import helper_process
from benchmark.pipeline.judge.judge_process import JudgeProcess
from tests.sampling import gate_of


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


@gate_of("sandbox")
def test_a_judging_process_that_dies_is_a_failure_of_ours_and_is_replaced(process: JudgeProcess) -> None:
    with pytest.raises(SandboxFailure, match="died"):
        process.ask(die, signal.SIGKILL)
    assert process.ask(user_ids, [7])[-1] == 7


def evaluate_text(judge: Judge, more: list[int]) -> list[int]:
    judge.text_evaluated = True
    return process_id(judge, more)


def process_id(_: Judge, more: list[int]) -> list[int]:
    return [os.getpid(), *more]


@gate_of("sandbox")
def test_a_judging_process_is_replaced_after_a_test_that_evaluated_a_text(process: JudgeProcess) -> None:
    first, second, third = (process.ask(ask, []) for ask in (process_id, evaluate_text, process_id))
    assert first == second != third


MESSAGES = [
    "begun",
    MissingSample(task_id="\ud800", draw=1, reason="why"),
    Lint(task_id="a", draw=0, parses=False, messages=("one", "two")),
    Answer(code="é\ud800", program="x\0", notes=("one", "two"), failure="why"),
    Verdict(task_id="a", draw=2, status=Status.TIMEOUT, detail="é\ud800", cpu_seconds=0.5, parses=True),
    Verdict(
        task_id="a",
        draw=2,
        status=Status.TIMEOUT,
        kinds={"typical": Status.PASSED, "large": Status.TIMEOUT, "edge": Status.PASSED},
    ),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_sent_message_is_received(message: helper_process.Message) -> None:
    ours, theirs = multiprocessing.Pipe()
    helper_process.send(theirs, message)
    received = helper_process.receive(ours)
    assert received == message
    assert type(received) is type(message)
    if isinstance(message, Verdict) and isinstance(received, Verdict):
        assert list(received.kinds.items()) == list(message.kinds.items())
        assert all(isinstance(status, Status) for status in received.kinds.values())


class Evil:
    def __reduce__(self) -> tuple[object, ...]:
        return (pytest.fail, ("it was unpickled",))


@pytest.mark.parametrize(
    "data",
    [
        pickle.dumps(Evil()),
        b"",
        b"\xff",
        b"[" * 100_000,
        *(
            json.dumps(plain).encode()
            for plain in (
                None,
                ["Verdict", {}],
                ["Verdict", {"task_id": "a", "draw": 0, "status": "right", "kinds": {}}],
                ["Verdict", {"task_id": "a", "draw": 0, "status": "passed", "kinds": {"large": "right"}}],
                ["Verdict", {"task_id": "a", "draw": 0, "status": "passed", "kinds": [1]}],
                ["Popen", {"args": "id"}],
                ["Answer", {"code": "x"}],
                ["Missing", {"task_id": "a", "draw": 0, "reason": "", "more": 1}],
            )
        ),
    ],
)
def test_an_invalid_message_is_a_broken_connection(data: bytes) -> None:
    ours, theirs = multiprocessing.Pipe()
    theirs.send_bytes(data)
    with pytest.raises(OSError, match="invalid message"):
        helper_process.receive(ours)


@pytest.mark.gate
def test_a_message_over_the_limit_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helper_process, "_LIMIT", 100)
    ours, theirs = multiprocessing.Pipe()
    helper_process.send(theirs, "x" * 100)
    with pytest.raises(OSError, match="bad message length"):
        helper_process.receive(ours)


@pytest.mark.gate
def test_an_answer_may_be_longer_the_longer_its_text_is() -> None:
    """An answer is read only while one is expected."""
    text = "\U0001f600" * 20_000
    answer = Answer(code=text, program=text)
    ours, theirs = multiprocessing.Pipe()
    with ThreadPoolExecutor(1) as pool:
        pool.submit(helper_process.send, theirs, answer)
        assert helper_process.receive(ours, text=text) == answer


@gate_of("sandbox")
def test_an_answer_over_the_limit_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helper_process, "_ANSWER_LIMIT", 100)
    ours, theirs = multiprocessing.Pipe()
    helper_process.send(theirs, Answer(code="x" * 300, program=""))
    with pytest.raises(OSError, match="bad message length"):
        helper_process.receive(ours, text="x" * 10)
