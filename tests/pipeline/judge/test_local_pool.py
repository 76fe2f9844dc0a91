import dataclasses
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.core.errors import OurFailure
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.pipeline.judge import worker_processes
from benchmark.pipeline.judge.evaluate import judge_samples
from benchmark.pipeline.judge.local_pool import LocalPool

PROGRAM = "def f(x):\n    return x * 2\n"


def sample(task: Task) -> Sample:
    return Sample(task=task, draw=0, answer=Answer(code=PROGRAM, program=PROGRAM))


@pytest.mark.gate
def test_a_sample_whose_worker_always_dies_is_missing_and_others_are_judged(
    make_task: Callable[..., Task],
) -> None:
    tasks = [make_task("killer", "import os; os.kill(os.getpid(), 9)"), make_task("a"), make_task("b")]
    killer, *others = judge_samples([sample(task) for task in tasks], executor=LocalPool(2))
    assert isinstance(killer, MissingSample)
    assert killer.reason == "a worker process died 2 times while judging it (exit code -9)"
    assert {other.status for other in others if isinstance(other, Verdict)} == {Status.PASSED}


@pytest.mark.gate
@pytest.mark.parametrize(
    ("reference", "other"),
    [("def f(x):\n    return 2 * x\n", "the reference"), ("", "a program that does nothing")],
)
def test_an_answer_whose_worker_always_dies_is_to_blame_if_its_reference_survives(
    reference: str, other: str, make_task: Callable[..., Task]
) -> None:
    test = "import os\nif f(1) == 7:\n    os.kill(os.getpid(), 9)\nassert f(1) == 2"
    task = dataclasses.replace(make_task("killer", test), reference=reference)
    program = "def f(x):\n    return 7\n"
    hostile = Sample(task=task, draw=0, answer=Answer(code=program, program=program))
    (killer,) = judge_samples([hostile], executor=LocalPool(1))
    assert isinstance(killer, Verdict)
    assert killer.status is Status.RUNTIME_ERROR
    assert killer.detail == (
        f"a worker process died 2 times while judging it (exit code -9); {other} can be judged"
    )


@pytest.mark.gate
def test_a_sample_whose_worker_dies_only_beside_others_gets_its_verdict(
    make_task: Callable[..., Task], open_folder: Path
) -> None:
    """The fault comes twice, but not when the sample is judged alone."""
    log = open_folder / "log"
    test = (
        "import os\n"
        f"log = {str(log)!r}\n"
        "open(log, 'a').write('x')\n"
        "if len(open(log).read()) < 3:\n"
        "    os.kill(os.getpid(), 9)\n"
        "assert f(2) == 4"
    )
    (outcome,) = judge_samples([sample(make_task("killer", test))], executor=LocalPool(1))
    assert isinstance(outcome, Verdict)
    assert outcome.status is Status.PASSED
    assert outcome.judged_again


@pytest.mark.gate
def test_a_worker_that_does_not_begin_is_never_the_answers_fault(
    make_task: Callable[..., Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_processes, "_START_SECONDS", 0.0)
    (outcome,) = judge_samples([sample(make_task("a"))], executor=LocalPool(1))
    assert isinstance(outcome, MissingSample)
    assert outcome.reason == "a worker process did not begin within 0 s"


def end_at_once(*_: object) -> None:
    """Do what a worker does that cannot import a module."""
    os._exit(1)


@pytest.mark.gate
def test_a_run_ends_if_no_worker_can_start(
    make_task: Callable[..., Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_processes, "work", end_at_once)
    with pytest.raises(OurFailure, match=r"end before they begin to judge \(exit code 1\)"):
        judge_samples([sample(make_task(f"t{number}")) for number in range(40)], executor=LocalPool(2))


def test_a_sandbox_that_does_not_start_in_time_is_never_the_answers_fault(
    make_task: Callable[..., Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the worker says that it starts a sandbox, no answer is involved, and nothing is compared."""
    starting = worker_processes.Worker.starting

    def late(worker: worker_processes.Worker) -> None:
        starting(worker)
        if worker.is_starting:
            worker.deadline = 0.0

    monkeypatch.setattr(worker_processes.Worker, "starting", late)
    (outcome,) = judge_samples([sample(make_task("a"))], executor=LocalPool(1))
    assert isinstance(outcome, MissingSample)
    assert outcome.reason == "a worker process started no sandbox within 180 s"
    assert outcome.certain


@pytest.mark.gate
@pytest.mark.parametrize(
    ("program", "test"),
    [
        ("def f(x):\n    return [i * (2**61 - 1) for i in range(60000)]\n", "assert set(f(1)) == {1}"),
        (
            "def f(x):\n    v = []\n    for _ in range(60):\n        v = [v, v]\n    return v\n",
            "assert f(1) == f(2)",
        ),
    ],
    ids=["hashes that collide", "references that multiply"],
)
def test_a_value_that_keeps_the_host_busy_times_out(
    program: str, test: str, make_task: Callable[..., Task]
) -> None:
    """The comparison is one call into C that no alarm can interrupt."""
    check = FunctionCheck(tests=(test, "assert f(1)"), kinds=("large", "typical"))
    busy = Sample(
        task=dataclasses.replace(make_task("busy", test), limits=Limits(seconds=0.1), check=check),
        draw=0,
        answer=Answer(code=program, program=program),
    )
    pool = LocalPool(1, grace_seconds=0.3)
    outcomes = judge_samples([busy, sample(make_task("a"))], executor=pool)
    statuses = [outcome.status for outcome in outcomes if isinstance(outcome, Verdict)]
    assert statuses == [Status.TIMEOUT, Status.PASSED]
    assert [outcome.kinds for outcome in outcomes if isinstance(outcome, Verdict)] == [
        {"large": Status.TIMEOUT, "typical": Status.TIMEOUT},
        {},
    ]
