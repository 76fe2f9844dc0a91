from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.core.errors import OurFailure
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import Task
from benchmark.core.verdict import Status, Verdict
from benchmark.pipeline.evaluate import judge_samples
from benchmark.pipeline.local import LocalPool

PROGRAM = "def f(x):\n    return x * 2\n"


def sample(task: Task) -> Sample:
    return Sample(task=task, draw=0, answer=Answer(code=PROGRAM, program=PROGRAM))


def test_a_killed_worker_costs_its_shard_one_more_try(make_task: Callable[..., Task], tmp_path: Path) -> None:
    """The test runs on the host: here it ends its own worker, the first time."""
    marker = tmp_path / "killed"
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


def test_a_worker_that_is_always_killed_is_our_failure(make_task: Callable[..., Task]) -> None:
    with pytest.raises(OurFailure, match="killed 3 times"):
        judge_samples(
            [sample(make_task("killer", "import os; os.kill(os.getpid(), 9)"))], executor=LocalPool(1)
        )
