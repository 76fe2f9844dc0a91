"""Sentinels: answers with a known verdict, judged in every score job to notice a judge that errs."""

from collections.abc import Iterable, Sequence

from benchmark.core.errors import OurFailure, quote_value
from benchmark.core.sample import Completion, SampleKey
from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.core.verdict import MissingSample, Outcome, Status
from benchmark.pipeline.judge.baselines import BASELINES

#: Maximum tasks of a job that get sentinels, in addition to one task of our own.
TASKS_LIMIT = 8

_OWN_TASK = Task(
    id="sightbench-sentinel",
    check=FunctionCheck(tests=("assert f(2) == 4",)),
    entry_point="f",
    reference="def f(x):\n    return 2 * x\n",
    limits=Limits(seconds=10.0),
)
_GOLD, _BLANK = 1_000_000, 1_000_001  #: draws that no prediction file can have


def with_references(tasks: Sequence[Task]) -> tuple[Task, ...]:
    """Return the tasks that get sentinels: one of our own, and some of the job with a reference answer."""
    known = sorted((task for task in tasks if task.reference), key=lambda task: task.id)
    step = max(1, len(known) // TASKS_LIMIT)
    return (_OWN_TASK, *known[::step][:TASKS_LIMIT])


def sentinels(tasks: Iterable[Task]) -> tuple[Completion, ...]:
    """Return the reference answer and a blank answer of each task."""
    gold, blank = BASELINES["gold"], BASELINES["blank"]
    return tuple(
        Completion(task_id=task.id, draw=draw, text=write(task))
        for task in tasks
        for draw, write in ((_GOLD, gold), (_BLANK, blank))
    )


def is_sentinel(key: SampleKey) -> bool:
    """Whether a sample is a sentinel rather than one of the run."""
    return key[1] >= _GOLD


def check_sentinels(outcomes: Iterable[Outcome]) -> None:
    """Check that each reference answer passed, and that each blank answer counted as no answer.

    Raises:
        OurFailure: for the first wrong verdict; then no verdict of the job can be trusted.
    """
    for outcome in outcomes:
        if not is_sentinel(outcome.key):
            continue
        is_gold = outcome.draw == _GOLD
        name, expected = (
            ("reference answer", Status.PASSED) if is_gold else ("blank answer", Status.NO_ANSWER)
        )
        actual = f"missing: {outcome.reason}" if isinstance(outcome, MissingSample) else outcome.status.value
        if actual != expected.value:
            task = quote_value(outcome.task_id)
            problem = f"the {name} of task {task} must get {expected.value}, but got {actual}"
            raise OurFailure(f"{problem}; all verdicts of this job are discarded", "run the job again")
