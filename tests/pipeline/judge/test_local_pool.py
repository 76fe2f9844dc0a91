import dataclasses
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import Limits, Task
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.pipeline.judge import local_pool
from benchmark.pipeline.judge.evaluate import judge_samples
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.judge.pauses import PauseWatch

PROGRAM = "def f(x):\n    return x * 2\n"


def sample(task: Task) -> Sample:
    return Sample(task=task, draw=0, answer=Answer(code=PROGRAM, program=PROGRAM))


def test_the_sample_of_a_killed_worker_is_tried_once_more(
    make_task: Callable[..., Task], open_folder: Path
) -> None:
    """Tests run on the host; this one kills its own worker the first time."""
    marker = open_folder / "killed"
    test = (
        "import os, pathlib\n"
        f"marker = pathlib.Path({str(marker)!r})\n"
        "if not marker.exists():\n"
        "    marker.touch()\n"
        "    os.kill(os.getpid(), 9)\n"
        "assert f(2) == 4"
    )
    tasks = [make_task("killer", test), *(make_task(f"t{number}") for number in range(6))]
    outcomes = judge_samples([sample(task) for task in tasks], executor=LocalPool(2))
    assert [outcome.task_id for outcome in outcomes] == [task.id for task in tasks]
    assert {outcome.status for outcome in outcomes if isinstance(outcome, Verdict)} == {Status.PASSED}


def test_no_sample_is_lost_if_a_worker_dies_while_another_sends_a_message(
    make_task: Callable[..., Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    next_outcomes, killed = local_pool._next_outcomes, []

    def next_outcomes_and_kill(
        workers: Sequence[local_pool._Worker], queue: deque[local_pool._Job], watch: PauseWatch
    ) -> object:
        outcomes = list(next_outcomes(workers, queue, watch))
        busy = [worker for worker in workers if worker.job is not None]
        if busy and not killed:
            busy[0].process.kill()
            busy[0].process.join()
            killed.append(busy[0])
        return outcomes

    monkeypatch.setattr(local_pool, "_next_outcomes", next_outcomes_and_kill)
    tasks = [make_task(f"t{number}") for number in range(6)]
    outcomes = judge_samples([sample(task) for task in tasks], executor=LocalPool(2))
    assert killed
    assert {outcome.status for outcome in outcomes if isinstance(outcome, Verdict)} == {Status.PASSED}
    assert len(outcomes) == len(tasks)


def test_a_sample_whose_worker_always_dies_is_missing_and_others_are_judged(
    make_task: Callable[..., Task],
) -> None:
    tasks = [make_task("killer", "import os; os.kill(os.getpid(), 9)"), make_task("a"), make_task("b")]
    killer, *others = judge_samples([sample(task) for task in tasks], executor=LocalPool(2))
    assert isinstance(killer, MissingSample)
    assert "died 2 times" in killer.reason
    assert {other.status for other in others if isinstance(other, Verdict)} == {Status.PASSED}


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
    busy = Sample(
        task=dataclasses.replace(make_task("busy", test), limits=Limits(seconds=0.1)),
        draw=0,
        answer=Answer(code=program, program=program),
    )
    pool = LocalPool(1, grace_seconds=0.3)
    outcomes = judge_samples([busy, sample(make_task("a"))], executor=pool)
    statuses = [outcome.status for outcome in outcomes if isinstance(outcome, Verdict)]
    assert statuses == [Status.TIMEOUT, Status.PASSED]
