"""Parts of a pool are killed during judging: a kill costs at most one more try, and no answer is blamed.

A sample that is killed each time is missing only if its reference is killed too.
"""

import os
from collections.abc import Callable, Sequence

import pytest

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Limits, StdioCase, StdioCheck, Task
from benchmark.core.verdict import MissingSample, Outcome, Status
from benchmark.pipeline.judge.evaluate import judge_samples
from benchmark.pipeline.judge.local_pool import LocalPool
from tests.sampling import gate_of

from ..judged import note
from ..processes import Killer, Process, brokers, no_orphans, sandbox_processes, workers

#: Parts of a pool that can be killed, and functions that find their processes.
PARTS: dict[str, Callable[[], list[Process]]] = {
    "a worker": lambda: workers(os.getpid()),
    "the broker": lambda: brokers(os.getpid()),
    "bubblewrap outside": lambda: _at_depth(1),
    "bubblewrap inside": lambda: _at_depth(2),
    "the zygote": lambda: _at_depth(3),
    "a child": lambda: _at_depth(4),
}
#: The session ``tests`` kills these parts, and the session ``gates`` all others.
PARAMETERS = [
    part if part in {"a worker", "the zygote"} else pytest.param(part, marks=gate_of("sandbox"))
    for part in PARTS
]
#: Programs and their right statuses; each takes a tenth of a second, long enough to be killed meanwhile.
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


def samples(copies: int) -> tuple[list[Sample], dict[str, Status]]:
    """Return samples that print a line whenever they begin, and their right statuses."""
    found, due = [], {}
    for number in range(copies):
        for name, (body, status) in (FUNCTIONS | PROGRAMS).items():
            program = f"import time\n{body}"
            task_id = f"{name}-{number}"
            test = f"{note(task_id)}\nassert f(2) == 4"
            check = (
                FunctionCheck(tests=(test,))
                if name in FUNCTIONS
                else StdioCheck(cases=(StdioCase(input="", output="1\n2\n"),))
            )
            task = Task(id=task_id, entry_point="f", check=check, limits=Limits(seconds=5))
            found.append(Sample(task=task, draw=0, answer=Answer(code=program, program=program)))
            due[task_id] = status
    return found, due


def assert_no_answer_is_blamed(outcomes: Sequence[Outcome], due: dict[str, Status], kills: int) -> None:
    missing = [outcome for outcome in outcomes if isinstance(outcome, MissingSample)]
    wrong = [
        outcome
        for outcome in outcomes
        if not isinstance(outcome, MissingSample) and outcome.status is not due[outcome.task_id]
    ]
    assert not wrong
    assert len(missing) <= kills // 2, "one kill costs a sample one more try, no more"
    assert all(sample.reason for sample in missing)


@pytest.mark.parametrize("part", PARAMETERS)
@gate_of("sandbox")
def test_killing_a_part_costs_one_sample_one_more_try(part: str, capfd: pytest.CaptureFixture[str]) -> None:
    found, due = samples(copies=4)
    with no_orphans(), Killer(PARTS[part], blows=3, pause=(0.02, 0.15)) as killer:
        outcomes = judge_samples(found, executor=LocalPool(2))
    assert killer.landed >= 3
    assert [outcome.task_id for outcome in outcomes] == [sample.task.id for sample in found]
    assert_no_answer_is_blamed(outcomes, due, killer.landed)
    begun = capfd.readouterr().err.split()
    functions = len(FUNCTIONS) * 4
    assert functions - killer.landed // 2 <= len(begun) <= functions + killer.landed


@pytest.mark.parametrize("part", PARAMETERS)
@gate_of("sandbox")
def test_a_sample_whose_judging_is_always_killed_is_missing_with_the_reason(part: str) -> None:
    """The sample is missing with a reason, whatever it computed before: its reference is killed too."""
    slow = "def f(x):\n    time.sleep(3)\n    return 2 * x\n"
    program = f"import time\n{slow}"
    check = FunctionCheck(tests=("assert f(2) == 4",))
    task = Task(id="t", entry_point="f", check=check, limits=Limits(seconds=5), reference=program)
    sample = Sample(task=task, draw=0, answer=Answer(code=program, program=program))

    def busy_part() -> list[Process]:
        """Return the processes of the part, as soon as a child is running."""
        return PARTS[part]() if _at_depth(4) else []

    with no_orphans(), Killer(busy_part, blows=100, pause=(0.05, 0.05)):
        (outcome,) = judge_samples([sample], executor=LocalPool(1))
    assert isinstance(outcome, MissingSample)
    assert ("worker process died" if part in ("a worker", "the broker") else "sandbox") in outcome.reason
