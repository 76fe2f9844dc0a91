"""Tests that fail for every answer: a sample is missing, and never wrong.

Each case is a folder with ``task.jsonl``, ``answer.py`` and ``expected.txt``, which has fragments of the
reason, one per line.
"""

from pathlib import Path

import pytest

from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import MissingSample, Status
from benchmark.files.tasks import read_tasks
from benchmark.judging.checks import blame
from benchmark.judging.judge import Judge
from tests.judged import sample_of, verdict_of

CASES = sorted((Path(__file__).parents[1] / "cases" / "broken-tests").iterdir())
OBJECT_AFTER_AN_ASSERTION = "assert f(1) == 1\nassert f(object()) is not None"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # SystemExit is none
@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_a_sample_of_a_broken_test_is_missing(case: Path, judge: Judge) -> None:
    (task,) = read_tasks(case / "task.jsonl")
    outcome = judge.judge(sample_of(task, (case / "answer.py").read_text()))
    assert isinstance(outcome, MissingSample), outcome
    assert outcome.certain
    assert outcome.reason.startswith("the test of this task is broken: ")
    for fragment in (case / "expected.txt").read_text().splitlines():
        assert fragment in outcome.reason


@pytest.mark.parametrize(
    ("program", "reference"),
    [
        ("def f(x):\n    return x\n", ""),
        ("def f(x):\n    return x\n", "def f(x):\n    return 2\n"),
    ],
    ids=["no reference", "a reference that is wrong"],
)
def test_without_a_reference_only_a_step_before_the_first_assertion_counts(
    program: str, reference: str, judge: Judge
) -> None:
    check = FunctionCheck(tests=(OBJECT_AFTER_AN_ASSERTION,))
    task = Task(id="t", entry_point="f", check=check, reference=reference)
    verdict = verdict_of(judge, task, program)
    assert verdict.status is Status.WRONG_ANSWER


@pytest.mark.parametrize(
    ("entry_point", "starter_code", "use"),
    [
        ("f", "", "f(1, x=2)"),
        ("f", "def f(x):\n", "f()"),
        ("Solution().f", "class Solution:\n    def f(self, x):\n", "Solution().f(1)"),
        ("Stack", "class Stack:\n    def push(self, x):\n", "Stack(3).push(1)"),
        ("Stack", "", "Stack().any(1, y=2)"),
        ("f", "class Odd(ValueError):\n    pass\ndef f(x):\n", "f(Odd('x'))"),
    ],
)
def test_a_program_that_does_nothing_accepts_every_use(entry_point: str, starter_code: str, use: str) -> None:
    check = FunctionCheck(tests=("",))
    task = Task(id="t", entry_point=entry_point, starter_code=starter_code, check=check)
    namespace: dict[str, object] = {}
    exec(blame.idle_program(task), namespace)  # noqa: S102 - our own program
    assert eval(use, namespace) is None  # noqa: S307 - our own expression
