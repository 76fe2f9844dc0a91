"""Parts of a pool die in the middle of judging: at most one sample is tried again, and none is blamed."""

import os
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Limits, StdioCase, StdioCheck, Task
from benchmark.core.verdict import MissingSample, Outcome, Status
from benchmark.pipeline.judge.evaluate import judge_samples
from benchmark.pipeline.judge.local_pool import LocalPool

from ..processes import Killer, Process, no_orphans, sandbox_processes, workers

#: What of a pool can die, and how it is found below this process.
PARTS: dict[str, Callable[[], list[Process]]] = {
    "a worker": lambda: workers(os.getpid()),
    "bubblewrap outside": lambda: _at_depth(1),
    "bubblewrap inside": lambda: _at_depth(2),
    "the zygote": lambda: _at_depth(3),
    "a child": lambda: _at_depth(4),
}
#: Program and the status that it deserves; each takes a tenth of a second, so that a blow can meet it.
FUNCTIONS = {
    "right": ("def f(x):\n    time.sleep(0.1)\n    return 2 * x\n", Status.PASSED),
    "wrong": ("def f(x):\n    time.sleep(0.1)\n    return x\n", Status.WRONG_ANSWER),
    "raises": ("def f(x):\n    time.sleep(0.1)\n    return x / 0\n", Status.RUNTIME_ERROR),
}
PROGRAMS = {
    "half": ("print(1, flush=True)\ntime.sleep(0.1)\nprint(2)\n", Status.PASSED),
    "other": ("print(1, flush=True)\ntime.sleep(0.1)\nprint(3)\n", Status.WRONG_ANSWER),
}


def _at_depth(depth: int) -> list[Process]:
    return [process for process in sandbox_processes(os.getpid()) if process.depth == depth]


def samples(log: Path, copies: int) -> tuple[list[Sample], dict[str, Status]]:
    """Samples that note in ``log`` whenever they are begun, and the statuses that they deserve."""
    found, due = [], {}
    for number in range(copies):
        for name, (body, status) in (FUNCTIONS | PROGRAMS).items():
            program = f"import time\n{body}"
            task_id = f"{name}-{number}"
            test = f"with open({str(log)!r}, 'a') as file: file.write('{task_id}\\n')\nassert f(2) == 4"
            check = (
                FunctionCheck(tests=(test,))
                if name in FUNCTIONS
                else StdioCheck(cases=(StdioCase(input="", output="1\n2\n"),))
            )
            task = Task(id=task_id, entry_point="f", check=check, limits=Limits(seconds=5))
            found.append(Sample(task=task, draw=0, answer=Answer(code=program, program=program)))
            due[task_id] = status
    return found, due


def assert_nobody_is_blamed(outcomes: Sequence[Outcome], due: dict[str, Status], blows: int) -> None:
    missing = [one for one in outcomes if isinstance(one, MissingSample)]
    wrong = [
        one for one in outcomes if not isinstance(one, MissingSample) and one.status is not due[one.task_id]
    ]
    assert not wrong
    assert len(missing) <= blows // 2, "one blow costs a sample one more try, no more"
    assert all(one.reason for one in missing)


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_is_killed_costs_one_sample_one_more_try(part: str, open_folder: Path) -> None:
    log = open_folder / "log"
    found, due = samples(log, copies=8)
    with no_orphans(), Killer(PARTS[part], blows=5, pause=(0.05, 0.4)) as killer:
        outcomes = judge_samples(found, executor=LocalPool(2))
    assert killer.landed >= 3
    assert [one.task_id for one in outcomes] == [sample.task.id for sample in found]
    assert_nobody_is_blamed(outcomes, due, killer.landed)
    begun = Counter(log.read_text().split())
    assert sum(begun.values()) <= len(FUNCTIONS) * 8 + killer.landed


@pytest.mark.parametrize("part", PARTS)
def test_what_is_killed_each_time_is_missing_with_the_reason(part: str) -> None:
    """Whatever becomes of it, and whatever it has printed or computed before."""
    slow = "def f(x):\n    time.sleep(3)\n    return 2 * x\n"
    program = f"import time\n{slow}"
    check = FunctionCheck(tests=("assert f(2) == 4",))
    task = Task(id="t", entry_point="f", check=check, limits=Limits(seconds=5))
    sample = Sample(task=task, draw=0, answer=Answer(code=program, program=program))

    def busy() -> list[Process]:
        """The part, once there is a child that it is busy with."""
        return PARTS[part]() if _at_depth(4) else []

    with no_orphans(), Killer(busy, blows=100, pause=(0.05, 0.05)):
        (outcome,) = judge_samples([sample], executor=LocalPool(1))
    assert isinstance(outcome, MissingSample)
    assert ("worker process died" if part == "a worker" else "sandbox") in outcome.reason
