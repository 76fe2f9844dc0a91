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

PROGRAM = "def f(x):\n    return x * 2\n"


def sample(task: Task) -> Sample:
    return Sample(task=task, draw=0, answer=Answer(code=PROGRAM, program=PROGRAM))


def test_a_killed_worker_costs_its_shard_one_more_try(
    make_task: Callable[..., Task], open_folder: Path
) -> None:
    """The test runs on the host: here it ends its own worker, the first time."""
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


def test_a_worker_that_dies_while_another_has_news_loses_no_sample(
    make_task: Callable[..., Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    look, killed = local_pool._news, []

    def look_and_kill(workers: Sequence[local_pool._Worker], queue: deque[local_pool._Job]) -> object:
        news = list(look(workers, queue))
        busy = [worker for worker in workers if worker.job is not None]
        if busy and not killed:
            busy[0].process.kill()
            busy[0].process.join()
            killed.append(busy[0])
        return news

    monkeypatch.setattr(local_pool, "_news", look_and_kill)
    tasks = [make_task(f"t{number}") for number in range(6)]
    outcomes = judge_samples([sample(task) for task in tasks], executor=LocalPool(2))
    assert killed
    assert {outcome.status for outcome in outcomes if isinstance(outcome, Verdict)} == {Status.PASSED}
    assert len(outcomes) == len(tasks)


def test_a_sample_whose_worker_always_dies_is_missing_and_the_others_are_judged(
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
    """One call into C that no alarm can interrupt."""
    busy = Sample(
        task=dataclasses.replace(make_task("busy", test), limits=Limits(seconds=0.1)),
        draw=0,
        answer=Answer(code=program, program=program),
    )
    pool = LocalPool(1, grace_seconds=0.3)
    outcomes = judge_samples([busy, sample(make_task("a"))], executor=pool)
    assert [one.status for one in outcomes if isinstance(one, Verdict)] == [Status.TIMEOUT, Status.PASSED]
